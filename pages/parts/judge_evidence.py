"""The evidence that the judgments are, prepared once for every session, and the last fit to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import RLock

from pages.parts import shelf, tuning_runs
from workbench.compose import Workbench
from workbench.compose.evidence import Evidence, judged_runs
from workbench.compose.measured import Measured, fitted_settings, measured
from workbench.evidence.fit import LEAST_TOPICS, Fit
from workbench.records import Judgment
from workbench.settings import Settings
from workbench.store import database_url

MOST_HELD = 8
AT_ONCE = 60  # answers: up to so many a fit takes under 0.3 s


@dataclass(frozen=True, slots=True)
class Held:
    """Evidence that sessions share, one at a time, with what was reckoned from it."""

    found: Evidence
    lock: RLock
    fits: list[Fit] = field(default_factory=list)
    measures: list[Measured] = field(default_factory=list)

    @property
    def is_quick(self) -> bool:
        """Whether it is fitted in passing."""
        return len(self.found.seen) <= AT_ONCE or len(set(self.found.seen.topics)) < LEAST_TOPICS

    def fit(self) -> Fit:
        """The fit to all that is judged."""
        with self.lock:
            if not self.fits:
                self.fits.append(self.found.fit())
            return self.fits[0]

    def measured(self, told: Fit) -> Measured:
        """The measures, and those under the fitted weights."""
        with self.lock:
            if not self.measures:
                self.measures.append(measured(self.found, fitted_settings(self.found.settings, told)))
            return self.measures[0]


def of(desk: Workbench, standing: Sequence[Judgment], settings: Settings) -> Held:
    """The evidence of these judgments; the runs are prepared anew only where others are judged."""
    held = tuple(standing)
    runs = judged_runs(desk.store, held, tuning_runs.NEWEST)

    def made() -> Held:
        prepared = tuning_runs.prepared(desk, runs.ids)
        with prepared.lock:
            read = replace(runs, damaged=prepared.damaged)
            found = Evidence(prepared.under(settings, None), held, settings, read)
            _ = found.seen, found.lists
        return Held(found, prepared.lock)

    return shelf.kept("judge.evidence", (str(desk.home), database_url(), runs, held, settings), MOST_HELD, made)
