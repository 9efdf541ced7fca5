"""Which hits are read, in the engine's order, and why the others are not."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from urllib.parse import urlsplit

from workbench.records import Dropped, Hit
from workbench.settings import Settings
from workbench.urls import canonical, covering, has_credentials, host_of


def select_hits(
    hits: Iterable[Hit], settings: Settings, rescued: Container[str] = ()
) -> tuple[tuple[Hit, ...], tuple[Dropped, ...]]:
    """The distinct hits to read, at most `web_research_results`, and a reason for each other one.

    Hits with one canonical address become one, at the best position; the later ones are its `twins`. A hit whose
    address a person `rescued` is among them whatever the limit and the blocked hosts say.
    """
    first: dict[str, Hit] = {}
    extra: set[str] = set()
    dropped: list[Dropped] = []
    for hit in sorted(hits, key=lambda hit: hit.position):
        if fault := _fault(hit.url):
            dropped.append(Dropped(hit, "search", "unread", f"unread: {fault}"))
            continue
        key = canonical(hit.url)
        if key in first:
            first[key] = replace(first[key], twins=(*first[key].twins, hit))
            of = first[key].url
            dropped.append(Dropped(hit, "search", "duplicate", f"duplicate: another address of {of}", of))
            continue
        lost = _left_out(hit, len(first) - len(extra), settings)
        if lost and hit.url not in rescued:
            dropped.append(lost)
            continue
        first[key] = hit
        if lost:
            extra.add(key)
    return tuple(first.values()), tuple(dropped)


def _left_out(hit: Hit, taken: int, settings: Settings) -> Dropped | None:
    if entry := covering(host_of(hit.url), frozenset(settings.research.blocked_domains)):
        reason = f"filtered_domain: {entry} is on the list of blocked hosts"
        return Dropped(hit, "search", "filtered_domain", reason)
    limit = settings.web_research.results
    if taken >= limit:
        first = "the first page is" if limit == 1 else f"the first {limit} pages are"
        reason = f"over_limit: only {first} read (web_research_results)"
        return Dropped(hit, "search", "over_limit", reason)
    return None


def _fault(url: str) -> str:
    """The state that a page at the address could only have, and why; "" for an address that can be asked."""
    if not url.strip():
        return "invalid, the result has no address"
    if any(char in url for char in "\r\n\ufffd"):
        return "invalid, the address holds a character that no address has"
    try:
        parts = urlsplit(url)
    except ValueError:
        return "invalid, the address cannot be read"
    if parts.scheme.lower() not in {"http", "https", "corpus"}:
        return "invalid, the address is not http or https"
    if has_credentials(url):
        return "refused, credentials in the address"
    return "" if parts.netloc or parts.scheme == "corpus" else "invalid, the address has no host"
