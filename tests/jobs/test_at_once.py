"""Several at once: clicks, sessions, cancels and deletions, while workers do runs."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from benchmarks import made
from benchmarks.processes import faults, until
from tests.cli.commands import command
from tests.jobs.running import done_once, lines, recorded, steps, working
from workbench.compose import Workbench
from workbench.errors import NotFound
from workbench.records import STAGES


def at_once(*acts: Callable[[], object]) -> None:
    """Do everything at the same time."""
    threads = [threading.Thread(target=act) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def drain() -> None:
    done = command("worker", "--drain")
    assert (done.code, done.err) == (0, "")


@contextmanager
def two_workers() -> Iterator[None]:
    with working(), working():
        yield


def is_intact(home: Path) -> bool:
    with closing(sqlite3.connect(home / "workbench.db")) as raw:
        return bool(raw.execute("PRAGMA integrity_check").fetchone() == ("ok",))


@pytest.mark.parametrize("given", lines("concurrency", "click", "times"))
def test_a_run_that_is_put_in_twice_is_one_run(given: dict[str, Any], home: Path) -> None:
    bench = Workbench.open()
    run = recorded(bench)
    at_once(*[lambda: bench.enqueue(run)] * given["times"])
    drain()
    assert done_once(bench, run.id)
    assert steps(bench, run.id)["run.running"] == 1
    assert bench.store.runs.count() == 1
    bench.enqueue(run)
    drain()
    assert steps(bench, run.id)["run.running"] == 1
    assert is_intact(home)


@pytest.mark.parametrize("given", lines("concurrency", "sessions", "topic"))
def test_the_same_topic_of_several_sessions_is_a_run_for_each(given: dict[str, Any], home: Path) -> None:
    benches = [Workbench.open() for _ in range(given["sessions"])]
    text = json.dumps({**json.loads(made.recording(1, results=3)), "topic": given["topic"]})
    at_once(*(lambda bench=bench: bench.enqueue(bench.new_run("", recording=text)) for bench in benches))
    with two_workers():
        assert until(lambda: benches[0].store.runs.count(state="done") == len(benches), 60)
    found = [benches[0].store.runs.get(one.id) for one in benches[0].store.runs.list()]
    assert [run.topic for run in found] == [given["topic"]] * len(benches)
    assert {run.number for run in found} == set(range(1, len(benches) + 1))
    for run in found:
        assert done_once(benches[0], run.id)
        assert run.judged
        assert len(run.judged.sources) == 3
    assert is_intact(home)


SAME_PAGE = [each for each in lines("concurrency", "extract") if "same" in each.values[0]["extract"]]
DELETED = [each for each in lines("concurrency", "A", "B") if "deletes" in str(each.values[0]["B"])]


@pytest.mark.parametrize("given", SAME_PAGE)
def test_a_page_has_the_same_text_in_every_run(given: dict[str, Any], home: Path) -> None:
    times = max([6, *(int(word) for word in given["extract"].split() if word.isdigit())])

    async def all_of_them() -> Sequence[str]:
        bench = Workbench.open()
        texts = []
        for _ in range(times):
            run = await bench.do(recorded(bench))
            texts.append("".join(read.page.text for read in run.read or () if read.page))
        await bench.aclose()
        return texts

    texts = asyncio.run(all_of_them())
    assert len(texts) == times
    assert len(set(texts)) == 1
    assert len(texts[0]) > 1000


def is_under_way(bench: Workbench, run: str) -> bool:
    return bench.store.runs.state(run) == "running" or steps(bench, run)["page.done"] > 0


@pytest.mark.parametrize("given", DELETED)
def test_a_run_that_is_deleted_while_it_is_done_is_gone_and_its_viewer_is_told(
    given: dict[str, Any], home: Path
) -> None:
    bench, viewer = Workbench.open(), Workbench.open()
    runs = [recorded(bench, seed, results=8) for seed in range(6)]
    for run in runs:
        bench.enqueue(run)
    with two_workers():
        for run in runs[:3]:
            assert until(partial(is_under_way, viewer, run.id), 60)
            assert command("runs", "delete", run.id, "--now").code == 0
            with pytest.raises(NotFound, match="no longer exists"):
                viewer.store.runs.state(run.id)
            with pytest.raises(NotFound, match="may have been deleted"):
                viewer.store.runs.get(run.id)
        assert until(lambda: bench.store.runs.count(state="done") == 3, 60)
        assert until(lambda: not bench.jobs.unfinished(), 30)
    assert [one.id for one in bench.store.runs.list()] == [run.id for run in reversed(runs[3:])]
    assert all(done_once(bench, run.id) for run in runs[3:])
    tables = ("stages", "events", "findings", "run_blobs")
    with closing(sqlite3.connect(home / "workbench.db")) as raw:
        for table in tables:
            left = {row[0] for row in raw.execute(f"SELECT DISTINCT run_id FROM {table}")}
            assert left <= {run.id for run in runs[3:]}
    assert is_intact(home)


def test_a_cancel_at_any_moment_leaves_a_run_done_or_cancelled(home: Path) -> None:
    bench, chance = Workbench.open(), random.Random(11)
    runs = [recorded(bench, seed, results=6) for seed in range(12)]
    for run in runs:
        bench.enqueue(run)
    with two_workers():
        assert until(lambda: bool(bench.live_workers()), 60)
        for run in runs:
            time.sleep(chance.uniform(0, 0.4))
            bench.cancel(run.id)
            assert not bench.cancel(run.id)
        assert until(lambda: not bench.jobs.unfinished(), 60)
    for run in runs:
        found, noted = bench.store.runs.get(run.id), steps(bench, run.id)
        assert found.state in ("done", "cancelled")
        assert found.finished_at
        assert found.stages_done == STAGES[: len(found.stages_done)]
        assert noted["run.done"] + noted["run.cancelled"] == 1
        assert noted["run.failed"] == 0
        if found.state == "done":
            assert len(found.stages_done) == 4
    assert bench.store.runs.count(state="cancelled")
    assert faults(bench) == []


def test_cancels_at_once_are_one(home: Path) -> None:
    bench, other = Workbench.open(), Workbench.open()
    run = recorded(bench)
    bench.enqueue(run)
    ended: list[bool] = []
    at_once(*(lambda each=each: ended.append(each.cancel(run.id)) for each in (bench, other) * 3))
    assert sorted(ended) == [False] * 5 + [True]
    assert steps(bench, run.id)["run.cancelled"] == 1
    drain()
    assert bench.store.runs.state(run.id) == "cancelled"
    assert bench.store.runs.get(run.id).stages_done == ()
