"""Several workers and one PostgreSQL server: every run is done once, whoever dies, the server too."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from benchmarks.processes import COMMAND, drained, until
from benchmarks.two_workers import by_worker, drained_by_two, queued, wrong_in
from tests.jobs.running import done_once, grown_old, recorded, steps, working
from tests.store.fault_lines import url_of
from tests.stores import Server, own_server, shared_server
from workbench.compose import Workbench
from workbench.errors import StoreError
from workbench.jobs import Jobs, alive, jobs_url, register, take
from workbench.store import home as home_of


@pytest.fixture
def bench(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    """A workbench on an empty database of a server."""
    with shared_server().fresh() as url:
        monkeypatch.setenv("WORKBENCH_DATABASE_URL", url)
        opened = Workbench.open()
        yield opened
        opened.jobs.close()
        opened.store.close()


@pytest.mark.timeout(300)
def test_two_workers_drain_a_queue_while_one_is_killed_and_started_again(bench: Workbench) -> None:
    runs = queued(bench, 20)
    assert drained_by_two(bench, runs)
    assert wrong_in(bench, runs) == []
    assert sum(by_worker(bench, runs).values()) == len(runs)


def test_a_name_is_an_advisory_lock_of_the_server(bench: Workbench) -> None:
    held, names = take(bench.workers), bench.workers
    assert held.name == "worker-1"
    assert held.sure()
    assert alive(names, "worker-1")
    assert not alive(names, "worker-2")
    assert names.try_take("worker-1") is None
    other = take(names)
    assert other.name == "worker-2"
    with psycopg.connect(url_of(bench.store).replace("+psycopg", ""), autocommit=True) as line:
        query = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 22338"
        assert line.execute(query).fetchone() == (2,)
        line.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 22338")
    assert not held.sure()
    assert not alive(names, "worker-1")


def test_a_cancelled_and_a_lost_run_on_a_server(bench: Workbench) -> None:
    cancelled, lost, old = (recorded(bench, seed) for seed in range(3))
    bench.enqueue(cancelled)
    assert bench.cancel(cancelled.id)
    bench.enqueue(old)
    register("context", bench.job("worker-1"))
    grown_old(bench)
    drained()
    assert bench.store.runs.get(cancelled.id).state == "cancelled"
    assert bench.store.runs.get(cancelled.id).stages_done == ()
    assert done_once(bench, lost.id)
    assert done_once(bench, old.id)
    assert bench.jobs.tidy(days=-1) == 3
    assert bench.jobs.statuses([lost.id]) == {}


def test_the_queue_is_on_the_server_however_its_address_is_written(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = os.environ["WORKBENCH_DATABASE_URL"]
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        monkeypatch.setenv("WORKBENCH_DATABASE_URL", f"{scheme}://{plain.partition('://')[2]}")
        assert jobs_url(home_of()) == f"postgresql://{plain.partition('://')[2]}"
    assert Workbench.open().jobs.unfinished() == 0


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with own_server() as running:
        yield running


@pytest.mark.timeout(300)
def test_workers_outlive_their_server(server: Server, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", server.url("postgres"))
    bench = Workbench.open()
    runs = queued(bench, 16)
    with ExitStack() as stack:
        workers = [stack.enter_context(working()) for _ in range(2)]
        assert until(lambda: bench.store.runs.count(state="done") > 3, 60)
        server.stop()
        with pytest.raises(StoreError, match="cannot be reached"):
            bench.live_workers()
        with pytest.raises(StoreError, match="cannot be reached"):
            Jobs(jobs_url(home)).unfinished()
        server.start()
        assert until(lambda: bench.store.runs.count(state="done") == len(runs), 120)
        assert [worker.poll() for worker in workers] == [None, None]
        assert until(lambda: len(bench.live_workers()) == 2, 30)
        more = recorded(bench)
        bench.enqueue(more)
        assert until(lambda: done_once(bench, more.id), 60)
        assert steps(bench, more.id)["run.running"] == 1
    assert wrong_in(bench, runs) == []
    bench.jobs.close()
    bench.store.close()


def test_without_a_server_every_command_says_so_without_the_password(home: Path) -> None:
    address = "postgresql://somebody:hunter2@127.0.0.1:1/none"
    for arguments in (("doctor",), ("runs", "list"), ("worker", "--drain"), ("ui", "--no-browser")):
        done = subprocess.run(
            [*COMMAND, *arguments],
            env={**os.environ, "WORKBENCH_DATABASE_URL": address},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 1
        (said,) = done.stderr.splitlines()
        assert said.startswith(
            "The server of the database postgresql://somebody:***@127.0.0.1:1/none cannot be reached"
        )
        assert "hunter2" not in done.stdout + done.stderr
