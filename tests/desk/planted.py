"""Judgments that follow weights of one's own: what a rater of one mind says of generated runs."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import combinations

from workbench.compose.judging import by_address
from workbench.records import Judgment, RunRecord
from workbench.records.judgment import GRADES, Answer

WEIGHTS = (0.6, 0.3, 0.5, 0.1, 0.02)
BEGIN = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


def values(run: RunRecord, weights: tuple[float, ...] = WEIGHTS) -> dict[str, float]:
    """What each source of a run is worth to who has these weights, by its address."""
    return {
        url: sum(part * weight for part, weight in zip(source.components.values(), weights, strict=True))
        for url, source in by_address(run).items()
    }


def pairs(runs: Iterable[RunRecord], most: int, rater: str = "ann", seed: int = 0) -> list[Judgment]:
    """So many comparisons of sources, drawn with a seed, each answered by what the two are worth."""
    drawn: list[Judgment] = []
    for run in runs:
        worth = values(run)
        for first, second in combinations(sorted(worth), 2):
            answer: Answer = "first" if worth[first] > worth[second] else "second"
            drawn.append(Judgment(run.topic, first, second, answer, rater, "", 1, BEGIN))
    random.Random(seed).shuffle(drawn)
    return [_at(one, minute) for minute, one in enumerate(drawn[:most])]


def grades(runs: Iterable[RunRecord], rater: str = "bob") -> list[Judgment]:
    """A grade for every source of the runs: of each run the best has 3, the next 2, then 1, and the others 0."""
    given = []
    for run in runs:
        worth = values(run)
        for place, url in enumerate(sorted(worth, key=lambda one: -worth[one])):
            given.append(Judgment(run.topic, url, "", GRADES[max(0, 3 - place)], rater, "", 1, BEGIN))
    return [_at(one, minute) for minute, one in enumerate(given)]


def _at(one: Judgment, minute: int) -> Judgment:
    at = BEGIN + timedelta(minutes=minute)
    return Judgment(one.topic, one.first, one.second, one.answer, one.rater, one.note, one.guideline, at)
