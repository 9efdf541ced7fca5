"""The job engine of one process: a run is a workflow, a stage is a step."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from dbos import DBOS, SetWorkflowID

from workbench.jobs.kinds import KINDS, Settled
from workbench.jobs.queue import QUEUE, VERSION, WORKFLOW, Jobs, prepare
from workbench.store.faults import told

RUNS_AT_ONCE = 2
POLL_SECONDS = 0.25


@DBOS.step(preemptible=True)
async def _stage(kind: str, run_id: str, stage: str) -> None:
    await KINDS[kind].perform(run_id, stage)


# How often a run may be begun in vain is counted by its job, which sees whether a stage was finished in between.
@DBOS.workflow(name=WORKFLOW, max_recovery_attempts=None)
async def _run(kind: str, run_id: str) -> None:
    job = KINDS[kind]
    if job.begin(run_id):
        with Settled(job, run_id), told("the queue of runs"):
            for stage in job.stages:
                await _stage(kind, run_id, stage)


def boot(url: str, name: str, *, serving: bool) -> None:
    """Start the engine under a held name; a serving one takes runs from the queue."""
    logging.getLogger("dbos").setLevel(logging.CRITICAL)
    prepare(url)
    if not serving:
        _leave_to_workers(url, name)
    DBOS(
        config={
            "name": "research-workbench",
            "system_database_url": url,
            "executor_id": name,
            "application_version": VERSION,
            "log_level": "CRITICAL",
            "scheduler_polling_interval_sec": 3600,
        }
    )
    if not serving:
        DBOS.listen_queues([])
    DBOS.launch()
    if serving:
        DBOS.register_queue(
            QUEUE, worker_concurrency=RUNS_AT_ONCE, polling_interval_sec=POLL_SECONDS, on_conflict="always_update"
        )


def _leave_to_workers(url: str, name: str) -> None:
    """Put what a dead process of this name left into the queue, so that the launch does not take it up."""
    jobs = Jobs(url)
    jobs.put_back(name)
    jobs.close()


def start(kind: str, run_id: str) -> Future[None]:
    """Do a run in this process at once, without the queue; what comes of the work is in the future."""
    with SetWorkflowID(run_id):
        handle: Any = DBOS.start_workflow(_run, kind, run_id)

    def follow() -> None:
        handle.get_result()

    return ThreadPoolExecutor(1).submit(follow)


def shut_down() -> None:
    """Stop the engine; a run that is not done is taken up by the next worker."""
    DBOS.destroy(workflow_completion_timeout_sec=0)
