"""What other settings would change over stored runs: first slots, heads, contexts, and what decides each first slot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workbench.context import excerpt, most_characters, starts_of
from workbench.quality.components import added
from workbench.records import Read
from workbench.settings import FIELDS, Settings
from workbench.settings.load import as_texts
from workbench.settings.words import number
from workbench.text import counted
from workbench.tuning.archive import Flags, Ints
from workbench.tuning.moves import NAMES, NEAR_TIE
from workbench.tuning.moves import UNWEIGHED as STILL
from workbench.tuning.overlap import jaccard, rank_biased_overlap
from workbench.tuning.replay import NOWHERE, Ranked, Replay
from workbench.tuning.rescore import references_of

HEADS = (3, 5)
GONE = "not a source"
UNWEIGHED = "weights of 0"
_WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True, slots=True)
class FirstChange:
    """A run whose first source is another one now; either side may have none.

    Where the old first source is still one, `gap` is the lead of the new one over it, `shares` split it over the five
    components, and `cause` is the component that gives most of it, or that all weights are 0; otherwise the cause is
    that it is no source.
    """

    run: int
    was: Ranked | None
    now: Ranked | None
    old_now: Ranked | None
    gap: float | None
    shares: tuple[float, ...]
    cause: str

    @property
    def near_tie(self) -> bool:
        """Whether so little decides it that the two stand about equal; without any weight no score does."""
        return self.gap is not None and self.cause != UNWEIGHED and self.gap < NEAR_TIE


@dataclass(frozen=True, slots=True)
class RunChange:
    """What became of one run: which of its slots, heads and context differ, and how alike the two rankings are.

    `moved` counts the sources of both rankings that have another rank, `added` and `removed` those of only one.
    """

    run: int
    first: bool
    top3: bool
    top5: bool
    context: bool
    rbo: float
    jaccard: float
    moved: int
    added: int
    removed: int


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Three sentences, the counts behind them, every other first source with its split, and every run.

    `firsts` are in the order of their leads, the closest first; a run is named by its place in the archive.
    """

    sentences: tuple[str, str, str]
    runs: int
    first: int
    top3: int
    top5: int
    contexts: int
    causes: tuple[tuple[str, int], ...]
    near_ties: int
    firsts: tuple[FirstChange, ...]
    lines: tuple[RunChange, ...]


def what_if(before: Replay, after: Replay) -> WhatIf:
    """What differs between two replays of one archive.

    Of a head of three or five it is asked which sources are in it. A context differs where its text does, which takes
    the texts of the pages if another length of them is quoted; a page read whose text is not at hand differs then.
    """
    room = max(before.pages.shape[1], after.pages.shape[1])
    old, new = _wide(before.pages, room), _wide(after.pages, room)
    first = _differ(old[:, :1], new[:, :1])
    three, five = (_other_members(old[:, :k], new[:, :k]) for k in HEADS)
    contexts = np.array([_context_differs(before, after, run) for run in range(len(old))], bool)
    moved = _differ(old, new)
    lines = tuple(
        RunChange(
            run, bool(first[run]), bool(three[run]), bool(five[run]), bool(contexts[run]),
            *(_overlap(old[run], new[run]) if moved[run] else (1.0, 1.0, 0, 0, 0)),
        )
        for run in range(len(old))
    )  # fmt: skip
    found = [_first_change(before, after, run) for run in np.flatnonzero(first).tolist()]
    firsts = tuple(sorted(found, key=lambda one: (one.gap is None, one.gap or 0.0, one.run)))
    causes = tuple(Counter(one.cause for one in firsts).most_common())
    firsts_now, threes, fives, others = (int(flags.sum()) for flags in (first, three, five, contexts))
    near = sum(one.near_tie for one in firsts)
    said = _sentences(before, after, (firsts_now, threes, others), causes, near)
    return WhatIf(said, len(old), firsts_now, threes, fives, others, causes, near, firsts, lines)


def _wide(pages: Ints, room: int) -> Ints:
    return np.pad(pages, ((0, 0), (0, max(1, room) - pages.shape[1])), constant_values=NOWHERE)


def _differ(old: Ints, new: Ints) -> Flags:
    return np.asarray((old != new).any(axis=1), bool)


def _other_members(old: Ints, new: Ints) -> Flags:
    return _differ(np.sort(old, axis=1), np.sort(new, axis=1))


def _overlap(old: Ints, new: Ints) -> tuple[float, float, int, int, int]:
    one, other = old[old != NOWHERE].tolist(), new[new != NOWHERE].tolist()
    there, stayed = set(one) & set(other), sum(a == b for a, b in zip(one, other, strict=False))
    counts = len(there) - stayed, len(other) - len(there), len(one) - len(there)
    return rank_biased_overlap(one, other), jaccard(one, other, HEADS[-1]), *counts


def _context_differs(before: Replay, after: Replay, run: int) -> bool:
    old, new = _reads(before, run), _reads(after, run)
    if [one.address for one in old] != [one.address for one in new]:
        return True
    was, now, record = before.settings_of(run), after.settings_of(run), before.archive.runs[run]
    if was is not now and references_of(record, was) != references_of(record, now):
        return True
    starts = starts_of(record.context) if record.context else {}
    sides = zip(old, new, strict=True)
    return any(_written_otherwise(one, other, (was, now), starts.get(one.address)) for one, other in sides)


def _written_otherwise(one: Read, other: Read, settings: tuple[Settings, Settings], start: int | None) -> bool:
    """Whether a source, read so or so, stands with other words in the context."""
    few, many = sorted(map(most_characters, settings))
    if one == other:
        if few == many or not one.page or not one.readable or 0 < len(one.page.text) <= few:
            return False
        if not one.page.text:
            return True
    return excerpt(one, settings[0], start) != excerpt(other, settings[1], start)


def needs_texts(before: Settings | None, after: Settings | None) -> bool:
    """Whether the texts of the pages are needed to tell which contexts differ; `None` is each run's own settings."""
    return not before or not after or most_characters(before) != most_characters(after)


def _reads(found: Replay, run: int) -> list[Read]:
    return [found.reads[run][pick] for pick in found.picks[run].tolist() if pick != NOWHERE]


def _first_change(before: Replay, after: Replay, run: int) -> FirstChange:
    was = before.source(run, 0) if before.pages[run, :1].max(initial=NOWHERE) != NOWHERE else None
    now = after.source(run, 0) if after.pages[run, :1].max(initial=NOWHERE) != NOWHERE else None
    if was is None or now is None:
        return FirstChange(run, was, now, None, None, (), GONE if now is None else "a source again")
    slot = np.flatnonzero(after.pages[run] == before.pages[run, 0])
    if not len(slot):
        return FirstChange(run, was, now, None, None, (), GONE)
    old_now = after.source(run, int(slot[0]))
    settings = after.settings_of(run)
    split = shares_of(now, old_now, settings)
    return FirstChange(run, was, now, old_now, now.score - old_now.score, split, _leading(split, settings))


def _leading(split: Sequence[float], settings: Settings) -> str:
    if not any(settings.research.weights):
        return UNWEIGHED
    return NAMES[max(range(len(split)), key=split.__getitem__)] if any(split) else "search order"


def shares_of(up: Ranked, down: Ranked, settings: Settings) -> tuple[float, ...]:
    """What each component adds to the lead of one source over another; they sum to the lead."""
    weights = settings.research.weights
    total = added(weights)
    pairs = zip(up.components.values(), down.components.values(), weights, strict=True)
    return tuple((a - b) * weight / total if total > 0 else 0.0 for a, b, weight in pairs)


def _sentences(
    before: Replay, after: Replay, counts: tuple[int, int, int], causes: Sequence[tuple[str, int]], near: int
) -> tuple[str, str, str]:
    first, three, contexts = counts
    runs = len(before.archive.runs)
    head = f"{_what(before, after)}, {first:,} of {counted(runs, 'run')} get{'s' * (first == 1)} another first source"
    opening = f"{head}, {three:,} another top three and {contexts:,} another context."
    if not first:
        return opening, _closest(after), "Nothing decides a first source that did not before."
    return opening, _led(causes, first), _near(near, first)


def _what(before: Replay, after: Replay) -> str:
    if before.settings is None or after.settings is None:
        return "Under these settings" if after.settings else "Under their own settings"
    old, new = as_texts(before.settings), as_texts(after.settings)
    changed = [key for key in new if old[key] != new[key]]
    match changed:
        case []:
            return "With no setting changed"
        case [key] if isinstance(new[key], int | float) and not isinstance(new[key], bool):
            unit = f" {FIELDS[key].counted_in}".rstrip()
            value = float(new[key]) if FIELDS[key].kind == "float" else new[key]
            return f"With {FIELDS[key].inside} at {number(value)}{unit}"
        case [key]:
            return f"With {FIELDS[key].inside} changed"
        case _:
            return f"With {counted(len(changed), 'setting')} changed"


def _led(causes: Sequence[tuple[str, int]], first: int) -> str:
    if {name for name, _ in causes} == {UNWEIGHED}:
        return STILL
    (name, most), *rest = [(_cause(name), count) for name, count in causes]
    if first == 1:
        return f"{name[:1].upper()}{name[1:]} is the leading cause."
    where = f"{most:,} of the {first:,}" if rest else f"all {_count(first)}"
    others = "".join(f", {name} in {count:,}" for name, count in rest)
    return f"{name[:1].upper()}{name[1:]} is the leading cause in {where}{others}."


def _cause(name: str) -> str:
    told = {
        GONE: "that the old first source is no source any more",
        "a source again": "that there is a source",
        UNWEIGHED: "that all weights are 0",
    }
    return told.get(name, name)


def _near(near: int, first: int) -> str:
    of = f"of the {_count(first)}" if first > 1 else "change"
    if not near:
        return f"None {of} is a near-tie." if first > 1 else "It is no near-tie."
    if first == 1:
        return f"It is a near-tie, decided by less than {NEAR_TIE}."
    verb = "is a near-tie" if near == 1 else "are near-ties"
    return f"{_count(near).capitalize()} {of} {verb}, decided by less than {NEAR_TIE}."


def _closest(after: Replay) -> str:
    if after.settings and not any(after.settings.research.weights):
        return STILL
    if after.pages.shape[1] < 2:
        return "No run has a second source."
    gaps = np.where(after.pages[:, 1] != NOWHERE, after.scores[:, 0] - after.scores[:, 1], np.inf)
    if not len(gaps) or not np.isfinite(gaps.min()):
        return "No run has a second source."
    run = int(gaps.argmin())
    return f"The closest lead of a first source is {gaps[run]:.3f}, in run {after.archive.runs[run].number}."


def _count(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else f"{count:,}"
