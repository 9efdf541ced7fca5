"""What raters said of sources, kept by topic and address, whatever becomes of the runs they saw them in.

Nothing is deleted: of the answers of one rater on the same, the last one in time stands, unless it was withdrawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from sqlalchemy import ColumnElement, Select, func, insert
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from workbench.errors import NotFound
from workbench.records import Judgment
from workbench.records.judgment import Answer
from workbench.store.authors import user
from workbench.store.database import Database
from workbench.store.stored_text import clean
from workbench.store.tables import JudgmentRow
from workbench.text import topic_key
from workbench.urls.judged import normal

_QUESTION = ("topic_key", "first_hash", "second_hash", "rater")
_IN_TIME = (col(JudgmentRow.at), col(JudgmentRow.id))
_TICK = timedelta(microseconds=1)
Key = tuple[str, ...]


class Judgments:
    """The judgments of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def standing(self, topic: str | None = None, rater: str | None = None) -> tuple[Judgment, ...]:
        """The last answer of each rater on the same, unless it was withdrawn, in the order of time."""
        place = func.row_number().over(
            partition_by=[getattr(JudgmentRow, part) for part in _QUESTION],
            order_by=[part.desc() for part in _IN_TIME],
        )
        last = select(JudgmentRow.id, place.label("place")).where(*_of(topic, rater)).subquery()
        query = _columns().join(last, last.c.id == col(JudgmentRow.id))
        return self._judgments(query.where(last.c.place == 1, col(JudgmentRow.answer) != "withdrawn"))

    def history(self, topic: str | None = None, rater: str | None = None) -> tuple[Judgment, ...]:
        """Every answer and withdrawal that there ever was, in the order of time."""
        return self._judgments(_columns().where(*_of(topic, rater)))

    def _judgments(self, query: Select[Any]) -> tuple[Judgment, ...]:
        with self._database.reading() as session:
            rows = session.connection().execute(query.order_by(*_IN_TIME)).all()
        return tuple(Judgment(*row) for row in rows)

    def add(
        self,
        topic: str,
        first: str,
        second: str,
        answer: Answer,
        *,
        rater: str = "",
        note: str = "",
        guideline: int = 1,
    ) -> Judgment:
        """Keep an answer, on one source if `second` is empty; it stands in place of the rater's last on the same."""
        now = datetime.now(UTC)
        said = _whole(normal(Judgment(topic, first, second, answer, rater, note, guideline, now), now))
        with self._database.writing() as session:
            last = _last(session, said)
            if answer == "withdrawn" and (last is None or last.answer == "withdrawn"):
                raise NotFound("There is no judgment of this rater on it to withdraw.")
            if last is not None and last.at >= said.at:
                said = replace(said, at=last.at + _TICK)
            row = JudgmentRow(**_row(said))
            session.add(row)
            session.flush()
            return _judgment(row)

    def withdraw(self, judgment: Judgment, note: str = "") -> Judgment:
        """Take a standing answer back: it stays in the history, and its rater is asked again."""
        said = judgment
        return self.add(
            said.topic, said.first, said.second, "withdrawn", rater=said.rater, note=note, guideline=said.guideline
        )

    def bring_in(self, dated: Iterable[Judgment], undated: Iterable[Judgment] = ()) -> int:
        """Keep judgments from elsewhere, all or none, and say how many were new.

        One that has a time of its own is known if it was said then; another one, if its rater's answer stands.
        """
        now = datetime.now(UTC)
        given = [(_whole(normal(one, now)), True) for one in dated]
        given += [(_whole(normal(one, now)), False) for one in undated]
        with self._database.writing() as session:
            fresh = _fresh(given, session.exec(select(JudgmentRow).order_by(*_IN_TIME)).all())
            if fresh:
                session.connection().execute(insert(JudgmentRow), fresh)
        return len(fresh)


def _columns() -> Select[Any]:
    """What a judgment is made of, in its order: a row object for each of many would take far longer."""
    return columns(*(getattr(JudgmentRow, part.name) for part in fields(Judgment)))


def _fresh(given: Sequence[tuple[Judgment, bool]], held: Sequence[JudgmentRow]) -> list[dict[str, Any]]:
    """The rows of what is not known yet, in their order; one without a time of its own comes after the last."""
    said = {_said_then(vars(row)) for row in held}
    stands = {_question(vars(row)): vars(row) for row in held}
    fresh: list[dict[str, Any]] = []
    for one, is_dated in given:
        row = _row(one)
        last = stands.get(_question(row))
        if _said_then(row) in said if is_dated else last and last["answer"] == one.answer:
            continue
        if last and not is_dated:
            row["at"] = max(row["at"], last["at"] + _TICK)
        if not last or row["at"] >= last["at"]:
            stands[_question(row)] = row
        said.add(_said_then(row))
        fresh.append(row)
    return fresh


def _said_then(row: dict[str, Any]) -> tuple[object, ...]:
    return (*_question(row), row["answer"], row["at"])


def _question(row: dict[str, Any]) -> Key:
    return tuple(str(row[part]) for part in _QUESTION)


def _of(topic: str | None, rater: str | None) -> list[ColumnElement[bool]]:
    """What holds of the rows of a topic, of a rater, or of all."""
    wanted = {} if topic is None else {JudgmentRow.topic_key: topic_key(clean(topic))}
    wanted |= {} if rater is None else {JudgmentRow.rater: clean(rater)}
    return [col(column) == value for column, value in wanted.items()]


def _last(session: Session, said: Judgment) -> JudgmentRow | None:
    """The rater's last word on the same."""
    row = _row(said)
    query = select(JudgmentRow).where(*(getattr(JudgmentRow, part) == row[part] for part in _QUESTION))
    return session.exec(query.order_by(*(part.desc() for part in _IN_TIME)).limit(1)).first()


def _whole(judgment: Judgment) -> Judgment:
    return judgment if judgment.rater else replace(judgment, rater=user())


def _row(said: Judgment) -> dict[str, Any]:
    return {
        "topic": said.topic,
        "topic_key": topic_key(said.topic),
        "first": said.first,
        "first_hash": _hash(said.first),
        "second": said.second,
        "second_hash": _hash(said.second),
        "answer": said.answer,
        "rater": said.rater,
        "note": clean(said.note),
        "guideline": said.guideline,
        "at": said.at,
    }


def _hash(address: str) -> str:
    """The SHA-256 of a canonical address; of none, nothing."""
    return hashlib.sha256(address.encode()).hexdigest() if address else ""


def _judgment(row: JudgmentRow) -> Judgment:
    return Judgment(
        row.topic, row.first, row.second, cast(Answer, row.answer), row.rater, row.note, row.guideline, row.at
    )
