"""What a database says when it fails, as one sentence a person can act on."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from workbench.errors import StoreError

_BUSY = "The database {name} is busy: another program holds it{mode}. Nothing was saved; try again in a moment."
_SENTENCES = {
    "SQLITE_BUSY": _BUSY,
    "SQLITE_LOCKED": _BUSY,
    "SQLITE_FULL": "The disk is full, so nothing was saved in {name}; what was saved before is intact.",
    "SQLITE_READONLY": "The database {name} cannot be written: the file or its folder is read-only.",
    "SQLITE_PERM": "The database {name} may not be opened by this user.",
    "SQLITE_CANTOPEN": "The database {name} cannot be opened: the file or its folder is missing or not permitted.",
    "SQLITE_NOTADB": "{name} is not a database of this program; it was left as it is.",
    "SQLITE_CORRUPT": "The database {name} is damaged: restore it from a backup, or move it away to start anew.",
    "SQLITE_IOERR": "The disk failed under the database {name} ({words}).",
    "SQLITE_TOOBIG": "A value is too large for the database {name}; nothing was saved.",
}
_MISSING = re.compile(r"no such (table|column): ([\w.]+)|table (\w+) has no column named (\w+)")
_PASSWORD = re.compile(r"(://[^:/@\s]*):[^@/\s]*@")


def without_password(text: str) -> str:
    """An address as it may be shown."""
    return _PASSWORD.sub(r"\1:***@", text)


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
    words = without_password(" ".join(str(cause).split())).rstrip(".")
    code = str(getattr(cause, "sqlite_errorname", "") or "")
    known = _SENTENCES.get("_".join(code.split("_")[:2]))
    if known:
        return known.format(name=name, words=words, mode=_mode(name) if known is _BUSY else "")
    if missing := _MISSING.search(words):
        what = f"the table {missing[2]}" if missing[1] == "table" else f"the column {missing[2] or missing[4]}"
        return f"The database {name} lacks {what}: it was changed by hand; restore it from a backup."
    return f"The database {name} cannot be used: {words}."


def _mode(name: str) -> str:
    """Say that readers wait for writers too, where the file is not in WAL mode.

    The file is asked through SQLite: closing it as a plain file would drop the locks that this process holds.
    """
    try:
        with closing(sqlite3.connect(f"{Path(name).as_uri()}?mode=ro", uri=True, timeout=0)) as raw:
            wal = raw.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    except (sqlite3.Error, ValueError):
        wal = False
    return "" if wal else " (its journal mode is DELETE, not WAL, so even reading waits)"
