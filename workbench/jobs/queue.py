"""The queue as a page or a command sees it: put a run in, take it out. Nothing runs here."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dbos import DBOSClient

QUEUE, WORKFLOW, VERSION = "runs", "run", "1"


def jobs_url(home: Path) -> str:
    """Where the job engine keeps its tables: a file of its own, or the PostgreSQL server of the store."""
    url = os.environ.get("WORKBENCH_DATABASE_URL", "")
    return url if url.startswith("postgresql") else f"sqlite:///{home / 'jobs.db'}"


def prepare(url: str) -> None:
    """Make the tables of the job engine, in WAL mode on SQLite so that a reader never waits for a worker."""
    from dbos import run_dbos_database_migrations

    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=10)) as database:
            database.execute("PRAGMA journal_mode=WAL")
    run_dbos_database_migrations(system_database_url=url)


class Jobs:
    """The queue at an address."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client: DBOSClient | None = None

    def _open(self) -> DBOSClient:
        from dbos import DBOSClient

        if self._client is None:
            prepare(self._url)
            self._client = DBOSClient(system_database_url=self._url)
        return self._client

    def enqueue(self, kind: str, run_id: str) -> None:
        """Put a run in the queue; a run that is there already stays one run."""
        self._open().enqueue(
            {"workflow_name": WORKFLOW, "queue_name": QUEUE, "app_version": VERSION, "workflow_id": run_id},
            kind,
            run_id,
        )

    def cancel(self, run_id: str) -> None:
        """Stop a run at its next step, or within one that allows it; an unknown one is left alone."""
        client = self._open()
        if client.list_workflows(workflow_ids=[run_id], load_input=False, load_output=False):
            client.cancel_workflow(run_id)

    def forget(self, run_id: str) -> None:
        """Remove what the job engine keeps of a run that is over."""
        client = self._open()
        if client.list_workflows(workflow_ids=[run_id], load_input=False, load_output=False):
            client.delete_workflow(run_id)

    def unfinished(self) -> int:
        """How many runs wait or are being done."""
        waiting = self._open().list_workflows(status=["ENQUEUED", "PENDING"], load_input=False, load_output=False)
        return len(waiting)

    def close(self) -> None:
        """Give up the connection."""
        if self._client is not None:
            self._client.destroy()
            self._client = None
