"""The reference map as a table: keyword, title, address."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts import drafts, fields
from pages.parts.drafts import Held
from workbench.library import reference_map

Row = tuple[str, str, str]
COLUMNS = ("Keyword", "Title", "Address")


def draw(key: str, held: Held) -> None:
    """Draw the map; what differs from the stored one becomes an edit."""
    fields.heading(key)
    stored: str = held.values[key]
    own, rows = _rows(key, stored, held.shown(key))
    edited = st.data_editor(
        pd.DataFrame(rows, columns=list(COLUMNS)),
        key=own,
        num_rows="dynamic",
        hide_index=True,
        height=460,
        alt=f"{len(rows)} reference links by keyword",
        column_config={
            "Keyword": st.column_config.TextColumn(required=True, max_chars=200),
            "Title": st.column_config.TextColumn(required=True, max_chars=300),
            "Address": st.column_config.TextColumn(required=True, max_chars=2000, validate=r"^https?://[^\s/]+"),
        },
    )
    now = [tuple(map(_cell, row)) for row in edited.itertuples(index=False)]
    text = as_text([(keyword, title, url) for keyword, title, url in now if keyword or title or url])
    if text == as_text(rows_of(stored)):
        drafts.forget(key)
    else:
        drafts.edit(key, text)
    if not stored:
        st.caption("This is the map that came with the program; a change is saved as a map of your own.")
    st.caption("A keyword that stands in the topic brings all its links, at most eight in a context.")


def _cell(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def rows_of(text: str) -> list[Row]:
    """The map as rows; the empty text is the built-in map."""
    if not text.strip():
        return [(word, link.title, link.url) for word, links in reference_map("").items() for link in links]
    data = json.loads(text)
    return [
        (str(word), str(entry.get("title", "")), str(entry.get("url", "")))
        for word, entries in data.items()
        if isinstance(entries, list)
        for entry in entries
        if isinstance(entry, dict)
    ]


def as_text(rows: list[Row]) -> str:
    """The rows as the map that the setting holds; no row is the empty text, the built-in map."""
    found: dict[str, list[dict[str, str]]] = {}
    for word, title, url in rows:
        found.setdefault(word, []).append({"title": title, "url": url})
    return json.dumps(found, ensure_ascii=False) if found else ""


def _rows(key: str, stored: str, shown: str) -> tuple[str, list[Row]]:
    """The rows under this editor; see `host_table` on why they must not move."""
    place = f"settings.table.{key}"
    basis = (stored, drafts.table_round())
    begun = st.session_state.get(place)
    if begun is None or begun["basis"] != basis or begun["key"] not in st.session_state:
        count = begun["count"] + 1 if begun else 1
        begun = {"basis": basis, "key": f"settings.{key}.{count}", "count": count, "rows": rows_of(shown)}
        st.session_state[place] = begun
    return begun["key"], begun["rows"]
