"""How engines and hosts did over the last stored runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from workbench.errors import StoreError
from workbench.store.damaged_rows import sound_rows
from workbench.store.database import Database
from workbench.store.run_filters import NEWEST_FIRST, VISIBLE
from workbench.store.stored_text import from_json
from workbench.store.tables import EventRow, RunRow, StageRow
from workbench.urls import host_of

RUNS = 300


@dataclass(frozen=True, slots=True)
class Answered:
    """What an engine answered in one run, and when."""

    engine: str
    outcome: str
    at: datetime
    results: int
    seconds: float
    status: int | None = None
    detail: str = ""


@dataclass(slots=True)
class HostRecord:
    """How one host did: so many results, their pages by how they were read, and so many sources in the end."""

    host: str
    results: int = 0
    kept: int = 0
    pages: Counter[str] = field(default_factory=Counter)


class TrackRecord:
    """What the stored runs tell of engines and hosts; deleted runs tell nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def answers(self, runs: int = RUNS) -> list[Answered]:
        """What the engines answered in the last runs, newest first; a damaged answer tells nothing."""
        last = select(RunRow.id).where(VISIBLE).order_by(NEWEST_FIRST).limit(runs)
        with self._database.reading() as session:
            query = select(EventRow).where(
                col(EventRow.run_id).in_(session.exec(last).all()), col(EventRow.name) == "engine.answered"
            )
            rows = sound_rows(session, query.order_by(col(EventRow.id).desc()))
            return [answer for row in rows if (answer := _answered(row))]

    def hosts(self, runs: int = RUNS) -> list[HostRecord]:
        """Every host of the last finished runs, that of the most results first."""
        found: dict[str, HostRecord] = {}
        query = select(RunRow.id).where(VISIBLE, col(RunRow.state) == "done").order_by(NEWEST_FIRST).limit(runs)
        with self._database.reading() as session:
            last = session.exec(query).all()
            for url, outcome in _pages(_records(session, last, "read")):
                one = _of(found, host_of(url) or url[:80])
                one.results += 1
                one.pages[outcome] += 1
            for host in _kept(_records(session, last, "judge")):
                _of(found, host).kept += 1
        return sorted(found.values(), key=lambda one: (-one.results, one.host))


def _of(found: dict[str, HostRecord], host: str) -> HostRecord:
    return found.setdefault(host, HostRecord(host))


def _answered(row: EventRow) -> Answered | None:
    try:
        detail: Mapping[str, Any] = from_json(row.detail, f"Event {row.id}")
    except StoreError:
        return None
    return Answered(
        engine=str(detail.get("engine", "")),
        outcome=str(detail.get("outcome", "")),
        at=row.at,
        results=int(detail.get("results") or 0),
        seconds=float(detail.get("seconds") or 0),
        status=detail.get("status"),
        detail=str(detail.get("detail") or ""),
    )


def _records(session: Session, runs: Sequence[str], stage: str) -> Iterable[Any]:
    """What a stage left, as stored; a damaged record tells nothing."""
    query = select(StageRow.record).where(col(StageRow.run_id).in_(runs), col(StageRow.stage) == stage)
    for record in session.exec(query):
        try:
            yield from_json(record, "A stage")
        except StoreError:
            continue


def _pages(records: Iterable[Any]) -> Iterable[tuple[str, str]]:
    """The address of every result that was to be read, and how that went; "" where pages are not read."""
    for record in records:
        for read in record if isinstance(record, list) else ():
            match read:
                case {"hit": {"url": str(url)}, "page": {"outcome": str(outcome)}}:
                    yield url, outcome
                case {"hit": {"url": str(url)}}:
                    yield url, ""


def _kept(records: Iterable[Any]) -> Iterable[str]:
    """The host of every result that became a source, as the search gave it."""
    for record in records:
        for source in record.get("sources", ()) if isinstance(record, dict) else ():
            match source:
                case {"read": {"hit": {"url": str(url)}}}:
                    yield host_of(url) or url[:80]
