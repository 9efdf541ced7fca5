"""The pool of extraction workers: slow ones are killed, others go on, and nothing is left behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from tests.extract.recipes import article
from workbench.errors import ExtractionFailed
from workbench.extract import wire
from workbench.extract.pool import PATIENCE_SECONDS, ExtractorPool
from workbench.records import DateCandidate, Page, Response

URL = "https://good.example/report"
BOMB = (
    b"<html><body><p>" + b"".join(b"<a href=/x%d>l</a> " % number for number in range(60_000)) + b"</p></body></html>"
)


def page_with(body: bytes) -> Response:
    return Response(URL, "ok", final_url=URL, status=200, content_type="text/html", body=body)


@pytest.fixture(scope="module")
def pool() -> Iterator[ExtractorPool]:
    workers = ExtractorPool(workers=2, seconds=2, today=lambda: date(2026, 11, 29))
    workers.start()
    yield workers
    asyncio.run(workers.aclose())


def workers_of(pid: int) -> list[psutil.Process]:
    """The children of a program that read pages, the template that they are forked from aside."""
    found = []
    for child in psutil.Process(pid).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if "workbench.extract.worker" in child.cmdline() and child.ppid() != pid:
                found.append(child)
    return found


async def test_a_slow_page_is_cut_and_the_others_go_on(pool: ExtractorPool) -> None:
    await asyncio.gather(*(pool(page_with(article(3))) for _ in range(2)))
    started = time.monotonic()
    bomb = asyncio.create_task(pool(page_with(BOMB)))
    others = await asyncio.gather(*(pool(page_with(article(3, seed=number))) for number in range(8)))
    assert time.monotonic() - started < 2
    assert {page.outcome for page in others} == {"ok"}
    slow = await bomb
    assert (slow.outcome, slow.reason) == ("unreadable", "the extraction of its text took over 2 s")
    assert time.monotonic() - started < 3
    assert (await pool(page_with(article(3)))).outcome == "ok"


async def test_a_worker_that_dies_is_replaced(pool: ExtractorPool) -> None:
    task = asyncio.create_task(pool(page_with(BOMB)))
    await asyncio.sleep(0.5)
    before = {child.pid for child in workers_of(os.getpid())}
    for child in workers_of(os.getpid()):
        child.kill()
    assert (await task).reason == "the extraction of its text ended without an answer"
    assert [(await pool(page_with(article(2)))).outcome for _ in range(4)].count("ok") >= 3
    assert before.isdisjoint(child.pid for child in workers_of(os.getpid()))


async def test_a_cancelled_page_frees_its_worker_at_once(pool: ExtractorPool) -> None:
    tasks = [asyncio.create_task(pool(page_with(BOMB))) for _ in range(4)]
    await asyncio.sleep(0.3)
    for task in tasks:
        task.cancel()
    assert all(isinstance(end, asyncio.CancelledError) for end in await asyncio.gather(*tasks, return_exceptions=True))
    assert (await asyncio.wait_for(pool(page_with(article(3))), 10)).outcome == "ok"


def test_the_pool_serves_one_loop_after_another_and_two_at_once(pool: ExtractorPool) -> None:
    pages = [asyncio.run(pool(page_with(article(2)))), asyncio.run(pool(page_with(article(2))))]
    threads = [
        threading.Thread(target=lambda: pages.append(asyncio.run(pool(page_with(article(2)))))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [page.outcome for page in pages] == ["ok"] * 5


async def test_the_day_that_counts_as_today_is_handed_in(pool: ExtractorPool) -> None:
    meta = b'<head><meta property="article:published_time" content="2026-12-24">'
    page = await pool(page_with(article(2).replace(b"<head>", meta)))
    assert DateCandidate("meta", "2026-12-24", date(2026, 12, 24), "more than one day ahead") in page.dates


async def test_a_failed_response_needs_no_worker() -> None:
    idle = ExtractorPool()
    page = await idle(Response(URL, "timeout", reason="10 s passed"))
    assert (page.outcome, page.reason) == ("timeout", "10 s passed")
    await idle.aclose()


async def test_closing_ends_the_workers_and_what_waits() -> None:
    before = workers_of(os.getpid())
    workers = ExtractorPool(workers=1)
    await workers(page_with(article(2)))
    busy = [asyncio.create_task(workers(page_with(BOMB))) for _ in range(2)]
    await asyncio.sleep(0.3)
    children = [child for child in workers_of(os.getpid()) if child not in before]
    await workers.aclose()
    assert [(await task).outcome for task in busy] == ["unreadable"] * 2
    gone, alive = psutil.wait_procs(children, timeout=5)
    assert (len(gone), alive) == (1, [])
    with pytest.raises(ExtractionFailed):
        await workers(page_with(article(2)))


ORPHANS = """
import asyncio, sys
from workbench.extract.pool import ExtractorPool
from tests.extract.test_pool import BOMB, article, page_with

async def main():
    pool = ExtractorPool(workers=1, seconds=1)
    await pool(page_with(article(2)))
    print("ready", flush=True)
    {end}

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("end", "kill"),
    [
        ("return", False),
        ("await asyncio.sleep(60)", True),
        ("await asyncio.gather(pool(page_with(BOMB)), asyncio.sleep(60))", True),
    ],
    ids=["a normal end", "killed while idle", "killed while busy"],
)
def test_no_worker_outlives_the_program(end: str, kill: bool) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", ORPHANS.format(end=end)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert program.stdout
    assert program.stdout.readline() == b"ready\n"
    children = psutil.Process(program.pid).children(recursive=True)
    time.sleep(0.5 if kill else 0)
    if kill:
        program.send_signal(signal.SIGKILL)
    assert program.wait(timeout=10) == (-signal.SIGKILL if kill else 0)
    _, alive = psutil.wait_procs(children, timeout=8)
    assert alive == []
    program.stdout.close()


@dataclass(eq=False)
class FakeChild:
    """A worker that answers as it is told."""

    answer: Callable[[bytes], bytes]
    alive: bool = True
    asked: list[bytes] = field(default_factory=list)

    def ask(self, line: bytes) -> bytes:
        self.asked.append(line)
        return self.answer(line)

    def kill(self) -> None:
        self.alive = False

    def close(self) -> None:
        self.alive = False


async def test_a_pool_without_workers_says_so() -> None:
    def hire(seconds: float) -> FakeChild:
        raise ExtractionFailed("no")

    workers = ExtractorPool(workers=1, hire=hire)
    page = await workers(page_with(b"x"))
    assert (page.outcome, page.reason) == ("unreadable", "no extraction worker could start")
    await workers.aclose()


@pytest.mark.parametrize("line", [b"not json\n", b"{}\n", b'{"url": 5}\n'])
async def test_an_answer_that_is_no_page_is_no_page(line: bytes) -> None:
    workers = ExtractorPool(workers=1, hire=lambda seconds: FakeChild(lambda _: line))
    page = await workers(page_with(b"x"))
    assert (page.outcome, page.text) == ("unreadable", "")
    await workers.aclose()


def test_what_goes_over_the_wire_comes_out_as_it_was() -> None:
    response = Response(URL, "ok", URL, "", 200, "text/html", bytes(range(256)), truncated=True, modified="x")
    assert wire.asked(wire.question(response, date(2026, 11, 29))) == (response, date(2026, 11, 29))
    page = Page(
        URL, "ok", text="河流\u2028\U0001f30a", flags=("a",), dates=(DateCandidate("meta", "x", date(2026, 1, 2)),)
    )
    assert wire.answer(page).count(b"\n") == 1
    assert wire.answered(wire.answer(page)) == page


def answering(stuck: threading.Event) -> Callable[[bytes], bytes]:
    """Answers at once, but to a page that says "stuck" only when it may."""

    def answer(line: bytes) -> bytes:
        response, _ = wire.asked(line)
        if response.body == b"stuck":
            stuck.wait(20)
        return wire.answer(Page(response.url, "ok", text=response.body.decode()))

    return answer


async def until(holds: Callable[[], bool]) -> None:
    for _ in range(1000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never held")


async def test_a_spare_takes_over_from_a_stuck_worker_and_ends_when_nobody_waits() -> None:
    stuck, hired = threading.Event(), list[FakeChild]()

    def hire(seconds: float) -> FakeChild:
        hired.append(FakeChild(answering(stuck)))
        return hired[-1]

    def alive() -> int:
        return sum(child.alive for child in hired)

    workers = ExtractorPool(workers=1, spares=2, hire=hire)
    first = asyncio.create_task(workers(page_with(b"stuck")))
    started = time.monotonic()
    pages = await asyncio.gather(*(workers(page_with(f"page {number}".encode())) for number in range(5)))
    assert [page.text for page in pages] == [f"page {number}" for number in range(5)]
    assert time.monotonic() - started < 5
    assert (first.done(), len(hired)) == (False, 2)
    again = [asyncio.create_task(workers(page_with(b"stuck"))) for _ in range(3)]
    await until(lambda: alive() == 3)
    await asyncio.sleep(PATIENCE_SECONDS * 2)
    assert alive() == 3
    stuck.set()
    assert {page.text for page in await asyncio.gather(first, *again)} == {"stuck"}
    await until(lambda: alive() == 1)
    assert (await workers(page_with(b"after"))).text == "after"
    await workers.aclose()
    assert not any(child.alive for child in hired)


async def test_a_usual_load_hires_no_spare() -> None:
    hired = list[FakeChild]()

    def hire(seconds: float) -> FakeChild:
        hired.append(FakeChild(answering(threading.Event())))
        return hired[-1]

    workers = ExtractorPool(workers=2, hire=hire)
    await asyncio.gather(*(workers(page_with(b"page")) for _ in range(50)))
    assert len(hired) == 2
    await workers.aclose()


async def test_pages_pass_two_stuck_workers(pool: ExtractorPool) -> None:
    await asyncio.gather(*(pool(page_with(article(2))) for _ in range(2)))
    bombs = [asyncio.create_task(pool(page_with(BOMB))) for _ in range(2)]
    await asyncio.sleep(0.1)
    started = time.monotonic()
    pages = await asyncio.gather(*(pool(page_with(article(3, seed=number))) for number in range(4)))
    assert ({page.outcome for page in pages}, time.monotonic() - started < 2) == ({"ok"}, True)
    assert not any(bomb.done() for bomb in bombs)
    await asyncio.gather(*bombs)
