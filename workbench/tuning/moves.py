"""What moved between two judgements of one run, and why, in sentences."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.records import Judged, Source
from workbench.settings import ResearchSettings

NAMES = ("credibility", "snippet", "recency", "uniqueness", "search rank")
NEAR_TIE = 0.03  # half of the moves that search rank was brought in against had a smaller margin
MOST_SENTENCES = 3


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sources of which `above` now stands over `below`, and before did not."""

    above: Source
    below: Source


def shares(source: Source, settings: ResearchSettings) -> tuple[float, ...]:
    """What each component adds to the score, in their order; the shares sum to the score."""
    total = sum(settings.weights)
    if total <= 0:
        return (0.0,) * len(NAMES)
    return tuple(
        value * weight / total for value, weight in zip(source.components.values(), settings.weights, strict=True)
    )


def passed(before: Judged, after: Judged) -> list[Pair]:
    """The neighbours of the new order, those that are new in it aside, that stood the other way round."""
    old = {source.url: place for place, source in enumerate(before.sources)}
    order = [source for source in after.sources if source.url in old]
    return [Pair(above, below) for above, below in itertools.pairwise(order) if old[above.url] > old[below.url]]


def sentences(before: Judged, after: Judged, was: ResearchSettings, now: ResearchSettings) -> list[str]:
    """At most a few sentences, the topmost change first; hosts stand in backquotes. Never empty."""
    said = [*_came_and_went(before, after), *(_passes(pair, was, now) for pair in passed(before, after))]
    if said:
        rest = len(said) - MOST_SENTENCES
        more = [f"And {rest} more {'change' if rest == 1 else 'changes'}."] if rest > 0 else []
        return said[:MOST_SENTENCES] + more
    return [_nothing_moves(after.sources)]


def _came_and_went(before: Judged, after: Judged) -> list[str]:
    old, new = {source.url for source in before.sources}, {source.url for source in after.sources}
    why = {lost.hit.url: lost.reason for lost in after.dropped}
    lines = [f"{_name(source)} is a source now." for source in after.sources if source.url not in old]
    for source in before.sources:
        if source.url not in new:
            reason = why.get(source.read.hit.url, "it is folded into another source")
            lines.append(f"{_name(source)} is no source any more: {reason}.")
    return lines


def _passes(pair: Pair, was: ResearchSettings, now: ResearchSettings) -> str:
    """Who passes whom, and why: the weight at which they swap, else the component that carries it."""
    text = f"{_name(pair.above)} passes {_name(pair.below)}, {pair.above.score:.3f} to {pair.below.score:.3f}."
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
    return f"swap when {NAMES[changed[0]]} is {value:.3f}"


def _lead(pair: Pair, settings: ResearchSettings) -> str:
    if not any(settings.weights):
        return " All weights are 0, so the engine’s order holds."
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


def _nothing_moves(sources: Sequence[Source]) -> str:
    if len(sources) < 2:
        return "The order stays."
    gap, place = min((up.score - down.score, at) for at, (up, down) in enumerate(itertools.pairwise(sources)))
    return f"The order stays. The closest pair is {place + 1} and {place + 2}, {gap:.3f} apart."


def _name(source: Source) -> str:
    return f"`{source.domain or source.url}`"
