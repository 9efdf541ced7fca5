"""Reads one page: fetch, then extract, under one wall-clock deadline."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime

from workbench.ports import Bodies, Extractor, Fetcher
from workbench.records import Page, PageOutcome, Response
from workbench.text import one_line, safe
from workbench.urls import masked, without_credentials


async def read_page(url: str, *, fetch: Fetcher, extract: Extractor, bodies: Bodies, seconds: float) -> Page:
    """The page at an address, or why there is none; its raw body is kept."""
    started, fetched_at = time.monotonic(), datetime.now(UTC)
    response, page = await _within(seconds, url, fetch, extract)
    return replace(
        page,
        final_url=without_credentials(page.final_url),
        reason=masked(page.reason),
        title=masked(one_line(safe(page.title))),
        text=masked(safe(page.text)),
        flags=(*page.flags, response.reason) if page.outcome == "ok" and response.reason else page.flags,
        body_key=bodies.put(response.body) if response.body else "",
        fetched_at=fetched_at,
        elapsed_seconds=time.monotonic() - started,
    )


async def _within(seconds: float, url: str, fetch: Fetcher, extract: Extractor) -> tuple[Response, Page]:
    """The response and its page; a deadline that passes and a fault of either port are pages that say so."""
    response = Response(url, "error")
    waiting = "the page"
    try:
        async with asyncio.timeout(seconds) as deadline:
            response = await fetch(url)
            waiting = "its text"
            return response, (await extract(response) if response.outcome == "ok" else _unread(response))
    except Exception as error:  # noqa: BLE001  whatever a reader raises over one page
        if deadline.expired():
            return response, _unread(response, "timeout", f"{seconds:g} s passed while waiting for {waiting}")
        return response, _unread(response, "error", f"{waiting} could not be read ({type(error).__name__})")


def _unread(response: Response, outcome: PageOutcome | None = None, reason: str = "") -> Page:
    """The page of a response that nothing was read out of; its own outcome and reason stand unless others are given."""
    return Page(
        response.url,
        outcome or response.outcome,
        final_url=response.final_url,
        reason=reason or response.reason,
        status=response.status,
        content_type=response.content_type,
        truncated=response.truncated,
    )
