"""The case lines that ask for a life around the store: threads, versions, growth, kills, clocks, sessions."""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import cases
from tests.store.fault_lines import intact, lines, path_of, url_of
from tests.store.hammer import killed_after, made_run, open_and_report, open_only, outcomes, save_one_setting, save_runs
from tests.store.test_migrations import first_schema
from tests.stores import fresh_store
from workbench.quality import judge
from workbench.records import Hit, Page, Query, Read
from workbench.settings import Settings
from workbench.settings.load import as_texts
from workbench.store import Store, open_store
from workbench.store.migrate import newest

KEY = "research_recency_weight"
ROOT = Path(__file__).parents[2]
CONCURRENT = cases("adversarial/concurrency.jsonl")


def documents() -> str:
    """README and documents as one line of words."""
    files = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return " ".join(" ".join(file.read_text(encoding="utf-8") for file in files).split())


@pytest.mark.parametrize("given", lines("use_connection_in"))
def test_a_store_serves_every_thread(given: dict[str, Any], store: Store) -> None:
    run = made_run(store)

    def use() -> str:
        store.settings.write({KEY: 0.25})
        return store.runs.get(run).id

    with ThreadPoolExecutor(4) as threads:
        assert [one.result(30) for one in [threads.submit(use) for _ in range(4)]] == [run] * 4


@pytest.mark.parametrize("given", lines("schema_version", schema_version="current-1"))
def test_an_older_schema_is_migrated_once_after_a_copy(given: dict[str, Any], file_store: Store, home: Path) -> None:
    run = made_run(file_store)
    file_store.close()
    first_schema(home / "workbench.db")
    for told in (True, False):
        again = open_store()
        assert bool(again.notices) is told
        assert again.info()["schema"] == newest()
        assert again.runs.get(run).read
        again.close()
    assert intact(home / "workbench.db")
    assert intact(home / "workbench.db.schema-1")


@pytest.mark.parametrize("given", lines("start_two_processes"))
def test_of_two_starts_one_migrates_and_the_other_waits(given: dict[str, Any], file_store: Store, home: Path) -> None:
    file_store.close()
    first_schema(home / "workbench.db")
    url = f"sqlite:///{home / 'workbench.db'}"
    assert outcomes(open_and_report, [(url,)] * 2) == [newest()] * 2
    assert intact(home / "workbench.db")


@pytest.mark.parametrize("given", lines("size_gib"))
def test_a_start_goes_through_no_large_file(given: dict[str, Any], file_store: Store, home: Path) -> None:
    path = home / "workbench.db"
    made_run(file_store)
    file_store.close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("CREATE TABLE ballast (data BLOB)")
        raw.executemany("INSERT INTO ballast VALUES (zeroblob(?))", [(64 << 20,)] * 6)
    start = time.monotonic()
    again = open_store()
    assert again.runs.list()
    assert time.monotonic() - start < 3
    again.close()


@pytest.mark.parametrize("given", [each for each in lines("run") if "cp of" in each.values[0]["run"]])
def test_a_backup_of_a_live_database_is_whole_and_a_plain_copy_is_warned_of(
    given: dict[str, Any], file_store: Store, tmp_path: Path
) -> None:
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            made_run(file_store)

    with ThreadPoolExecutor(1) as threads:
        writer = threads.submit(write)
        for number in range(3):
            file_store.backup(tmp_path / f"{number}.db")
            assert intact(tmp_path / f"{number}.db")
        stop.set()
        writer.result(30)
    assert "`workbench backup FILE`, not with `cp`" in documents()


@pytest.mark.parametrize("given", [each for each in lines("mount") if " or " in each.values[0]["mount"]])
def test_network_file_systems_are_warned_of(given: dict[str, Any]) -> None:
    said = documents()
    assert all(word in said for word in given["mount"].replace(" or ", " ").split())


@pytest.mark.parametrize("given", [each for each in lines("signal", "times") if each.values[0]["at"] == "random"])
def test_a_kill_leaves_the_old_or_the_new(given: dict[str, Any], home: Path) -> None:
    chance, times = random.Random(7), int(given["times"])
    path = home / "workbench.db"
    migrates = times < 200
    for _ in range(times):
        if migrates:
            path.unlink(missing_ok=True)
            killed_after(chance.uniform(0.001, 0.12), open_only, url_of(path))
        else:
            fresh_store(home).close() if not path.exists() else None
            killed_after(chance.uniform(0.005, 0.05), save_one_setting, url_of(path), KEY)
    store = open_store(url_of(path))
    assert store.settings.rows().get(KEY) in (None, "0.25", "0.75")
    store.close()
    assert intact(path)


@pytest.mark.parametrize("given", lines("synchronous"))
def test_what_a_loss_of_power_may_cost_is_said(given: dict[str, Any], file_store: Store) -> None:
    with file_store.database.engine.connect() as connection:
        level = connection.exec_driver_sql("PRAGMA synchronous").scalar_one()
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    assert ("OFF", "NORMAL", "FULL")[level] in given["synchronous"]
    assert "loss of power may cost the last saves, never the database" in documents()


@pytest.mark.parametrize("given", [each for each in lines("clock") if "y" in each.values[0]["clock"]])
def test_with_the_clock_set_back_a_later_date_is_no_date(given: dict[str, Any], store: Store) -> None:
    years = int(str(given["clock"]).split()[0])
    today = date(2026 + years, 11, 29)
    run = store.runs.create("a topic", today, "corpus", as_texts(Settings()), 0, {})
    assert store.runs.get(run.id).today == today
    snippet = (
        "Nov 20, 2026 · heat pumps keep their output in the cold, the survey of four hundred homes has found again."
    )
    hit = Hit("https://a.example/x", "T", snippet)
    (source,) = judge(
        [Read(hit, Page(hit.url, "ok", text="x"))], Query("heat pumps", today), Settings().research
    ).sources
    assert source.components.recency == 0.7


@pytest.mark.parametrize("given", [each for each in lines("clock") if "twice" in each.values[0]["clock"]])
def test_two_runs_of_an_hour_that_comes_twice_are_told_apart(given: dict[str, Any], store: Store) -> None:
    first, second = (store.runs.create("a topic", date(2026, 10, 25), "corpus", {}, 0, {}) for _ in range(2))
    held = [store.runs.get(run.id) for run in (first, second)]
    assert held[0].number < held[1].number
    assert all(run.created_at.utcoffset() == timedelta(0) for run in held)
    assert abs(datetime.now(UTC) - held[0].created_at) < timedelta(minutes=1)


def concurrent(*names: str) -> list[Any]:
    return [pytest.param(each["input"], id=each["name"]) for each in CONCURRENT if set(names) <= each["input"].keys()]


@pytest.mark.parametrize("given", concurrent("run", "edit"))
def test_a_run_keeps_the_settings_that_it_started_with(given: dict[str, Any], store: Store) -> None:
    key = given["edit"]
    held = as_texts(store.settings.resolve().settings)
    run = store.runs.create("a topic", date(2026, 1, 1), "corpus", held, store.settings.version(), {})
    store.settings.write({key: 0.9})
    assert store.runs.get(run.id).settings[key] == held[key]
    assert as_texts(store.settings.resolve().settings)[key] == 0.9


@pytest.mark.parametrize("given", concurrent("cache_resource"))
def test_settings_that_are_read_cannot_be_changed_for_others(given: dict[str, Any], store: Store) -> None:
    first, second = store.settings.resolve().settings, store.settings.resolve().settings
    with pytest.raises(ValueError, match="frozen"):
        first.research.recency_weight = 0.9  # type: ignore[misc]
    assert second.research.recency_weight == Settings().research.recency_weight


@pytest.mark.parametrize("given", concurrent("fork"))
def test_processes_begun_beside_an_open_store_have_connections_of_their_own(
    given: dict[str, Any], file_store: Store
) -> None:
    run = made_run(file_store)
    for _ in range(4):
        killed_after(0.2, save_runs, url_of(file_store))
    assert file_store.runs.get(run).read
    assert intact(path_of(file_store))
