"""What happens to a database: held, damaged, full, deleted, edited; always a sentence, never half a save."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import cases
from tests.store.hammer import Holder, killed_after, made_run, open_only, save_one_setting, save_runs
from tests.stores import fresh_store
from workbench.errors import NotFound, SettingRefused, StoreError, StoreTooNew
from workbench.records import Document, Finding
from workbench.settings import Settings
from workbench.settings.load import as_texts
from workbench.store import Store, open_store

LINES = cases("adversarial/sqlite_faults.jsonl")
KEY = "research_recency_weight"


def lines(*names: str, **wanted: Any) -> list[Any]:
    """The lines whose input has these names and values."""
    return [
        pytest.param(line["input"], id=line["name"])
        for line in LINES
        if set(names) <= line["input"].keys() and all(line["input"].get(key) == it for key, it in wanted.items())
    ]


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


def path_of(store: Store) -> Path:
    assert store.database.path
    return store.database.path


def intact(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as raw:
        return bool(raw.execute("PRAGMA integrity_check").fetchone()[0] == "ok")


def by_hand(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        for statement in statements:
            raw.execute(statement)


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
    store = open_store()
    assert "was empty" in store.notices[0]
    assert store.runs.list() == []
    store.close()
    assert open_store().notices == ()
    assert intact(path)


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
def test_a_newer_database_is_refused_and_left(given: dict[str, Any], home: Path) -> None:
    fresh_store(home).close()
    path = home / "workbench.db"
    for number in ("2", "0002", "9999", "a1b2c3"):
        by_hand(path, f"UPDATE alembic_version SET version_num = '{number}'")
        before = path.read_bytes()
        with pytest.raises(StoreTooNew) as refused:
            open_store()
        assert number.lstrip("0") in str(refused.value)
        assert "up to 1." in str(refused.value)
        assert path.read_bytes() == before


@pytest.mark.parametrize("given", lines("drop_column"))
def test_a_missing_column_is_named(given: dict[str, Any], store: Store) -> None:
    by_hand(path_of(store), "ALTER TABLE runs DROP COLUMN kept")
    with pytest.raises(StoreError, match=r"lacks the column (runs\.)?kept"):
        store.runs.list()
    with pytest.raises(StoreError, match=r"lacks the column (runs\.)?kept"):
        made_run(store)
    assert store.settings.resolve().warnings == ()


@pytest.mark.parametrize("given", [*lines("store"), *lines("store_float")])
def test_what_cannot_be_stored_is_cleaned_or_refused(given: dict[str, Any], store: Store) -> None:
    value = given.get("store", given.get("store_float"))
    if isinstance(value, dict):
        value = value["repeat"] * min(value["count"], 10_000_000)
    if isinstance(value, str) and value.startswith("aware "):
        day = datetime.fromisoformat(value.removeprefix("aware "))
        store.findings.emit(Finding("k", "t", "b"), "", day)
        (found,) = store.findings.list()
        assert found.at == day
        assert found.at.tzinfo is UTC
        return
    with pytest.raises(SettingRefused):
        store.settings.write({"research_min_snippet_words": value})
    assert store.settings.rows() == {}
    run = store.runs.create(str(value)[:400], date(2026, 1, 1), "corpus", {"key": value}, 0, {"note": str(value)})
    held = store.runs.get(run.id)
    assert held.topic == str(value)[:400].replace("\0", "")
    if isinstance(value, int):
        assert held.settings == {"key": value}
    elif isinstance(value, str):
        assert held.settings == {"key": value.replace("\0", "")}


def test_no_number_that_is_none_is_stored(store: Store) -> None:
    run = made_run(store)
    with pytest.raises(StoreError, match="no number"):
        store.runs.event(run, "measured", {"share": float("nan")})
    assert store.runs.events(run) == []


@pytest.mark.parametrize("given", lines("topic"))
def test_a_topic_is_text(given: dict[str, Any], store: Store) -> None:
    run = store.runs.create(given["topic"], date(2026, 1, 1), "corpus", {}, 0, {})
    assert store.runs.list(search=given["topic"])[0].id == run.id
    assert store.runs.get(run.id).topic == given["topic"]


HOSTILE = ['"', "'", "*", "x* OR z", "NEAR(x z)", "text:x", "^x", "-", "%", "_", "x\0", "x\ud800", "{", "x" * 5000, "("]


@pytest.mark.parametrize("given", [*lines("history_search"), *({"history_search": text} for text in HOSTILE)])
def test_no_search_is_syntax(given: dict[str, Any], store: Store) -> None:
    search = given["history_search"]
    made_run(store, topic="plain words")
    store.documents.add([Document("https://a.example/", "A title", body=b"plain words")])
    assert store.runs.list(search=search) == []
    assert store.runs.count(search=search) == 0
    assert store.documents.search(search, 5) == []
    assert store.posts.containing([search], 5) == []
    assert store.documents.get(search) is None
    with pytest.raises(NotFound):
        store.runs.get(search)


@pytest.mark.parametrize("given", lines("construct"))
def test_a_value_is_checked_before_there_is_a_row(given: dict[str, Any], store: Store) -> None:
    with pytest.raises(SettingRefused):
        store.settings.write({given["construct"]["key"]: given["construct"]["value"]})
    assert store.settings.rows() == {}


def test_a_day_edited_by_hand_is_a_sentence(store: Store) -> None:
    run = made_run(store)
    by_hand(path_of(store), "UPDATE runs SET today = 'yesterday'")
    with pytest.raises(StoreError, match="cannot be read"):
        store.runs.get(run)
    by_hand(path_of(store), "UPDATE runs SET today = '2026-01-01'", "UPDATE stages SET record = '{}'")
    with pytest.raises(StoreError, match="Run 1 is damaged"):
        store.runs.get(run)


@pytest.mark.parametrize(("target", "args"), [(save_runs, ()), (save_one_setting, (KEY,))])
def test_a_kill_leaves_whole_stages_and_whole_saves(target: Any, args: tuple[str, ...], home: Path) -> None:
    path, chance = home / "workbench.db", random.Random(5)
    fresh_store(home).close()
    for _ in range(12):
        killed_after(chance.uniform(0.02, 0.4), target, url_of(path), *args)
    assert intact(path)
    store = open_store(url_of(path))
    assert store.settings.rows().get(KEY) in (None, "0.25", "0.75")
    assert set(store.settings.at(store.settings.version())) == set(store.settings.rows())
    for each in store.runs.list(limit=2000):
        run = store.runs.get(each.id)
        assert run.settings
        assert all(read.page and run.id in read.page.text for read in run.read or ())
        assert len(run.findings) == (run.read is not None)
        assert each.results == (6 if run.searched else 0)
    store.close()


def test_a_kill_in_a_migration_leaves_the_old_schema_or_the_new(home: Path) -> None:
    chance = random.Random(3)
    for number in range(12):
        path = home / f"{number}.db"
        killed_after(chance.uniform(0.001, 0.25), open_only, url_of(path))
        if path.exists():
            with closing(sqlite3.connect(path)) as raw:
                tables = {row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            assert not tables or {"alembic_version", "meta", "document_index"} <= tables
        open_store(url_of(path)).close()
        assert intact(path)


@pytest.mark.parametrize("given", lines("rows"))
def test_a_long_history_opens_fast(given: dict[str, Any], store: Store) -> None:
    run = made_run(store, pages=5)
    fill = f"""
        INSERT INTO runs SELECT 'x' || n, n + 1000, 'topic ' || n, 'topic ' || n, today, engine, 'done', created_at,
            finished_at, error, settings_version, settings_key, options, results, kept FROM runs,
            (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT {given["rows"]}) SELECT n FROM c)
        WHERE id = '{run}'"""
    stages = """INSERT INTO stages SELECT runs.id, stage, record, text_keys, seconds, at
        FROM runs, stages WHERE runs.id != run_id"""
    by_hand(path_of(store), fill, stages)
    start = time.monotonic()
    listed = store.runs.list()
    assert time.monotonic() - start < 1
    assert listed[0].number == given["rows"] + 1000
    start = time.monotonic()
    assert store.runs.count(search="TOPIC 7777") == 1
    assert store.runs.list(search="topic", offset=5000, limit=10)
    assert store.runs.count(state="done") == given["rows"]
    assert time.monotonic() - start < 1


@pytest.mark.parametrize("given", lines("run", run="VACUUM in another process"))
def test_maintenance_waits_or_is_busy(given: dict[str, Any], store: Store) -> None:
    for _ in range(10):
        made_run(store)
    script = f"import sqlite3; sqlite3.connect({str(path_of(store))!r}, timeout=20).execute('VACUUM')"
    vacuum = subprocess.Popen([sys.executable, "-c", script])
    made = 0
    while vacuum.poll() is None:
        made_run(store)
        made += 1
    assert vacuum.returncode == 0
    assert store.runs.count() == 10 + made
    assert intact(path_of(store))


def test_a_snapshot_is_every_setting(store: Store) -> None:
    settings = as_texts(store.settings.resolve().settings)
    run = store.runs.create("t", date(2026, 1, 1), "corpus", settings, 0, {})
    assert store.settings.resolve(store.runs.get(run.id).settings).settings == Settings()
