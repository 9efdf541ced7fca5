"""What a worker can do: a job by its name, registered at launch by whoever knows what is real."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from workbench.records import RunState


@dataclass(frozen=True, slots=True)
class Job:
    """The stages of one kind of run, how one is done, and whom to tell where the run stands.

    `perform` is called again for a stage that a kill cut short, so a stage that is stored does nothing.
    """

    stages: tuple[str, ...]
    perform: Callable[[str, str], Awaitable[None]]
    settle: Callable[[str, RunState, str], object]


KINDS: dict[str, Job] = {}


def register(kind: str, job: Job) -> None:
    """Make a kind of run known to this process."""
    KINDS[kind] = job
