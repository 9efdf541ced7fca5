"""The stored runs as a whole: searched, counted by facet, tagged, hidden, brought back, purged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from workbench.errors import BadRequest, NotFound
from workbench.records import RunRecord
from workbench.store.damaged_rows import sound_rows
from workbench.store.database import Database, upsert
from workbench.store.run_filters import NEWEST_FIRST, OPEN, VISIBLE, Order, Wanted, conditions, ordered
from workbench.store.run_lines import Facets, RunLine, facets_of, lines_of
from workbench.store.run_rows import RunSummary, find, summary
from workbench.store.runs import Runs
from workbench.store.stored_text import clean
from workbench.store.tables import EventRow, RunRow, TagRow
from workbench.text import one_line, quoted, topic_key, visible

KEPT_DELETED = timedelta(days=30)
LONGEST_TAG = 40


class Archive:
    """The runs of a store, taken together."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def lines(
        self, wanted: Wanted | None = None, *, order: Order = "newest", limit: int = 50, offset: int = 0
    ) -> list[RunLine]:
        """The runs that are meant, as a table shows them; damaged ones are left out."""
        query = select(RunRow).where(*conditions(wanted or Wanted())).order_by(*ordered(order))
        with self._database.reading() as session:
            return lines_of(session, sound_rows(session, query.limit(limit).offset(offset)))

    def ids(
        self, wanted: Wanted | None = None, *, order: Order = "newest", limit: int = 50, offset: int = 0
    ) -> list[str]:
        """The ids of the runs that are meant, damaged ones too."""
        query = select(RunRow.id).where(*conditions(wanted or Wanted())).order_by(*ordered(order))
        with self._database.reading() as session:
            return list(session.exec(query.limit(limit).offset(offset)))

    def topic_keys(self, wanted: Wanted, *, limit: int) -> list[tuple[str, str]]:
        """The ids of the runs that are meant with the keys of their topics, newest first, damaged ones too."""
        query = select(RunRow.id, RunRow.folded).where(*conditions(wanted)).order_by(NEWEST_FIRST)
        with self._database.reading() as session:
            return [(run, key) for run, key in session.exec(query.limit(limit))]

    def count(self, wanted: Wanted | None = None) -> int:
        """How many runs are meant."""
        query = select(func.count()).select_from(RunRow).where(*conditions(wanted or Wanted()))
        with self._database.reading() as session:
            return session.exec(query).one()

    def facets(self, wanted: Wanted, times: Sequence[datetime] = (), tags: Sequence[str] = ()) -> Facets:
        """How many runs each value of each facet would leave, the other facets as they are wanted.

        `tags` are those that stay whatever tag is chosen.
        """
        with self._database.reading() as session:
            return facets_of(session, wanted, times, tags)

    def previous(self, run: RunRecord) -> RunSummary | None:
        """The last finished run of the same topic before this one."""
        query = select(RunRow).where(
            VISIBLE,
            col(RunRow.folded) == topic_key(clean(run.topic)),
            col(RunRow.state) == "done",
            col(RunRow.number) < run.number,
        )
        with self._database.reading() as session:
            rows = sound_rows(session, query.order_by(NEWEST_FIRST).limit(1))
            return summary(rows[0]) if rows else None

    def topics(self, topic: str | None = None, *, limit: int = 1000) -> list[RunSummary]:
        """The newest finished run of each topic, or of this one, the newest first; damaged ones are left out."""
        finished = [VISIBLE, col(RunRow.state) == "done"]
        if topic is not None:
            finished.append(col(RunRow.folded) == topic_key(clean(topic)))
        newest = select(func.max(col(RunRow.number))).where(*finished).group_by(col(RunRow.folded))
        query = select(RunRow).where(col(RunRow.number).in_(newest)).order_by(col(RunRow.number).desc())
        with self._database.reading() as session:
            return [summary(row) for row in sound_rows(session, query.limit(limit))]

    def tags(self) -> list[str]:
        """Every tag that a run bears, in order."""
        query = select(TagRow.tag).join(RunRow, col(RunRow.id) == col(TagRow.run_id)).where(VISIBLE).distinct()
        with self._database.reading() as session:
            return sorted(session.exec(query).all())

    def tags_of(self, runs: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The tags of those of the runs that bear any, in order."""
        found: dict[str, tuple[str, ...]] = {}
        with self._database.reading() as session:
            for row in session.exec(select(TagRow).where(col(TagRow.run_id).in_(runs)).order_by(col(TagRow.tag))):
                found[row.run_id] = (*found.get(row.run_id, ()), row.tag)
        return found

    def tag(self, runs: Sequence[str], tags: Iterable[str]) -> None:
        """Put tags on runs; one that a run bears already stays one, a run that is gone gets none."""
        wanted = [tag_of(tag) for tag in tags]
        with self._database.writing() as session:
            rows = [{"run_id": run, "tag": tag} for run in _present(session, runs) for tag in wanted]
            upsert(session, TagRow, rows, ["run_id", "tag"])

    def untag(self, runs: Sequence[str], tags: Iterable[str]) -> None:
        """Take tags off runs."""
        wanted = [tag_of(tag) for tag in tags]
        with self._database.writing() as session:
            session.connection().execute(
                delete(TagRow).where(col(TagRow.run_id).in_(runs), col(TagRow.tag).in_(wanted))
            )

    def hide(self, runs: Sequence[str], now: datetime | None = None) -> list[str]:
        """Delete runs so that they can be brought back; a run that is not over is cancelled. Those hidden come out."""
        at = now or datetime.now(UTC)
        with self._database.writing() as session:
            query = select(RunRow).where(col(RunRow.id).in_(runs), VISIBLE).with_for_update()
            rows = session.exec(query).all()
            for row in rows:
                if row.state in OPEN:
                    row.state, row.finished_at = "cancelled", at
                    session.add(EventRow(run_id=row.id, name="run.cancelled", at=at, detail="{}"))
                row.deleted_at = at
            session.add_all(rows)
            return [row.id for row in rows]

    def bring_back(self, runs: Sequence[str]) -> list[str]:
        """Undo the deletion of runs; those brought back come out."""
        with self._database.writing() as session:
            query = select(RunRow).where(col(RunRow.id).in_(runs), col(RunRow.deleted_at).is_not(None))
            rows = session.exec(query.with_for_update()).all()
            for row in rows:
                row.deleted_at = None
            session.add_all(rows)
            return [row.id for row in rows]

    def deleted(self, run: str | int) -> RunSummary:
        """The deleted run with that id, number or beginning of an id."""
        with self._database.reading() as session:
            return summary(find(session, run, deleted=True))

    def purge(self, now: datetime | None = None, kept: timedelta = KEPT_DELETED) -> int:
        """Remove for good what was deleted so long ago; how many runs there were."""
        before = (now or datetime.now(UTC)) - kept
        with self._database.reading() as session:
            due = session.exec(select(RunRow.id).where(col(RunRow.deleted_at) <= before)).all()
        removed = 0
        for run in due:
            with suppress(NotFound):  # another process that opened the store was first
                Runs(self._database).delete(run)
                removed += 1
        return removed


def _present(session: Session, runs: Sequence[str]) -> list[str]:
    return list(session.exec(select(RunRow.id).where(col(RunRow.id).in_(runs), VISIBLE)))


def tag_of(text: str) -> str:
    """A tag as it is kept: one word in small letters, its blanks made hyphens."""
    word = "-".join(one_line(visible(text)).lower().split())
    if not word:
        raise BadRequest("A tag is a word; this one is empty.")
    if len(word) > LONGEST_TAG:
        raise BadRequest(f"A tag has at most {LONGEST_TAG} characters; {quoted(word, 20)} has {len(word)}.")
    return word
