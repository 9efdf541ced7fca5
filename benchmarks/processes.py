"""Workers and runs as processes of their own, to be killed; and what must be true of the runs they leave."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from workbench.compose import Workbench
from workbench.export import run_document
from workbench.records import STAGES, RunRecord

COMMAND = (sys.executable, "-m", "workbench")
SAME = ("topic", "today", "settings", "hits", "sources", "dropped", "context", "state")


def started(*arguments: object) -> subprocess.Popen[bytes]:
    """`workbench ARGUMENTS` in a session of its own, on the home of this process."""
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def killed(process: subprocess.Popen[bytes]) -> bool:
    """Kill a process as kill -9 does; whether it was still there."""
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def drained(seconds: float = 600) -> None:
    """Let one worker do all that is left."""
    code = started("worker", "--drain").wait(timeout=seconds)
    if code:
        raise SystemExit(f"the worker that was to drain the queue ended with {code}")


def until(true: Callable[[], bool], seconds: float = 60) -> bool:
    """Wait until something is true; whether it came to be in time."""
    deadline = time.monotonic() + seconds
    while not (found := true()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def outcome(run: RunRecord) -> dict[str, Any]:
    """What must be the same however often a run was cut short."""
    document = run_document(run)
    return {key: document[key] for key in SAME}


def faults(bench: Workbench, expected: Mapping[str, dict[str, Any]] | None = None) -> list[str]:
    """What is wrong with the stored runs; with `expected`, by topic, every run must be done once, with that outcome."""
    wrong = [] if bench.store.database.path is None or intact(bench.store.database.path) else ["the file is damaged"]
    for each in bench.store.runs.list(limit=10_000):
        run = bench.store.runs.get(each.id)
        if run.stages_done != STAGES[: len(run.stages_done)]:
            wrong.append(f"run {run.number} has the stages {run.stages_done}")
        if any(read.page and read.page.outcome == "ok" and not read.page.text for read in run.read or ()):
            wrong.append(f"run {run.number} lacks a text")
        if expected is not None:
            wrong += _unfinished(bench, run, expected[run.topic])
    return wrong


def _unfinished(bench: Workbench, run: RunRecord, expected: dict[str, Any]) -> list[str]:
    steps = Counter(event.name for _, event in bench.store.runs.events(run.id))
    wrong = [] if steps["run.done"] == 1 else [f"run {run.number} was done {steps['run.done']} times"]
    if outcome(run) != expected:
        wrong.append(f"run {run.number} is {run.state} and differs from an undisturbed one")
    return wrong


def intact(path: Path) -> bool:
    """Whether SQLite finds the file whole."""
    with closing(sqlite3.connect(path)) as raw:
        return bool(raw.execute("PRAGMA integrity_check").fetchone() == ("ok",))


def environment(home: Path, **more: str) -> None:
    """Let this process and those that it starts use a home."""
    os.environ.update({"WORKBENCH_HOME": str(home), **more})
