"""An opened store: everything that is kept, in one database."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from workbench.errors import StoreError, StoreTooNew
from workbench.store import backup
from workbench.store.archive import KEPT_DELETED, Archive
from workbench.store.blobs import Blobs
from workbench.store.damaged_rows import DamagedRow
from workbench.store.database import BUSY_SECONDS, Database, connect
from workbench.store.documents import Documents
from workbench.store.excerpts import ExcerptPins
from workbench.store.faults import keeps_from_writing, told
from workbench.store.files import make_private
from workbench.store.findings import Findings
from workbench.store.judgments import Judgments
from workbench.store.meta import Meta
from workbench.store.migrate import bring_up, copy_before, newest
from workbench.store.pins import Pins
from workbench.store.places import database_url, is_own, sqlite_path
from workbench.store.posts import Posts
from workbench.store.presets import Presets
from workbench.store.rulings import Rulings
from workbench.store.runs import Runs
from workbench.store.settings import SettingStore
from workbench.store.track_record import TrackRecord

JUST_NOW_SECONDS = 5.0


class Store:
    """What the workbench keeps; `notices` say what opening it found."""

    def __init__(self, database: Database, notices: tuple[str, ...] = ()) -> None:
        self.database = database
        self.notices = notices
        self.settings = SettingStore(database)
        self.presets = Presets(database)
        self.runs = Runs(database)
        self.archive = Archive(database)
        self.track_record = TrackRecord(database)
        self.blobs = Blobs(database)
        self.documents = Documents(database)
        self.posts = Posts(database)
        self.excerpts = ExcerptPins(database)
        self.rulings = Rulings(database)
        self.judgments = Judgments(database)
        self.pins = Pins(database)
        self.findings = Findings(database)
        self.meta = Meta(database)

    def backup(self, path: Path, *, overwrite: bool = False) -> None:
        """Copy the live database to a file; one that exists is refused unless it may be overwritten."""
        backup.backup(self.database, path, overwrite=overwrite)

    def info(self) -> dict[str, Any]:
        """Where the database is, its schema, its size and how much it holds."""
        return backup.info(self.database)

    def refuse_damaged(self) -> None:
        """Go through the whole database and raise `StoreError` if it is damaged."""
        backup.refuse_damaged(self.database)

    def damaged(self, *tables: str, long: bool = True) -> tuple[DamagedRow, ...]:
        """The rows that cannot be read, of these tables or of all; without `long` not of those that hold much."""
        return self.database.damaged(*tables, long=long)

    def refuse_frozen(self) -> None:
        """Raise `StoreError` with the reason, if the store is only read."""
        self.database.refuse_frozen()

    def close(self) -> None:
        """Give up every connection."""
        self.database.close()


def open_store(url: str | None = None) -> Store:
    """The store at the address, made or brought up to this program's schema; what cannot be used is left as it is.

    One that cannot be written is only read; its database says why.
    """
    url = url or database_url()
    path = sqlite_path(url)
    made = path is not None and (make_private(path, ours=is_own(path)) or _is_new(path))
    database = Database(url)
    try:
        before = bring_up(database)
        notices = (*_into_wal(path), *_moved_on(path, before, made=made)) if path else ()
    except StoreError as error:
        database.close()
        if path and not made and keeps_from_writing(error):
            return _only_read(url, error)
        raise
    except BaseException:
        database.close()
        raise
    return Store(database, (*notices, *_purged(database)))


def _only_read(url: str, why: StoreError) -> Store:
    """The store as it lies on a full or read-only disk, if it can be read so; else the fault that was met first."""
    database = Database(url, frozen=str(why))
    try:
        if bring_up(database):
            return Store(database)
    except StoreTooNew:
        database.close()
        raise
    except StoreError:
        database.close()
    raise why


def _purged(database: Database) -> tuple[str, ...]:
    """Remove what was deleted long ago; where that fails the store opens all the same, and the next opening tries."""
    try:
        removed = Archive(database).purge()
    except StoreError as error:
        return (f"What was deleted over {KEPT_DELETED.days} days ago could not be removed: {error}",)
    runs = "1 run" if removed == 1 else f"{removed} runs"
    return (f"Removed {runs} for good, deleted over {KEPT_DELETED.days} days ago.",) if removed else ()


def _is_new(path: Path) -> bool:
    """Whether the file was made this moment, by another process that opens it too."""
    found = path.stat()
    return found.st_size == 0 and abs(time.time() - found.st_mtime) < JUST_NOW_SECONDS


def _moved_on(path: Path, before: int, *, made: bool) -> tuple[str, ...]:
    if before == 0 and not made:
        return (f"The database {path} was empty, so a new one was begun in it.",)
    if before in (0, newest()):
        return ()
    return (f"The database {path} now has schema {newest()}; a copy of before is {copy_before(path, before)}.",)


def _into_wal(path: Path) -> tuple[str, ...]:
    """Let readers and a writer work at once; that needs a file system that can lock."""
    deadline = time.monotonic() + BUSY_SECONDS
    with told(str(path)), closing(connect(path)) as raw:
        while True:
            try:
                mode = raw.execute("PRAGMA journal_mode=WAL").fetchone()[0]
                break
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
    return () if mode == "wal" else (f"The database {path} cannot use WAL (its journal mode is {mode}).",)
