"""The dedup threshold swept over stored runs: at which values which pairs merge or part, and what that changes.

The outcome of a run changes only where the threshold passes the similarity of two of its snippets, so each run is
judged once for each such value, by the real judging, and nothing between two values is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from itertools import combinations

from workbench.measure.similarity import ceiling, similarity
from workbench.quality import candidates, judge
from workbench.records import Judged, Query, Read, Ruling, RunRecord
from workbench.settings import ResearchSettings, Settings
from workbench.tuning.moves import identity
from workbench.tuning.rescore import reads_of

Asked = tuple[Sequence[Read], Query, ResearchSettings, Sequence[Ruling]]


@dataclass(frozen=True, slots=True)
class Pair:
    """A copy and the source that it is folded into, in which run, and how alike the two are."""

    run: int
    copy: str
    source: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Step:
    """What holds for a threshold of this value, and below it down to the next step.

    `merged` and `parted` are the pairs that come and go as the threshold falls to it. `changed` counts sources that
    were added or removed, `first_slots` runs whose first source is another, both against the runs' own thresholds.
    """

    threshold: float
    sources: int
    changed: int
    first_slots: int
    merged: tuple[Pair, ...] = ()
    parted: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class _State:
    sources: frozenset[str]
    first: str
    pairs: frozenset[Pair]


def sweep(runs: Iterable[tuple[RunRecord, Settings]], low: float, high: float) -> tuple[Step, ...]:
    """The steps from the highest threshold to the lowest over runs, each under the settings given with it.

    The first step stands at `high`; a run that was never judged has no say.
    """
    own: list[_State] = []
    at_top: list[_State] = []
    events: list[tuple[float, int, _State]] = []
    for run, settings in runs:
        if run.judged is None:
            continue
        asked = (reads_of(run, settings)[1], run.query, settings.research, run.judged.rulings)
        own.append(_state(asked, run.number, settings.research.dedup_similarity_threshold))
        at_top.append(_state(asked, run.number, high))
        values = [value for value in breakpoints(*asked[:3], low, high) if value < high]
        events += [(value, len(own) - 1, _state(asked, run.number, value)) for value in values]
    return tuple(_steps(own, at_top, events, high))


def rounded(threshold: float) -> str:
    """A threshold to three digits, never above itself, so that what merges at it merges at this too."""
    return str(Decimal(str(threshold)).quantize(Decimal("0.001"), ROUND_FLOOR))


def breakpoints(
    reads: Sequence[Read], query: Query, settings: ResearchSettings, low: float, high: float
) -> list[float]:
    """The thresholds from `high` to `low` at which two of the results can merge or part: their similarities."""
    ordered = candidates(reads, query, settings)
    pairs = [(new.tokens, kept.tokens) for kept, new in combinations(ordered, 2)]
    alike = {similarity(new, kept) for new, kept in pairs if ceiling(new, kept) >= low}
    return sorted((value for value in alike if low <= value <= high), reverse=True)


def _state(asked: Asked, run: int, threshold: float) -> _State:
    reads, query, settings, rulings = asked
    swept = settings.model_copy(update={"dedup_similarity_threshold": threshold})
    judged = judge(reads, query, swept, rulings)
    first = identity(judged.sources[0]) if judged.sources else ""
    return _State(frozenset(map(identity, judged.sources)), first, frozenset(_pairs(judged, run)))


def _pairs(judged: Judged, run: int) -> Iterable[Pair]:
    for source in judged.sources:
        for member in source.cluster:
            if member.reason == "text":
                yield Pair(run, member.hit.url, source.url, member.similarity)


def _steps(
    own: Sequence[_State], at_top: Sequence[_State], events: Sequence[tuple[float, int, _State]], high: float
) -> Iterable[Step]:
    now = list(at_top)
    sources = sum(len(one.sources) for one in now)
    changed = sum(len(was.sources ^ one.sources) for was, one in zip(own, now, strict=True))
    first = sum(was.first != one.first for was, one in zip(own, now, strict=True))
    top = tuple(sorted((pair for one in now for pair in one.pairs), key=_by_run))
    yield Step(high, sources, changed, first, top)
    by_value: dict[float, list[tuple[int, _State]]] = {}
    for value, at, state in sorted(events, key=lambda event: (-event[0], event[1])):
        by_value.setdefault(value, []).append((at, state))
    for value, moved in by_value.items():
        merged: list[Pair] = []
        parted: list[Pair] = []
        for at, state in moved:
            was, before = own[at], now[at]
            sources += len(state.sources) - len(before.sources)
            changed += len(was.sources ^ state.sources) - len(was.sources ^ before.sources)
            first += (was.first != state.first) - (was.first != before.first)
            merged += state.pairs - before.pairs
            parted += before.pairs - state.pairs
            now[at] = state
        if merged or parted:
            yield Step(
                value, sources, changed, first, tuple(sorted(merged, key=_by_run)), tuple(sorted(parted, key=_by_run))
            )


def _by_run(pair: Pair) -> tuple[int, str, str]:
    return (pair.run, pair.copy, pair.source)
