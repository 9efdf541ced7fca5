"""The settings as they are stored: only what differs from the default, every save a version.

Rows that were changed by hand are read as they are; the next save, also one that is refused for being stale,
notes them as a version of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlmodel import Session, col, delete, select

from workbench.errors import PinsRed, SettingRefused, StaleSettings, StoreError
from workbench.settings import FIELDS, Resolved, Settings, flat, judge_alike, read_file, resolve, to_text
from workbench.settings.check import checked, label, notes
from workbench.settings.load import shipped
from workbench.store.authors import author_of, note_of
from workbench.store.counters import held
from workbench.store.database import Database, upsert
from workbench.store.places import home
from workbench.store.setting_versions import (
    Change,
    Said,
    SettingVersion,
    add,
    current,
    difference,
    history,
    refuse_unknown,
    rows_at,
    rows_saved,
)
from workbench.store.tables import Counter, SettingRow

Gate = Callable[[Settings], tuple[str, ...]]
LEAST_LETTERS = 3


class SettingStore:
    """The settings of a store. The `gate` says of settings which pins they leave red, a line on each."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.gate: Gate | None = None

    def rows(self) -> dict[str, Any]:
        """What is stored, by key; edited by hand, a value may be a number, bytes or nothing."""
        with self._database.reading() as session:
            return _rows(session)

    def version(self) -> int:
        """The number of the last save; 0 if there was none."""
        with self._database.reading() as session:
            return current(session)

    def resolve(self, *extra: Mapping[str, Any]) -> Resolved:
        """The settings in force: shipped file, own file, stored rows, then the call's own."""
        file, of_file = read_file(home() / "settings.toml")
        rows, of_rows = self._readable_rows()
        found = resolve(shipped(), file, rows, *extra)
        return Resolved(found.settings, (*of_file, *of_rows, *found.warnings), found.unknown)

    def write(
        self, changes: Mapping[str, Any], *, author: str = "", note: str = "", base: int | None = None, reason: str = ""
    ) -> int:
        """Save the changes, all or none; the number of the version that now holds.

        No value goes back to the default. With `base`, the version that the editor read, a key that somebody
        else changed since is refused. What changes the judging and leaves a pin red is refused without a `reason`.
        """
        self._database.refuse_frozen()
        wanted, who, why = _wanted(changes), author_of(author), note_of(note)
        while True:
            seen = _as_texts(self.rows())
            red = self._left_red(seen, _changed(seen, wanted, self._defaults()))
            said = Said(who, why, reason.strip() if red else "", red or ())
            version = self._save(wanted, said, base, None if red is None else seen)
            if version is not None:
                return version

    def _save(
        self, wanted: Mapping[str, str | None], said: Said, base: int | None, seen: Mapping[str, str] | None
    ) -> int | None:
        """The version that holds now; no number if the pins were checked on what is `seen` and no longer stands."""
        defaults = self._defaults()
        with self._database.writing() as session:
            counter = held(session, "settings")
            before = _as_texts(_rows(session))
            if seen is not None and before != seen:
                return None
            _refuse_unknown_resets(wanted, before)
            changed = difference(before, _changed(before, wanted, defaults))
            stale = "" if base is None else _stale(session, changed, base, counter.value)
            refused = bool(said.red) and not is_reason(said.reason)
            if changed:
                _note_hand_edits(session, counter, before)
            if changed and not stale and not refused:
                _put(session, changed)
                add(session, counter, changed, said)
        if stale:
            raise StaleSettings(stale)
        if refused:
            raise PinsRed(said.red)
        return counter.value

    def _left_red(self, before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...] | None:
        """A line on each pin that a save of these texts leaves red; nobody asks where the judging reads none of it."""
        if self.gate is None:
            return None
        wanted = self.as_they_would_be(after).settings
        return None if judge_alike(self.as_they_would_be(before).settings, wanted) else self.gate(wanted)

    def notes(self, changes: Mapping[str, Any]) -> tuple[str, ...]:
        """What to say about changes that may be saved and may still surprise."""
        wanted, (rows, _) = _wanted(changes), self._readable_rows()
        after = {key: value for key, value in {**rows, **wanted}.items() if value is not None}
        return notes(wanted, resolve(shipped(), read_file(home() / "settings.toml")[0], after).settings)

    def history(self, limit: int = 100) -> list[SettingVersion]:
        """The last saves, newest first."""
        with self._database.reading() as session:
            return history(session, limit)

    def at(self, version: int) -> dict[str, str]:
        """What was stored at a version, by key; 0 is nothing, the defaults."""
        with self._database.reading() as session:
            return rows_at(session, version)

    def diff(self, first: int, second: int) -> dict[str, Change]:
        """Old and new value of every key that differs between two versions."""
        with self._database.reading() as session:
            return difference(rows_at(session, first), rows_at(session, second))

    def restore(
        self, version: int, author: str = "", note: str = "", base: int | None = None, *, reason: str = ""
    ) -> int:
        """Save what was stored at a version, as a new one; 0 goes back to the defaults.

        With the version `base` that the editor saw, what others saved since is not overwritten (`StaleSettings`).
        """
        return self.become(self.at(version), author, note or f"back to version {version}", base, reason=reason)

    def become(
        self, texts: Mapping[str, str], author: str = "", note: str = "", base: int | None = None, *, reason: str = ""
    ) -> int:
        """Save these texts in place of everything that is stored, as a new version; a key left out is its default."""
        changes: dict[str, Any] = {**dict.fromkeys(self.rows()), **texts}
        return self.write(changes, author=author, note=note, base=base, reason=reason)

    def with_changes(self, changes: Mapping[str, Any]) -> dict[str, str]:
        """What would be stored after the changes, as texts; nothing is saved."""
        wanted, defaults = _wanted(changes), self._defaults()
        return _changed(_as_texts(self.rows()), wanted, defaults)

    def as_they_would_be(self, texts: Mapping[str, str]) -> Resolved:
        """The settings in force if these texts were all that is stored."""
        return resolve(shipped(), read_file(home() / "settings.toml")[0], texts)

    def _readable_rows(self) -> tuple[dict[str, Any], tuple[str, ...]]:
        """The stored rows; a table that is gone or damaged gives none, and a warning."""
        try:
            return self.rows(), ()
        except StoreError as error:
            return {}, (f"The stored settings cannot be read, so the defaults are used. {error}",)

    def _defaults(self) -> dict[str, str]:
        """What holds, as text, where nothing is stored."""
        below = resolve(shipped(), read_file(home() / "settings.toml")[0]).settings
        return {key: to_text(value) for key, value in flat(below).items()}


def _rows(session: Session) -> dict[str, Any]:
    return {_text(row.key): row.value for row in session.execute(select(SettingRow.key, SettingRow.value))}


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _as_texts(rows: Mapping[str, Any]) -> dict[str, str]:
    return {key: "" if value is None else _text(value) for key, value in rows.items()}


def _wanted(changes: Mapping[str, Any]) -> dict[str, str | None]:
    """The text of every change, `None` for the default; `SettingRefused` says everything that is wrong."""
    wanted: dict[str, str | None] = {}
    refused: list[str] = []
    for key, raw in changes.items():
        try:
            value = None if raw is None else checked(key, raw)
        except SettingRefused as error:
            refused.append(str(error))
        else:
            wanted[key] = None if value is None else to_text(value)
    if refused:
        raise SettingRefused(" ".join(refused))
    return wanted


def _refuse_unknown_resets(wanted: Mapping[str, str | None], stored: Mapping[str, str]) -> None:
    for key in wanted:
        if key not in FIELDS and key not in stored:
            checked(key, None)


def _changed(
    before: Mapping[str, str], wanted: Mapping[str, str | None], defaults: Mapping[str, str]
) -> dict[str, str]:
    after = dict(before)
    for key, value in wanted.items():
        if value is None or value == defaults.get(key):
            after.pop(key, None)
        else:
            after[key] = value
    return after


def _stale(session: Session, changes: Mapping[str, Change], base: int, version: int) -> str:
    """What has changed since the editor read the version `base`; "" if nothing that matters."""
    refuse_unknown(base, version)
    read = rows_saved(session, base)
    others = {key: change for key, change in changes.items() if change[0] != read.get(key)}
    if not others:
        return ""
    who = f"Another editor saved v{version}" if version > base else "The settings were changed outside the workbench"
    both = (f"{label(key)} is {_shown(old)} now, you want {_shown(new)}." for key, (old, new) in others.items())
    return f"{who} while you were editing. Nothing was saved; compare first. {' '.join(both)}"


def is_reason(text: str) -> bool:
    """Whether somebody said why: at least three letters."""
    return sum(char.isalpha() for char in text) >= LEAST_LETTERS


def _shown(value: str | None) -> str:
    return "the default" if value is None else value[:80]


def _note_hand_edits(session: Session, counter: Counter, before: Mapping[str, str]) -> None:
    if by_hand := difference(rows_saved(session, counter.value), before):
        add(session, counter, by_hand, Said("", "changed outside the workbench"))


def _put(session: Session, changes: Mapping[str, Change]) -> None:
    if gone := [key for key, (_, new) in changes.items() if new is None]:
        session.connection().execute(delete(SettingRow).where(col(SettingRow.key).in_(gone)))
    kept = [{"key": key, "value": new} for key, (_, new) in changes.items() if new is not None]
    upsert(session, SettingRow, kept, ["key"])
