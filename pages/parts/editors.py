"""Tables that are edited in place, and what was typed into them.

An editor keeps its edits by the place of the row, so its rows must not move while it has any: a table is begun anew
only when the page was left, what is stored changed, or its edits were saved or taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.parts import drafts

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows that the edits of an editor are over, the editor's key, and what was stored when they were read."""

    key: str
    count: int
    round: int
    stored: Any
    rows: tuple[Row, ...]


def begun(name: str, stored: Any, rows: Callable[[], Iterable[Row]]) -> Table:
    """The table of that name; the rows are asked for when it begins anew."""
    held: Table | None = st.session_state.get(_place(name))
    now = drafts.table_round()
    if held is None or held.stored != stored or held.round != now or held.key not in st.session_state:
        count = held.count + 1 if held else 1
        held = Table(f"settings.{name}.{count}", count, now, stored, tuple(rows()))
        st.session_state[_place(name)] = held
    return held


def typed(name: str, columns: Sequence[str]) -> list[Row]:
    """The rows of a begun table with what was typed into its editor; of an added row, a cell left out is `None`."""
    held = stored_under(name)
    state = st.session_state.get(held.key) or {}
    edited, gone = state.get("edited_rows", {}), set(state.get("deleted_rows", ()))
    rows = [
        {**dict(zip(columns, row, strict=False)), **edited.get(at, {})}
        for at, row in enumerate(held.rows)
        if at not in gone
    ]
    return [tuple(row.get(column) for column in columns) for row in (*rows, *state.get("added_rows", ()))]


def stored_under(name: str) -> Table:
    """The table as it was begun."""
    held: Table = st.session_state[_place(name)]
    return held


def cell(value: Any) -> str:
    """What stands in a cell of text."""
    return value.strip() if isinstance(value, str) else ""


def _place(name: str) -> str:
    return f"settings.table.{name}"
