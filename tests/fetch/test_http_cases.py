"""Hostile answers over the wire: one page each, with the outcome and reason of its kind, read to the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import httpcore
import pytest

from tests.conftest import cases
from tests.extract.recipes import played
from tests.fetch.loopback import PUBLIC, World, reset, send
from workbench.extract.pool import ExtractorPool
from workbench.fetch.web import WebFetcher
from workbench.gather.reading import read_page
from workbench.records import Page
from workbench.settings.model import WebResearchSettings

SECONDS = 2  # stands for the ten of a page, so that the cases that wait for it end sooner
FLAGS = {"truncated": lambda page: page.truncated}


class NoBodies:
    """Keeps nothing."""

    def put(self, body: bytes) -> str:
        return "key"


@pytest.fixture(scope="module")
def pool() -> Iterator[ExtractorPool]:
    workers = ExtractorPool(workers=2, seconds=9)  # its limit is tested in its own room
    workers.start()
    yield workers
    asyncio.run(workers.aclose())


@dataclass
class Server:
    """Plays one case: raw bytes, and what it does then."""

    case: dict[str, Any]

    async def __call__(self, request: bytes, writer: asyncio.StreamWriter) -> None:
        head = bytes.fromhex(self.case["raw_hex"]) if "raw_hex" in self.case else self.case["raw"].encode("latin-1")
        writer.write(head)
        await writer.drain()
        then = self.case.get("then", "close")
        if then == "reset":
            await asyncio.sleep(0.05)
            reset(writer)
        elif isinstance(then, dict) and "drip" in then:
            while not writer.is_closing():
                writer.write(then["drip"].encode())
                await writer.drain()
                await asyncio.sleep(then["every_ms"] / 1000)
        elif isinstance(then, dict):
            pieces = played(then)
            await send(writer, chunked(pieces) if "recipe" in then and b"chunked" in head else pieces)


def chunked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces in chunks of the wire."""
    for piece in pieces:
        yield b"%x\r\n%s\r\n" % (len(piece), piece)
    yield b"0\r\n\r\n"


async def stalled(pool: ExtractorPool) -> Page:
    """A page of a host that accepts a connection and says nothing over TLS."""

    async def silence(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(30)

    server = await asyncio.start_server(silence, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def resolve(host: str, port: int) -> list[str]:
        return [PUBLIC]

    async def dial(address: str, _: int) -> httpcore.AsyncNetworkStream:
        return await httpcore.AnyIOBackend().connect_tcp("127.0.0.1", port)

    fetch = WebFetcher(WebResearchSettings(fetch_timeout_seconds=SECONDS), resolve=resolve, dial=dial)
    try:
        return await read_page("https://good.example/", fetch=fetch, extract=pool, bodies=NoBodies(), seconds=SECONDS)
    finally:
        server.close()


@pytest.mark.parametrize("case", cases("adversarial/http_responses.jsonl"), ids=lambda case: case["name"])
async def test_every_answer_of_the_cases(case: dict[str, Any], pool: ExtractorPool) -> None:
    if case["input"].get("then", {}) and "raw_mib" in case["input"]["then"]:
        list(played(case["input"]["then"]))  # a bomb is made once, before anybody waits for it
    started = time.monotonic()
    world = World()
    if case["input"].get("tls") == "stall":
        page = await stalled(pool)
    else:
        async with world.serving(Server(case["input"])):
            page = await read_page(
                "http://good.example/report",
                fetch=world.fetcher(seconds=SECONDS),
                extract=pool,
                bodies=NoBodies(),
                seconds=SECONDS + 6,
            )
    wanted = case["assert"]
    assert time.monotonic() - started < wanted.get("max_seconds", 11)
    assert world.bytes_read <= wanted.get("max_bytes_read", 3_000_000)
    if "outcome" in wanted:
        assert page.outcome == wanted["outcome"], page.reason
    if "content" in wanted:
        assert bool(page.text) == (wanted["content"] == "non-empty"), page
    if wanted.get("citable") is False:
        assert page.text == ""
    if "flag" in wanted:
        assert FLAGS[wanted["flag"]](page)
    for word in wanted.get("must_not_contain", ()):
        assert word not in page.text
    assert page.reason or page.outcome == "ok"
    if "reason 'HTTP" in case["expected"]:
        assert page.reason == f"HTTP {page.status}"
    assert "127.0.0.1" not in page.reason
    assert PUBLIC not in page.reason


async def test_a_drip_is_cut_at_the_deadline_and_says_what_it_waited_for(pool: ExtractorPool) -> None:
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n"
    world = World()
    async with world.serving(Server({"raw": head, "then": {"drip": "x", "every_ms": 100}})):
        page = await read_page(
            "http://good.example/", fetch=world.fetcher(seconds=1), extract=pool, bodies=NoBodies(), seconds=1
        )
    assert (page.outcome, page.reason) == ("timeout", "1 s passed while waiting for the body from good.example")
    assert page.elapsed_seconds < 1.5


async def test_the_request_is_one_plain_honest_get() -> None:
    world = World()
    async with world.serving(Server({"raw": "HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n"})):
        settings = WebResearchSettings()
        fetch = WebFetcher(settings, "https://us.example/bot\r\nX: y", resolve=world.resolve, dial=world.dial)
        await fetch("http://good.example/a?b=c#d")
    lines = world.requests[0].decode().split("\r\n")
    assert lines[:3] == [
        "GET /a?b=c HTTP/1.1",
        "Host: good.example",
        "User-Agent: Mozilla/5.0 (compatible; ResearchWorkbench/0.1; +https://us.example/botX:y)",
    ]
    assert "Accept-Encoding: gzip, deflate" in lines
    assert not any(line.lower().startswith(("cookie", "authorization", "referer")) for line in lines)
