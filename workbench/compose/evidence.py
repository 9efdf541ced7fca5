"""What the stored judgments say of the stored runs: measures, a fit, and what to ask next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from workbench.records import Judgment
from workbench.settings import Settings
from workbench.store import Store
from workbench.text import topic_key
from workbench.tuning.archive import Archive
from workbench.tuning.fit import Fit, fit
from workbench.tuning.judgments import Preference, grades, preferences
from workbench.tuning.measures import Measures, measures, newest_runs
from workbench.tuning.observed import GradedList, Observed, graded_lists, observed
from workbench.tuning.questions import Question
from workbench.tuning.replay import Replay, replay
from workbench.tuning.telling import Telling, telling

MOST_RUNS, BATCH = 1000, 200


def judged_archive(store: Store, standing: Sequence[Judgment]) -> Archive:
    """The newest thousand runs of the topics that somebody judged, prepared; those that failed are counted in it."""
    topics = {topic_key(one.topic) for one in standing}
    over = [run for run in store.runs.list(limit=MOST_RUNS) if topic_key(run.topic) in topics]
    wanted = [run.id for run in over if run.state in ("done", "failed")]
    batches = (store.runs.several(wanted[at : at + BATCH]) for at in range(0, len(wanted), BATCH))
    return Archive(record for batch in batches for record in batch)


@dataclass(frozen=True)
class Evidence:
    """Standing judgments beside replayed runs of their topics; what it gives is reckoned once."""

    archive: Archive
    standing: tuple[Judgment, ...]
    settings: Settings

    @cached_property
    def now(self) -> Replay:
        """The runs under the settings that hold."""
        return replay(self.archive, self.settings)

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
        return graded_lists(self.now, newest_runs(self.now), self.graded)

    def fit(self, seed: int = 0) -> Fit:
        """The weights that the judgments ask for, or that the current ones are to be kept."""
        return fit(self.seen, self.lists, self.settings.research.weights, self.settings.judgments.cutoff, seed)

    def measured(self, tried: Settings | None = None) -> Measures:
        """The measures under the settings that hold, or under others; how grades count is asked of those that hold."""
        found = self.now if tried is None else replay(self.archive, tried)
        return measures(found, self.graded, self.settings.judgments)

    def told_by(self, questions: Sequence[Question], components: dict[str, tuple[float, ...]]) -> list[Telling]:
        """What each question on two sources is worth asking, by the components of the sources' addresses."""
        if not questions:
            return []
        rows = [np.array(components[one.first]) - np.array(components[one.second]) for one in questions]
        return telling(np.array(rows), self.seen, self.settings.research.weights)


def evidence(store: Store, settings: Settings) -> Evidence:
    """The judgments that stand, beside the stored runs of their topics."""
    standing = tuple(store.judgments.standing())
    return Evidence(judged_archive(store, standing), standing, settings)
