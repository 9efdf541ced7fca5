"""What a database says when it fails, as one sentence a person can act on."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from workbench.errors import StoreError
from workbench.store.places import place

_BUSY = "The database {name} is busy: another program holds it{mode}. Nothing was saved; try again in a moment."
_FULL = "The disk is full, so nothing was saved in {name}; what was saved before is intact."
_READ_ONLY = "The database {name} cannot be written: the file or its folder is read-only."
_DAMAGED = "The database {name} is damaged: restore it from a backup, or move it away to start anew."
_NOT_PERMITTED = "The database {name} may not be opened by this user."
_SENTENCES = {
    "SQLITE_BUSY": _BUSY,
    "SQLITE_LOCKED": _BUSY,
    "SQLITE_FULL": _FULL,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_PERM": _NOT_PERMITTED,
    "SQLITE_CANTOPEN": "The database {name} cannot be opened: the file or its folder is missing or not permitted.",
    "SQLITE_NOTADB": "{name} is not a database of this program; it was left as it is. Move it away to start anew.",
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_IOERR": "The disk failed under the database {name} ({words}).",
    "SQLITE_TOOBIG": "A value is too large for the database {name}; nothing was saved.",
    # PostgreSQL, by the class and then the number of its errors
    "25006": "The database {name} cannot be written: its server is read-only.",
    "40": _BUSY,
    "42501": _NOT_PERMITTED,
    "53100": _FULL,
    "53300": "The server of the database {name} has no connection free; try again in a moment.",
    "55P03": _BUSY,
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}
_WRITING = frozenset({"SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_FULL", "SQLITE_PERM"})
ROOM_BYTES = 256 << 10  # what SQLite needs beside a database: an index of 32 KiB, and a log that begins to grow
_GONE = "The server of the database {name} cannot be reached ({words}). What was saved before is intact."
_MISSING = re.compile(
    r"no such (?P<kind>table|column): (?P<name>[\w.]+)|table \w+ has no column named (?P<column>\w+)"
    r"|relation \"(?P<table>[\w.]+)\" does not exist|column \"?(?P<field>[\w.]+)\"? (of relation .+ )?does not exist"
)
_ASIDE = re.compile(r" (LINE \d+:|Is the server running|Multiple connection attempts).*", re.DOTALL)
_PASSWORD = re.compile(r"(://[^:/@\s]*):.*@|([?&\s](?:ssl)?password=)[^&\s]*", re.IGNORECASE)


def without_password(text: str) -> str:
    """An address as it may be shown."""
    return _PASSWORD.sub(lambda found: f"{found[1]}:***@" if found[1] else f"{found[2]}***", text)


@contextmanager
def told(name: str) -> Iterator[None]:
    """Raise `StoreError` with a sentence for whatever the database refuses inside."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise StoreError(sentence(error, name)) from error
    except (OverflowError, UnicodeEncodeError) as error:
        raise StoreError(f"A value does not fit into the database {name}: {error}.") from error


@contextmanager
def told_reading(name: str) -> Iterator[None]:
    """Raise `StoreError` also for a stored value that was changed by hand into none of its kind."""
    with told(name):
        try:
            yield
        except (ValueError, TypeError) as error:
            raise StoreError(f"The database {name} holds a value that cannot be read: {error}.") from error


def sentence(error: Exception, name: str) -> str:
    """What went wrong with the database of that name."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    words = _ASIDE.sub("", without_password(" ".join(str(cause).split()))).rstrip(".")
    if known := _of_folder(cause, name) or _known(cause):
        return known.format(name=name, words=words, mode=_mode(name) if known is _BUSY else "")
    if missing := _MISSING.search(words):
        column = missing["column"] or missing["field"]
        what = (
            f"the column {column}"
            if column
            else f"the {missing['kind'] or 'table'} {missing['name'] or missing['table']}"
        )
        return f"The database {name} lacks {what}: it was changed by hand; restore it from a backup."
    return f"The database {name} cannot be used: {words}."


def _known(cause: BaseException) -> str | None:
    if code := _code(cause):
        return _SENTENCES.get(code)
    state = str(getattr(cause, "sqlstate", "") or "")
    if is_gone(cause):
        return _GONE
    return _SENTENCES.get(state) or _SENTENCES.get(state[:2])


def keeps_from_writing(error: BaseException) -> bool:
    """Whether a fault of SQLite may be one of writing alone: a full or read-only disk, or a file of another user."""
    cause = error.__cause__
    return _code(cause.orig if isinstance(cause, DBAPIError) else cause) in _WRITING


def _of_folder(cause: BaseException, name: str) -> str | None:
    """The sentence for a folder without room or without leave, whatever SQLite calls what it could not make there."""
    path = Path(name)
    if _code(cause) not in ("SQLITE_IOERR", "SQLITE_CANTOPEN"):
        return None
    folder = path.parent if path.is_absolute() else place()
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return _READ_ONLY
    return _FULL if found.f_bavail * found.f_frsize < ROOM_BYTES else None


def _code(cause: BaseException | None) -> str:
    """The family of a fault of SQLite, such as SQLITE_IOERR; "" for another one."""
    return "_".join(str(getattr(cause, "sqlite_errorname", "") or "").split("_")[:2])


def is_gone(cause: BaseException | None) -> bool:
    """Whether a server was not there, or went away; what it was asked may be asked again."""
    state = str(getattr(cause, "sqlstate", "") or "")
    nameless = not state and type(cause).__name__ in {"OperationalError", "ConnectionTimeout"}
    return state.startswith(("08", "57P")) or (nameless and not isinstance(cause, sqlite3.Error))


def _mode(name: str) -> str:
    """Say that readers wait for writers too, where the file is not in WAL mode.

    The file is asked through SQLite: closing it as a plain file would drop the locks that this process holds.
    """
    if "://" in name:
        return ""
    try:
        with closing(sqlite3.connect(f"{Path(name).as_uri()}?mode=ro", uri=True, timeout=0)) as raw:
            wal = raw.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    except (sqlite3.Error, ValueError):
        wal = False
    return "" if wal else " (its journal mode is DELETE, not WAL, so even reading waits)"
