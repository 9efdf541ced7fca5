"""Bytes by their hash: the same bytes are kept once, packed."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import delete, exists, or_
from sqlmodel import Session, col, select

from workbench.errors import StoreError
from workbench.store.database import Database, upsert
from workbench.store.tables import BlobRow, DocumentRow, RunBlobRow, RunRow

_UNUSED_AFTER = timedelta(days=1)  # a body is put before its page is saved; a run does not take a day between


class Blobs:
    """The bytes of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, data: bytes, run: str = "") -> str:
        """Keep the bytes, for as long as the run if one is named; the key that finds them again."""
        row = packed(data)
        with self._database.writing() as session:
            keep(session, [row])
            if run and session.exec(select(RunRow.id).where(col(RunRow.id) == run)).first():
                needed_by(session, run, [row["key"]])
        return str(row["key"])

    def get(self, key: str) -> bytes | None:
        """The bytes of a key, if they are kept."""
        with self._database.reading() as session:
            return fetched(session, [key]).get(key)


def key_of(data: bytes) -> str:
    """The key that finds the bytes."""
    return hashlib.sha256(data).hexdigest()


def packed(data: bytes) -> dict[str, Any]:
    """The row that keeps the bytes; made before the database is asked to wait."""
    return {"key": key_of(data), "data": zlib.compress(data), "size": len(data), "at": datetime.now(UTC)}


def keep(session: Session, rows: Iterable[dict[str, Any]]) -> None:
    """Store the packed rows; one that is there already is marked as wanted now."""
    upsert(session, BlobRow, list({row["key"]: row for row in rows}.values()), ["key"])


def needed_by(session: Session, run: str, keys: Iterable[str]) -> None:
    """Note that a run needs the bytes of the keys."""
    session.flush()
    rows = [{"run_id": run, "key": key} for key in sorted(set(keys))]
    upsert(session, RunBlobRow, rows, ["run_id", "key"])


def fetched(session: Session, keys: Iterable[str]) -> dict[str, bytes]:
    """The bytes of the keys that are kept."""
    rows = session.exec(select(BlobRow.key, BlobRow.data).where(col(BlobRow.key).in_(set(keys)))).all()
    return {key: _unpacked(key, data) for key, data in rows}


def _unpacked(key: str, data: bytes) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error as error:
        raise StoreError(f"The stored bytes {key[:12]} are damaged: restore the database from a backup.") from error


def remove_unused(session: Session, keys: Sequence[str]) -> None:
    """Remove those of the keys that nothing needs any more, and what was put once and never needed."""
    forgotten = col(BlobRow.at) < datetime.now(UTC) - _UNUSED_AFTER
    needed = (
        exists().where(col(RunBlobRow.key) == col(BlobRow.key)),
        exists().where(col(DocumentRow.body_key) == col(BlobRow.key)),
    )
    session.execute(delete(BlobRow).where(or_(col(BlobRow.key).in_(keys), forgotten), ~or_(*needed)))
