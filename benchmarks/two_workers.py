"""Two workers on PostgreSQL drain a queue of recorded runs; one of them is killed in the middle and started again.

python -m benchmarks.two_workers [RUNS]

The server is the one that WORKBENCH_DATABASE_URL names, else one that is started for the length of the benchmark.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from benchmarks.made import recording
from benchmarks.processes import environment, faults, killed, started, until
from workbench.compose import Workbench
from workbench.records import STAGES

RUNS = 200
RECORDINGS = 5
LONGEST_SECONDS = 900


def queued(bench: Workbench, count: int) -> list[str]:
    """So many runs of a few recordings, in the queue."""
    recordings = [recording(number, results=3) for number in range(RECORDINGS)]
    runs = [bench.new_run("", recording=recordings[number % RECORDINGS]) for number in range(count)]
    for run in runs:
        bench.enqueue(run)
    return [run.id for run in runs]


def drained_by_two(bench: Workbench, runs: list[str]) -> bool:
    """Let two workers do the runs, one of them killed and started again in the middle; whether all came to an end."""
    workers = [started("worker") for _ in range(2)]
    try:
        if not until(lambda: len(bench.live_workers()) == 2, 60):
            return False
        until(lambda: bench.store.runs.count(state="done") >= len(runs) // 3, LONGEST_SECONDS)
        killed(workers[0])
        workers[0] = started("worker")
        return until(lambda: bench.store.runs.count(state="done") == len(runs), LONGEST_SECONDS)
    finally:
        for worker in workers:
            killed(worker)


def wrong_in(bench: Workbench, runs: list[str]) -> list[str]:
    """Which of the runs were not done exactly once, stage by stage."""
    wrong = faults(bench)
    for run in runs:
        found = bench.store.runs.get(run)
        steps = Counter(event.name for _, event in bench.store.runs.events(run))
        if (found.state, found.stages_done, steps["run.done"]) != ("done", STAGES, 1):
            wrong.append(f"run {found.number}: {found.state}, {found.stages_done}, done {steps['run.done']} times")
    return wrong


def by_worker(bench: Workbench, runs: list[str]) -> Counter[str]:
    """How many of the runs each worker brought to an end."""
    ended: Counter[str] = Counter()
    for run in runs:
        ended.update(
            str(event.detail["worker"]) for _, event in bench.store.runs.events(run) if event.name == "run.done"
        )
    return ended


def main() -> None:
    """Measure on a server."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory())
        if not os.environ.get("WORKBENCH_DATABASE_URL"):
            from tests.stores import own_server

            environment(Path(home), WORKBENCH_DATABASE_URL=stack.enter_context(own_server()).url("postgres"))
        environment(Path(home))
        bench = Workbench.open()
        runs = queued(bench, count)
        began = time.monotonic()
        all_done = drained_by_two(bench, runs)
        took = time.monotonic() - began
        wrong = wrong_in(bench, runs)
        begun = [event for run in runs for _, event in bench.store.runs.events(run) if event.name == "run.running"]
        print(f"{count} runs by two workers, one killed and started again, in {took:.0f} s: all done: {all_done}")
        print(f"ended by {dict(by_worker(bench, runs))}; {len(begun) - count} were cut and taken up")
        print("\n".join(wrong) or "every run was done exactly once, none is lost")
        bench.jobs.close()
        bench.store.close()
    if wrong or not all_done:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
