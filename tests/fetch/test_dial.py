"""Names and connections: one look-up a hop, every address checked, the checked one dialled."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import httpcore
import pytest
import trustme

from tests.conftest import cases
from tests.extract.recipes import article
from tests.fetch.loopback import PUBLIC, World
from workbench.fetch.dial import system_resolve
from workbench.fetch.web import WebFetcher
from workbench.records import Response
from workbench.settings.model import WebResearchSettings

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"


@dataclass
class ScriptedWorld(World):
    """A resolver that plays a list of answers, one a look-up, words for what may go wrong."""

    script: list[list[str] | str] = field(default_factory=list)

    async def resolve(self, host: str, port: int) -> list[str]:
        self.lookups.append(host)
        answer = self.script[min(len(self.lookups), len(self.script)) - 1]
        if answer == "HANG":
            await asyncio.sleep(60)
        if answer == "UnicodeError":
            raise UnicodeError("label empty or too long")
        if isinstance(answer, str):
            raise socket.gaierror(answer)
        return [PUBLIC if address == "OWN_PUBLIC_ADDRESS" else address for address in answer]


async def serve_article(request: bytes, writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + article())
    await writer.drain()


@pytest.mark.parametrize("case", cases("adversarial/ssrf_dns.jsonl"), ids=lambda case: case["name"])
async def test_every_name_of_the_cases(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    given, wanted = case["input"], case["assert"]
    answers = given["resolver"]
    first = answers[0] if isinstance(answers[0], list) else []
    unreachable = first[: first.index(wanted["dial"])] if wanted["dial"] in first else []
    world = ScriptedWorld(script=answers, refusing=unreachable)
    responses: list[Response] = []
    async with world.serving(serve_article, tls=True):
        fetch = world.fetcher(seconds=1)
        for _ in range(given["fetches"]):
            responses.append(await fetch(given["url"]))
    last = responses[-1]
    if "either" not in case["expected"] and wanted["decision"] != "policy":
        assert (last.outcome == "ok") == (wanted["decision"] == "allow"), last
    assert all(address == (wanted["dial"] or PUBLIC) for address in world.dialled)
    assert len(world.dialled) <= max(wanted["sockets_opened"], 0)
    assert len(world.lookups) <= given["fetches"] * wanted["max_lookups_per_hop"]
    assert not any(address in last.reason for answer in answers if isinstance(answer, list) for address in answer)


async def test_a_name_that_hangs_is_left_behind_at_the_deadline() -> None:
    world = ScriptedWorld(script=["HANG"])
    response = await world.fetcher(seconds=1)("https://slow.example/")
    assert (response.outcome, response.reason) == (
        "timeout",
        "1 s passed while waiting for the look-up of slow.example",
    )
    assert response.elapsed_seconds < 1.5


async def test_a_hung_look_up_runs_in_a_thread_that_nobody_waits_for() -> None:
    release = threading.Event()

    def hang(*args: object, **kwargs: object) -> list[object]:
        release.wait(30)
        return []

    started = time.monotonic()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(system_resolve("hung.example", 443, hang), 0.2)
    assert time.monotonic() - started < 1
    hung = [thread for thread in threading.enumerate() if thread.name == "look-up of hung.example"]
    assert [thread.daemon for thread in hung] == [True]
    release.set()


async def test_the_system_s_look_up_gives_each_address_once() -> None:
    assert await system_resolve("127.0.0.1", 80) == ["127.0.0.1"]
    with pytest.raises(socket.gaierror):
        await system_resolve("nothing.invalid", 80)


async def test_a_literal_is_not_looked_up() -> None:
    world = World()
    async with world.serving(serve_article):
        response = await world.fetcher()(f"http://{PUBLIC}/")
    assert (response.outcome, world.lookups, world.dialled) == ("ok", [], [PUBLIC])


async def test_every_address_that_refuses_makes_one_reason_without_an_address() -> None:
    world = World(answers={"good.example": ["8.8.8.8", "1.1.1.1"]}, refusing=["8.8.8.8", "1.1.1.1"])
    response = await world.fetcher()("https://good.example/")
    assert (response.outcome, response.reason) == ("error", "no connection (ConnectError)")


async def test_an_address_that_does_not_answer_leaves_time_for_the_next() -> None:
    world = World(answers={"good.example": ["8.8.8.8", PUBLIC]})

    async def dial(address: str, port: int) -> httpcore.AsyncNetworkStream:
        if address == "8.8.8.8":
            await asyncio.sleep(60)
        return await world.dial(address, port)

    async with world.serving(serve_article):
        fetch = WebFetcher(WebResearchSettings(), resolve=world.resolve, dial=dial)
        response = await fetch("http://good.example/")
    assert (response.outcome, world.dialled) == ("ok", [PUBLIC])


async def test_a_certificate_for_another_name_is_not_accepted() -> None:
    stranger = trustme.CA()
    context = ssl.create_default_context()
    stranger.configure_trust(context)
    world = World()
    async with world.serving(serve_article, tls=True):
        fetch = WebFetcher(WebResearchSettings(), resolve=world.resolve, dial=world.dial, tls=context)
        response = await fetch("https://good.example/")
    assert (response.outcome, response.reason) == ("error", "no secure connection (ConnectError)")
    assert world.requests == []


async def test_many_pages_at_once_do_not_mix() -> None:
    async def echo(request: bytes, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.02)
        writer.write(HEAD + b"<html><p>" + request.split(b" ")[1])
        await writer.drain()

    world = World()
    async with world.serving(echo):
        fetch = world.fetcher()
        found = await asyncio.gather(*(fetch(f"http://good.example/{number}") for number in range(30)))
    assert [response.body for response in found] == [b"<html><p>/%d" % number for number in range(30)]
