"""Clean pages beside hostile ones: how long each waits in a clean batch and in a mixed one, and what bombs cost.

python -m benchmarks.hostile_batch [BATCHES]        (bombs from WORKBENCH_SHARED, else ../shared)
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import repeat
from multiprocessing.connection import Connection
from typing import Any

import httpcore

from benchmarks.made import page as made_page
from tests.conftest import cases
from tests.extract.recipes import article, bomb, made
from tests.fetch.test_body import Memory, wire
from workbench.extract.pool import ExtractorPool
from workbench.fetch.web import WebFetcher
from workbench.gather import Gathered, Run, perform
from workbench.gather.reading import read_page
from workbench.records import Hit, Page, Post, Query, Reference, Response, Searched
from workbench.settings import Settings

BATCHES, RESULTS, AT_ONCE = 5, 20, 3
PROMISED_SECONDS, PROMISED_MIB = 11, 32
TODAY = date(2026, 11, 29)
HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
LINKS = "<html><body><p>" + "".join(f"<a href=/x{number}>l</a> " for number in range(60_000))
ATTRIBUTES = made({"repeat": " a{i}=1", "count": 100_000, "inside_tag": "p", "then": article().decode()})
HOSTILE = ("drip", "endless", "bomb", "circle", "cpu", "stuck", "attributes")
PLACES = (0, 1, 2, 5, 8, 11, 14)  # of the hostile ones in a batch: three of them fill the first three turns


def pieces(kind: str, path: str) -> tuple[str, Iterator[bytes]]:
    """What a server says for a page: the head, and the body in pieces."""
    match kind:
        case "circle":
            return f"HTTP/1.1 302 Found\r\nLocation: {path}{random.randint(0, 9)}\r\n\r\n", iter(())
        case "drip":
            return HEAD + "\r\n", repeat(b"<")
        case "endless":
            return HEAD + "\r\n", repeat(b"<p>" + b"river quality " * 4000)
        case "bomb":
            return HEAD + "Content-Encoding: gzip\r\n\r\n", cut(bomb("gzip", " ", 512 << 10))
        case "cpu":
            return HEAD + "\r\n", cut(LINKS.replace("</a>", "</a><b><i>").encode())
        case "stuck":
            return HEAD + "\r\n", cut(LINKS.encode())
        case "attributes":
            return HEAD + "\r\n", cut(ATTRIBUTES.encode())
    return HEAD + "\r\n", cut(made_page(random.Random(path))["body"].encode())


def cut(body: bytes) -> Iterator[bytes]:
    for start in range(0, len(body), 65_536):
        yield body[start : start + 65_536]


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, coded: list[Any]) -> None:
    """One answer of the server: a page by its kind, or the bomb of a case by its place."""
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        path = (await reader.readuntil(b"\r\n\r\n")).split(b" ")[1].decode()
        kind, _, place = path.strip("/").partition("/")
        if kind == "case":
            headers, body = wire(coded[int(place)])
            head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            begins, follows = HEAD + head + "\r\n", cut(body)
        else:
            begins, follows = pieces(kind, path)
        writer.write(begins.encode())
        for piece in follows:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.2 if kind == "drip" else 0)
    writer.close()


def serve(pipe: Connection) -> None:
    """A server in a process of its own, so that what it holds is not counted."""
    coded = cases("adversarial/decompression.jsonl")
    bomb("gzip", " ", 512 << 10)

    async def run() -> None:
        server = await asyncio.start_server(lambda reader, writer: answer(reader, writer, coded), "127.0.0.1", 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


@dataclass(frozen=True)
class NoBodies:
    """Keeps nothing."""

    def put(self, _body: bytes) -> str:
        return ""


@dataclass(frozen=True)
class NoPosts:
    """Knows none."""

    def containing(self, _words: Any, _count: int) -> tuple[Post, ...]:
        return ()


@dataclass
class Batch:
    """The read stage over some pages: when each was done, by the clock of the batch."""

    paths: list[str]
    done: dict[str, float] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)

    async def read(self, fetch: WebFetcher, pool: ExtractorPool) -> None:
        settings = Settings.model_validate({"web_research": {"results": RESULTS, "max_concurrent": AT_ONCE}})
        started = time.monotonic()

        async def reader(url: str) -> Page:
            seconds = settings.web_research.fetch_timeout_seconds
            page = await read_page(url, fetch=fetch, extract=pool, bodies=NoBodies(), seconds=seconds)
            self.done[url], self.pages[url] = time.monotonic() - started, page
            return page

        def none(_: str) -> tuple[Reference, ...]:
            return ()

        run = Run(Query("river quality", TODAY), settings, (), reader, none, NoPosts())
        hits = tuple(Hit(f"http://good.example{path}", position=place) for place, path in enumerate(self.paths, 1))
        await perform("read", Gathered(Searched((), hits)), run)

    def clean(self) -> list[float]:
        return [seconds for url, seconds in self.done.items() if "/clean/" in url]

    def lives(self) -> list[float]:
        return [page.elapsed_seconds for page in self.pages.values()]


def paths(kinds: tuple[str, ...], number: int) -> list[str]:
    """The pages of a batch, hostile ones as early as may be; others that are not counted fill their places."""
    held = dict(zip(PLACES, kinds or ("other",) * len(PLACES), strict=False))
    names = [held.get(place, "other" if place in PLACES else "clean") for place in range(RESULTS)]
    return [f"/{name}/{number}-{place}" for place, name in enumerate(names)]


def shown(batches: list[Batch]) -> str:
    since = [seconds for batch in batches for seconds in batch.clean()]
    own = [page.elapsed_seconds for batch in batches for url, page in batch.pages.items() if "/clean/" in url]
    lost = len(own) - sum(
        page.outcome == "ok" for batch in batches for url, page in batch.pages.items() if "/clean/" in url
    )
    return (
        f"done after {statistics.median(since):5.2f} {max(since):5.2f} s    "
        f"own time {statistics.median(own):5.2f} {max(own):5.2f} s    lost {lost}"
    )


async def compare(fetch: WebFetcher, pool: ExtractorPool, batches: int) -> None:
    """Read clean and mixed batches by turns and print how long the clean pages took."""
    groups: dict[str, tuple[str, ...]] = {"all clean": ()} | {f"with {kind}": (kind,) for kind in HOSTILE}
    groups["with all seven"] = HOSTILE
    found: dict[str, list[Batch]] = {name: [] for name in groups}
    for number in range(batches):
        for name, kinds in groups.items():
            batch = Batch(paths(kinds, number))
            await batch.read(fetch, pool)
            found[name].append(batch)
    clean = RESULTS - len(PLACES)
    print(f"{clean} clean pages in batches of {RESULTS}, {AT_ONCE} at once, {batches} batches: median and longest")
    for name, group in found.items():
        print(f"  {name:16} {shown(group)}")
    longest = max(seconds for group in found.values() for batch in group for seconds in batch.lives())
    print(f"the longest that any page lived: {longest:.2f} s (promised {PROMISED_SECONDS} s)")
    for url, page in found["with all seven"][-1].pages.items():
        if "/clean/" not in url:
            print(f"  {url.split('/')[3]:10} {page.elapsed_seconds:5.2f} s  {page.outcome}  {page.reason}")


async def weigh(fetch: WebFetcher) -> None:
    """Fetch each bomb and print how far this process grew."""
    worst = 0.0
    await fetch("http://good.example/clean/first")
    for place, case in enumerate(cases("adversarial/decompression.jsonl")):
        gc.collect()
        with Memory() as memory:
            response: Response = await fetch(f"http://good.example/case/{place}")
        worst = max(worst, memory.rise)
        print(f"  {case['name']:28} +{memory.rise:4.1f} MiB  {response.outcome} {response.reason}")
    print(f"the most that a bomb cost: {worst:.1f} MiB (promised under {PROMISED_MIB})")


async def measure(port: int, batches: int) -> None:
    async def resolve(_: str, __: int) -> list[str]:
        return ["93.184.215.14"]

    async def dial(_: str, __: int) -> httpcore.AsyncNetworkStream:
        return await httpcore.AnyIOBackend().connect_tcp("127.0.0.1", port)

    fetch = WebFetcher(Settings().web_research, resolve=resolve, dial=dial)
    await weigh(fetch)
    pool = ExtractorPool(today=lambda: TODAY)
    await Batch([f"/clean/warm-{number}" for number in range(4)]).read(fetch, pool)
    await compare(fetch, pool, batches)
    await pool.aclose()


def main() -> None:
    """Serve from a process of its own and measure from this one."""
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    server.start()
    try:
        asyncio.run(measure(here.recv(), int(sys.argv[1]) if len(sys.argv) > 1 else BATCHES))
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
