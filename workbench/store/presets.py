"""Settings under a name: what differed from the defaults when it was saved, to be taken over at any time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlmodel import col, delete, select

from workbench.errors import BadRequest, NotFound
from workbench.store.authors import author_of, note_of
from workbench.store.damaged_rows import sound_rows
from workbench.store.database import Database, upsert
from workbench.store.stored_text import clean, from_json, to_json
from workbench.store.tables import PresetRow
from workbench.text import one_line, quoted, visible

LONGEST_NAME = 60
Found = list["Preset"]


@dataclass(frozen=True, slots=True)
class Preset:
    """One preset; `changes` are the texts of what differs from the defaults, by key."""

    name: str
    changes: dict[str, str]
    author: str
    note: str
    at: datetime


class Presets:
    """The presets of a store, by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list(self) -> Found:
        """Every preset, by name; damaged ones are left out."""
        with self._database.reading() as session:
            return [_preset(row) for row in sound_rows(session, select(PresetRow).order_by(col(PresetRow.name)))]

    def get(self, name: str) -> Preset:
        """The preset of that name; `NotFound` names those that there are."""
        with self._database.reading() as session:
            if row := session.get(PresetRow, clean(name)):
                return _preset(row)
        known = ", ".join(preset.name for preset in self.list()) or "none is saved"
        raise NotFound(f"There is no preset {quoted(name, LONGEST_NAME)}; {known}.")

    def save(self, name: str, changes: Mapping[str, str], author: str = "", note: str = "") -> Preset:
        """Keep the texts under a name, over one that has it; an empty or over-long name is refused.

        Without an author it is the operating system's user.
        """
        shown = one_line(visible(name))
        if not shown or len(shown) > LONGEST_NAME:
            raise BadRequest(f"A preset needs a name of 1 to {LONGEST_NAME} characters.")
        made = Preset(clean(shown), dict(changes), author_of(author), note_of(note), datetime.now(UTC))
        row = {"name": made.name, "changes": to_json(made.changes), "author": made.author, "note": made.note}
        with self._database.writing() as session:
            upsert(session, PresetRow, [{**row, "at": made.at}], ["name"])
        return made

    def delete(self, name: str) -> None:
        """Remove a preset; the settings that were taken over from it stay."""
        self.get(name)
        with self._database.writing() as session:
            session.connection().execute(delete(PresetRow).where(col(PresetRow.name) == clean(name)))


def _preset(row: PresetRow) -> Preset:
    held = from_json(row.changes, f"The preset {row.name}")
    return Preset(row.name, {str(key): str(value) for key, value in held.items()}, row.author, row.note, row.at)
