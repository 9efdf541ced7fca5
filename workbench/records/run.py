"""A stored run, the steps of its progress, and what an operator should know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from workbench.records.context import Context
from workbench.records.pages import Read
from workbench.records.ruling import Ruling
from workbench.records.search import Query, Searched
from workbench.records.sources import Judged
from workbench.records.states import STAGES, RunState, Severity, Stage


@dataclass(frozen=True, slots=True)
class Finding:
    """Something an operator should know; `key` is what a daily cooldown counts by."""

    kind: str
    title: str
    body: str
    severity: Severity = "info"
    key: str = ""
    source: str = "research"


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a run's progress: what happened, and its details."""

    name: str
    at: datetime
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A stored run with whatever its finished stages left; replaying it needs nothing else."""

    id: str
    number: int
    topic: str
    today: date
    engine: str
    state: RunState
    created_at: datetime
    settings: dict[str, Any]
    settings_version: int
    finished_at: datetime | None = None
    error: str = ""
    options: dict[str, str] = field(default_factory=dict)
    searched: Searched | None = None
    read: tuple[Read, ...] | None = None
    judged: Judged | None = None
    context: Context | None = None
    findings: tuple[Finding, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)

    @property
    def query(self) -> Query:
        """What the run asks, with its own clock."""
        return Query(self.topic, self.today)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings that it was judged by."""
        return self.judged.rulings if self.judged else ()

    @property
    def stages_done(self) -> tuple[Stage, ...]:
        """The stages whose records are stored, in order."""
        held = (self.searched, self.read, self.judged, self.context)
        return tuple(stage for stage, record in zip(STAGES, held, strict=True) if record is not None)
