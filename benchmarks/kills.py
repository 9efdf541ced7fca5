"""kill -9 at random moments of runs on SQLite, and what is left: nothing half-written, every run finished.

python -m benchmarks.kills [KILLS]

In each round one worker and two runs of the command line are killed, each at a random moment: one in five before it
has begun anything, the others while a run is being done. What a round leaves is taken up in the next, and at the end
one worker does what is left.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import func
from sqlmodel import col, select

from benchmarks.made import recording
from benchmarks.processes import drained, environment, faults, killed, outcome, started, until
from workbench.compose import Workbench
from workbench.store.tables import EventRow

KILLS, SEED = 100, 7
TOPICS = 4
RESULTS = 8
BEFORE, BEFORE_SECONDS, WITHIN_SECONDS = 0.2, 1.5, 3.5  # one kill in five comes before a run was begun

MANY = {"web_research_results": RESULTS}


def expected(folder: Path, recordings: list[str]) -> dict[str, dict[str, Any]]:
    """The outcome of each recording where nothing disturbs it, by topic."""

    async def undisturbed() -> dict[str, dict[str, Any]]:
        bench = Workbench.open()
        runs = [await bench.do(bench.new_run("", recording=each, changes=MANY)) for each in recordings]
        await bench.aclose()
        return {run.topic: outcome(run) for run in runs}

    environment(folder)
    return asyncio.run(undisturbed())


def round_of_kills(bench: Workbench, files: list[Path], chance: random.Random, within: float) -> int:
    """Start a worker and two runs, kill each at a moment of its own; how many were there to be killed."""
    for file in chance.sample(files, 2):
        bench.enqueue(bench.new_run("", recording=file.read_text(encoding="utf-8"), changes=MANY))
    sets = ("--set", f"web_research_results={RESULTS}")
    doing = [("worker",), *(("run", "--recording", file, *sets) for file in chance.sample(files, 2))]
    before = [chance.random() < BEFORE for _ in doing]
    delays = [chance.uniform(0, BEFORE_SECONDS if early else within) for early in before]
    found: list[bool] = []

    def kill(arguments: tuple[object, ...], early: bool, delay: float) -> None:
        who = "worker" if arguments == ("worker",) else "cli"
        begun = _begun(bench, who)
        process = started(*arguments)
        if not early:
            until(lambda: _begun(bench, who) > begun or process.poll() is not None, 30)
        time.sleep(delay)
        found.append(killed(process))

    threads = [threading.Thread(target=kill, args=each) for each in zip(doing, before, delays, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(found)


def _begun(bench: Workbench, who: str = "") -> int:
    """How often a worker whose name begins so has begun a run."""
    with bench.store.database.reading() as session:
        query = select(func.count()).select_from(EventRow).where(col(EventRow.name) == "run.running")
        return session.exec(query.where(col(EventRow.detail).contains(f'"{who}'))).one()


@dataclass
class Left:
    """What kills left: how many there were, what is wrong, and how many stages the cut runs had each time."""

    bench: Workbench
    kills: int = 0
    wrong: list[str] = field(default_factory=list)
    cut: Counter[int] = field(default_factory=Counter)


def disturbed(
    folder: Path, recordings: list[str], kills: int, seed: int = SEED, within: float = WITHIN_SECONDS
) -> Left:
    """Do runs of the recordings in a home where so many processes are killed."""
    environment(folder)
    files = [folder / f"recording-{number}.json" for number in range(len(recordings))]
    for file, text in zip(files, recordings, strict=True):
        file.write_text(text, encoding="utf-8")
    bench, chance = Workbench.open(), random.Random(seed)
    left = Left(bench)
    while left.kills < kills:
        left.kills += round_of_kills(bench, files, chance, within)
        left.wrong += faults(bench)
        left.cut.update(
            len(bench.store.runs.get(one.id).stages_done)
            for one in bench.store.runs.unfinished()
            if one.state == "running"
        )
    return left


def main() -> None:
    """Measure in empty homes."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        recordings = [recording(number, results=RESULTS) for number in range(TOPICS)]
        wanted = expected(Path(first), recordings)
        left = disturbed(Path(second), recordings, kills)
        runs = left.bench.store.runs
        print(
            f"{left.kills} kills in {time.monotonic() - began:.0f} s; {runs.count(state='done')} of {runs.count()} done"
        )
        print(f"cut runs by the stages they had stored: {dict(sorted(left.cut.items()))}")
        drained()
        left.wrong += faults(left.bench, wanted)
        print(
            f"after one more worker {runs.count(state='done')} of {runs.count()} done, begun {_begun(left.bench)} times"
        )
        print("\n".join(left.wrong) or "nothing half-written, the file whole, every run as an undisturbed one")
        left.bench.jobs.close()
        left.bench.store.close()
    if left.wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
