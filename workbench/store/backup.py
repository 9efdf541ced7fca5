"""A copy of a database in use, and what there is to know about one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import func
from sqlmodel import select

from workbench.errors import BadRequest, StoreError
from workbench.files import not_regular, same_file
from workbench.store.database import Database, connect
from workbench.store.faults import told
from workbench.store.migrate import copy_of, version
from workbench.store.own_files import refuse_own
from workbench.store.tables import BlobRow, DocumentRow, FindingRow, PostRow, RunRow, SettingRow
from workbench.text import one_line

_COUNTED = {
    "settings": SettingRow, "runs": RunRow, "documents": DocumentRow, "posts": PostRow, "findings": FindingRow,
    "blobs": BlobRow,
}  # fmt: skip
_SERVER_SIZE = func.pg_database_size(func.current_database())


def backup(database: Database, path: Path, *, overwrite: bool) -> None:
    """Copy a live database to a file, which is there whole or not at all."""
    if database.path is None:
        raise StoreError(
            "This database is on a PostgreSQL server: back it up with the server's own tool, "
            'pg_dump --format=custom --file=FILE "$WORKBENCH_DATABASE_URL".'
        )
    target = path.expanduser().absolute()
    if kind := not_regular(target):
        raise BadRequest(f"{target} is {kind}; name the file to write.")
    refuse_own(target)
    if same_file(target, database.path):
        raise BadRequest(f"{target} is the database itself; name another file.")
    if target.exists() and not overwrite:
        raise BadRequest(f"{target} exists; name another file, or ask to overwrite it.")
    copy_of(database.path, target, frozen=bool(database.frozen))


def info(database: Database) -> dict[str, Any]:
    """Where the database is, its schema, its size and how much it holds."""
    with database.reading() as session:
        counts = {name: session.exec(select(func.count()).select_from(table)).one() for name, table in _COUNTED.items()}
        size = _size(database.path) if database.path else session.exec(select(_SERVER_SIZE)).one()
    found = {"database": database.name, "schema": version(database), "bytes": size, "counts": counts}
    return {**found, "read_only": database.frozen} if database.frozen else found


def refuse_damaged(database: Database) -> None:
    """Raise `StoreError` for a file that SQLite does not find whole; a server sees to its own."""
    if database.path is None:
        return
    with told(database.name), closing(connect(database.path, read_only=True, frozen=bool(database.frozen))) as raw:
        found = raw.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreError(f"The database {database.name} is damaged ({one_line(found)}): restore it from a backup.")


def _size(path: Path) -> int:
    parts = (path, path.with_name(path.name + "-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())
