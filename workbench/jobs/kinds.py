"""What a worker can do: a job by its name, registered at launch by whoever knows what is real."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from types import TracebackType

from workbench.errors import StoreError, WorkbenchError
from workbench.records import RunState


@dataclass(frozen=True, slots=True)
class Open:
    """A run that is not over: who began it last ("" for nobody), and how long ago anything was said of it."""

    run_id: str
    state: RunState
    worker: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Job:
    """The stages of one kind of run, how one is done, and whom to tell and to ask where a run stands.

    `perform` is called again for a stage that a kill cut short, so a stage that is stored does nothing. `begin` says
    whether there is anything to do: a run that is over, or was begun too often in vain, is left alone.
    """

    stages: tuple[str, ...]
    perform: Callable[[str, str], Awaitable[None]]
    begin: Callable[[str], bool]
    settle: Callable[[str, RunState, str], object]
    unfinished: Callable[[], Sequence[Open]]


KINDS: dict[str, Job] = {}


def register(kind: str, job: Job) -> None:
    """Make a kind of run known to this process."""
    KINDS[kind] = job


class Settled:
    """Tells how the work on a run ended; a cancelled one was told already.

    A database that failed is no fault of the run: it waits, with the reason, until it is taken up again.
    """

    def __init__(self, job: Job, run_id: str) -> None:
        self._job, self._run_id = job, run_id

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is None:
            self._job.settle(self._run_id, "done", "")
        elif isinstance(error, StoreError):
            self._job.settle(self._run_id, "queued", str(error))
        elif isinstance(error, WorkbenchError):
            self._job.settle(self._run_id, "failed", str(error))
        elif isinstance(error, Exception) and not _is_cancelled(error):
            self._job.settle(self._run_id, "failed", f"{type(error).__name__}: {error}")


def _is_cancelled(error: Exception) -> bool:
    return type(error).__name__ in {"DBOSWorkflowCancelledError", "DBOSAwaitedWorkflowCancelledError"}
