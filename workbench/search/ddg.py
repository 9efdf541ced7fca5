"""The engine `ddg`: DuckDuckGo without a key, in DuckDuckGo's own order, with its true status.

202, 403 and a challenge page are `blocked`, 429 is `rate_limited`, a 200 without results is `empty`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol
from urllib.parse import urlsplit

from workbench.records import Answer, Query
from workbench.search.attempts import REAL, Reply, Timing, attempted, words_of
from workbench.settings import WebResearchSettings
from workbench.text import one_line, safe

_PROXIES = ("DDGS_PROXY", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")
_CREDENTIALS = re.compile(r"(?<=://)[^/@\s]+@")


class ResultPage(Protocol):
    """One question to the site: its items, and the status and page behind them."""

    @property
    def status(self) -> int | None: ...

    def ask(self, query: str) -> object: ...

    def is_challenge(self, query: str) -> bool: ...


def real_page(seconds: int) -> ResultPage:
    """The page that the installed `ddgs` fetches; the package is imported here and nowhere earlier."""
    from workbench.search.duck import Duck

    return Duck(proxy=os.environ.get("DDGS_PROXY") or None, timeout=seconds)


@dataclass(frozen=True, slots=True)
class DuckDuckGo:
    """Answers a query from DuckDuckGo; `opened` makes one page for each attempt."""

    settings: WebResearchSettings
    opened: Callable[[int], ResultPage] = real_page
    timing: Timing = REAL
    name: str = "ddg"

    async def __call__(self, query: Query, count: int) -> Answer:
        text = one_line(safe(query.text))

        def call() -> Reply:
            return _reply(self.opened(self.settings.search_timeout_seconds), text)

        answer = await attempted(self.name, call, self.settings, self.timing, _told)
        if answer.outcome == "ok" and len(answer.hits) < count and not answer.detail:
            return replace(answer, detail=f"asked for {count}, got {len(answer.hits)}")
        return answer


def _reply(page: ResultPage, text: str) -> Reply:
    from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException

    try:
        items = page.ask(text)
    except TimeoutException as error:
        return Reply(outcome="timeout", status=page.status, detail=words_of(error))
    except RatelimitException as error:
        return Reply(outcome="rate_limited", status=page.status, detail=words_of(error))
    except DDGSException as error:
        if page.status is None:
            return Reply(outcome="error", detail=words_of(error))
        items = ()
    return _by_status(page, text, items)


def _by_status(page: ResultPage, text: str, items: object) -> Reply:
    status = page.status
    if status in (202, 403):
        return Reply(outcome="blocked", status=status)
    if status == 429:
        return Reply(outcome="rate_limited", status=status)
    if page.is_challenge(text):
        return Reply(outcome="blocked", status=status, detail=f"HTTP {status} with a challenge page")
    if status not in (None, 200):
        return Reply(outcome="error", status=status)
    return Reply(items, status=status)


def _told(words: str) -> str:
    proxy = proxy_in_use()
    return _CREDENTIALS.sub("", words) + (f" (through {proxy})" if proxy else "")


def proxy_in_use() -> str:
    """The variable that names a proxy and the proxy without its credentials; "" if there is none."""
    for name in _PROXIES:
        if value := os.environ.get(name, "").strip():
            try:
                parts = urlsplit(value if "://" in value else f"http://{value}")
                at = f":{parts.port}" if parts.port else ""
            except ValueError:
                return f"{name}, which is no address"
            return f"{name} {parts.scheme}://{parts.hostname or ''}{at}"
    return ""
