"""Our own answers over the wire and our own addresses: one page each with its outcome, and no way past the guard."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.fetch.loopback import PUBLIC, World
from tests.fetch.test_http_cases import NoBodies, Server
from workbench.extract.read import read
from workbench.fetch.guard import is_public
from workbench.gather.reading import read_page
from workbench.records import Page, Response

FOLDER = Path(__file__).parents[1] / "cases"
TODAY = date(2026, 11, 29)


def lines(name: str) -> list[Any]:
    every = [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case, id=case["name"]) for case in every]


async def extract(response: Response) -> Page:
    return read(response, TODAY)


@pytest.mark.parametrize("case", lines("http_answers.jsonl"))
async def test_every_answer_of_our_own(case: dict[str, Any]) -> None:
    wanted, started, world = case["assert"], time.monotonic(), World()
    async with world.serving(Server(case["input"])):
        page = await read_page(
            "http://good.example/report",
            fetch=world.fetcher(seconds=2),
            extract=extract,
            bodies=NoBodies(),
            seconds=8,
        )
    assert time.monotonic() - started < wanted["max_seconds"]
    assert page.outcome in wanted.get("outcome_in", [wanted.get("outcome", page.outcome)]), page
    if "content" in wanted:
        assert bool(page.text) == (wanted["content"] == "non-empty"), page
    assert [word for word in wanted.get("must_contain", ()) if word not in page.text] == []
    assert [word for word in wanted.get("must_not_contain", ()) if word in page.text] == []
    assert len(world.requests) == wanted.get("requests", len(world.requests))
    assert page.reason or page.outcome == "ok"
    assert page.outcome != "http_error" or page.reason == f"HTTP {page.status}"
    assert not {"127.0.0.1", PUBLIC} & set(page.reason.split())


@pytest.mark.parametrize("case", lines("addresses.jsonl"))
async def test_every_address_of_our_own(case: dict[str, Any]) -> None:
    given, world = case["input"], World()
    world.answers = {"good.example": given["answers"]} if "answers" in given else {}

    async def serve(request: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Nine sites.</p>")

    async with world.serving(serve, tls=given["url"].startswith("https")):
        response = await world.fetcher(seconds=2)(given["url"])
    if case["assert"]["decision"] == "block":
        assert response.outcome in {"invalid", "refused"}, response
        assert (world.dialled, world.requests, response.body) == ([], [], b"")
        assert response.reason
        return
    assert len(world.dialled) == 1, response
    assert is_public(world.dialled[0])
    assert response.outcome == "ok" or given["url"].startswith("https://[")
    request = b"".join(world.requests)
    assert b"\n" not in request.replace(b"\r\n", b"")
    assert request.count(b"Host: ") == len(world.requests)
