"""What was asked, and what the engines answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from workbench.records.states import EngineOutcome, Stage, State


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked, and the day that counts as today."""

    text: str
    today: date


@dataclass(frozen=True, slots=True)
class Hit:
    """One result as the engine gave it; `twins` are later hits with the same canonical address."""

    url: str
    title: str = ""
    snippet: str = ""
    position: int = 1
    engine: str = ""
    published: date | None = None
    twins: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """A result that is not a source: at which stage, in which state, why, and of what it is a copy.

    `reason` begins with the state word; `of` is the address of the source it was folded into.
    """

    hit: Hit
    stage: Stage
    state: State
    reason: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one engine said to one query, in its own order."""

    engine: str
    outcome: EngineOutcome
    hits: tuple[Hit, ...] = ()
    status: int | None = None
    detail: str = ""
    attempts: int = 1
    elapsed_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Searched:
    """The search stage: every answer, the hits to read in order, and those that are not read."""

    answers: tuple[Answer, ...]
    hits: tuple[Hit, ...]
    dropped: tuple[Dropped, ...] = ()
