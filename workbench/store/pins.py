"""The pins of a store: what people expect of rankings. A removed one stays in the history and can come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func
from sqlmodel import col, select

from workbench.errors import BadRequest, NotFound
from workbench.records import Pin
from workbench.store.authors import author_of, note_of
from workbench.store.database import Database, upsert
from workbench.store.run_filters import VISIBLE
from workbench.store.stored_text import clean
from workbench.store.tables import MetaRow, PinRow, RunRow
from workbench.text import one_line, topic_key

LONGEST_TEXT = 5000
MOST_NUMBER = 2**31 - 1
_SHIPPED = "pins_installed"


@dataclass(frozen=True, slots=True)
class NewPin:
    """A pin to be added; with the text of a recording it is checked on that."""

    text: str
    recording: str = ""
    author: str = ""
    note: str = ""


class Pins:
    """The pins of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list(self) -> tuple[Pin, ...]:
        """The pins that count, oldest first."""
        query = select(PinRow).where(col(PinRow.removed_at).is_(None)).order_by(col(PinRow.id))
        with self._database.reading() as session:
            return tuple(map(_pin, session.exec(query)))

    def history(self) -> tuple[Pin, ...]:
        """Every pin that there ever was, removed ones too, oldest first."""
        with self._database.reading() as session:
            return tuple(map(_pin, session.exec(select(PinRow).order_by(col(PinRow.id)))))

    def get(self, number: int) -> Pin:
        """The pin of that number, removed or not."""
        with self._database.reading() as session:
            found = session.get(PinRow, number) if 0 < number <= MOST_NUMBER else None
        if found is None:
            raise NotFound(f"There is no pin {number}; `workbench pins` lists them.")
        return _pin(found)

    def add(self, pins: Sequence[NewPin]) -> tuple[Pin, ...]:
        """Keep pins, all or none; one that counts already, on the same recording, is refused."""
        rows = [_row(pin) for pin in pins]
        with self._database.writing() as session:
            query = select(PinRow).where(col(PinRow.removed_at).is_(None))
            known = {(row.text, row.recording): row.id for row in session.exec(query)}
            for row in rows:
                if (row.text, row.recording) in known:
                    raise BadRequest(f"There is such a pin already: {row.text}")
                known[row.text, row.recording] = None
            session.add_all(rows)
            session.flush()
            return tuple(map(_pin, rows))

    def remove(self, number: int) -> Pin:
        """Let a pin count no more; it can be restored."""
        return self._set(number, datetime.now(UTC), f"Pin {number} was removed already.")

    def restore(self, number: int) -> Pin:
        """Let a removed pin count again."""
        return self._set(number, None, f"Pin {number} is not removed.")

    def _set(self, number: int, removed_at: datetime | None, already: str) -> Pin:
        self.get(number)
        with self._database.writing() as session:
            row = session.exec(select(PinRow).where(col(PinRow.id) == number).with_for_update()).one()
            if (row.removed_at is None) == (removed_at is None):
                raise BadRequest(already)
            row.removed_at = removed_at
            session.add(row)
            session.flush()
            return _pin(row)

    def install(self, pins: Sequence[NewPin]) -> bool:
        """Keep the pins that the program brings, once in the life of a store; whether it was done now."""
        if self._installed():
            return False
        with self._database.writing() as session:
            if session.get(MetaRow, _SHIPPED):
                return False
            upsert(session, MetaRow, [{"key": _SHIPPED, "value": "1"}], ["key"])
            session.add_all(map(_row, pins))
        return True

    def _installed(self) -> bool:
        with self._database.reading() as session:
            return session.get(MetaRow, _SHIPPED) is not None

    def newest_runs(self, topic: str = "") -> tuple[str, ...]:
        """The newest finished run of a topic, or of every topic, newest first, by their ids."""
        last = select(func.max(col(RunRow.number))).where(VISIBLE, col(RunRow.state) == "done")
        if topic:
            last = last.where(col(RunRow.folded) == topic_key(clean(topic)))
        query = select(RunRow.id).where(col(RunRow.number).in_(last.group_by(col(RunRow.folded))))
        with self._database.reading() as session:
            return tuple(session.exec(query.order_by(col(RunRow.number).desc())))


def _row(pin: NewPin) -> PinRow:
    text = one_line(clean(pin.text))
    if len(text) > LONGEST_TEXT:
        raise BadRequest(f"A pin has at most {LONGEST_TEXT:,} characters; this one has {len(text):,}.")
    return PinRow(
        text=text,
        recording=clean(pin.recording),
        author=author_of(pin.author),
        note=one_line(note_of(pin.note)),
        at=datetime.now(UTC),
    )


def _pin(row: PinRow) -> Pin:
    return Pin(row.id or 0, row.text, row.recording, row.author, row.note, row.at, row.removed_at)
