"""Fetches one page of the web, guarded, in one GET a hop; every failure is an outcome with a reason."""

from __future__ import annotations

import asyncio
import re
import ssl
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from urllib.parse import urljoin

import httpcore

from workbench.fetch.answer import Body, Onward, read_answer
from workbench.fetch.body import ACCEPTED
from workbench.fetch.dial import CONNECT_SECONDS, Dialer, GuardedBackend, Resolver, system_dial, system_resolve
from workbench.fetch.guard import MALFORMED, Refusal, Target, check_url
from workbench.fetch.stop import Stop
from workbench.records import PageOutcome, Response
from workbench.settings.model import WebResearchSettings

AGENT = "ResearchWorkbench/0.1"
MAX_REDIRECTS = 5

_OWN_WORDS_SECONDS = 0.1  # ends before the reader's deadline does, so that the reason says what was waited for
_ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.1"
_FAULTS: dict[type[Exception], tuple[PageOutcome, str]] = {
    httpcore.TimeoutException: ("timeout", f"no connection within {CONNECT_SECONDS:g} s"),
    httpcore.ConnectError: ("error", "no secure connection"),
    httpcore.RemoteProtocolError: ("error", "the answer is not well-formed HTTP"),
    httpcore.NetworkError: ("error", "the connection broke"),
}


class WebFetcher:
    """Fetches addresses; `resolve` and `dial` are how it reaches the world. Nothing is kept between two calls."""

    def __init__(
        self,
        settings: WebResearchSettings,
        contact: str = "",
        *,
        resolve: Resolver = system_resolve,
        dial: Dialer = system_dial,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._settings = settings
        self._agent = user_agent(contact)
        self._resolve = resolve
        self._dial = dial
        self._given_tls = tls

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return self._given_tls or httpcore.default_ssl_context()

    async def __call__(self, url: str) -> Response:
        """What the address answers within the time of a page."""
        started = time.monotonic()
        waited_for = ["the start"]
        seconds = self._settings.fetch_timeout_seconds
        try:
            async with asyncio.timeout(seconds - _OWN_WORDS_SECONDS):
                response = await self._follow(url, waited_for.append)
        except TimeoutError:
            response = Response(url, "timeout", reason=f"{seconds} s passed while waiting for {waited_for[-1]}")
        return replace(response, elapsed_seconds=time.monotonic() - started)

    async def _follow(self, url: str, waiting: Callable[[str], None]) -> Response:
        """Ask hop after hop; each is guarded like the first, and none is asked twice."""
        asked: list[Target] = []
        hop = url
        try:
            for _ in range(MAX_REDIRECTS + 1):
                target = self._guarded(hop, first=not asked)
                if any(target.place == earlier.place for earlier in asked):
                    raise Stop("error", "redirects in a circle")
                answer = await self._ask(target, waiting)
                asked.append(target)
                if isinstance(answer, Body):
                    return _page(url, asked, answer)
                hop = _joined(target.url, answer.location)
            raise Stop("error", f"more than {MAX_REDIRECTS} redirects")
        except Stop as stop:
            reached = asked[-1].url if asked else ""
            return Response(url, stop.outcome, final_url=reached, reason=stop.reason, status=stop.status)

    def _guarded(self, url: str, *, first: bool) -> Target:
        checked = check_url(url, self._settings.extra_ports)
        if isinstance(checked, Refusal):
            raise Stop(checked.outcome if first else "refused", checked.reason)
        return checked

    async def _ask(self, target: Target, waiting: Callable[[str], None]) -> Body | Onward:
        """One GET on a connection of its own; what the library below raises becomes a stop that names its type."""
        backend = GuardedBackend(self._resolve, self._dial, waiting)
        tls = self._tls if target.scheme == "https" else None
        place = httpcore.URL(
            scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
        )
        try:
            async with (
                httpcore.AsyncConnectionPool(ssl_context=tls, network_backend=backend) as pool,
                pool.stream(
                    "GET", place, headers=self._headers(target), extensions={"timeout": {"connect": CONNECT_SECONDS}}
                ) as answer,
            ):
                waiting(f"the body from {target.host}")
                return await read_answer(answer)
        except Stop:
            raise
        except Exception as error:
            raise _fault(error) from error

    def _headers(self, target: Target) -> list[tuple[bytes | str, bytes | str]]:
        return [
            ("Host", target.authority),
            ("User-Agent", self._agent),
            ("Accept", _ACCEPT),
            ("Accept-Encoding", ACCEPTED),
            ("Connection", "close"),
        ]


def user_agent(contact: str) -> str:
    """The honest name under which pages are asked, with the contact if one is set."""
    contact = re.sub(r"[^\x21-\x7e]|[()]", "", contact)[:200]
    return f"Mozilla/5.0 (compatible; {AGENT}{f'; +{contact}' if contact else ''})"


def _page(url: str, asked: list[Target], body: Body) -> Response:
    """The response of the last hop; leaving https on the way is said."""
    left_https = ("https", "http") in pairwise(target.scheme for target in asked)
    return Response(
        url,
        "ok",
        final_url=asked[-1].url if len(asked) > 1 else url,
        reason="http after https" if left_https else "",
        status=200,
        content_type=body.content_type,
        body=body.content,
        truncated=body.truncated,
        modified=body.modified,
    )


def _joined(base: str, location: str) -> str:
    try:
        return urljoin(base, location)
    except ValueError as error:
        raise Stop("refused", MALFORMED.reason) from error


def _fault(error: Exception) -> Stop:
    """A foreign exception as an outcome, its type named; its own words may hold a resolved address and stay out."""
    name = type(error).__name__
    for kind, (outcome, words) in _FAULTS.items():
        if isinstance(error, kind):
            return Stop(outcome, f"{words} ({name})")
    return Stop("error", f"the page could not be fetched ({name})")
