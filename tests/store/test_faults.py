"""What happens to a database file: held, damaged, full, deleted, edited; always a sentence, never half a save."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.store.fault_lines import KEY, by_hand, intact, lines, path_of, url_of
from tests.store.hammer import Holder, killed_after, made_run, save_runs
from tests.stores import fresh_store
from workbench.errors import NotFound, StoreError, StoreTooNew
from workbench.settings import Settings
from workbench.store import Store, open_store
from workbench.store.migrate import newest


@pytest.fixture
def store(file_store: Store) -> Store:
    return file_store


@pytest.mark.parametrize("given", lines("hold", action="save setting"))
def test_a_save_waits_for_a_short_lock_and_gives_up_on_a_long_one(given: dict[str, Any], store: Store) -> None:
    patience = 6
    with Holder(str(path_of(store)), given["hold"], min(given["for_s"], patience * 2)):
        start = time.monotonic()
        if given["for_s"] < patience - 1:
            store.settings.write({KEY: 0.5})
        else:
            with pytest.raises(StoreError, match=r"is busy.*Nothing was saved"):
                store.settings.write({KEY: 0.5})
        assert time.monotonic() - start < patience
    assert store.settings.rows() == ({KEY: "0.5"} if given["for_s"] < patience - 1 else {})
    store.settings.write({KEY: 0.6})
    assert intact(path_of(store))


@pytest.mark.parametrize("given", lines("hold", action="finish run"))
def test_a_stage_that_could_not_be_saved_is_saved_later(given: dict[str, Any], store: Store) -> None:
    run = made_run(store)
    context = store.runs.get(made_run(store)).read or ()
    with Holder(str(path_of(store)), given["hold"]):
        with pytest.raises(StoreError, match="is busy"):
            store.runs.set_state(run, "done")
        assert store.runs.get(run).state == "queued"
    assert store.runs.set_state(run, "done")
    assert not store.runs.save_stage(run, "read", context, 0.1)


@pytest.mark.parametrize("given", lines("hold", action="open page"))
def test_reading_goes_on_under_a_lock_where_wal_is(given: dict[str, Any], home: Path) -> None:
    store = fresh_store(home)
    path = path_of(store)
    with Holder(str(path), given["hold"]):
        again = open_store(url_of(path))
        assert again.settings.resolve().settings == Settings()
        again.close()
    store.close()
    by_hand(path, f"PRAGMA journal_mode={given['journal_mode']}")
    with Holder(str(path), given["hold"]), pytest.raises(StoreError, match=given["journal_mode"]):
        open_store(url_of(path))
    open_store(url_of(path)).close()
    assert intact(path)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("given", lines("overwrite_pages"))
def test_damaged_pages_are_said(given: dict[str, Any], seed: int, home: Path) -> None:
    store = fresh_store(home)
    runs = [made_run(store, pages=5) for _ in range(5)]
    store.settings.write({KEY: 0.5})
    store.close()
    path, chance = path_of(store), random.Random(seed)
    pages = given["overwrite_pages"] if not seed else chance.sample(range(2, path.stat().st_size // 4096), 12)
    with path.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * 4096)
            file.write(chance.randbytes(4096))
    with suppress(StoreError):
        store = open_store(url_of(path))
        found = store.settings.resolve()
        assert len(found.warnings) <= 1
        assert found.settings.research.recency_weight in (0.5, 0.2)
        for run in runs:
            with suppress(StoreError, NotFound):
                store.runs.get(run)
        store.close()


@pytest.mark.parametrize("given", lines("truncate_to"))
def test_an_empty_file_is_a_new_database_and_says_so(given: dict[str, Any], home: Path) -> None:
    path = home / "workbench.db"
    path.write_bytes(b"\0" * given["truncate_to"])
    os.utime(path, (1e9, 1e9))
    store = open_store()
    assert "was empty" in store.notices[0]
    assert store.runs.list() == []
    store.close()
    assert open_store().notices == ()
    assert intact(path)


def test_a_file_that_another_process_has_just_made_is_no_empty_database(home: Path) -> None:
    (home / "workbench.db").touch()
    assert open_store().notices == ()


def abandoned(home: Path) -> Path:
    """A database whose last writer was killed: its log and its index are still there."""
    path = home / "workbench.db"
    fresh_store(home).close()
    killed_after(0.4, save_runs, url_of(path))
    return path


@pytest.mark.parametrize("given", [*lines("delete"), *lines("overwrite")])
def test_log_and_index_may_be_lost(given: dict[str, Any], home: Path) -> None:
    path = abandoned(home)
    what = str(given.get("delete") or given.get("overwrite")).split()[0]
    side = path.with_name(path.name + what)
    assert side.exists()
    if "delete" in given:
        side.unlink()
    else:
        side.write_bytes(random.Random(1).randbytes(side.stat().st_size))
    store = open_store(url_of(path))
    made_run(store)
    store.close()
    assert intact(path)


@pytest.mark.parametrize("given", lines("kill_in"))
def test_a_hot_journal_is_rolled_back(given: dict[str, Any], home: Path) -> None:
    path = home / "workbench.db"
    store = fresh_store(home)
    store.settings.write({KEY: 0.5})
    store.close()
    script = (
        "import sqlite3, os; raw = sqlite3.connect(os.environ['DB'], isolation_level=None)\n"
        "raw.execute('PRAGMA journal_mode=DELETE'); raw.execute('PRAGMA cache_size=1'); raw.execute('BEGIN')\n"
        "raw.execute(\"UPDATE app_settings SET value = '9'\")\n"
        "raw.executemany('INSERT INTO meta VALUES (?, ?)', [(str(i), 'x' * 3000) for i in range(500)])\n"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script], env={**os.environ, "DB": str(path)}, check=False)
    assert path.with_name(path.name + "-journal").exists()
    store = open_store(url_of(path))
    assert store.settings.rows() == {KEY: "0.5"}
    assert store.meta.get("1") is None
    store.close()
    assert intact(path)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become somebody else")
@pytest.mark.parametrize("given", lines("chmod_dir"))
def test_missing_rights_are_a_sentence(given: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    fresh_store(folder).close()
    path = folder / "workbench.db"
    path.chmod(0o444)
    folder.chmod(int(given["chmod_dir"], 8))
    before = path.read_bytes()
    code = (
        "import os, sys; from workbench.store import open_store; from workbench.errors import StoreError\n"
        "import workbench.store.migrate, sqlalchemy.dialects.sqlite\n"
        "os.setuid(65534)\n"
        "try: open_store(sys.argv[1]).settings.write({'research_recency_weight': 1})\n"
        "except StoreError as error: print(error)"
    )
    for each in (tmp_path, *tmp_path.parents[:3]):
        each.chmod(each.stat().st_mode | 0o055)
    said = subprocess.run(
        [sys.executable, "-c", code, url_of(path)], capture_output=True, text=True, check=False, cwd=Path.cwd()
    )
    assert said.stderr == ""
    assert str(path) in said.stdout
    assert path.read_bytes() == before


@pytest.mark.parametrize("given", lines("path"))
def test_the_path_is_taken_letter_by_letter(given: dict[str, Any], tmp_path: Path) -> None:
    if given["path"].startswith("{"):
        with pytest.raises(StoreError, match="is a folder"):
            open_store(url_of(tmp_path))
        return
    path = tmp_path / given["path"]
    store = open_store(url_of(path))
    made_run(store)
    store.backup(tmp_path / f"copy of {given['path']}")
    store.close()
    assert sorted(entry.name for entry in tmp_path.iterdir() if entry.is_file()) == [
        f"copy of {given['path']}",
        given["path"],
    ]
    assert intact(path)


def test_a_missing_folder_and_an_unknown_address_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store(url_of(tmp_path / "none" / "x.db"))
    for url in ("mysql://x/y", "sqlite://", "sqlite:///:memory:", "workbench.db"):
        with pytest.raises(StoreError):
            open_store(url)


def test_another_file_is_left_as_it_is(tmp_path: Path) -> None:
    text, other = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("a diary, not a database\n" * 400, encoding="utf-8")
    by_hand(other, "CREATE TABLE theirs (x)", "INSERT INTO theirs VALUES (1)")
    for path, words in ((text, "not a database"), (other, "another program")):
        before = path.read_bytes()
        with pytest.raises(StoreError, match=words):
            open_store(url_of(path))
        assert path.read_bytes() == before
    assert sorted(entry.name for entry in tmp_path.iterdir() if entry.is_file()) == ["notes.txt", "other.db"]


def made_runs(store: Store, count: int) -> None:
    for _ in range(count):
        made_run(store, topic=str(random.random()), pages=40)


@pytest.mark.parametrize("given", lines("limit"))
def test_a_full_disk_is_said_and_the_next_save_works(given: dict[str, Any], store: Store) -> None:
    run = made_run(store)
    with store.database.engine.connect() as connection:
        raw: Any = connection.connection.dbapi_connection
    pages = raw.execute("PRAGMA page_count").fetchone()[0]
    raw.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(StoreError, match="disk is full"):
        made_runs(store, 200)
    assert store.runs.get(run).read
    raw.execute("PRAGMA max_page_count=1073741823")
    assert store.runs.get(made_run(store, pages=20)).stages_done == ("search", "read")
    assert intact(path_of(store))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a small disk cannot be mounted here")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("given", lines("mount", action="50 runs"))
def test_a_full_small_disk(given: dict[str, Any], small_disk: Path) -> None:
    store = fresh_store(small_disk)
    first = made_run(store)
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(1_200_000))
    with pytest.raises(StoreError, match=r"disk is full|disk failed"):
        made_runs(store, 50)
    assert store.runs.get(first).read
    ballast.unlink()
    assert store.runs.get(made_run(store)).read
    store.close()
    assert intact(path_of(store))


@pytest.mark.parametrize("given", lines("delete_file_while_open"))
def test_a_deleted_file_is_noticed(given: dict[str, Any], store: Store) -> None:
    path_of(store).unlink()
    for act in (lambda: store.settings.write({KEY: 1}), lambda: store.runs.list(), lambda: store.blobs.put(b"x")):
        with pytest.raises(StoreError, match="deleted"):
            act()
    assert not path_of(store).exists()
    assert "deleted" in store.settings.resolve().warnings[0]


@pytest.mark.parametrize("given", lines("schema_version", schema_version="current+1"))
def test_a_newer_file_is_left_byte_for_byte(given: dict[str, Any], home: Path) -> None:
    fresh_store(home).close()
    path = home / "workbench.db"
    by_hand(path, f"UPDATE alembic_version SET version_num = '{newest() + 1:04}'")
    before = path.read_bytes()
    with pytest.raises(StoreTooNew, match=rf"has schema {newest() + 1}; this program knows schemas up to {newest()}\."):
        open_store()
    assert path.read_bytes() == before


@pytest.mark.parametrize("given", lines("drop_column"))
def test_a_missing_column_is_named(given: dict[str, Any], store: Store) -> None:
    by_hand(path_of(store), "ALTER TABLE runs DROP COLUMN kept")
    with pytest.raises(StoreError, match=r"lacks the column (runs\.)?kept"):
        store.runs.list()
    with pytest.raises(StoreError, match=r"lacks the column (runs\.)?kept"):
        made_run(store)
    assert store.settings.resolve().warnings == ()
