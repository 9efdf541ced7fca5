"""What the tests of jobs share: lines of the cases, recordings, workers as processes, and looks at what they did."""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from benchmarks import made
from benchmarks.processes import killed, started
from tests.conftest import cases
from tests.store.fault_lines import by_hand
from workbench.compose import Workbench
from workbench.records import RunRecord

TODAY = "2026-11-29"


def lines(file: str, *names: str) -> list[Any]:
    """The lines of a case file whose input has these names."""
    return [
        pytest.param(line["input"], id=line["name"])
        for line in cases(f"adversarial/{file}.jsonl")
        if set(names) <= line["input"].keys()
    ]


def recorded(bench: Workbench, seed: int = 1, results: int = 3) -> RunRecord:
    """A new run of a recording that reads well."""
    return bench.new_run("", recording=made.recording(seed, results=results), changes={"web_research_results": results})


def steps(bench: Workbench, run: str) -> Counter[str]:
    """How often each step of a run was noted."""
    return Counter(event.name for _, event in bench.store.runs.events(run))


def done_once(bench: Workbench, run: str) -> bool:
    """Whether a run is done, with every stage, and came to its end once."""
    found = bench.store.runs.get(run)
    return found.state == "done" and len(found.stages_done) == 4 and steps(bench, run)["run.done"] == 1


def grown_old(bench: Workbench) -> None:
    """Let everything have been said an hour ago."""
    if bench.store.database.path:
        by_hand(bench.store, "UPDATE runs SET created_at = datetime(created_at, '-1 hour')")
        by_hand(bench.store, "UPDATE events SET at = datetime(at, '-1 hour')")
    else:
        by_hand(bench.store, "UPDATE runs SET created_at = created_at - interval '1 hour'")
        by_hand(bench.store, "UPDATE events SET at = at - interval '1 hour'")


@contextmanager
def working(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process for the length of a `with`."""
    process = started("worker", *arguments)
    try:
        yield process
    finally:
        killed(process)


def ends_within(process: subprocess.Popen[bytes], seconds: float) -> int:
    """The exit code of a process that ends in time."""
    return process.wait(timeout=seconds)


def children_of(pid: int) -> list[int]:
    """The processes that a process started."""
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:  # noqa: PTH123
        return [int(child) for child in file.read().split()]


def is_there(pid: int) -> bool:
    """Whether a process is there and not merely unburied."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def end(pid: int, sign: int) -> None:
    """Send a process a signal."""
    os.kill(pid, sign)
