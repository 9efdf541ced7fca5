"""What operators should know: kept always, fit to be sent once a day for each kind and key."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from sqlmodel import Session, col, or_, select

from workbench.records import Finding, Severity
from workbench.store.damaged_rows import sound_rows
from workbench.store.database import Database, insert_into
from workbench.store.stored_text import clean
from workbench.store.tables import CooldownRow, FindingRow, RunRow

COOLDOWN = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """A finding, the run it is of, when it was made and whether it was fit to be sent."""

    finding: Finding
    run_id: str
    at: datetime
    sent: bool


class Findings:
    """The findings of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def emit(self, finding: Finding, run_id: str, now: datetime) -> bool:
        """Keep a finding; whether it may be sent, that is, none of its kind and key was in the last 24 hours.

        What a run has said already is not kept twice.
        """
        with self._database.writing() as session:
            fit = _cooled_down(session, finding, now)
            row = same(session, finding, run_id) or row_of(finding, run_id, now)
            row.sent = row.sent or fit
            session.add(row)
        return fit

    def list(self, limit: int = 100, run_id: str | None = None) -> list[StoredFinding]:
        """The last findings, of one run or of all that are not deleted, newest first; damaged ones are left out."""
        deleted = select(RunRow.id).where(col(RunRow.deleted_at).is_not(None))
        shown = or_(col(FindingRow.run_id).is_(None), col(FindingRow.run_id).not_in(deleted))
        query = select(FindingRow).where(shown).order_by(col(FindingRow.id).desc()).limit(limit)
        if run_id is not None:
            query = query.where(col(FindingRow.run_id) == run_id)
        with self._database.reading() as session:
            rows = sound_rows(session, query)
            return [StoredFinding(of_row(row), row.run_id or "", row.at, row.sent) for row in rows]


def _cooled_down(session: Session, finding: Finding, now: datetime) -> bool:
    """Take the turn to send, in one step, so that of two at once only one has it."""
    turn = insert_into(session, CooldownRow).values(kind=clean(finding.kind), key=clean(finding.key), sent_at=now)
    last = col(CooldownRow.sent_at)
    over = or_(last <= now - COOLDOWN, last >= now + COOLDOWN)
    turn = turn.on_conflict_do_update(index_elements=["kind", "key"], set_={"sent_at": now}, where=over)
    return session.connection().execute(turn.returning(col(CooldownRow.kind))).first() is not None


def same(session: Session, finding: Finding, run_id: str) -> FindingRow | None:
    """The row by which the run has said it already."""
    if not run_id:
        return None
    query = select(FindingRow).where(
        col(FindingRow.run_id) == run_id,
        col(FindingRow.kind) == clean(finding.kind),
        col(FindingRow.key) == clean(finding.key),
        col(FindingRow.title) == clean(finding.title),
    )
    return session.exec(query).first()


def row_of(finding: Finding, run_id: str, now: datetime | None = None) -> FindingRow:
    """The row that keeps a finding."""
    words: dict[str, Any] = {name: clean(value) for name, value in asdict(finding).items()}
    return FindingRow(**words, run_id=run_id or None, at=now or datetime.now(UTC))


def of_row(row: FindingRow) -> Finding:
    """The finding that a row keeps."""
    return Finding(row.kind, row.title, row.body, cast(Severity, row.severity), row.key, row.source)
