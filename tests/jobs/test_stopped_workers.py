"""A worker that is told to stop stops at once, stores nothing that came of it, and its runs are taken up."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import made
from benchmarks.kills import disturbed, expected
from benchmarks.processes import drained, faults, outcome, started, until
from tests.jobs.running import children_of, done_once, end, is_there, lines, recorded, steps, working
from workbench.compose import Workbench
from workbench.records import STAGES, RunRecord

RESULTS, ATTEMPTS = 12, 8


def under_way(bench: Workbench, run: str) -> bool:
    """Whether a worker is reading the pages of a run."""
    return 0 < steps(bench, run)["page.done"] < RESULTS


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("undisturbed")
        patch.setenv("WORKBENCH_HOME", str(folder))
        return expected(folder, [made.recording(1, results=RESULTS)])


OF_A_RUN = [each for each in lines("sqlite_faults", "signal") if "run" in str(each.values[0].get("at", "of a run"))]
GROUPS = [False, True]  # a kill of the worker alone; a service manager stops all that it started too


def stopped(bench: Workbench, sign: signal.Signals, *, group: bool) -> RunRecord:
    """A run that a worker was reading pages for when it was told to stop; whole stages and nothing else are stored."""
    run = bench.new_run("", recording=made.recording(1, results=RESULTS), changes={"web_research_results": 8})
    bench.enqueue(run)
    with working() as process:
        assert until(lambda: under_way(bench, run.id), 30)
        began, children = time.monotonic(), children_of(process.pid)
        (os.killpg if group else end)(process.pid, sign)
        assert process.wait(timeout=10) in (0, -signal.SIGKILL)
        assert time.monotonic() - began < 10
        assert until(lambda: not any(map(is_there, children)), 10)
    found = bench.store.runs.get(run.id)
    state = bench.state_of(run.id, found.state)
    assert state in {"interrupted", "done"}  # a fast machine may have ended the run before the signal came
    assert found.stages_done == (STAGES if state == "done" else STAGES[: len(found.stages_done)])
    assert faults(bench) == []
    return replace(found, state=state)


@pytest.mark.parametrize(
    ("given", "group"),
    [
        pytest.param(each.values[0], group, id=f"{each.id}{'-group' * group}")
        for each in OF_A_RUN
        for group in GROUPS[: 1 + (each.values[0]["signal"] != "SIGKILL")]
    ],
)
def test_a_worker_that_is_stopped_in_the_middle_leaves_whole_stages(
    given: dict[str, Any], group: bool, home: Path, undisturbed: dict[str, dict[str, Any]]
) -> None:
    bench, sign = Workbench.open(), getattr(signal, given["signal"])
    tried = (stopped(bench, sign, group=group) for _ in range(ATTEMPTS))
    cut = next(run for run in tried if run.state == "interrupted")
    drained()
    assert faults(bench, undisturbed) == []
    assert done_once(bench, cut.id)
    noted = steps(bench, cut.id)
    assert (noted["run.running"], noted["search.started"], noted["read.started"]) == (2, 1, 2)
    bench.jobs.close()
    bench.store.close()


def test_runs_and_workers_that_are_killed_at_random_moments_leave_every_run_as_it_would_have_been(
    home: Path, tmp_path: Path
) -> None:
    recordings = [made.recording(number, results=8) for number in range(2)]
    wanted = expected(tmp_path, recordings)
    left = disturbed(home, recordings, 10, seed=int(time.time()), within=1.2)
    assert left.kills >= 10
    assert left.wrong == []
    drained()
    assert faults(left.bench, wanted) == []
    left.bench.jobs.close()
    left.bench.store.close()


KEEPER = "from workbench.desk.serve import keep_worker; keep_worker()"


def desk() -> subprocess.Popen[bytes]:
    """The part of a desk that keeps a worker alive."""
    return subprocess.Popen([sys.executable, "-c", KEEPER], start_new_session=True, stderr=subprocess.DEVNULL)


@pytest.mark.parametrize("given", lines("concurrency", "processes", "port"))
def test_desks_on_one_home_share_the_work_and_one_goes_on_when_another_dies(given: dict[str, Any], home: Path) -> None:
    desks = [desk() for _ in range(given["processes"])]
    bench = Workbench.open()
    try:
        assert until(lambda: len(bench.live_workers()) == len(desks), 30)
        runs = [recorded(bench, seed, results=6).id for seed in range(16)]
        for run in runs:
            bench.jobs.enqueue("context", run)
        assert until(lambda: bench.store.runs.count(state="done") > 2, 60)
        (worker,) = children_of(desks[0].pid)
        desks[0].kill()
        assert until(lambda: not is_there(worker), 10)
        assert until(lambda: bench.store.runs.count(state="done") == len(runs), 60)
    finally:
        for each in desks:
            each.kill()
            each.wait()
    assert all(done_once(bench, run) for run in runs)
    with closing(sqlite3.connect(home / "workbench.db")) as raw:
        assert raw.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert until(lambda: bench.live_workers() == [], 10)


def test_a_run_of_the_command_line_does_not_take_up_what_another_left(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "recording.json"
    file.write_text(made.recording(1, results=RESULTS), encoding="utf-8")
    bench = Workbench.open()
    first = started("run", "--recording", file)
    assert until(lambda: bool(bench.store.runs.list()) and steps(bench, bench.store.runs.list()[0].id)["page.done"] > 0)
    first.kill()
    first.wait()
    killed = bench.store.runs.list()[0]
    assert started("run", "--recording", file).wait(timeout=60) == 0
    assert bench.state_of(killed.id, bench.store.runs.state(killed.id)) == "interrupted"
    assert steps(bench, killed.id)["run.running"] == 1
    drained()
    assert done_once(bench, killed.id)
    both = [outcome(bench.store.runs.get(one.id)) for one in bench.store.runs.list()]
    assert both[0] == both[1]
