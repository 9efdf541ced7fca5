"""Migrations: one schema by two ways, each step once, the old file kept, Alembic only when a step is due."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel

from tests.store.hammer import made_run
from tests.stores import fresh_store
from workbench.store import Store, open_store
from workbench.store.database import Database
from workbench.store.migrate import SCRIPTS, bring_up, newest, version

STEP = '''"""A later step."""
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

def upgrade() -> None:
    op.create_table("later", sa.Column("x", sa.Integer()))
    op.execute("INSERT INTO later VALUES (1)")
    {then}
'''


def ours(name: str | None, kind: str, *_: object) -> bool:
    return kind != "table" or not str(name).startswith("document_index")


def test_the_tables_are_those_that_the_migrations_make(store: Store) -> None:
    with store.database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_name": ours, "compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []


def later(folder: Path, then: str = "pass") -> Path:
    scripts = folder / "migrations"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "v0002_later.py").write_text(STEP.format(then=then), encoding="utf-8")
    return scripts


def test_an_older_file_is_copied_and_then_migrated_once(home: Path, tmp_path: Path) -> None:
    store = fresh_store(home)
    run = made_run(store)
    store.close()
    scripts = later(tmp_path)
    assert newest(scripts) == 2
    for before in (1, 2):
        database = Database(f"sqlite:///{home / 'workbench.db'}")
        assert bring_up(database, scripts) == before
        assert version(database) == 2
        with database.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM later").scalar_one() == 1
        database.close()
    copy = open_store(f"sqlite:///{home / 'workbench.db.schema-1'}")
    assert copy.runs.get(run).read
    copy.close()
    assert (home / "workbench.db.schema-1").stat().st_mode & 0o777 == 0o600


def test_a_step_that_fails_changes_nothing(home: Path, tmp_path: Path) -> None:
    fresh_store(home).close()
    database = Database(f"sqlite:///{home / 'workbench.db'}")
    with pytest.raises(ZeroDivisionError):
        bring_up(database, later(tmp_path, "1 / 0"))
    database.close()
    store = open_store()
    assert store.info()["schema"] == 1
    made_run(store)
    store.close()
    with closing(sqlite3.connect(home / "workbench.db")) as raw:
        assert raw.execute("SELECT count(*) FROM sqlite_master WHERE name = 'later'").fetchone()[0] == 0


def test_opening_loads_alembic_and_the_heavy_libraries_only_when_they_are_needed(home: Path) -> None:
    code = (
        "import sys; from workbench.store import open_store; store = open_store()\n"
        "store.settings.resolve(); store.runs.list(); store.info()\n"
        "print(sorted({'alembic', 'pandas', 'httpx', 'lxml', 'tldextract', 'streamlit'} & set(sys.modules)))"
    )
    said = [subprocess.check_output([sys.executable, "-c", code], text=True).strip() for _ in range(2)]
    assert said == ["['alembic']", "[]"]
