"""Turns at reading: no more at once than set, and a page that takes long does not keep the others waiting."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from datetime import date

import pytest

from workbench.gather import Gathered, Run, perform
from workbench.gather.turns import Turns
from workbench.records import Hit, Page, Post, Query, Searched
from workbench.settings import Settings


@dataclass
class Clocked:
    """A reader whose pages take as many seconds as their address says; it knows how many it read at once."""

    now: int = 0
    most: int = 0
    order: list[str] = field(default_factory=list)

    async def __call__(self, url: str) -> Page:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(float(url.rpartition("/")[2]))
        finally:
            self.now -= 1
        self.order.append(url)
        return Page(url, "ok", text="Text.")


async def read(reader: Clocked, at_once: int, seconds: list[float], patience: float = 1.0) -> None:
    turns = Turns(at_once, patience)

    async def one(place: int, wait: float) -> None:
        async with turns.taken():
            await reader(f"https://{place}.example/{wait}")

    await asyncio.gather(*(one(place, wait) for place, wait in enumerate(seconds)))


@pytest.mark.parametrize("at_once", [1, 3, 16])
async def test_usual_pages_are_read_so_many_at_once(at_once: int) -> None:
    reader = Clocked()
    await read(reader, at_once, [0.02] * 20)
    assert (reader.most, len(reader.order)) == (at_once, 20)


async def test_a_page_that_takes_long_gives_its_turn_to_the_next_and_is_read_to_its_end() -> None:
    reader = Clocked()
    await read(reader, 2, [0.6, 0.6, 0.01, 0.01, 0.01, 0.01], patience=0.1)
    assert [url[-3:] for url in reader.order] == [".01"] * 4 + ["0.6"] * 2
    assert reader.most <= 4


async def test_a_turn_is_given_back_once() -> None:
    reader = Clocked()
    await read(reader, 1, [0.2, 0.05, 0.05, 0.05, 0.05], patience=0.1)
    assert reader.most == 2


async def test_a_page_that_breaks_or_is_cancelled_gives_its_turn_back() -> None:
    turns = Turns(1, 60)
    with pytest.raises(ValueError, match="broken"):
        async with turns.taken():
            raise ValueError("broken")
    held = asyncio.create_task(read_forever(turns))
    await asyncio.sleep(0.01)
    held.cancel()
    await asyncio.gather(held, return_exceptions=True)
    async with asyncio.timeout(1), turns.taken():
        pass


async def read_forever(turns: Turns) -> None:
    async with turns.taken():
        await asyncio.sleep(60)


class NoPosts:
    """Knows none."""

    def containing(self, words: object, count: int) -> tuple[Post, ...]:
        return ()


async def test_the_read_stage_passes_three_pages_that_never_come() -> None:
    reader = Clocked()
    hits = tuple(
        Hit(f"https://{place}.example/{wait}", position=place)
        for place, wait in enumerate([3.0, 3.0, 3.0, *[0.01] * 9], 1)
    )
    done: dict[str, float] = {}
    started = time.monotonic()

    def trace(name: str, detail: dict[str, object]) -> None:
        if name == "page.done":
            done[str(detail["url"])] = time.monotonic() - started

    settings = Settings.model_validate({"web_research": {"results": 12, "max_concurrent": 3}})
    run = Run(Query("river", date(2026, 11, 29)), settings, (), reader, lambda topic: (), NoPosts(), trace)
    after = await perform("read", Gathered(Searched((), hits)), run)
    assert after.read is not None
    assert [one.hit.position for one in after.read] == list(range(1, 13))
    assert max(seconds for url, seconds in done.items() if url.endswith("0.01")) < 2.5
