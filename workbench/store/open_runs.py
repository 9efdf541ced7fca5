"""Runs that are not over: who began them, how often in vain, and what has been said of them last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import and_, func
from sqlmodel import Session, col, select

from workbench.records import STAGES, RunState
from workbench.store.damaged_rows import sound_rows
from workbench.store.run_filters import OPEN, VISIBLE
from workbench.store.stored_text import from_json
from workbench.store.tables import EventRow, RunRow, StageRow

# A run that takes its worker down with it takes others along; one whose workers are stopped now and then gets on.
MOST_BEGUN = 10


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run that is not over: who began it last ("" for nobody), and when anything was said of it."""

    id: str
    state: RunState
    worker: str
    at: datetime


def open_runs(session: Session) -> list[OpenRun]:
    """The runs that are not over, oldest first; damaged ones are left out."""
    query = select(RunRow).where(col(RunRow.state).in_(OPEN), VISIBLE).order_by(col(RunRow.number))
    rows = sound_rows(session, query)
    if not rows:
        return []
    last, began = _last_events(session), _last_events(session, "run.running")
    return [
        OpenRun(
            row.id,
            cast(RunState, row.state),
            _worker(began[row.id]) if row.state == "running" and row.id in began else "",
            last[row.id].at if row.id in last else row.created_at,
        )
        for row in rows
    ]


def _last_events(session: Session, name: str = "") -> dict[str, EventRow]:
    """The last event, of that name or any, of every run that is not over."""
    is_open = and_(col(RunRow.state).in_(OPEN), VISIBLE)
    last = select(func.max(col(EventRow.id))).join(RunRow, col(RunRow.id) == col(EventRow.run_id)).where(is_open)
    if name:
        last = last.where(col(EventRow.name) == name)
    query = select(EventRow).where(col(EventRow.id).in_(last.group_by(col(EventRow.run_id))))
    return {row.run_id: row for row in sound_rows(session, query)}


def _worker(event: EventRow) -> str:
    return str(from_json(event.detail, f"Event {event.id}").get("worker", ""))


def begun(session: Session, run: str) -> tuple[str, int]:
    """Who began the run last, and how often it was begun with as many stages finished as now."""
    query = select(EventRow).where(col(EventRow.run_id) == run, col(EventRow.name) == "run.running")
    details = [from_json(row.detail, f"Event {row.id}") for row in session.exec(query.order_by(col(EventRow.id)))]
    stored = stages_stored(session, run)
    last = str(details[-1].get("worker", "")) if details else ""
    return last, sum(detail.get("stages") == stored for detail in details)


def stages_stored(session: Session, run: str) -> int:
    """How many stages of a run are finished."""
    return session.exec(select(func.count()).select_from(StageRow).where(col(StageRow.run_id) == run)).one()


def given_up(row: RunRow, times: int, stored: int) -> str:
    """Why a run is not begun again."""
    stage = STAGES[stored] if stored < len(STAGES) else "last"
    why = f" The last time: {row.error}" if row.error else ""
    return f"The run was cut short {times} times in its {stage} stage and is given up; start it again.{why}"
