"""What moved between two judgements of one run, and why, in sentences."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from workbench.quality.components import added
from workbench.records import Dropped, Judged, Source
from workbench.settings import ResearchSettings
from workbench.text import counted
from workbench.urls import canonical, names

NAMES = ("credibility", "snippet", "recency", "uniqueness", "search rank")
UNWEIGHED = "All weights are 0, so the search order holds."
NEAR_TIE = 0.03  # half of the moves that search rank was brought in against had a smaller margin
MOST_SENTENCES = 3


Why = Callable[[Source], str]
Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sources of which `above` now stands over `below`, and before did not."""

    above: Source
    below: Source


def shares(source: Source, settings: ResearchSettings) -> tuple[float, ...]:
    """What each component adds to the score, in their order; the shares sum to the score."""
    total = added(settings.weights)
    if total <= 0:
        return (0.0,) * len(NAMES)
    return tuple(
        value * weight / total for value, weight in zip(source.components.values(), settings.weights, strict=True)
    )


def passed(before: Judged, after: Judged) -> list[Pair]:
    """The neighbours of the new order, those that are new in it aside, that stood the other way round."""
    old = {identity(source): place for place, source in enumerate(before.sources)}
    order = [source for source in after.sources if identity(source) in old]
    pairs = itertools.pairwise(order)
    return [Pair(above, below) for above, below in pairs if old[identity(above)] > old[identity(below)]]


def sentences(
    before: Judged, after: Judged, was: ResearchSettings, now: ResearchSettings, why: Why | None = None
) -> list[str]:
    """At most a few sentences, the topmost change first; sources stand in backquotes. Never empty.

    `why` says why a source is none any more, if what was dropped in judging does not.
    """
    why = why or why_of(after.dropped, "it is folded into another source")
    told = called((*before.sources, *after.sources))
    others = _came_and_went(before, after, why, told)
    passes = [_passes(pair, was, now, told) for pair in passed(before, after)]
    if others or passes:
        return [*others, *passes][:MOST_SENTENCES] + _rest(len(others), len(passes))
    return [_nothing_moves(after.sources, weighed=any(now.weights))]


def _rest(others: int, passes: int) -> list[str]:
    """How many changes of each kind have no sentence of their own."""
    unsaid = max(0, others - MOST_SENTENCES), passes - min(passes, max(0, MOST_SENTENCES - others))
    more = [f"{counted(unsaid[0], 'more source')} came or went"] if unsaid[0] else []
    more += [f"{unsaid[1]:,} more {'pass' if unsaid[1] == 1 else 'passes'}"] if unsaid[1] else []
    return [f"And {' and '.join(more)}."] if more else []


def why_of(dropped: Sequence[Dropped], otherwise: str) -> Why:
    """Why a source is none any more: the reason that it was dropped for, or the words for any other."""
    reasons = {canonical(lost.hit.url): lost.reason for lost in dropped}

    def why(source: Source) -> str:
        return reasons.get(canonical(source.read.hit.url)) or reasons.get(identity(source)) or otherwise

    return why


def _came_and_went(before: Judged, after: Judged, why: Why, told: Names) -> list[str]:
    old, new = set(map(identity, before.sources)), set(map(identity, after.sources))
    came = [f"{told[identity(source)]} is a source now." for source in after.sources if identity(source) not in old]
    went = [source for source in before.sources if identity(source) not in new]
    return came + [f"{told[identity(source)]} is no source any more: {why(source)}." for source in went]


def _passes(pair: Pair, was: ResearchSettings, now: ResearchSettings, told: Names) -> str:
    """Who passes whom, and why: the weight at which they swap, else the component that carries it."""
    above, below = told[identity(pair.above)], told[identity(pair.below)]
    if not any(now.weights):
        return f"{above} passes {below}. {UNWEIGHED}"
    text = f"{above} passes {below}, {pair.above.score:.3f} to {pair.below.score:.3f}."
    near = pair.above.score - pair.below.score < NEAR_TIE
    if swap := _swap(pair, was, now):
        return f"{text} A near-tie: they {swap}." if near else f"{text} They {swap}."
    return text + _lead(pair, now) + (" A near-tie." if near else "")


def _swap(pair: Pair, was: ResearchSettings, now: ResearchSettings) -> str:
    changed = [place for place, (a, b) in enumerate(zip(was.weights, now.weights, strict=True)) if a != b]
    if len(changed) != 1:
        return ""
    value = swap_value(pair, changed[0], now)
    low, high = sorted((was.weights[changed[0]], now.weights[changed[0]]))
    if value is None or not low <= value <= high:
        return ""
    where = f"{value:.3f}" if value > 0 else "over 0"
    return f"swap when {NAMES[changed[0]]} is {where}"


def _lead(pair: Pair, settings: ResearchSettings) -> str:
    gap = [up - down for up, down in zip(shares(pair.above, settings), shares(pair.below, settings), strict=True)]
    lead = max(range(len(gap)), key=gap.__getitem__)
    return f" {NAMES[lead].capitalize()} gives it {gap[lead]:+.3f}."


def swap_value(pair: Pair, place: int, settings: ResearchSettings) -> float | None:
    """The weight at which the two scores are equal, the others held; `None` if no weight of 0 or more is."""
    differences = [
        up - down for up, down in zip(pair.above.components.values(), pair.below.components.values(), strict=True)
    ]
    if differences[place] == 0:
        return None
    rest = sum(
        weight * difference
        for other, (weight, difference) in enumerate(zip(settings.weights, differences, strict=True))
        if other != place
    )
    value = -rest / differences[place]
    return value if value >= 0 else None


def _nothing_moves(sources: Sequence[Source], *, weighed: bool) -> str:
    if len(sources) < 2:
        return "The order stays."
    if not weighed:
        return f"The order stays. {UNWEIGHED}"
    gap, place = min((up.score - down.score, at) for at, (up, down) in enumerate(itertools.pairwise(sources)))
    return f"The order stays. The closest pair is {place + 1} and {place + 2}, {gap:.3f} apart."


def identity(source: Source) -> str:
    """By what a source is known in any judgement of any run: the canonical form of its address."""
    return canonical(source.url) or source.url


def called(sources: Iterable[Source]) -> Names:
    """What each of these sources is called in a sentence, by its identity: in backquotes, no two alike."""
    return {page: f"`{name}`" for page, name in names(map(identity, sources)).items()}
