"""What became of a topic's context since an earlier run: three sentences, then what happened to each part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from workbench.context import Part, parts_of
from workbench.records import Context, RunRecord
from workbench.settings import ResearchSettings
from workbench.tuning.compare import compare

Sign = Literal["kept", "moved", "added", "removed"]


@dataclass(frozen=True, slots=True)
class Marked:
    """A part of either context; `number` counts the parts of its own context from 1."""

    sign: Sign
    part: Part
    number: int


def since(before: RunRecord, after: RunRecord, was: ResearchSettings, now: ResearchSettings) -> tuple[str, str, str]:
    """Three sentences: who is first, how many sources changed, and what became of the rest of the context."""
    first, counted, _ = compare(before, after, was, now).sentences
    return first, counted, _rest(before.context or Context(""), after.context or Context(""))


def marked(before: Context, after: Context) -> tuple[Marked, ...]:
    """The parts of both contexts: those of `after` in order, and among them those of `before` that are gone."""
    old, new = parts_of(before), parts_of(after)
    was, now = _lines(old), _lines(new)
    found: list[Marked] = []
    for change, i, j, k, m in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if change == "equal":
            found += [Marked("kept", new[at], at + 1) for at in range(k, m)]
            continue
        found += [Marked("removed", old[at], at + 1) for at in range(i, j) if was[at] not in now]
        found += [Marked("moved" if now[at] in was else "added", new[at], at + 1) for at in range(k, m)]
    return tuple(found)


def _lines(parts: Sequence[Part]) -> list[str]:
    return [part.text.rstrip("\n") for part in parts]


def _rest(before: Context, after: Context) -> str:
    """What became of links, posts and quotations."""
    old, new = {one.url: one for one in before.web}, {one.url: one for one in after.web}
    both = old.keys() & new.keys()
    quoted = sum(old[url].text != new[url].text for url in both)
    same = [
        name
        for name, is_same in (
            ("references", before.references == after.references),
            ("posts", before.posts == after.posts),
            ("quotations", not quoted and old.keys() == new.keys()),
        )
        if is_same
    ]
    changed = [f"{quoted} {'source quotes' if quoted == 1 else 'sources quote'} other words"] if quoted else []
    if before.references != after.references:
        changed.append(_counted("references", len(before.references), len(after.references)))
    if before.posts != after.posts:
        changed.append(_counted("posts", len(before.posts), len(after.posts)))
    told = "; ".join(changed)
    told = f"{told[:1].upper()}{told[1:]}." if told else ""
    kept = f"{_and(same).capitalize()} are the same." if same else ""
    words = "What both quote is quoted in the same words." if both and not quoted and "quotations" not in same else ""
    return " ".join(filter(None, (told, kept, words)))


def _counted(name: str, before: int, after: int) -> str:
    return f"{name} go from {before} to {after}" if before != after else f"the {name} are others, as many as before"


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
