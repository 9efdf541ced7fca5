"""How a database is reached: connections, and the two ways to use one, reading and writing.

Writers stand in one line, on both databases. On SQLite a writing session begins IMMEDIATE: a deferred one that reads
first is refused at once when another process has written in between. One lock a process lines up its threads. Between
processes SQLite's own waiting is not fair, so a busy writer asks again after short random pauses, which grow shorter
the longer it has waited. On PostgreSQL a writing session begins with an advisory lock: without it, bytes could be
removed as unused while another transaction begins to need them, and two that store the same bytes could stop each
other. A reading session sees one state of the database from its begin to its end.
"""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.pool import Pool, QueuePool
from sqlmodel import Session, SQLModel, create_engine

from workbench.errors import StoreError
from workbench.store.damaged_rows import UNREADABLE, DamagedRow, damaged_rows, way_out
from workbench.store.faults import told, told_reading, without_password
from workbench.store.places import sqlite_path

BUSY_SECONDS = 5.0
MIGRATING_SECONDS = 600.0
_INDEX_BYTES = 32 << 10  # the least that SQLite takes for the index of a log

# The turn to write on a server; a writer that fell silent gives it back. Any number that no other program there uses.
_TURN = (
    "SET LOCAL lock_timeout = '{seconds:.0f}s'; SET LOCAL idle_in_transaction_session_timeout = '60s'; "
    "SELECT pg_advisory_xact_lock(7264002)"
)
# A dead line to the server is noticed, not waited for.
NOTICED: dict[str, Any] = {
    "connect_timeout": 10, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}  # fmt: skip

_writer = threading.Lock()
_opened: weakref.WeakSet[Database] = weakref.WeakSet()
_inherited: list[Pool] = []  # a child may neither use nor close what its parent opened


class Database:
    """A database that is there: its engine, its file if it has one, and its name for people.

    `frozen` says why it is only read.
    """

    def __init__(self, url: str, *, frozen: str = "") -> None:
        self.path = sqlite_path(url)
        self.name = str(self.path) if self.path else without_password(url)
        self.frozen = frozen
        self.engine = _sqlite_engine(self.path, frozen=bool(frozen)) if self.path else _server_engine(url)
        self._writing = self.engine.execution_options(writes=BUSY_SECONDS)
        self._reading = self.engine if self.path else self.engine.execution_options(isolation_level="REPEATABLE READ")
        self._file = _identity(self.path)
        _opened.add(self)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one state of the database and changes nothing."""
        self._still_there()
        with told_reading(self.name), self._values_told(), Session(self._reading, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are all kept at its end, or none of them."""
        self.refuse_frozen()
        self._still_there()
        with (
            told(self.name),
            self._values_told(),
            self.alone(),
            Session(self._writing, expire_on_commit=False) as session,
        ):
            yield session
            session.commit()

    def damaged(self, *tables: str, long: bool = True) -> tuple[DamagedRow, ...]:
        """The rows that hold a value of no kind that their column knows, of these tables or of all.

        Without `long` the tables that hold much are left out.
        """
        with told(self.name), self._reading.connect() as connection:
            return tuple(damaged_rows(connection, tables, long=long))

    @contextmanager
    def _values_told(self) -> Iterator[None]:
        """Raise `StoreError` for a stored value that was changed by hand into none of its kind, and name its row."""
        try:
            yield
        except UNREADABLE as error:
            if damaged := self.damaged():
                raise StoreError(way_out(self.name, damaged)) from error
            raise

    @contextmanager
    def begun(self) -> Iterator[Connection]:
        """A bare connection in one writing transaction, for changes of the schema."""
        self.refuse_frozen()
        patient = self.engine.execution_options(writes=MIGRATING_SECONDS)
        with told(self.name), self.alone(), patient.begin() as connection:
            yield connection

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the process's turn to write; a server lines up its writers itself."""
        if self.path is None:
            yield
            return
        if not _writer.acquire(timeout=BUSY_SECONDS):
            raise StoreError(f"The database {self.name} is busy: another save is still running. Nothing was saved.")
        try:
            yield
        finally:
            _writer.release()

    def refuse_frozen(self) -> None:
        """Raise `StoreError` with the reason, if the database is only read."""
        if self.frozen:
            raise StoreError(self.frozen)

    def close(self) -> None:
        """Give up every connection."""
        self.engine.dispose()
        _opened.discard(self)

    def _still_there(self) -> None:
        if self._file and _identity(self.path) != self._file:
            raise StoreError(
                f"The database file {self.name} was moved, deleted or replaced while it was open. "
                "Nothing was saved; put it back, or start the program again."
            )


def _identity(path: Path | None) -> tuple[int, int] | None:
    try:
        found = path.stat() if path else None
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found else None


def connect(path: Path, *, read_only: bool = False, frozen: bool = False) -> sqlite3.Connection:
    """A connection to a file that exists; none is ever created by the way.

    A frozen one makes no file beside the database either, if its last writer closed it.
    """
    way = f"mode=ro{'&immutable=1' if _was_closed(path) else ''}" if frozen else f"mode={'ro' if read_only else 'rw'}"
    connection = sqlite3.connect(
        f"{path.as_uri()}?{way}", uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = _text
    return connection


def _was_closed(path: Path) -> bool:
    """Whether everything is in the file itself: a writer would hold a whole index, a killed one would have left a log.

    On a full disk a part of an index is left by who could not make one.
    """
    sizes = {"-wal": 1, "-journal": 1, "-shm": _INDEX_BYTES}
    beside = {path.with_name(path.name + tail): least for tail, least in sizes.items()}
    return not any(one.exists() and one.stat().st_size >= least for one, least in beside.items())


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _sqlite_engine(path: Path, *, frozen: bool) -> Engine:
    def opened() -> sqlite3.Connection:
        connection = connect(path, frozen=frozen)
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")
        return connection

    engine = create_engine("sqlite://", creator=opened, poolclass=QueuePool, pool_size=8, max_overflow=56)
    event.listen(engine, "begin", _begin)
    return engine


def _server_engine(url: str) -> Engine:
    with told(without_password(url)):
        address = _parsed(url)
        given = {key: value for key, value in NOTICED.items() if key not in address.query}
        engine = create_engine(address, pool_pre_ping=True, pool_size=8, max_overflow=56, connect_args=given)
    event.listen(engine, "begin", _take_turn)
    return engine


def _take_turn(connection: Connection) -> None:
    if seconds := connection.get_execution_options().get("writes"):
        connection.exec_driver_sql(_TURN.format(seconds=seconds))


def _parsed(url: str) -> URL:
    try:
        address = make_url(_with_driver(url))
    except ValueError as error:
        raise StoreError(f"{without_password(url)} is no address of a database: its port is no number.") from error
    if "@" in (address.host or ""):
        raise StoreError(f"{without_password(url)} holds a second @: in a password it is written %40.")
    return address


def _with_driver(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    if scheme not in {"postgresql", "postgres", "postgresql+psycopg"} or not mark:
        raise StoreError("A database address begins with sqlite:/// or postgresql://.")
    return f"postgresql+psycopg://{rest}"


def _begin(connection: Connection) -> None:
    raw: Any = connection.connection.dbapi_connection
    if connection.get_execution_options().get("writes"):
        _begin_writing(raw)
    else:
        raw.execute("BEGIN")


def _begin_writing(raw: sqlite3.Connection) -> None:
    deadline = time.monotonic() + BUSY_SECONDS
    raw.execute("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                raw.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
            left = (deadline - time.monotonic()) / BUSY_SECONDS
            time.sleep(max(0.0005, random.uniform(0.001, 0.02) * left**2))
    finally:
        raw.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")


def insert_into(session: Session, table: type[SQLModel]) -> Any:
    """An insert that may say what happens to a row whose keys are there already."""
    return import_module(f"sqlalchemy.dialects.{session.get_bind().dialect.name}").insert(table)


def upsert(session: Session, table: type[SQLModel], rows: Sequence[dict[str, Any]], keys: Sequence[str]) -> None:
    """Insert the rows; one whose keys are there already is replaced."""
    if not rows:
        return
    statement = insert_into(session, table)
    if changed := {name: statement.excluded[name] for name in rows[0] if name not in keys}:
        statement = statement.on_conflict_do_update(index_elements=list(keys), set_=changed)
    else:
        statement = statement.on_conflict_do_nothing()
    session.connection().execute(statement, list(rows))


def _forget_parent() -> None:
    """In a forked child: no connection and no lock of the parent's is used."""
    global _writer
    _writer = threading.Lock()
    for database in list(_opened):
        _inherited.append(database.engine.pool)
        database.engine.dispose(close=False)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_parent)
