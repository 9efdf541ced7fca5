"""Judgments beside the components of the sources that they are on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.evidence.judgments import Preference
from workbench.text import topic_key
from workbench.tuning.replay import Replay
from workbench.urls import canonical

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """Preferences as numbers, a row each: the components of the first less those of the second, -1..1.

    `verdicts` are 1 for the first, -1 for the second, 0 for neither. `counts` say for how much a row stands: the
    answers on one topic follow from each other, so together they stand for at most one less than its sources.
    `unseen` counts preferences on sources that no one run holds together.
    """

    topics: tuple[str, ...]
    differences: Floats
    verdicts: Floats
    counts: Floats
    unseen: int = 0

    def __len__(self) -> int:
        return len(self.topics)


@dataclass(frozen=True, slots=True, eq=False)
class GradedList:
    """The graded sources of a topic in their order, and their grades.

    What nobody graded is left out: counted as nothing, it would teach which sources happened to be graded. That is the
    condensed list of Sakai, "Alternatives to Bpref" (SIGIR 2007).
    """

    topic: str
    components: Floats
    grades: Floats


def of(topics: Sequence[str], differences: Floats, verdicts: Floats, unseen: int = 0) -> Observed:
    """Preferences with what each stands for."""
    held: dict[str, list[int]] = defaultdict(list)
    for row, topic in enumerate(topics):
        held[topic].append(row)
    counts = np.ones(len(topics))
    for rows in held.values():
        sources = (1 + np.sqrt(1 + 8 * len(rows))) / 2  # so many as have as many pairs
        counts[rows] = min(1.0, (sources - 1) / len(rows))
    return Observed(tuple(topics), differences.reshape(-1, 5), verdicts, counts, unseen)


def observed(found: Replay, preferences: Iterable[Preference]) -> Observed:
    """The preferences on sources of replayed runs, each by the newest run that holds both."""
    asked = tuple(preferences)
    held = _held(found, {one.topic for one in asked})
    topics, rows, verdicts, unseen = [], [], [], 0
    for one in asked:
        both = next((run for run in held.get(one.topic, ()) if one.first in run and one.second in run), None)
        if both is None:
            unseen += 1
            continue
        topics.append(one.topic)
        rows.append(both[one.first] - both[one.second])
        verdicts.append(one.verdict)
    return of(topics, np.array(rows, float).reshape(-1, 5), np.array(verdicts, float), unseen)


def graded_lists(
    found: Replay, newest: Mapping[str, int], graded: Mapping[tuple[str, str], float], least: int = 2
) -> list[GradedList]:
    """The topics of whose newest run at least so many sources are graded, and not all alike."""
    lists = []
    for topic, place in newest.items():
        told = [(one, graded.get((topic, canonical(one.url)))) for one in found.sources(place)]
        held = [(one.components.values(), grade) for one, grade in told if grade is not None]
        if len(held) >= least and len({grade for _, grade in held}) > 1:
            lists.append(GradedList(topic, np.array([row for row, _ in held]), np.array([grade for _, grade in held])))
    return lists


def _held(found: Replay, topics: Container[str]) -> dict[str, list[dict[str, Floats]]]:
    """The components of the sources of the runs of these topics, by canonical address, the newest run first."""
    held: dict[str, list[dict[str, Floats]]] = defaultdict(list)
    order = sorted(range(len(found.archive.runs)), key=lambda place: -found.archive.runs[place].number)
    for place in order:
        if (key := topic_key(found.archive.runs[place].topic)) not in topics:
            continue
        sources = {canonical(one.url): np.array(one.components.values()) for one in found.sources(place)}
        held[key].append(sources)
    return held
