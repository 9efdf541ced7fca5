"""The queue as a page, a command or a worker's keeper sees it: runs are put in and taken out. Nothing runs here."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import StoreError
from workbench.jobs.kinds import KINDS, Open
from workbench.jobs.names import Names, alive
from workbench.store.database import connect
from workbench.store.faults import keeps_from_writing, told, without_password
from workbench.store.files import make_private
from workbench.store.places import FILE, JOBS, database_url, is_own, sqlite_path

if TYPE_CHECKING:
    from dbos import DBOSClient

QUEUE, WORKFLOW, VERSION = "runs", "run", "1"
WAITING = ("ENQUEUED", "DELAYED", "PENDING")
OVER = ("SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED")
# A run that nobody works on is left alone for so long: whoever made it may be about to begin, a full disk may empty.
PATIENCE_SECONDS = 5.0
# A run that its worker could not even call ended, for the database refused, is silent; one that goes on is not.
SILENT_SECONDS = 60.0
KEPT_DAYS = 30
_BATCH = 500


def jobs_url(home: Path) -> str:
    """Where the job engine keeps its tables: in a file beside the store's, or on the store's server."""
    url = database_url()
    path = sqlite_path(url)
    if path is None:
        return f"postgresql://{url.partition('://')[2]}"
    return f"sqlite:///{home / JOBS if is_own(path) else path.with_name(f'{path.name}.jobs')}"


def prepare(url: str) -> None:
    """Make the tables of the job engine, in WAL mode on SQLite so that a reader never waits for a worker."""
    from dbos import DBOS

    if path := sqlite_path(url):
        make_private(path, ours=is_own(path.with_name(FILE)))
        with closing(sqlite3.connect(path, timeout=10)) as database:
            database.execute("PRAGMA journal_mode=WAL")
    DBOS.migrate(url)


class Jobs:
    """The queue at an address; what its database refuses is a `StoreError`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._name = str(sqlite_path(url) or without_password(url))
        self._client: DBOSClient | None = None

    @contextmanager
    def _open(self) -> Iterator[DBOSClient]:
        from dbos import DBOSClient

        with told(self._name):
            if self._client is None:
                prepare(self._url)
                self._client = DBOSClient(system_database_url=self._url, retry_connection_errors=False)
            yield self._client

    def enqueue(self, kind: str, run_id: str) -> None:
        """Put a run in the queue; a run that is there already stays one run."""
        with self._open() as client:
            client.enqueue(
                {"workflow_name": WORKFLOW, "queue_name": QUEUE, "app_version": VERSION, "workflow_id": run_id},
                kind,
                run_id,
            )

    def cancel(self, run_id: str) -> None:
        """Stop a run at its next step, or within one that allows it; an unknown one is left alone."""
        if self.statuses([run_id]):
            with self._open() as client:
                client.cancel_workflow(run_id)

    def forget(self, run_id: str) -> None:
        """Remove what the job engine keeps of a run that is over."""
        if self.statuses([run_id]):
            with self._open() as client:
                client.delete_workflow(run_id)

    def statuses(self, runs: Sequence[str]) -> Mapping[str, str]:
        """What the job engine says of those of the runs that it knows."""
        with self._open() as client:
            found = client.list_workflows(workflow_ids=list(runs), load_input=False, load_output=False) if runs else ()
            return {one.workflow_id: one.status for one in found}

    def unfinished(self) -> int:
        """How many runs wait or are being done."""
        with self._open() as client:
            return len(client.list_workflows(status=list(WAITING), load_input=False, load_output=False))

    def info(self) -> dict[str, Any]:
        """Where the queue is and how many runs are in it; one that was never used is not made by asking."""
        path = sqlite_path(self._url)
        if path is not None and not path.exists():
            return {"database": self._name, "unfinished": 0}
        try:
            return {"database": self._name, "unfinished": self.unfinished()}
        except StoreError as error:
            if path is None or not keeps_from_writing(error):
                raise
            return {"database": self._name, "unfinished": _waiting_in(path), "read_only": str(error)}

    def fault(self) -> str:
        """Why the queue cannot be used, as far as a glance at its file tells; "" if it can, or is not made yet."""
        path = sqlite_path(self._url)
        if path is None or not path.exists():
            return ""
        try:
            with told(str(path)), closing(connect(path, read_only=True)) as raw:
                if raw.execute("SELECT 1 FROM sqlite_master WHERE name = 'workflow_status'").fetchone():
                    raw.execute(f"SELECT count(*) FROM workflow_status WHERE status IN {WAITING}").fetchone()
        except StoreError as error:
            return str(error)
        return ""

    def adopt(self, names: Names, own: str) -> int:
        """Put back what every name was doing whose process is gone; how many runs there were."""
        with self._open() as client:
            pending = client.list_workflows(status="PENDING", load_input=False, load_output=False)
        put_back = 0
        for name in sorted({left.executor_id for left in pending if left.executor_id} - {own}):
            if held := names.try_take(name):
                try:
                    put_back += self.put_back(name)
                finally:
                    held.release()
        return put_back

    def put_back(self, name: str) -> int:
        """Put what a name was doing into the queue again; how many runs there were."""
        with self._open() as client:
            left = client.list_workflows(status="PENDING", executor_id=name, load_input=False, load_output=False)
            if left:
                client.resume_workflows([one.workflow_id for one in left], queue_name=QUEUE)
            return len(left)

    def take_up(self, names: Names) -> int:
        """Put in every stored run that is not over and that nobody works on; how many there were.

        Such a run was made by a process that died before the queue knew of it, or its database failed, or it came
        back with a backup that is older than the queue.
        """
        if (turn := names.try_take("taking-up")) is None:
            return 0
        try:
            waiting = [(kind, one) for kind, one in self._left_alone(names) if abs(one.seconds) >= PATIENCE_SECONDS]
            for kind, one in waiting:
                self.forget(one.run_id)
                self.enqueue(kind, one.run_id)
        finally:
            turn.release()
        return len(waiting)

    def left_to_do(self, names: Names) -> bool:
        """Whether a run waits or is being done by a worker of the queue, or will be put in."""
        if self.unfinished():
            return True
        return bool(self._left_alone(names))

    def _left_alone(self, names: Names) -> list[tuple[str, Open]]:
        """The stored runs that are not over and that nobody works on, with their kinds."""
        runs = [(kind, one) for kind, job in KINDS.items() for one in job.unfinished()]
        known = self.statuses([one.run_id for _, one in runs])
        return [(kind, one) for kind, one in runs if _nobody_works_on(one, known.get(one.run_id, ""), names)]

    def tidy(self, days: float = KEPT_DAYS) -> int:
        """Remove what the job engine keeps of runs that were over so many days ago; how many there were."""
        before = (datetime.now(UTC) - timedelta(days=days)).isoformat()
        removed = 0
        with self._open() as client:
            while old := client.list_workflows(
                status=list(OVER), completed_before=before, limit=_BATCH, load_input=False, load_output=False
            ):
                client.delete_workflows([one.workflow_id for one in old])
                removed += len(old)
        return removed

    def close(self) -> None:
        """Give up the connection."""
        if self._client is not None:
            self._client.destroy()
            self._client = None


def _waiting_in(path: Path) -> int:
    """How many runs wait in a queue that can only be read."""
    marks = ", ".join("?" * len(WAITING))
    with told(str(path)), closing(connect(path, frozen=True)) as raw:
        found = raw.execute(f"SELECT count(*) FROM workflow_status WHERE status IN ({marks})", WAITING).fetchone()
    return int(found[0])


def _nobody_works_on(run: Open, status: str, names: Names) -> bool:
    """Whether a run that is not over waits for nothing: the queue does not know it, or has it as over."""
    if status in WAITING:
        return False
    if run.state == "running" and run.worker and alive(names, run.worker):
        return bool(status) and abs(run.seconds) >= SILENT_SECONDS
    return True
