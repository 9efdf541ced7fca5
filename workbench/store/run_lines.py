"""Runs as a table shows them, and how many there are for each value of each facet; one query for each column."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import case, func
from sqlmodel import Session, col, select

from workbench.errors import StoreError
from workbench.store.run_filters import Shown, Wanted, conditions
from workbench.store.run_rows import RunSummary, summary
from workbench.store.stored_text import from_json
from workbench.store.tables import RunRow, StageRow, TagRow


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run with its tags, the host of its first source, and how many seconds its stages took, if any is done."""

    run: RunSummary
    tags: tuple[str, ...] = ()
    first: str = ""
    seconds: float | None = None
    deleted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Facets:
    """How many runs there are by state, engine, tag and version, since each time asked for, and deleted.

    A state is one of runs that are not deleted; the other counts are of the deleted ones where those are wanted.
    """

    states: Mapping[Shown, int]
    engines: Mapping[str, int]
    tags: Mapping[str, int]
    versions: Mapping[int, int]
    times: Mapping[datetime, int]
    deleted: int


def lines_of(session: Session, rows: Sequence[RunRow]) -> list[RunLine]:
    """The rows as a table shows them, in their order."""
    ids = [row.id for row in rows]
    tags, first = defaultdict[str, list[str]](list), dict[str, str]()
    for tag in session.exec(select(TagRow).where(col(TagRow.run_id).in_(ids)).order_by(col(TagRow.tag))):
        tags[tag.run_id].append(tag.tag)
    took = select(StageRow.run_id, func.sum(col(StageRow.seconds))).where(col(StageRow.run_id).in_(ids))
    seconds = dict(session.exec(took.group_by(col(StageRow.run_id))).all())
    judged = select(StageRow.run_id, StageRow.record).where(col(StageRow.stage) == "judge")
    for run, record in session.exec(judged.where(col(StageRow.run_id).in_(ids))):
        first[run] = _first_host(record)
    return [
        RunLine(summary(row), tuple(tags[row.id]), first.get(row.id, ""), seconds.get(row.id), row.deleted_at)
        for row in rows
    ]


def _first_host(record: str) -> str:
    """The host of the first source; a damaged record has none."""
    try:
        match from_json(record, "A run"):
            case {"sources": [{"domain": str(host)}, *_]}:
                return host
    except StoreError:
        pass
    return ""


def facets_of(session: Session, wanted: Wanted, times: Sequence[datetime], tags: Sequence[str]) -> Facets:
    """The counts of every facet, each under what the others narrow down to; `tags` are borne by all."""
    return Facets(
        states=_states(session, replace(wanted, state=None, deleted=False)),
        engines=_grouped(session, RunRow.engine, replace(wanted, engine="")),
        tags=_tags(session, replace(wanted, tags=tuple(tags))),
        versions=_grouped(session, RunRow.settings_version, replace(wanted, version=None)),
        times=_times(session, replace(wanted, since=None), times),
        deleted=_count(session, replace(wanted, deleted=True, state=None)),
    )


def _count(session: Session, wanted: Wanted) -> int:
    return session.exec(select(func.count()).select_from(RunRow).where(*conditions(wanted))).one()


def _grouped(session: Session, column: Any, wanted: Wanted) -> dict[Any, int]:
    query = select(column, func.count()).where(*conditions(wanted)).group_by(column)
    return dict(sorted(session.exec(query).all()))


def _states(session: Session, wanted: Wanted) -> dict[Shown, int]:
    kept = col(RunRow.kept) > 0
    query = select(RunRow.state, kept, func.count()).where(*conditions(wanted)).group_by(col(RunRow.state), kept)
    found: dict[Any, int] = defaultdict(int)
    for state, has_kept, count in session.exec(query):
        found[state if state != "done" else "finished" if has_kept else "no_sources"] += count
    if found["running"] and wanted.interrupted:
        found["interrupted"] = _count(session, replace(wanted, state="interrupted"))
        found["running"] -= found["interrupted"]
    return {state: count for state, count in found.items() if count}


def _tags(session: Session, wanted: Wanted) -> dict[str, int]:
    query = select(TagRow.tag, func.count()).join(RunRow, col(RunRow.id) == col(TagRow.run_id))
    return dict(sorted(session.exec(query.where(*conditions(wanted)).group_by(col(TagRow.tag))).all()))


def _times(session: Session, wanted: Wanted, times: Sequence[datetime]) -> dict[datetime, int]:
    if not times:
        return {}
    sums = [func.coalesce(func.sum(case((col(RunRow.created_at) >= at, 1), else_=0)), 0) for at in times]
    row = session.connection().execute(select(*sums).where(*conditions(wanted))).one()
    return dict(zip(times, map(int, row), strict=True))
