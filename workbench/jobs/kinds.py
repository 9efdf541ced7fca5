"""What a worker can do: a job by its name, registered at launch by whoever knows what is real."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType

from workbench.errors import WorkbenchError
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


class Settled:
    """Tells where a run stands while its work goes on and when it ends; a cancelled one was told already."""

    def __init__(self, job: Job, run_id: str) -> None:
        self._job, self._run_id = job, run_id

    def __enter__(self) -> None:
        self._job.settle(self._run_id, "running", "")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is None:
            self._job.settle(self._run_id, "done", "")
        elif isinstance(error, WorkbenchError):
            self._job.settle(self._run_id, "failed", str(error))
        elif isinstance(error, Exception) and not _is_cancelled(error):
            self._job.settle(self._run_id, "failed", f"{type(error).__name__}: {error}")


def _is_cancelled(error: Exception) -> bool:
    return type(error).__name__ in {"DBOSWorkflowCancelledError", "DBOSAwaitedWorkflowCancelledError"}
