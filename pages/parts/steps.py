"""How far a run is, read from the events it noted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from workbench.records import STAGES, Event, Stage

DONE = 1.0
SHARES: dict[Stage, tuple[float, float]] = {
    "search": (0.0, 0.15), "read": (0.15, 0.85), "judge": (0.85, 0.95), "render": (0.95, DONE),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PageLine:
    """One page as the table of pages shows it; `state` is `waiting`, `reading` or how its reading ended."""

    url: str
    title: str
    state: str = "waiting"
    since: datetime | None = None
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Steps:
    """Which stages are done with what they counted, which one is at work, and where each page is."""

    done: dict[Stage, dict[str, Any]]
    current: Stage | None
    pages: tuple[PageLine, ...]
    started: datetime | None

    @property
    def ended(self) -> int:
        """How many pages are read or lost."""
        return sum(page.state not in ("waiting", "reading") for page in self.pages)

    @property
    def fraction(self) -> float:
        """How much of the whole is done, 0..1."""
        if self.current is None:
            return max((SHARES[stage][1] for stage in self.done), default=0.0)
        low, high = SHARES[self.current]
        part = self.ended / len(self.pages) if self.current == "read" and self.pages else 0.0
        return low + (high - low) * part


def steps(events: Iterable[Event]) -> Steps:
    """The progress that the events tell; a stage that a kill cut short begins again."""
    done: dict[Stage, dict[str, Any]] = {}
    current: Stage | None = None
    pages: dict[str, PageLine] = {}
    started: datetime | None = None
    for event in events:
        subject, _, what = event.name.partition(".")
        if subject in STAGES:
            started = started or event.at
            current = subject if what == "started" else None
            if what == "done":
                done[subject] = event.detail
        elif subject == "page":
            url = str(event.detail.get("url", ""))
            pages[url] = _page(pages.get(url, PageLine(url, "")), what, event)
    return Steps(done, current, tuple(pages.values()), started)


def _page(page: PageLine, what: str, event: Event) -> PageLine:
    match what:
        case "waiting":
            return PageLine(page.url, str(event.detail.get("title", "")))
        case "started":
            return replace(page, state="reading", since=event.at)
        case _:
            return replace(page, state=str(event.detail.get("outcome", "error")), detail=event.detail)
