"""A worker's name, held while the worker lives; what a dead one left is found by its free name.

Recovery in the job engine belongs to a name: two live processes of one name would do a step twice, and what a killed
one left waits for its name. So a name is taken before the engine starts, and is free the moment the process ends: by
a file lock on one machine, by an advisory lock of the server where the queue is on one.
"""

from __future__ import annotations

import fcntl
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Protocol

from workbench.errors import StoreError, WorkbenchError
from workbench.store.database import NOTICED
from workbench.store.faults import sentence, without_password
from workbench.store.places import JOBS, WORKERS, sqlite_path

if TYPE_CHECKING:
    import psycopg

MOST_WORKERS = 64
_SPACE = 0x5742  # the first half of every advisory lock of ours
# The line that holds a name is idle for its whole life; the server lets go of it soon after the other end is gone.
_WATCHED = (
    "SET idle_session_timeout = 0; SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; "
    "SET tcp_keepalives_count = 3"
)
_HELD = """
SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s AND objid = %s
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@dataclass(frozen=True, slots=True)
class Held:
    """A name that is this process's own until `release` or the end of the process; `sure` says whether it still is."""

    name: str
    release: Callable[[], None]
    sure: Callable[[], bool] = lambda: True


class Names(Protocol):
    """Where names are held."""

    def try_take(self, name: str) -> Held | None: ...

    def is_held(self, name: str) -> bool: ...


def names_of(url: str) -> Names:
    """The names of the workers of the queue at an address."""
    path = sqlite_path(url)
    if path is None:
        return ServerNames(url)
    return FileNames(path.with_name(WORKERS if path.name == JOBS else f"{path.name}.{WORKERS}"))


def take(names: Names, prefix: str = "worker") -> Held:
    """The first free name of a prefix."""
    for number in range(1, MOST_WORKERS + 1):
        if held := names.try_take(f"{prefix}-{number}"):
            return held
    raise WorkbenchError(f"{MOST_WORKERS} workers of this queue are running already.")


def alive(names: Names, name: str) -> bool:
    """Whether a live process holds the name."""
    return names.is_held(name)


@dataclass(frozen=True, slots=True)
class FileNames:
    """Names held by locks on files of one machine."""

    folder: Path

    def try_take(self, name: str) -> Held | None:
        """The name, if no live process holds it."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise self._unusable(error) from error
        file = self._opened(name, os.O_RDWR | os.O_CREAT, "r+b")
        if not _locked(file, fcntl.LOCK_EX):
            file.close()
            return None
        return Held(name, file.close)

    def is_held(self, name: str) -> bool:
        """Whether a live process holds the name; to ask makes nothing, and holds it against nobody else who asks."""
        if not (self.folder / f"{name}.lock").exists():
            return False
        with self._opened(name, os.O_RDONLY, "rb") as file:
            return not _locked(file, fcntl.LOCK_SH)

    def _opened(self, name: str, flags: int, mode: Literal["rb", "r+b"]) -> BinaryIO:
        try:
            return os.fdopen(os.open(self.folder / f"{name}.lock", flags | os.O_NONBLOCK, 0o600), mode)
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> StoreError:
        return StoreError(f"The names of workers in {self.folder} cannot be used: {error.strerror}.")


def _locked(file: BinaryIO, way: int) -> bool:
    try:
        fcntl.flock(file, way | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class ServerNames:
    """Names held by advisory locks of a PostgreSQL server, each on a connection of its own."""

    url: str

    def try_take(self, name: str) -> Held | None:
        """The name, if no live connection holds it."""
        import psycopg

        connection = self._connected()
        with self._told():
            got = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (_SPACE, _number(name))).fetchone()
        if not (got and got[0]):
            connection.close()
            return None

        def sure() -> bool:
            try:
                connection.execute("SELECT 1")
            except psycopg.Error:
                return False
            return True

        return Held(name, connection.close, sure)

    def is_held(self, name: str) -> bool:
        """Whether a live connection holds the name."""
        with self._told(), self._connected() as connection:
            return connection.execute(_HELD, (_SPACE, _number(name))).fetchone() is not None

    def _connected(self) -> psycopg.Connection:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict

        with self._told():
            given: dict[str, Any] = {**NOTICED, **conninfo_to_dict(self.url)}
            connection = psycopg.connect(autocommit=True, **given)
            connection.execute(_WATCHED)
            return connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        import psycopg

        try:
            yield
        except psycopg.Error as error:
            raise StoreError(sentence(error, without_password(self.url))) from error


def _number(name: str) -> int:
    return zlib.crc32(name.encode()) & 0x7FFFFFFF
