"""What an HTTP status says about a page."""

from __future__ import annotations

from workbench.records import PageOutcome

_BLOCKED = frozenset({401, 403, 451, 999})


def outcome_of(status: int) -> PageOutcome:
    """What a status means for a page; only 200 is one."""
    if status == 200:
        return "ok"
    if status in _BLOCKED:
        return "blocked"
    return "rate_limited" if status == 429 else "http_error"
