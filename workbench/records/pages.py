"""What was read at the addresses of the hits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from workbench.records.search import Hit
from workbench.records.states import PageOutcome


@dataclass(frozen=True, slots=True)
class DateCandidate:
    """One date somebody claims, the signal that claims it, and why it was set aside, if it was."""

    signal: Literal["snippet", "engine", "meta", "json-ld", "url", "http", "page"]
    text: str
    day: date | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """What one address answered before anything was read out of it; `outcome` is `ok` only with a body."""

    url: str
    outcome: PageOutcome
    final_url: str = ""
    reason: str = ""
    status: int | None = None
    content_type: str = ""
    body: bytes = b""
    truncated: bool = False
    modified: str = ""
    elapsed_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """What was read at one address; `reason` says why there is no `text`. `body_key` finds the raw bytes."""

    url: str
    outcome: PageOutcome
    final_url: str = ""
    reason: str = ""
    status: int | None = None
    content_type: str = ""
    title: str = ""
    text: str = ""
    language: str = ""
    truncated: bool = False
    flags: tuple[str, ...] = ()
    dates: tuple[DateCandidate, ...] = ()
    body_key: str = ""
    elapsed_seconds: float = 0.0
    fetched_at: datetime | None = None

    @property
    def address(self) -> str:
        """The address that is cited and judged: where the redirects ended."""
        return self.final_url or self.url

    @property
    def published(self) -> date | None:
        """The publication day that the page itself claims, if any claim stands."""
        return next((found.day for found in self.dates if found.day and not found.refused), None)


@dataclass(frozen=True, slots=True)
class Read:
    """A hit and the page that was read for it; no page means that pages are not read, by choice."""

    hit: Hit
    page: Page | None = None

    @property
    def address(self) -> str:
        """The address that is cited and judged: where the redirects ended."""
        return self.page.address if self.page else self.hit.url

    @property
    def readable(self) -> bool:
        """Whether the page gave text."""
        return self.page is not None and self.page.outcome == "ok"
