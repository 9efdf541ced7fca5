"""What people ruled on two pages: *same*, *not the same*, or withdrawn. Nothing is deleted; the last word counts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from sqlalchemy import func
from sqlmodel import Session, col, select

from workbench.errors import BadRequest, NotFound
from workbench.records import Ruling, Verdict
from workbench.store.authors import author_of, note_of
from workbench.store.database import Database
from workbench.store.tables import ClusterRulingRow
from workbench.urls.pages import page_address


class Rulings:
    """The rulings of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def standing(self) -> tuple[Ruling, ...]:
        """The last ruling on each pair that was not withdrawn, oldest first."""
        pair = (ClusterRulingRow.first, ClusterRulingRow.second)
        last = select(func.max(col(ClusterRulingRow.id))).group_by(*map(col, pair))
        query = select(ClusterRulingRow).where(
            col(ClusterRulingRow.id).in_(last), col(ClusterRulingRow.verdict) != "withdrawn"
        )
        with self._database.reading() as session:
            return tuple(map(_ruling, session.exec(query.order_by(col(ClusterRulingRow.id)))))

    def history(self) -> tuple[Ruling, ...]:
        """Every ruling and withdrawal that there ever was, oldest first."""
        with self._database.reading() as session:
            rows = session.exec(select(ClusterRulingRow).order_by(col(ClusterRulingRow.id)))
            return tuple(map(_ruling, rows))

    def rule(self, first: str, second: str, verdict: Verdict, author: str = "", note: str = "") -> Ruling:
        """Say of two pages that they are the same, or not; it counts from the next run on, in place of any before."""
        one, other = sorted((page_address(first), page_address(second)))
        if one == other:
            raise BadRequest("Both are addresses of one page; a ruling is on two pages.")
        row = ClusterRulingRow(
            first=one,
            second=other,
            verdict=verdict,
            author=author_of(author),
            note=note_of(note),
            at=datetime.now(UTC),
        )
        with self._database.writing() as session:
            if verdict == "withdrawn" and not _stands(session, one, other):
                raise NotFound(f"There is no ruling on {one} and {other} to withdraw.")
            session.add(row)
            session.flush()
            return _ruling(row)

    def withdraw(self, first: str, second: str, author: str = "", note: str = "") -> Ruling:
        """Take a ruling back: the pages are judged as if nobody had said anything of them."""
        return self.rule(first, second, "withdrawn", author, note)


def _stands(session: Session, first: str, second: str) -> bool:
    """Whether the last word on a pair is a ruling."""
    is_pair = (col(ClusterRulingRow.first) == first, col(ClusterRulingRow.second) == second)
    query = select(ClusterRulingRow).where(*is_pair).order_by(col(ClusterRulingRow.id).desc()).limit(1)
    row = session.exec(query).first()
    return row is not None and row.verdict != "withdrawn"


def _ruling(row: ClusterRulingRow) -> Ruling:
    return Ruling(row.first, row.second, cast(Verdict, row.verdict), row.author, row.note, row.at)
