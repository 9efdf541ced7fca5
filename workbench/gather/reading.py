"""Reads one page: fetch, then extract, under one wall-clock deadline."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime

from workbench.ports import Bodies, Extractor, Fetcher
from workbench.records import Page, Response
from workbench.text import one_line, safe


async def read_page(url: str, *, fetch: Fetcher, extract: Extractor, bodies: Bodies, seconds: float) -> Page:
    """The page at an address, or why there is none; its raw body is kept."""
    started = time.monotonic()
    fetched_at = datetime.now(UTC)
    waiting = ["the page"]
    response = Response(url, "timeout")
    body_key = ""
    try:
        async with asyncio.timeout(seconds):
            response = await fetch(url)
            if response.body:
                body_key = bodies.put(response.body)
            waiting.append("its text")
            page = await extract(response) if response.outcome == "ok" else _unread(response)
    except TimeoutError:
        page = replace(_unread(response), outcome="timeout", reason=f"{seconds:g} s passed while waiting for {waiting[-1]}")
    return replace(
        page,
        text=safe(page.text),
        title=one_line(safe(page.title)),
        flags=page.flags + ((response.reason,) if page.outcome == "ok" and response.reason else ()),
        body_key=body_key,
        fetched_at=fetched_at,
        elapsed_seconds=time.monotonic() - started,
    )


def _unread(response: Response) -> Page:
    """The page of a response that had no body to read."""
    return Page(
        response.url,
        response.outcome,
        final_url=response.final_url,
        reason=response.reason,
        status=response.status,
        content_type=response.content_type,
        truncated=response.truncated,
    )
