"""What several raters' answers come to: a grade for a source of a topic, a preference for two of them.

Both are known by the topic's key (`workbench.text.topic_key`) and canonical addresses. Skipped, put off and withdrawn
answers say nothing. A rule combines what raters say of the same:

- `majority`: what most of them say. Where as many say another, of grades the lower counts, and of two sources neither
  is the better.
- `mean`: the mean of the grades, and of the preferences with 1 for the first, -1 for the second, 0 for no difference.
- `latest`: the answer given last.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from statistics import fmean

from workbench.records import Judgment
from workbench.records.judgment import GRADES, PREFERENCES
from workbench.settings.model import CombineRule
from workbench.text import topic_key

MOST_PAIRED = 200
_VERDICTS = {"first": 1.0, "equal": 0.0, "second": -1.0}
Thing = tuple[str, str, str]  # a topic's key and one or two addresses, the second empty for a grade


@dataclass(frozen=True, slots=True)
class Preference:
    """Which of two sources of a topic is the better: `verdict` is 1 for the first, -1 for the second, 0 for neither.

    Between them it says how far raters are divided. `first` and `second` are canonical addresses in their order.
    """

    topic: str
    first: str
    second: str
    verdict: float


@dataclass(frozen=True, slots=True)
class Said:
    """One rater's word on one thing, as a number, and when it was given."""

    rater: str
    value: float
    at: datetime


def grades(standing: Iterable[Judgment], rule: CombineRule) -> Mapping[tuple[str, str], float]:
    """The grade (0 to 3) of every graded source, by the topic's key and its address, in their order."""
    said = _said_of_sources(standing)
    return {(topic, url): _combined(said[topic, url, ""], rule, tied=min) for topic, url, _ in sorted(said)}


def preferences(standing: Iterable[Judgment], rule: CombineRule) -> tuple[Preference, ...]:
    """The preference on every two sources of a topic that somebody compared, in the order of topics and addresses.

    Who did not compare two, but gave them different grades, prefers the higher one; equal grades say nothing, for
    four of them are coarse. Of one rater's grades on a topic the newest 200 are paired so.
    """
    said = said_of_pairs(standing)
    return tuple(Preference(*thing, _combined(said[thing], rule, tied=_neither)) for thing in sorted(said))


def said_of_pairs(standing: Iterable[Judgment]) -> Mapping[Thing, Sequence[Said]]:
    """What each rater says of two sources, by comparing or by grading them."""
    held = tuple(standing)
    found: dict[Thing, dict[str, Said]] = defaultdict(dict)
    for thing, said in _implied(held):
        found[thing][said.rater] = said
    for one in held:
        if one.is_pair and one.answer in PREFERENCES:
            found[thing_of(one)][one.rater] = Said(one.rater, _VERDICTS[one.answer], one.at)
    return {thing: tuple(by_rater.values()) for thing, by_rater in found.items()}


def thing_of(judgment: Judgment) -> Thing:
    """What a judgment is on: the same for every answer of every rater to the same question."""
    return topic_key(judgment.topic), judgment.first, judgment.second


def _said_of_sources(standing: Iterable[Judgment]) -> Mapping[Thing, Sequence[Said]]:
    found: dict[Thing, list[Said]] = defaultdict(list)
    for one in standing:
        if not one.is_pair and one.answer in GRADES:
            found[thing_of(one)].append(Said(one.rater, float(one.answer), one.at))
    return found


def _implied(standing: Iterable[Judgment]) -> Iterator[tuple[Thing, Said]]:
    """The preference of each rater between two sources that were graded differently."""
    graded: dict[tuple[str, str], list[tuple[str, Said]]] = defaultdict(list)
    for (topic, url, _), said in _said_of_sources(standing).items():
        for one in said:
            graded[topic, one.rater].append((url, one))
    for (topic, rater), held in graded.items():
        newest = sorted(held, key=lambda entry: entry[1].at)[-MOST_PAIRED:]
        for (first, one), (second, other) in combinations(sorted(newest, key=lambda entry: entry[0]), 2):
            if one.value != other.value:
                verdict = 1.0 if one.value > other.value else -1.0
                yield (topic, first, second), Said(rater, verdict, max(one.at, other.at))


def _combined(said: Sequence[Said], rule: CombineRule, *, tied: Callable[[Sequence[float]], float]) -> float:
    match rule:
        case "mean":
            return fmean(one.value for one in said)
        case "latest":
            return max(said, key=lambda one: (one.at, one.rater)).value
        case _:
            counts = Counter(one.value for one in said)
            most = max(counts.values())
            likeliest = [value for value, count in counts.items() if count == most]
            return likeliest[0] if len(likeliest) == 1 else tied(likeliest)


def _neither(_: Sequence[float]) -> float:
    return 0.0
