"""Several at once: editors, readers and writers, starts, forks."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from benchmarks.writers import lost, refused, write
from tests.conftest import cases
from tests.store.fault_lines import by_hand, url_of
from tests.store.hammer import made_run, open_and_report, outcomes, save_distinct, save_settings
from tests.stores import fresh_store
from workbench.errors import NotFound, StaleSettings
from workbench.settings import FIELDS, Settings
from workbench.settings.load import as_texts
from workbench.store import Store, open_store
from workbench.store.migrate import newest

LINES = cases("adversarial/concurrency.jsonl")
RANK, FRESH = "research_search_rank_weight", "research_recency_fresh_days"
WEIGHTS = [key for key in FIELDS if key.endswith("_weight")]


def lines(*names: str) -> list[Any]:
    """The lines whose input has these names."""
    return [pytest.param(line["input"], id=line["name"]) for line in LINES if set(names) <= line["input"].keys()]


@pytest.mark.parametrize("given", [each for each in lines("A", "B", "order") if "read" in each.values[0]["A"]])
def test_the_second_of_two_editors_is_told(given: dict[str, Any], store: Store) -> None:
    store.settings.write({RANK: "0.9"})
    store.settings.write({RANK: given["A"]["read"]})
    base = store.settings.version()
    store.settings.write({RANK: given["A"]["write"]}, author="A", base=base)
    with pytest.raises(StaleSettings) as told:
        store.settings.write({RANK: given["B"]["write"]}, author="B", base=base)
    assert f"is {given['A']['write']} now, you want {given['B']['write']}" in str(told.value)
    assert store.settings.rows() == {RANK: given["A"]["write"]}


@pytest.mark.parametrize("given", lines("A2"))
def test_an_edit_from_outside_survives(given: dict[str, Any], store: Store) -> None:
    base = store.settings.version()
    by_hand(store, "INSERT INTO app_settings VALUES (?, '0.8')", values=(RANK,))
    if "another key" in given["A2"]:
        store.settings.write({FRESH: 3}, base=base)
    else:
        with pytest.raises(StaleSettings, match=r"outside the workbench .* is 0\.8 now, you want 0\.3"):
            store.settings.write({RANK: 0.3}, base=base)
    assert store.settings.rows()[RANK] == "0.8"
    assert store.settings.write({RANK: 0.3}, base=store.settings.version())
    assert store.settings.rows()[RANK] == "0.3"


@pytest.mark.parametrize("given", lines("processes", "writes_each"))
def test_many_writers_lose_nothing(given: dict[str, Any], store: Store) -> None:
    writers = given["processes"] // 5
    tasks = [(url_of(store), seed, given["writes_each"], WEIGHTS) for seed in range(writers)]
    found = outcomes(save_settings, tasks)
    assert [refused for _, refused in found] == [[]] * writers
    history = store.settings.history(limit=10_000)
    assert len(history) == store.settings.version() == sum(accepted for accepted, _ in found)
    assert [version.version for version in history] == list(range(len(history), 0, -1))
    held: dict[str, str | None] = {}
    for version in reversed(history):
        for key, (old, new) in version.changes.items():
            assert held.get(key) == old
            held[key] = new
    assert {key: value for key, value in held.items() if value} == store.settings.rows()


def test_writers_from_two_processes_lose_nothing_and_see_no_lock(store: Store) -> None:
    found = outcomes(write, [(url_of(store), list(range(first, 12, 2))) for first in range(2)])
    assert [failed for _, failed in found] == [[], []]
    assert lost(store, 12) == []
    assert re.search(r"Excerpt .* is 111 now, you want 222\.", refused(store))


def test_no_writer_overwrites_what_it_has_not_read(store: Store) -> None:
    values = [[f"{seed}.{number}" for number in range(1, 30)] for seed in range(1, 4)]
    stale = outcomes(save_distinct, [(url_of(store), RANK, each) for each in values])
    assert store.settings.version() == 3 * 29 - sum(stale)


@pytest.mark.parametrize("given", lines("readers"))
def test_readers_are_quick_while_somebody_writes(given: dict[str, Any], store: Store) -> None:
    made_run(store)
    stop, took, failed = threading.Event(), list[float](), list[BaseException]()

    def read() -> None:
        while not stop.is_set():
            start = time.perf_counter()
            try:
                store.runs.list()
                store.settings.rows()
            except Exception as error:  # noqa: BLE001  a reader must not fail in any way
                failed.append(error)
            took.append(time.perf_counter() - start)
            time.sleep(0.5)

    readers = [threading.Thread(target=read) for _ in range(given["readers"])]
    for reader in readers:
        reader.start()
    for _ in range(20):
        made_run(store)
        time.sleep(1 / given["writer_hz"])
    stop.set()
    for reader in readers:
        reader.join()
    assert failed == []
    assert sorted(took)[int(len(took) * 0.95)] < 0.5


def test_threads_share_a_store(store: Store) -> None:
    threads = [threading.Thread(target=lambda: [made_run(store) for _ in range(5)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [run.number for run in store.runs.list()] == list(range(40, 0, -1))


def test_a_run_keeps_its_settings_and_the_next_has_the_new(store: Store) -> None:
    def started() -> str:
        settings = as_texts(store.settings.resolve().settings)
        return store.runs.create("t", date(2026, 1, 1), "corpus", settings, store.settings.version(), {}).id

    before = started()
    store.settings.write({RANK: 0.7})
    after = started()
    assert (store.runs.get(before).settings[RANK], store.runs.get(before).settings_version) == (0.4, 0)
    assert (store.runs.get(after).settings[RANK], store.runs.get(after).settings_version) == (0.7, 1)


def test_the_same_topic_twice_is_two_runs(store: Store) -> None:
    other = open_store(url_of(store))
    first, second = made_run(store, "same"), made_run(other, "same")
    other.close()
    assert first != second
    for run in (first, second):
        assert len(store.runs.get(run).read or ()) == 2


def test_one_editor_does_not_see_what_another_has_not_saved(store: Store) -> None:
    mine = store.settings.resolve({RANK: 0.9}).settings
    assert mine.research.search_rank_weight == 0.9
    assert store.settings.resolve().settings == Settings()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_opens_its_own_connections(store: Store) -> None:
    made_run(store)
    with store.database.writing() as session:
        session.connection().exec_driver_sql("INSERT INTO meta VALUES ('held', '1')")
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = 0 if store.runs.count() == 1 and store.meta.get("held") is None else 2
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0
    child = os.fork()
    if child == 0:
        try:
            made_run(store)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    made_run(store)
    assert store.runs.count() == 3
    assert store.meta.get("held") == "1"


def test_many_starts_migrate_once(home: Path) -> None:
    url = f"sqlite:///{home / 'workbench.db'}"
    assert outcomes(open_and_report, [(url,)] * 8) == [newest()] * 8
    with closing(sqlite3.connect(home / "workbench.db")) as raw:
        assert raw.execute("SELECT count(*) FROM alembic_version").fetchone()[0] == 1
        assert raw.execute("SELECT count(*) FROM counters").fetchone()[0] == 2
        assert raw.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert sorted(path.name for path in home.iterdir()) == ["workbench.db"]


def test_a_viewer_of_a_deleted_run_is_told(store: Store) -> None:
    run = made_run(store)
    other = open_store(url_of(store))
    other.runs.delete(run)
    other.close()
    with pytest.raises(NotFound, match="no longer exists"):
        store.runs.state(run)
    with pytest.raises(NotFound, match="may have been deleted"):
        store.runs.get(run)


@pytest.mark.parametrize("given", lines("rerun"))
def test_opening_again_and_again_leaves_nothing_behind(given: dict[str, Any], home: Path) -> None:
    fresh_store(home).close()

    def open_files() -> int:
        return len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0  # noqa: PTH208

    for number in range(given["rerun"]):
        store = open_store()
        store.settings.resolve()
        store.close()
        if number == 10:
            before = open_files(), threading.active_count()
    assert (open_files(), threading.active_count()) == before
