"""When two sources of a run swap, by weight and by tier, and how much each slot of a ranking bears."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.errors import BadRequest
from workbench.records import RunRecord, Source
from workbench.settings import WEIGHTS, ResearchSettings, Settings
from workbench.signals.trust import NEUTRAL, TIER1, TIER2, Tiers, standing
from workbench.tuning.moves import NAMES, identity
from workbench.tuning.rescore import reads_of
from workbench.tuning.segments import Segment, segments, sources_of
from workbench.urls import canonical, suffixes

_CREDIBILITY = (NEUTRAL, TIER1, TIER2)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Between two values of a weight: the address of the one that stands above, "" where not both are sources."""

    low: float
    high: float
    above: str


@dataclass(frozen=True, slots=True)
class Flip:
    """A value of a weight at which the two swap; from `low` to it one stands above, from it to `high` the other.

    At 0 any value above it swaps them. Where on one side of the value a stretch lies in which not both are sources, the
    one above up to there is the one beyond it.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class WeightLine:
    """One weight, its value now, and what it does to the two: no flips means that no value swaps them."""

    name: str
    key: str
    now: float
    stretches: tuple[Stretch, ...]
    flips: tuple[Flip, ...]


@dataclass(frozen=True, slots=True)
class TierChange:
    """A host in another tier (0 is none) swaps the two; the entries that are added and removed for it, by tier."""

    host: str
    was: int
    now: int
    added: tuple[tuple[int, str], ...]
    removed: tuple[tuple[int, str], ...]
    lead: float


@dataclass(frozen=True, slots=True)
class Flips:
    """Two sources of a run, the one above first, with the lead that it has, and what swaps them."""

    above: Source
    below: Source
    lead: float
    weights: tuple[WeightLine, ...]
    tier: TierChange | None


@dataclass(frozen=True, slots=True)
class Stability:
    """The smallest relative change of one weight by which another source takes a slot (from 1), or `None`.

    A weight of 0 has no relative change, and is left out.
    """

    slot: int
    url: str
    radius: float | None = None
    weight: str = ""
    value: float = 0.0
    then: str = ""


def orders(run: RunRecord, settings: Settings) -> tuple[tuple[Segment, ...], ...]:
    """For each weight the orders of the run over all its values; what `flips` and `stability` go by."""
    return tuple(segments(run, settings, weight) for weight in range(len(WEIGHTS)))


def flips(
    run: RunRecord, settings: Settings, one: str, other: str, held: Sequence[Sequence[Segment]] | None = None
) -> Flips:
    """What swaps two sources of a run, given by their addresses; `BadRequest` if either is none under the settings."""
    sources = _sources(run, settings.research, settings)
    places = sorted({_place(run, sources, one), _place(run, sources, other)})
    if len(places) < 2:
        raise BadRequest("Two sources are needed; both addresses lead to one.")
    above, below = (sources[place] for place in places)
    names = {identity(above): above.url, identity(below): below.url}
    lines = tuple(
        WeightLine(NAMES[weight], WEIGHTS[weight], now, *_stretched(found, names, now))
        for weight, (found, now) in enumerate(
            zip(held or orders(run, settings), settings.research.weights, strict=True)
        )
    )
    return Flips(above, below, above.score - below.score, lines, _tier(run, settings, above, below))


def stability(
    run: RunRecord, settings: Settings, held: Sequence[Sequence[Segment]] | None = None
) -> tuple[Stability, ...]:
    """For each slot of the ranking what takes it over soonest."""
    sources = _sources(run, settings.research, settings)
    found = []
    for slot, source in enumerate(sources):
        nearest = min(_takeovers(settings, held or orders(run, settings), slot, identity(source)), default=None)
        if nearest is None:
            found.append(Stability(slot + 1, source.url))
        else:
            radius, weight, value, then = nearest
            found.append(Stability(slot + 1, source.url, radius, NAMES[weight], value, then))
    return tuple(found)


def _sources(run: RunRecord, research: ResearchSettings, settings: Settings) -> tuple[Source, ...]:
    return sources_of(run, reads_of(run, settings)[1], research)


def _place(run: RunRecord, sources: Sequence[Source], url: str) -> int:
    wanted = canonical(url) or url
    for place, source in enumerate(sources):
        if wanted in (identity(source), canonical(source.read.hit.url)):
            return place
    raise BadRequest(f"{url[:200]} is no source of run {run.number}.")


def _stretched(
    found: Sequence[Segment], names: dict[str, str], now: float
) -> tuple[tuple[Stretch, ...], tuple[Flip, ...]]:
    """Who stands above over a weight, and where that changes; over a gap at its end that is farther from now."""
    stretches: list[Stretch] = []
    for part in found:
        held = [name for name in part.order if name in names]
        above = names[held[0]] if len(held) == len(names) else ""
        if stretches and stretches[-1].above == above:
            stretches[-1] = Stretch(stretches[-1].low, part.high, above)
        else:
            stretches.append(Stretch(part.low, part.high, above))
    both = itertools.pairwise(one for one in stretches if one.above)
    swaps = [(left, right) for left, right in both if left.above != right.above]
    return tuple(stretches), tuple(
        Flip(right.low if now <= left.high else left.high, left.low, right.high) for left, right in swaps
    )


def _takeovers(
    settings: Settings, held: Sequence[Sequence[Segment]], slot: int, name: str
) -> Iterator[tuple[float, int, float, str]]:
    """The nearest value of each weight, up and down, at which the slot is another's: how far, which, where, whose."""
    for weight, found in enumerate(held):
        now = settings.research.weights[weight]
        if now <= 0:
            continue
        for part in found:
            then = part.order[slot] if slot < len(part.order) else ""
            if then != name:
                value = part.low if part.low >= now else min(part.high, now)
                yield abs(value - now) / now, weight, value, then


def _tier(run: RunRecord, settings: Settings, above: Source, below: Source) -> TierChange | None:
    """The single tier change that swaps the two and changes a credibility least."""
    tried = [
        (abs(_CREDIBILITY[tier] - was.credibility), host, was.tier, tier)
        for host in dict.fromkeys((below.domain, above.domain))
        if host and (was := standing(host, Tiers.of(settings.research)))
        for tier in range(len(_CREDIBILITY))
        if tier != was.tier
    ]
    for _, host, old, now in sorted(tried, key=lambda one: one[0]):
        research, new, gone = placed(settings.research, host, now)
        scores = {identity(one): one.score for one in _sources(run, research, settings)}
        order, up, down = list(scores), identity(above), identity(below)
        if up in scores and down in scores and order.index(down) < order.index(up):
            return TierChange(host, old, now, new, gone, scores[down] - scores[up])
    return None


def placed(
    research: ResearchSettings, host: str, tier: int
) -> tuple[ResearchSettings, tuple[tuple[int, str], ...], tuple[tuple[int, str], ...]]:
    """The settings with a host in a tier, 0 for none, and the entries that were added and removed for it, by tier.

    An entry that covers the host is removed whole, so it no longer covers others.
    """
    lists = {1: research.tier1_domains, 2: research.tier2_domains}
    over = {1: () if tier == 1 else (1,), 2: (2,) if tier == 0 else ()}
    names = set(suffixes(host))
    gone = tuple((one, entry) for one in (*over[1], *over[2]) for entry in lists[one] if entry in names)
    left = {one: tuple(entry for entry in held if (one, entry) not in gone) for one, held in lists.items()}
    new: tuple[tuple[int, str], ...] = ()
    if tier and not names.intersection(left[tier]):
        new = ((tier, host),)
        left[tier] = (*left[tier], host)
    return research.model_copy(update={"tier1_domains": left[1], "tier2_domains": left[2]}), new, gone
