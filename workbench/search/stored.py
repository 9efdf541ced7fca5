"""Responses that come from a store and not off the net, and a page that is not there."""

from __future__ import annotations

from urllib.parse import urlsplit

from workbench.records import PageOutcome, Response
from workbench.signals.statuses import outcome_of


def judged(status: int, body: bytes) -> tuple[PageOutcome, str]:
    """The outcome of a stored status and body, and the reason where it is no page."""
    outcome = outcome_of(status)
    if outcome != "ok":
        return outcome, f"HTTP {status}"
    return ("ok", "") if body else ("unreadable", "the page is empty")


def is_address(url: str) -> bool:
    """Whether a text is an address that a store may hold: http, https or corpus, with a host."""
    if "\ufffd" in url or any(ord(char) < 32 for char in url):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return bool(parts.netloc) and parts.scheme in {"http", "https", "corpus"}


def absent(url: str, reason: str) -> Response:
    """The response of an address that the store does not hold."""
    if not is_address(url):
        return Response(url, "invalid", reason="not an address that can be read")
    return Response(url, "error", reason=reason)
