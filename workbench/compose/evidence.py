"""What the stored judgments say of the stored runs: measures, a fit, and what to ask next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from workbench.evidence.fit import Fit, fit
from workbench.evidence.judgments import Preference, grades, preferences
from workbench.evidence.measures import Measures, measures, newest_runs
from workbench.evidence.observed import GradedList, Observed, graded_lists, observed
from workbench.evidence.questions import Question
from workbench.evidence.telling import Telling, reason, telling
from workbench.records import Judgment, Source
from workbench.settings import Settings
from workbench.store import DamagedRun, Store, Wanted
from workbench.text import topic_key
from workbench.tuning.archive import Archive
from workbench.tuning.replay import Replay, replay

MOST_LISTED, MOST_RUNS, BATCH = 10_000, 1000, 200
DECIMALS = 9  # of a bit: what differs by less is asked in the drawn order


@dataclass(frozen=True, slots=True)
class JudgedRuns:
    """The finished runs that judgments are measured on, newest first, by their ids; and what there is besides them.

    `topics` are the keys of every topic with a finished run; `failed` counts the failed runs of judged topics;
    `damaged` are those that could not be read.
    """

    ids: tuple[str, ...] = ()
    topics: frozenset[str] = frozenset()
    failed: int = 0
    damaged: tuple[DamagedRun, ...] = ()


def judged_runs(store: Store, standing: Sequence[Judgment], newest: int = 0) -> JudgedRuns:
    """The newest thousand finished runs of the topics that somebody judged, and so many of the newest of any topic."""
    judged = {topic_key(one.topic) for one in standing}
    done = store.archive.topic_keys(Wanted(state="done"), limit=MOST_LISTED)
    ids = [run for place, (run, key) in enumerate(done) if place < newest or key in judged]
    failed = sum(key in judged for _, key in store.archive.topic_keys(Wanted(state="failed"), limit=MOST_LISTED))
    return JudgedRuns(tuple(ids[:MOST_RUNS]), frozenset(key for _, key in done), failed)


@dataclass(frozen=True)
class Evidence:
    """Standing judgments beside replayed runs of their topics; what it gives is reckoned once.

    `now` are the runs under the settings that hold.
    """

    now: Replay
    standing: tuple[Judgment, ...]
    settings: Settings
    runs: JudgedRuns = JudgedRuns()

    @cached_property
    def graded(self) -> dict[tuple[str, str], float]:
        """The combined grades, by a topic's key and an address."""
        return dict(grades(self.standing, self.settings.judgments.combine))

    @cached_property
    def preferences(self) -> tuple[Preference, ...]:
        """The combined preferences."""
        return preferences(self.standing, self.settings.judgments.combine)

    @cached_property
    def seen(self) -> Observed:
        """The preferences as numbers."""
        return observed(self.now, self.preferences)

    @cached_property
    def lists(self) -> list[GradedList]:
        """The graded topics."""
        return graded_lists(self.now, newest_runs(self.now), self.graded, self.settings.judgments.least_judged)

    def fit(self, seed: int = 0) -> Fit:
        """The weights that the judgments ask for, or that the current ones are to be kept."""
        return fit(self.seen, self.lists, self.settings.research.weights, self.settings.judgments.cutoff, seed)

    def under(self, tried: Settings | None = None) -> Replay:
        """The runs under other settings, or under those that hold."""
        return self.now if tried is None else replay(self.now.archive, tried)

    def measured(self, found: Replay | None = None) -> Measures:
        """The measures of a replay of the runs, or of them as they are; how grades count is asked of what holds."""
        told = measures(found or self.now, self.graded, self.settings.judgments)
        graded = {topic for topic, _ in self.graded}
        read = {topic_key(run.topic) for run in self.now.archive.runs}
        unread = {topic_key(one.topic) for one in self.runs.damaged} & graded - read
        return replace(
            told, unjudged=len(self.runs.topics - graded), gone=told.gone - len(unread), skipped=self.runs.failed
        )

    def told_by(self, questions: Sequence[Question], components: Mapping[str, tuple[float, ...]]) -> list[Telling]:
        """What each question on two sources is worth asking, by the components of the sources' addresses."""
        if not questions:
            return []
        rows = [np.array(components[one.first]) - np.array(components[one.second]) for one in questions]
        return telling(np.array(rows), self.seen, self.settings.research.weights)

    def ordered(self, questions: Sequence[Question], sources: Mapping[str, Source]) -> list[Question]:
        """Questions on two sources, the most telling first, each with why; alike ones in the order that was drawn."""
        told = self.told_by(questions, {url: source.components.values() for url, source in sources.items()})
        found = [
            replace(one, bits=said.bits, why=reason(said, right_is_first=one.is_turned))
            for one, said in zip(questions, told, strict=True)
        ]
        return sorted(found, key=lambda one: -round(one.bits, DECIMALS))


def evidence(store: Store, settings: Settings) -> Evidence:
    """The judgments that stand, beside the stored runs of their topics."""
    standing = tuple(store.judgments.standing())
    runs = judged_runs(store, standing)
    read = [store.runs.sound(runs.ids[at : at + BATCH]) for at in range(0, len(runs.ids), BATCH)]
    archive = Archive(run for batch in read for run in batch.runs)
    damaged = tuple(one for batch in read for one in batch.damaged)
    return Evidence(replay(archive, settings), standing, settings, replace(runs, damaged=damaged))
