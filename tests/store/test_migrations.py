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
from sqlalchemy import inspect
from sqlmodel import SQLModel

from tests.store.fault_lines import by_hand, url_of
from tests.store.hammer import made_run
from workbench.errors import StoreTooNew
from workbench.store import Store, open_store
from workbench.store.database import Database
from workbench.store.migrate import SCRIPTS, bring_up, newest, version

STEP = '''"""A later step."""
import sqlalchemy as sa
from alembic import op

revision = "{number:04}"
down_revision = "{before:04}"

def upgrade() -> None:
    op.create_table("later", sa.Column("x", sa.Integer()))
    op.execute("INSERT INTO later VALUES (1)")
    {then}
'''


def ours(name: str | None, *_: object) -> bool:
    return not str(name).startswith("document_index")


def test_the_tables_are_those_that_the_migrations_make(store: Store) -> None:
    with store.database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_name": ours, "compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []


def later(folder: Path, then: str = "pass") -> Path:
    scripts = folder / "migrations"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    step = STEP.format(then=then, number=newest() + 1, before=newest())
    (scripts / "versions" / f"v{newest() + 1:04}_later.py").write_text(step, encoding="utf-8")
    return scripts


def test_an_older_database_is_migrated_once_and_loses_nothing(store: Store, tmp_path: Path) -> None:
    run, scripts = made_run(store), later(tmp_path)
    was = store.runs.get(run)
    due = newest(scripts)
    assert due == newest() + 1
    for before in (due - 1, due):
        database = Database(url_of(store))
        assert bring_up(database, scripts) == before
        assert version(database) == due
        with database.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM later").scalar_one() == 1
        database.close()
    assert store.runs.get(run) == was
    with pytest.raises(StoreTooNew, match=rf"has schema {due}; this program knows schemas up to {newest()}\."):
        open_store(url_of(store))


@pytest.mark.parametrize("number", [str(newest() + 1), f"{newest() + 1:04}", "9999", "a1b2c3"])
def test_a_newer_database_is_refused_and_left(number: str, store: Store) -> None:
    run = made_run(store)
    by_hand(store, f"UPDATE alembic_version SET version_num = '{number}'")
    with pytest.raises(StoreTooNew) as refused:
        open_store(url_of(store))
    assert number.lstrip("0") in str(refused.value)
    assert f"up to {newest()}." in str(refused.value)
    assert store.runs.get(run).read


def first_schema(path: Path) -> None:
    """Take a database back to the schema that version 1 made."""
    with closing(sqlite3.connect(path)) as raw, raw:
        for table in ("run_tags", "excerpt_pins", "presets", "cluster_rulings", "judgments", "pins"):
            raw.execute(f"DROP TABLE {table}")
        raw.execute("DROP INDEX ix_runs_deleted_at")
        raw.execute("ALTER TABLE runs DROP COLUMN deleted_at")
        for column in ("reason", "red"):
            raw.execute(f"ALTER TABLE setting_versions DROP COLUMN {column}")
        raw.execute("UPDATE alembic_version SET version_num = '0001'")


def test_a_database_of_the_first_schema_keeps_its_runs(file_store: Store, home: Path) -> None:
    run = made_run(file_store)
    was = file_store.runs.get(run)
    file_store.close()
    first_schema(home / "workbench.db")
    again = open_store()
    assert "now has schema" in again.notices[0]
    assert again.runs.get(run) == was
    assert [one.id for one in again.runs.list()] == [run]
    again.close()


def test_an_older_file_is_copied_before(file_store: Store, home: Path, tmp_path: Path) -> None:
    run = made_run(file_store)
    database = Database(url_of(file_store))
    bring_up(database, later(tmp_path))
    database.close()
    before = home / f"workbench.db.schema-{newest()}"
    copy = open_store(f"sqlite:///{before}")
    assert copy.runs.get(run).read
    copy.close()
    assert before.stat().st_mode & 0o777 == 0o600


def test_a_step_that_fails_changes_nothing(store: Store, tmp_path: Path) -> None:
    run = made_run(store)
    database = Database(url_of(store))
    with pytest.raises(ZeroDivisionError):
        bring_up(database, later(tmp_path, "1 / 0"))
    with database.engine.connect() as connection:
        assert "later" not in inspect(connection).get_table_names()
    database.close()
    again = open_store(url_of(store))
    assert again.info()["schema"] == newest()
    assert again.runs.get(run).read
    made_run(again)
    again.close()


def test_opening_loads_alembic_and_the_heavy_libraries_only_when_they_are_needed(home: Path) -> None:
    code = (
        "import sys; from workbench.store import open_store; store = open_store()\n"
        "store.settings.resolve(); store.runs.list(); store.info()\n"
        "print(sorted({'alembic', 'pandas', 'httpx', 'lxml', 'tldextract', 'streamlit'} & set(sys.modules)))"
    )
    said = [subprocess.check_output([sys.executable, "-c", code], text=True).strip() for _ in range(2)]
    assert said == ["['alembic']", "[]"]


def test_a_topic_that_was_folded_otherwise_gets_the_key_of_now(file_store: Store, home: Path) -> None:
    run = made_run(file_store, "Cafe\u0301 U\u0308ber")
    by_hand(file_store, "UPDATE runs SET folded = 'cafe\u0301 u\u0308ber'")
    assert file_store.runs.list("caf\u00e9") == []
    file_store.close()
    first_schema(home / "workbench.db")
    again = open_store()
    assert [one.id for one in again.runs.list("caf\u00e9")] == [run]
    again.close()
