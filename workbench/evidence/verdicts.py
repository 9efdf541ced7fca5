"""Whether a ranking is as a person expects: green, red, or nothing to check, each in a sentence with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.evidence.expectation import Expectation
from workbench.quality import judge
from workbench.records import Dropped, RunRecord, Source
from workbench.settings import Settings
from workbench.text import counted, visible
from workbench.tuning.rescore import reads_of
from workbench.urls import canonical, covering, host_of

State = Literal["green", "red", "nothing to check"]
LONGEST_REASON = 240
ORDINALS = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of an expectation; `lead` is the score of the first named minus that of its rival, 0..1 each."""

    state: State
    sentence: str
    lead: float | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """A run judged: its sources, what is lost in the order of the stages, and how a sentence calls it."""

    name: str
    sources: tuple[Source, ...]
    lost: tuple[Dropped, ...]


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where a host or an address stands, from 1; 0 is nowhere, and then `why` says so.

    It is `absent` if no settings could have ranked it: the search did not return it, or no page of it was read.
    """

    place: int
    source: Source | None = None
    why: str = ""
    absent: bool = False


def verdict(expected: Expectation, ranking: Ranking) -> Verdict:
    """The verdict on one ranking.

    What the settings themselves drop does not stand where it is expected; what was never returned or read is
    nothing to check.
    """
    if expected.kind == "above":
        return _above(expected, ranking)
    return _placed(expected, ranking)


def ranked(run: RunRecord, settings: Settings, name: str = "") -> Ranking:
    """A run as the settings would judge it, by its own clock and the rulings it was judged by."""
    searched, reads = reads_of(run, settings)
    judged = judge(reads, run.query, settings.research, run.rulings)
    return Ranking(name or f"run {run.number}", judged.sources, (*searched.dropped, *judged.dropped))


def overall(verdicts: Sequence[tuple[str, Verdict]]) -> Verdict:
    """One verdict on several runs, each with its name: red if any is, green if some are and none is red."""
    if len(verdicts) == 1:
        return verdicts[0][1]
    many = counted(len(verdicts), "run")
    red = [(name, one) for name, one in verdicts if one.state == "red"]
    green = sum(one.state == "green" for _, one in verdicts)
    if red:
        name, first = red[0]
        return Verdict("red", f"Red in {len(red):,} of {many}. In {name}: {first.sentence}", first.lead)
    if green:
        rest = len(verdicts) - green
        other = "one" if rest == 1 else f"{rest:,}"
        more = f" In the other {other} there is nothing to check." if rest else ""
        return Verdict("green", f"Green in {green:,} of {many}.{more}")
    return Verdict("nothing to check", f"In none of {many} is there anything to check.")


def _above(expected: Expectation, ranking: Ranking) -> Verdict:
    up = _standing(expected.first, ranking, beside=expected.second)
    down = _standing(expected.second, ranking, beside=expected.first)
    for one in (up, down):
        if one.absent:
            return Verdict("nothing to check", one.why)
    if up.source is None:
        return Verdict("red", up.why)
    if down.source is None:
        return Verdict("green", down.why)
    if up.place == down.place:
        return Verdict("nothing to check", f"`{expected.first}` and `{expected.second}` lead to one page.")
    lead = up.source.score - down.source.score
    if up.place < down.place:
        return Verdict("green", f"`{expected.first}` leads by {_gap(up.source, down.source)}", lead)
    return Verdict("red", f"`{expected.second}` leads by {_gap(down.source, up.source)}", lead)


def _placed(expected: Expectation, ranking: Ranking) -> Verdict:
    """The verdict on one host or address and the head of the ranking."""
    found = _standing(expected.first, ranking)
    if found.absent:
        return Verdict("nothing to check", found.why)
    top = expected.top or 1
    inside = 1 <= found.place <= top
    state: State = "green" if inside != (expected.kind == "never") else "red"
    if found.source is None:
        return Verdict(state, found.why)
    of = f"`{expected.first}` is {_ordinal(found.place)} of {counted(len(ranking.sources), 'source')}"
    at = top if inside else top - 1  # whom it has to stay before, or has to pass
    if at >= len(ranking.sources):
        return Verdict(state, f"{of}, with {found.source.score:.3f}.")
    rival = ranking.sources[at]
    name = rival.domain or visible(rival.url[:LONGEST_REASON]).replace("`", "'")
    gap = _gap(found.source, rival) if inside else _gap(rival, found.source)
    sentence = f"{of}, {'ahead of' if inside else 'behind'} `{name}` by {gap}"
    return Verdict(state, sentence, found.source.score - rival.score)


def _standing(named: str, ranking: Ranking, beside: str = "") -> _Standing:
    is_it = _matcher(named, beside)
    for place, source in enumerate(ranking.sources, start=1):
        if is_it(source.url) or ("://" in named and is_it(source.read.hit.url)):
            return _Standing(place, source)
    no_source = f"`{named}` is no source of {ranking.name}"
    lost = [one for one in ranking.lost if is_it(one.hit.url)]
    if chosen := next((one for one in lost if one.state != "unread"), lost[0] if lost else None):
        reason = visible(chosen.reason[:LONGEST_REASON]).replace("`", "'").rstrip(".")
        return _Standing(0, why=f"{no_source}: {reason}.", absent=chosen.state == "unread")
    if led := next((source.domain for source in ranking.sources if is_it(source.read.hit.url)), ""):
        return _Standing(0, why=f"{no_source}: it leads to `{led}`.", absent=True)
    return _Standing(0, why=f"`{named}` is not among the results of {ranking.name}.", absent=True)


def _matcher(named: str, beside: str = "") -> Callable[[str], bool]:
    """Whether an address is meant by what was named, and not by a narrower name that stands beside it."""
    if "://" in named:
        return lambda url: canonical(url) == named
    narrower = _matcher(beside) if "://" in beside or (beside and covering(beside, {named})) else None
    return lambda url: bool(covering(host_of(url), {named})) and not (narrower and narrower(url))


def _gap(up: Source, down: Source) -> str:
    """How far one leads the other, and both scores; the lead is that of the numbers shown, so that they add up."""
    high, low = round(up.score, 3), round(down.score, 3)
    lead = f"{high - low:.3f}" if high != low else "less than 0.001"
    if up.score == down.score:
        lead = "nothing, at equal scores"
    return f"{lead}: {high:.3f} to {low:.3f}."


def _ordinal(place: int) -> str:
    return ORDINALS[place - 1] if place <= len(ORDINALS) else f"number {place}"
