"""Redirects: each hop is guarded like the first, and nothing is carried over."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

import pytest

from tests.conftest import cases
from tests.extract.recipes import article
from tests.fetch.loopback import PUBLIC, World

PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + article()
PRIVATE = {"rebind-private.example": ["10.0.0.1"], "intranet": ["10.0.0.1"]}
SCALE = 0.2  # of the seconds that a case names, so that its page deadline of ten takes two

# Labels that say otherwise than their own words, with the rule that decides.
DISPUTED = {
    "redir-crlf-location": "the wire splits it into a public address and a harmless header; the address is followed",
}


@dataclass
class Hop:
    """One answer of a chain: how long it takes, its status, where it leads, what else it says."""

    status: int
    location: str | None
    headers: dict[str, str]
    seconds: float = 0.0

    @classmethod
    def of(cls, entry: list[Any], expected: str) -> Hop:
        seconds = 0.0
        if isinstance(entry[0], str):
            seconds = float(re.findall(r"\d+", entry[0])[0]) * SCALE
            entry = entry[1:]
        status, location, *headers = entry
        if location and (size := re.search(r"send (\d+) MiB", expected)):
            location += "a" * (int(size[1]) << 20)
        return cls(status, location, headers[0] if headers else {}, seconds)

    def wire(self) -> bytes:
        if self.status == 200:
            extra = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
            return PAGE.replace(b"\r\n\r\n", f"\r\n{extra}\r\n".encode(), 1)
        lines = [f"HTTP/1.1 {self.status} X"]
        if self.location is not None:
            lines.append(f"Location: {self.location}")
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        return ("\r\n".join(lines) + "\r\nContent-Length: 0\r\n\r\n").encode()


def case_marks() -> list[Any]:
    return [
        pytest.param(
            case,
            id=case["name"],
            marks=pytest.mark.xfail(reason=DISPUTED[case["name"]], strict=True) if case["name"] in DISPUTED else (),
        )
        for case in cases("adversarial/ssrf_redirects.jsonl")
    ]


@pytest.mark.parametrize("case", case_marks())
async def test_every_chain_of_the_cases(case: dict[str, Any]) -> None:
    hops = [Hop.of(entry, case["expected"]) for entry in case["input"]["chain"]]
    slow = sum(hop.seconds for hop in hops) > 0
    world = World(answers=PRIVATE)

    async def play(request: bytes, writer: asyncio.StreamWriter) -> None:
        number = len(world.requests) - 1
        if number < len(hops):
            await asyncio.sleep(hops[number].seconds)
        writer.write(hops[number].wire() if number < len(hops) else PAGE)
        await writer.drain()

    async with world.serving(play, tls=True):
        response = await world.fetcher(seconds=2 if slow else 10)(case["input"]["start"])
    assert (response.outcome == "ok") == (case["assert"]["decision"] == "allow"), response
    assert bool(response.body) == (response.outcome == "ok")
    assert response.reason or response.outcome == "ok"
    assert set(world.dialled) <= {PUBLIC}
    for request in world.requests:
        assert request.startswith(b"GET ")
        assert not re.search(rb"(?im)^(?:cookie|authorization|referer|x-injected)\s*:", request)
    if response.outcome == "ok":
        assert response.final_url == final(case["input"]["start"], hops)


def final(start: str, hops: list[Hop]) -> str:
    for hop in hops:
        if hop.location:
            start = urljoin(start, hop.location)
    return start


async def follow(*heads: bytes, start: str = "https://good.example/") -> tuple[World, Any]:
    world = World()

    async def play(request: bytes, writer: asyncio.StreamWriter) -> None:
        number = len(world.requests) - 1
        writer.write(heads[number] if number < len(heads) else PAGE)
        await writer.drain()

    async with world.serving(play, tls=True):
        return world, await world.fetcher()(start)


def to(location: str, status: int = 302) -> bytes:
    return f"HTTP/1.1 {status} X\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()


async def test_a_split_location_sends_nothing_onward() -> None:
    world, response = await follow(to("https://good.example/a\r\nX-Injected: 1"))
    assert (response.outcome, response.final_url) == ("ok", "https://good.example/a")
    assert b"X-Injected" not in world.requests[1]


async def test_five_redirects_are_followed_and_six_are_not() -> None:
    _, five = await follow(*(to(f"/{number}") for number in range(5)))
    _, six = await follow(*(to(f"/{number}") for number in range(6)))
    assert (five.outcome, five.final_url) == ("ok", "https://good.example/4")
    assert (six.outcome, six.reason) == ("error", "more than 5 redirects")


async def test_an_address_that_was_asked_before_stops_the_chain() -> None:
    world, response = await follow(to("/b"), to("https://GOOD.example:443/#again"))
    assert (response.outcome, response.reason) == ("error", "redirects in a circle")
    assert len(world.requests) == 2


async def test_two_locations_stop_the_chain() -> None:
    head = b"HTTP/1.1 302 X\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"
    world, response = await follow(head)
    assert (response.outcome, response.reason, len(world.requests)) == ("error", "two addresses to go to", 1)


async def test_a_location_over_the_limit_stops_the_chain() -> None:
    _, response = await follow(to("/" + "a" * 65_536))
    assert (response.outcome, response.reason) == ("error", "an endless address to go to")


async def test_leaving_https_is_followed_and_said() -> None:
    _, response = await follow(to("http://good.example/plain"), to("https://good.example/again"))
    assert (response.outcome, response.reason) == ("ok", "http after https")
    assert (response.url, response.final_url) == ("https://good.example/", "https://good.example/again")


async def test_a_refused_hop_has_the_guard_s_reason_and_the_status_of_none() -> None:
    """D18: an open redirect to the desk itself is refused like its address."""
    world, response = await follow(to("http://127.0.0.1:8501/"))
    assert (response.outcome, response.reason) == ("refused", "not a public address")
    assert world.dialled == [PUBLIC]


async def test_an_address_in_utf8_or_latin1_is_followed() -> None:
    _, utf8 = await follow(to("/caf\u00e9"))
    _, latin = await follow(b"HTTP/1.1 302 X\r\nLocation: /caf\xe9\r\nContent-Length: 0\r\n\r\n")
    assert (utf8.final_url, latin.final_url) == ("https://good.example/caf\u00e9",) * 2


async def test_without_a_redirect_the_address_stays_as_it_was_given() -> None:
    _, response = await follow(start="https://good.example/a#part")
    assert response.final_url == "https://good.example/a#part"
