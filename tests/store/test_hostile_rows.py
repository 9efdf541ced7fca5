"""What is put into a database: odd values, searches that look like syntax, kills in the middle of a save."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.store.fault_lines import KEY, by_hand, intact, lines, on_server, path_of, url_of
from tests.store.hammer import killed_after, made_run, open_only, save_one_setting, save_runs
from tests.stores import fresh_store
from workbench.errors import NotFound, SettingRefused, StoreError
from workbench.records import Document, Finding
from workbench.settings import Settings
from workbench.settings.load import as_texts
from workbench.store import Store, open_store


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
    if not on_server(store):  # a server keeps a day a day
        by_hand(store, "UPDATE runs SET today = 'yesterday'")
        with pytest.raises(StoreError, match="cannot be read"):
            store.runs.get(run)
    by_hand(store, "UPDATE runs SET today = '2026-01-01'", "UPDATE stages SET record = '{}'")
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
            finished_at, error, settings_version, settings_key, options, results, kept, NULL FROM runs,
            (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {given["rows"]})
             SELECT n FROM c) AS count
        WHERE id = '{run}'"""
    stages = """INSERT INTO stages SELECT runs.id, stage, record, text_keys, seconds, at
        FROM runs, stages WHERE runs.id != run_id"""
    by_hand(store, fill, stages)
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
def test_maintenance_waits_or_is_busy(given: dict[str, Any], file_store: Store) -> None:
    store = file_store
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
