"""The job engine of one worker process: a run is a workflow, a stage is a step."""

from __future__ import annotations

import logging

from dbos import DBOS, SetWorkflowID

from workbench.jobs.kinds import KINDS, Settled
from workbench.jobs.names import Names
from workbench.jobs.queue import QUEUE, VERSION, WORKFLOW, prepare

# A run may be cut short this often before it is given up; each kill of its worker counts once.
MOST_RECOVERIES = 100
RUNS_AT_ONCE = 2
POLL_SECONDS = 0.25


@DBOS.step(preemptible=True)
async def _stage(kind: str, run_id: str, stage: str) -> None:
    await KINDS[kind].perform(run_id, stage)


@DBOS.workflow(name=WORKFLOW, max_recovery_attempts=MOST_RECOVERIES)
async def _run(kind: str, run_id: str) -> None:
    job = KINDS[kind]
    with Settled(job, run_id):
        for stage in job.stages:
            await _stage(kind, run_id, stage)


def boot(url: str, name: str, *, serving: bool) -> None:
    """Start the engine under a held name; a serving one takes runs from the queue."""
    logging.getLogger("dbos").setLevel(logging.CRITICAL)
    prepare(url)
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


def start(kind: str, run_id: str) -> None:
    """Do a run in this process at once, without the queue."""
    with SetWorkflowID(run_id):
        DBOS.start_workflow(_run, kind, run_id)


def adopt(names: Names, own: str) -> int:
    """Take up the runs of every name whose process is gone; how many there were."""
    taken = 0
    pending = DBOS.list_workflows(status="PENDING", load_input=False, load_output=False)
    for name in sorted({left.executor_id for left in pending if left.executor_id} - {own}):
        if (held := names.try_take(name)) is None:
            continue
        try:
            for left in DBOS.list_workflows(status="PENDING", executor_id=name, load_input=False, load_output=False):
                DBOS.resume_workflow(left.workflow_id, queue_name=QUEUE)
                taken += 1
        finally:
            held.release()
    return taken


def shut_down() -> None:
    """Stop the engine; a run that is not done is taken up by the next worker."""
    DBOS.destroy(workflow_completion_timeout_sec=0)
