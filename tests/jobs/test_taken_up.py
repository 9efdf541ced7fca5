"""Every run that is not over is worked on by somebody, waits for a worker, or is taken up by the next one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.commands import command
from tests.jobs.running import done_once, grown_old, recorded, steps
from tests.store.fault_lines import by_hand
from workbench.compose import Workbench
from workbench.errors import BadRequest, StoreError
from workbench.jobs import Jobs, jobs_url, register, worker
from workbench.jobs.kinds import Job
from workbench.jobs.queue import PATIENCE_SECONDS
from workbench.records import STAGES, Document, Stage
from workbench.store.open_runs import MOST_BEGUN


def drain() -> None:
    done = command("worker", "--drain")
    assert (done.code, done.err) == (0, "")


def test_a_run_whose_maker_died_before_it_was_put_in_is_done(home: Path) -> None:
    bench = Workbench.open()
    run = recorded(bench)
    grown_old(bench)
    drain()
    assert done_once(bench, run.id)


def test_a_run_that_was_just_made_is_left_to_its_maker(home: Path) -> None:
    bench = Workbench.open()
    run = recorded(bench)
    register("context", bench.job("worker-1"))
    assert bench.jobs.take_up(bench.workers) == 0
    assert bench.jobs.left_to_do(bench.workers)
    assert bench.store.runs.state(run.id) == "queued"
    grown_old(bench)
    assert bench.jobs.take_up(bench.workers) == 1
    assert bench.jobs.take_up(bench.workers) == 0
    assert PATIENCE_SECONDS < 10


def test_a_run_that_a_process_does_by_itself_is_taken_up_when_that_is_gone(home: Path) -> None:
    bench = Workbench.open()
    run = recorded(bench)
    register("context", bench.job("worker-1"))
    held = bench.workers.try_take("here-1")
    assert held
    assert bench.job("here-1").begin(run.id)
    grown_old(bench)
    assert bench.jobs.take_up(bench.workers) == 0
    assert not bench.jobs.left_to_do(bench.workers)
    assert bench.state_of(run.id, bench.store.runs.state(run.id)) == "running"
    with pytest.raises(BadRequest, match="is being done by a worker"):
        asyncio.run(bench.do(run))
    held.release()
    assert bench.state_of(run.id, bench.store.runs.state(run.id)) == "interrupted"
    drain()
    assert done_once(bench, run.id)
    assert steps(bench, run.id)["run.running"] == 2


def test_a_run_whose_database_failed_waits_with_the_reason_and_is_taken_up(home: Path) -> None:
    bench = Workbench.open()
    run = recorded(bench)
    bench.enqueue(run)
    said: list[str] = []

    def failing(name: str) -> None:
        job = bench.job(name)

        async def perform(run_id: str, stage: str) -> None:
            if stage == "read" and not said:
                said.append("once")
                raise StoreError("The disk is full.")
            if said == ["once"]:
                waiting = bench.store.runs.get(run_id)
                events = [event for _, event in bench.store.runs.events(run_id)]
                said.extend(event.detail["error"] for event in events if event.name == "run.queued")
                assert waiting.stages_done == ("search",)
            await job.perform(run_id, stage)

        register("context", replace(job, perform=perform))

    worker.serve(bench.workers, jobs_url(home), failing, drain=True)
    assert said == ["once", "The disk is full."]
    assert done_once(bench, run.id)


@pytest.mark.parametrize("stage", ["search", "read"])
async def test_a_corpus_that_cannot_be_read_is_no_answer_of_it(stage: Stage, home: Path) -> None:
    bench = Workbench.open()
    bench.store.documents.add([Document("https://a.example/", "Rivers", body=b"Rivers run. " * 40)])
    run = bench.new_run("rivers", engine="corpus")
    for before in STAGES[: STAGES.index(stage)]:
        await bench.perform(run.id, before)
    by_hand(bench.store, "ALTER TABLE documents RENAME TO hidden")
    with pytest.raises(StoreError, match="lacks the table documents"):
        await bench.do(run)
    found = bench.store.runs.get(run.id)
    assert (found.state, found.stages_done) == ("queued", STAGES[: STAGES.index(stage)])
    assert "lacks the table documents" in found.error
    by_hand(bench.store, "ALTER TABLE hidden RENAME TO documents")
    done = await bench.do(run)
    assert (done.state, done.error, len(done.judged.sources if done.judged else ())) == ("done", "", 1)
    await bench.aclose()


def test_a_run_that_is_begun_in_vain_too_often_is_given_up_in_a_sentence(home: Path) -> None:
    bench = Workbench.open()
    run, job = recorded(bench), bench.job("worker-1")
    for _ in range(MOST_BEGUN):
        assert job.begin(run.id)
    asyncio.run(bench.perform(run.id, "search"))
    for _ in range(MOST_BEGUN - 1):
        assert job.begin(run.id)
    job.settle(run.id, "queued", "The disk is full.")
    assert job.begin(run.id)
    job.settle(run.id, "queued", "The disk is full.")
    assert not job.begin(run.id)
    found = bench.store.runs.get(run.id)
    assert (found.state, found.stages_done) == ("failed", ("search",))
    assert found.error == (
        f"The run was cut short {MOST_BEGUN} times in its read stage and is given up; start it again."
        " The last time: The disk is full."
    )
    assert not job.begin(run.id)
    assert steps(bench, run.id)["run.failed"] == 1


def test_a_run_that_came_back_with_a_backup_is_finished(home: Path) -> None:
    bench = Workbench.open()
    run = recorded(bench)
    bench.enqueue(run)
    drain()
    assert done_once(bench, run.id)
    by_hand(bench.store, "UPDATE runs SET state = 'running'", "DELETE FROM stages WHERE stage = 'render'")
    by_hand(bench.store, "DELETE FROM events WHERE name = 'run.done'")
    grown_old(bench)
    drain()
    assert done_once(bench, run.id)


def test_what_is_done_stays_done(home: Path) -> None:
    bench = Workbench.open()
    run, job = recorded(bench), bench.job("worker-1")
    done = asyncio.run(bench.do(run))
    assert not job.begin(run.id)
    job.settle(run.id, "failed", "too late")
    assert asyncio.run(bench.do(run)) == done
    assert steps(bench, run.id)["run.done"] == 1


async def test_a_kill_between_the_end_of_a_run_and_the_note_of_it_cannot_be(home: Path) -> None:
    bench = Workbench.open()
    run = recorded(bench)
    job: Job = bench.job("worker-1")
    assert job.begin(run.id)
    by_hand(bench.store, "CREATE TRIGGER no_note BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no note'); END")
    with pytest.raises(StoreError, match="no note"):
        job.settle(run.id, "done", "")
    assert bench.store.runs.state(run.id) == "running"
    await bench.aclose()


def test_what_was_over_long_ago_is_forgotten_by_the_queue_and_kept_in_the_store(home: Path) -> None:
    bench = Workbench.open()
    runs = [recorded(bench, seed) for seed in range(2)]
    for run in runs:
        bench.enqueue(run)
    drain()
    runs.append(recorded(bench, 2))
    bench.enqueue(runs[2])
    queue = Jobs(jobs_url(home))
    assert queue.tidy() == 0
    assert queue.tidy(days=-1) == 2
    assert queue.statuses([run.id for run in runs]) == {runs[2].id: "ENQUEUED"}
    queue.close()
    drain()
    assert all(done_once(bench, run.id) for run in runs)
