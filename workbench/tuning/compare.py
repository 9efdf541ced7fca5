"""Two judgements side by side: what was added, removed and moved, matched by the canonical form of each address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from workbench.records import Judged, RunRecord, Source
from workbench.settings import ResearchSettings
from workbench.text import shown
from workbench.tuning.moves import Why, called, identity, sentences, why_of
from workbench.urls import canonical

Change = Literal["moved", "added", "removed", "unchanged"]
CHANGES: tuple[Change, ...] = get_args(Change)
_DID: Mapping[Change, tuple[str, str]] = {
    "moved": ("source moved", "sources moved"),
    "added": ("source was added", "sources were added"),
    "removed": ("source was removed", "sources were removed"),
    "unchanged": ("keeps its place", "keep their places"),
}
_NOTHING = Judged((), (), 0)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a source stands, from 1, and its score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Line:
    """One source of either side; `why` says why a removed one is none any more."""

    url: str
    title: str
    host: str
    change: Change
    was: Place | None = None
    now: Place | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Three sentences, every source in the order of the newer side, and the settings that differ as old and new."""

    sentences: tuple[str, str, str]
    lines: tuple[Line, ...]
    settings: Mapping[str, tuple[Any, Any]]


def lines(before: Sequence[Source], after: Sequence[Source], why: Why | None = None) -> list[Line]:
    """Every source of either side: those that are there now in their order, then those that are gone."""
    old = {identity(source): Place(rank, source.score) for rank, source in enumerate(before, 1)}
    found = []
    for rank, source in enumerate(after, 1):
        was = old.pop(identity(source), None)
        change: Change = "added" if was is None else "unchanged" if was.rank == rank else "moved"
        found.append(_line(source, change, was, Place(rank, source.score)))
    gone = [source for source in before if identity(source) in old]
    return found + [
        _line(source, "removed", old[identity(source)], None, why(source) if why else "") for source in gone
    ]


def _line(source: Source, change: Change, was: Place | None, now: Place | None, why: str = "") -> Line:
    return Line(source.url, shown(source.read.hit.title), source.domain or source.url, change, was, now, why)


def compare(before: RunRecord, after: RunRecord, was: ResearchSettings, now: ResearchSettings) -> Comparison:
    """What became of the sources of one run in another; `was` and `now` are the settings that each was judged by."""
    old, new = before.judged or _NOTHING, after.judged or _NOTHING
    why = _why(after)
    found = lines(old.sources, new.sources, why)
    told = sentences(old, new, was, now, why)
    first = _first(before, after, old.sources, new.sources)
    names = called((*old.sources, *new.sources))
    said = [one for one in told if not (new.sources and one == f"{names[identity(new.sources[0])]} is a source now.")]
    return Comparison(
        (first, _counted(found), (said or told)[0]), tuple(found), _differing(before.settings, after.settings)
    )


def _why(run: RunRecord) -> Why:
    """Why a source of another run is none of this one."""
    searched, judged = run.searched, run.judged
    lost = why_of((*(searched.dropped if searched else ()), *(judged.dropped if judged else ())), "")
    returned = {canonical(hit.url) for answer in (searched.answers if searched else ()) for hit in answer.hits}

    def why(source: Source) -> str:
        if reason := lost(source):
            return reason
        was_returned = {canonical(source.read.hit.url), identity(source)} & returned
        return "it leads to another address now" if was_returned else "the search did not return it"

    return why


def _first(before: RunRecord, after: RunRecord, old: Sequence[Source], new: Sequence[Source]) -> str:
    names = called((*old[:1], *new[:1]))
    match (old[:1], new[:1]):
        case ([], []) | ((), ()):
            return "Neither run kept a source."
        case ([], [first]) | ((), (first,)):
            return f"{names[identity(first)]} is first; run {before.number} kept no source."
        case ([first], []) | ((first,), ()):
            return f"Run {after.number} kept no source; {names[identity(first)]} was first in run {before.number}."
        case (a, b):
            was, now = identity(a[0]), identity(b[0])
            if was == now:
                return f"{names[now]} stays first, {a[0].score:.3f} before and {b[0].score:.3f} now."
            return f"{names[now]} is first now; {names[was]} was."


def _counted(found: Sequence[Line]) -> str:
    counts = Counter(line.change for line in found)
    if counts["unchanged"] == len(found):
        return "No source was added or removed, and none moved."
    said = [f"{counts[change]} {_DID[change][counts[change] > 1]}" for change in CHANGES if counts[change]]
    return f"{', '.join(said)}."


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {key: (old.get(key), new.get(key)) for key in sorted({*old, *new}) if old.get(key) != new.get(key)}
