"""The history of the settings: every save is a version that can be read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, insert
from sqlmodel import Session, col, select

from workbench.errors import NotFound
from workbench.store.counters import following
from workbench.store.damaged_rows import sound_rows
from workbench.store.stored_text import clean
from workbench.store.tables import ChangeRow, Counter, VersionRow
from workbench.text import one_line

Change = tuple[str | None, str | None]
LONGEST_REASON = 2000


@dataclass(frozen=True, slots=True)
class SettingVersion:
    """One save: who, when, why, and old and new value of each key; no value means that the default holds.

    `red` has a line on each pin that it left red, and `reason` is why it was saved all the same.
    """

    version: int
    at: datetime
    author: str
    note: str
    changes: dict[str, Change]
    reason: str = ""
    red: tuple[str, ...] = ()


def current(session: Session) -> int:
    """The number of the last version; 0 if nothing was ever saved."""
    return session.exec(select(Counter.value).where(col(Counter.name) == "settings")).first() or 0


def rows_at(session: Session, version: int) -> dict[str, str]:
    """What was stored after a version that there is."""
    refuse_unknown(version, current(session))
    return rows_saved(session, version)


def refuse_unknown(version: int, last: int) -> None:
    """Raise `NotFound` for a version that there never was."""
    if not 0 <= version <= last:
        raise NotFound(f"There is no version {version} of the settings.")


def rows_saved(session: Session, version: int) -> dict[str, str]:
    """What was stored after that version, as far as saves know."""
    last = select(func.max(ChangeRow.id)).where(col(ChangeRow.version) <= version).group_by(col(ChangeRow.key))
    found = session.exec(select(ChangeRow.key, ChangeRow.new).where(col(ChangeRow.id).in_(last)))
    return {key: new for key, new in found if new is not None}


def difference(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, Change]:
    """Old and new value of every key that differs."""
    keys = sorted(before.keys() | after.keys())
    return {key: (before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)}


@dataclass(frozen=True, slots=True)
class Said:
    """Who saves and why; with red pins, a line on each and the reason."""

    author: str
    note: str = ""
    reason: str = ""
    red: tuple[str, ...] = ()


def add(session: Session, counter: Counter, changes: Mapping[str, Change], said: Said) -> None:
    """Note a save as the next version."""
    version = following(counter)
    row = {
        "version": version,
        "at": datetime.now(UTC),
        "author": said.author,
        "note": said.note,
        "reason": one_line(clean(said.reason))[:LONGEST_REASON],
        "red": "\n".join(one_line(clean(line)) for line in said.red),
    }
    rows = [{"version": version, "key": key, "old": old, "new": new} for key, (old, new) in changes.items()]
    connection = session.connection()
    connection.execute(insert(VersionRow), row)
    connection.execute(insert(ChangeRow), rows)


def history(session: Session, limit: int) -> list[SettingVersion]:
    """The last versions, newest first; damaged ones are left out."""
    versions = sound_rows(session, select(VersionRow).order_by(col(VersionRow.version).desc()).limit(limit))
    changes: dict[int, dict[str, Change]] = {row.version: {} for row in versions}
    query = select(ChangeRow).where(col(ChangeRow.version).in_(changes)).order_by(col(ChangeRow.id))
    for change in session.exec(query):
        changes[change.version][change.key] = (change.old, change.new)
    return [_version(row, changes[row.version]) for row in versions]


def _version(row: VersionRow, changes: dict[str, Change]) -> SettingVersion:
    return SettingVersion(
        row.version, row.at, row.author, row.note, changes, row.reason, tuple(filter(None, row.red.split("\n")))
    )
