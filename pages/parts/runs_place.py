"""Where a reader of the runs is: search, facets, order, page and comparison, all of it in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

import streamlit as st

from workbench.compose import Workbench
from workbench.store import ORDERS, SHOWN, Order, Wanted

DAYS = {"today": "Today", "7": "Last 7 days", "30": "Last 30 days"}
DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Place:
    """What the address asks for; each field is a parameter of that name, and an empty one is absent."""

    q: str = ""
    state: str = ""
    engine: str = ""
    tag: str = ""
    version: str = ""
    when: str = ""
    sort: str = ""
    page: str = ""
    compare: str = ""

    @property
    def narrowed(self) -> bool:
        """Whether the address leaves any run out."""
        return any((self.q, self.state, self.engine, self.tag, self.version, self.when))

    @property
    def order(self) -> Order:
        """How the table is sorted."""
        return self.sort if self.sort in ORDERS else "newest"

    @property
    def number(self) -> int:
        """The page of the table, from 1."""
        return min(int(self.page), 10**6) if self.page.isascii() and self.page.isdigit() and self.page[:7] else 1


NAMES = tuple(field.name for field in fields(Place))


def read() -> Place:
    """The place that the address names."""
    return Place(**{name: st.query_params.get(name, "") for name in NAMES})


def go(**changes: str) -> None:
    """Change the address; another search or facet begins at its first page."""
    if changes.keys() - {"page", "compare"}:
        changes = {"page": "", **changes}
    for name, value in changes.items():
        if value:
            st.query_params[name] = value
        else:
            st.query_params.pop(name, None)


def clear() -> None:
    """Leave no search and no facet."""
    go(**dict.fromkeys(set(NAMES) - {"sort"}, ""))


def keep(widget: str, value: Any) -> None:
    """Let a widget show what the address says; what is being typed is left alone."""
    if st.session_state.get(widget) != value:
        st.session_state[widget] = value


def follow(name: str) -> None:
    """Let the address say what the widget of that parameter shows."""
    value = st.session_state.get(f"runs.{name}")
    go(**{name: "" if value is None else str(value)})


def times(where: tzinfo | None, typed: datetime | None = None) -> Mapping[str, datetime]:
    """Since when the days of a facet count: today from the reader's midnight, none from before what was typed."""
    now = datetime.now(UTC).astimezone(where)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    back = {"today": 0, "7": 6, "30": 29}
    since = {name: (midnight - timedelta(days=days)).astimezone(UTC) for name, days in back.items()}
    return {name: max(at, typed) for name, at in since.items()} if typed else since


def wanted(desk: Workbench, place: Place, typed: Wanted, since: Mapping[str, datetime]) -> Wanted:
    """The runs that the place shows, of those that were typed."""
    number = place.version if place.version.isascii() and place.version.isdigit() else ""
    return Wanted(
        words=typed.words,
        state=place.state if place.state in SHOWN else None,
        engine=place.engine or typed.engine,
        tags=(*typed.tags, place.tag) if place.tag else typed.tags,
        version=int(number[:12]) if number else None,
        since=since.get(place.when, typed.since),
        until=typed.until,
        deleted=place.state == DELETED,
        interrupted=desk.interrupted(),
    )
