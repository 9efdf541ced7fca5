"""Bring a database up to the schema of this program; Alembic is loaded only when a step is due."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, inspect

from workbench.errors import StoreError, StoreTooNew
from workbench.store.database import Database, connect
from workbench.store.faults import told
from workbench.store.files import written_beside

SCRIPTS = Path(__file__).parent / "migrations"


def newest(scripts: Path = SCRIPTS) -> int:
    """The number of the last migration; their files are named `vNNNN_words.py`."""
    found = [re.match(r"v(\d{4})_", path.name) for path in (scripts / "versions").glob("v*.py")]
    return max(int(match[1]) for match in found if match)


def version(database: Database) -> int:
    """The number of the schema that the database has; 0 if it holds nothing yet."""
    with told(database.name), database.engine.connect() as connection:
        return _version(connection, database.name)


def _version(connection: Connection, name: str) -> int:
    tables = inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        if tables and connection.dialect.name == "sqlite":
            raise StoreError(f"{name} is the database of another program; it was left as it is.")
        return 0
    stored = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one_or_none()
    if stored is not None and not str(stored).isdigit():
        raise StoreTooNew(_too_new(name, str(stored)[:40], newest()))
    return int(stored or 0)


def bring_up(database: Database, scripts: Path = SCRIPTS) -> int:
    """Run the steps that are due, all or none, once however many processes start; the number before."""
    due = newest(scripts)
    before = version(database)
    refuse_newer(before, due, database.name)
    if before < due:
        before = _upgrade(database, scripts, due)
    return before


def refuse_newer(found: int, known: int, name: str) -> None:
    """Raise `StoreTooNew`, with both versions, for a database this program would damage."""
    if found > known:
        raise StoreTooNew(_too_new(name, found, known))


def _refuse_encoding(connection: Connection, name: str) -> None:
    """Raise `StoreError` for a server's database that cannot hold every character."""
    if connection.dialect.name == "postgresql":
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
        if encoding != "UTF8":
            raise StoreError(f"The database {name} has the encoding {encoding}; make one with UTF8.")


def _too_new(name: str, found: object, known: int) -> str:
    return (
        f"The database {name} has schema {found}; this program knows schemas up to {known}. "
        "It was left as it is: use the newer program."
    )


def _upgrade(database: Database, scripts: Path, due: int) -> int:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    with database.begun() as connection:
        _refuse_encoding(connection, database.name)
        before = _version(connection, database.name)
        refuse_newer(before, due, database.name)
        if before == due:
            return before
        if before and database.path:
            copy_of(database.path, copy_before(database.path, before))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise StoreError(
                f"The database {database.name} has schema {before}, which no version of this program made: "
                "it was changed by hand; restore it from a backup."
            ) from error
    if database.path:
        with told(database.name), closing(connect(database.path)) as raw:
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return before


def copy_before(path: Path, version: int) -> Path:
    """Where the copy of a database lies that was made before its schema was changed."""
    return path.with_name(f"{path.name}.schema-{version}")


def copy_of(source: Path, target: Path, *, frozen: bool = False) -> None:
    """A consistent copy of a database that may be in use, written beside its place and renamed."""
    with (
        told(str(source)),
        written_beside(target) as part,
        closing(connect(source, read_only=True, frozen=frozen)) as live,
        closing(sqlite3.connect(part)) as copy,
    ):
        live.backup(copy)
