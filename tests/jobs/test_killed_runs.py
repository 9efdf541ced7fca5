"""A worker's name, and what becomes of a run whose worker is gone or that a person ended."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import command
from workbench.compose import Workbench
from workbench.jobs import jobs_url, names_of
from workbench.jobs.names import FileNames, alive, take

TODAY = "2026-11-29"


def test_a_name_is_free_the_moment_its_process_ends(tmp_path: Path) -> None:
    holding = "import sys, time; from pathlib import Path; from workbench.jobs.names import FileNames, take\n"
    holding += "held = take(FileNames(Path(sys.argv[1]))); print(held.name, flush=True); time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", holding, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    name = process.stdout.readline().strip()
    names = FileNames(tmp_path)
    assert name == "worker-1"
    assert alive(names, name)
    own = take(names)
    assert own.name == "worker-2"
    process.kill()
    process.wait()
    assert not alive(names, name)
    taken = names.try_take(name)
    assert taken is not None
    taken.release()
    own.release()


def test_a_database_elsewhere_has_its_queue_and_its_workers_beside_it(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert jobs_url(home) == f"sqlite:///{home}/jobs.db"
    assert names_of(jobs_url(home)) == FileNames(home / "workers")
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", f"sqlite:///{tmp_path}/shared.db")
    assert jobs_url(home) == f"sqlite:///{tmp_path}/shared.db.jobs"
    assert names_of(jobs_url(home)) == FileNames(tmp_path / "shared.db.jobs.workers")
    bench = Workbench.open()
    record = bench.new_run("river quality", recording=json.dumps(recording()))
    bench.enqueue(record)
    assert command("worker", "--drain").code == 0
    assert bench.store.runs.state(record.id) == "done"
    assert list(home.iterdir()) == []


def test_a_run_whose_worker_is_gone_shows_as_interrupted(home: Path) -> None:
    bench = Workbench.open()
    record = bench.new_run("river quality", engine="corpus")
    assert bench.job("worker-9").begin(record.id)
    assert bench.state_of(record.id, "running") == "interrupted"
    held = bench.workers.try_take("worker-9")
    assert held is not None
    assert bench.state_of(record.id, "running") == "running"
    held.release()


async def test_a_stage_that_is_stored_is_not_done_again(home: Path) -> None:
    bench = Workbench.open()
    record = bench.new_run("river quality", recording=json.dumps(recording()))
    await bench.perform(record.id, "search")
    events = len(bench.store.runs.events(record.id))
    await bench.perform(record.id, "search")
    assert len(bench.store.runs.events(record.id)) == events
    await bench.aclose()


async def test_a_cancelled_run_stays_cancelled_and_keeps_what_it_stored(home: Path) -> None:
    bench = Workbench.open()
    record = bench.new_run("river quality", recording=json.dumps(recording()))
    await bench.perform(record.id, "search")
    assert bench.cancel(record.id)
    await bench.perform(record.id, "read")
    job = bench.job("worker-1")
    job.settle(record.id, "done", "")
    stored = bench.store.runs.get(record.id)
    assert (stored.state, stored.stages_done) == ("cancelled", ("search",))
    await bench.aclose()


def test_a_cancelled_run_in_the_queue_is_never_started(home: Path) -> None:
    bench = Workbench.open()
    record = bench.new_run("river quality", recording=json.dumps(recording()))
    bench.enqueue(record)
    bench.cancel(record.id)
    assert command("worker", "--drain").code == 0
    stored = bench.store.runs.get(record.id)
    assert (stored.state, stored.stages_done) == ("cancelled", ())


def test_a_queued_run_is_done_once_however_often_it_is_put_in(home: Path) -> None:
    bench = Workbench.open()
    record = bench.new_run("river quality", recording=json.dumps(recording()))
    bench.enqueue(record)
    bench.enqueue(record)
    assert command("worker", "--drain").code == 0
    names = [event.name for _, event in bench.store.runs.events(record.id)]
    assert names.count("run.running") == 1
    assert bench.store.runs.get(record.id).state == "done"


def recording() -> dict[str, Any]:
    words = "The river quality report covers nine sites and eleven months of sampling by two councils."
    page = f"<html><body><article><h1>Report</h1><p>{words} {words}</p><p>{words}</p></article></body></html>"
    return {
        "topic": "river quality",
        "today": TODAY,
        "hits": [{"url": "https://good.example/report", "title": "Report", "snippet": words}],
        "pages": {"https://good.example/report": {"status": 200, "content_type": "text/html", "body": page}},
        "posts": [],
    }
