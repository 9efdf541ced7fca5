"""How a fetch ends without a body: an outcome, and why in words."""

from __future__ import annotations

from workbench.records import PageOutcome


class Stop(Exception):
    """Raised inside this room where an address gives no body; `WebFetcher` makes a response of it."""

    def __init__(self, outcome: PageOutcome, reason: str, status: int | None = None) -> None:
        super().__init__(reason)
        self.outcome: PageOutcome = outcome
        self.reason = reason
        self.status = status
