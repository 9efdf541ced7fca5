"""Hostile pages: read or refused within five seconds in a worker, and never more than text comes out."""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from tests.conftest import cases
from tests.extract.recipes import page_of
from workbench.extract.hidden import HIDDEN_TEXT
from workbench.extract.pool import ExtractorPool
from workbench.extract.read import read
from workbench.records import Page, Response

TODAY = date(2026, 11, 29)
CAP = 2 * 1024 * 1024  # the fetcher cuts there
FLAGS = {"hidden_text": HIDDEN_TEXT}

_opened: list[tuple[Any, ...]] = []
_watching = [False]


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if _watching[0] and event in {"socket.connect", "socket.getaddrinfo", "urllib.Request"}:
        _opened.append((event, *args))


sys.addaudithook(_hook)


@dataclass(frozen=True)
class Outcome:
    """The pages of one case, and how long they took."""

    pages: list[Page]
    seconds: float


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    """Every case read by one pool, as many at once as it has workers."""
    return asyncio.run(read_all(cases("adversarial/html_pages.jsonl")))


async def read_all(every: list[dict[str, Any]]) -> dict[str, Outcome]:
    """Two pages at once, a third worker always warm; on a loaded machine a page gets a second try alone."""
    pool, turn = ExtractorPool(workers=3, today=lambda: TODAY), asyncio.Semaphore(2)
    await asyncio.gather(*(pool(response(b"<html><p>warm</p></html>")) for _ in range(3)))

    async def one(case: dict[str, Any]) -> Outcome:
        async with turn:
            started = time.monotonic()
            pages = [await pool(response(page_of(part))) for part in case["input"].get("sequence", [case["input"]])]
            return Outcome(pages, time.monotonic() - started)

    found = await asyncio.gather(*map(one, every))
    again = [await one(case) if late(case, outcome) else outcome for case, outcome in zip(every, found, strict=True)]
    await pool.aclose()
    return dict(zip((case["name"] for case in every), again, strict=True))


def late(case: dict[str, Any], outcome: Outcome) -> bool:
    wanted = case["assert"]
    cut = wanted.get("content") == "non-empty" and "took over" in outcome.pages[0].reason
    return cut or outcome.seconds >= wanted.get("max_seconds", 6)


def response(body: bytes, content_type: str = "text/html; charset=utf-8") -> Response:
    url = "https://good.example/report"
    return Response(url, "ok", final_url=url, status=200, content_type=content_type, body=body[:CAP])


def sockets_opened_by(answer: Response) -> int:
    _opened.clear()
    _watching[0] = True
    try:
        read(answer, TODAY)
    finally:
        _watching[0] = False
    return len(_opened)


def check(page: Page, case: dict[str, Any]) -> None:
    wanted, expected = case["assert"], case["expected"]
    if wanted.get("content") == "non-empty":
        assert page.text, page.reason
    if "flag" in wanted:
        assert FLAGS[wanted["flag"]] in page.flags
        assert "HIDDEN" not in page.text
    if wanted.get("no_nul"):
        assert not any(char < " " and char not in "\n\t" for char in page.text)
    for word in wanted.get("must_not_contain", ()):
        assert word not in page.text
    assert len(page.title) <= wanted.get("max_title_chars", 200)
    assert "\n" not in page.title
    (page.text + page.title).encode()
    assert (page.outcome == "ok") == bool(page.text)
    assert page.reason or page.outcome == "ok"
    if expected.startswith("unreadable") and " plain text" not in expected:
        assert (page.outcome, page.text) == ("unreadable", "")
    if "needs a browser" in expected:
        assert page.reason == "needs a browser"
    if "no date" in expected:
        assert page.published is None
    if "text is kept" in expected or "text kept" in expected:
        assert page.text
    if "no script text" in expected:
        assert "var a" not in page.text


@pytest.mark.parametrize("case", cases("adversarial/html_pages.jsonl"), ids=lambda case: case["name"])
def test_every_page_of_the_cases(case: dict[str, Any], outcomes: dict[str, Outcome]) -> None:
    wanted, outcome = case["assert"], outcomes[case["name"]]
    if wanted.get("equal_outputs"):
        assert outcome.pages[0].text
        assert {page.text for page in outcome.pages} == {outcome.pages[0].text}
        return
    assert outcome.seconds < wanted.get("max_seconds", 6)
    check(outcome.pages[0], case)
    if wanted.get("sockets_opened") == 0:
        assert sockets_opened_by(response(page_of(case["input"]))) == 0
