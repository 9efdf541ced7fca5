"""The reference map as a table: keyword, title, address."""

from __future__ import annotations

import json

import pandas as pd
import streamlit as st

from pages.parts import drafts, editors, fields
from pages.parts.drafts import Held
from workbench.library import reference_map

Row = tuple[str, str, str]
COLUMNS = ("Keyword", "Title", "Address")


def draw(key: str, held: Held) -> None:
    """Draw the map; what differs from the stored one becomes an edit."""
    fields.heading(key)
    stored: str = held.values[key]
    begun = editors.begun(key, stored, lambda: rows_of(held.shown(key)))
    st.data_editor(
        pd.DataFrame(begun.rows, columns=list(COLUMNS)),
        key=begun.key,
        num_rows="dynamic",
        hide_index=True,
        height=460,
        alt=f"{len(begun.rows)} reference links by keyword",
        column_config={
            "Keyword": st.column_config.TextColumn(required=True, max_chars=200),
            "Title": st.column_config.TextColumn(required=True, max_chars=300),
            "Address": st.column_config.TextColumn(required=True, max_chars=2000, validate=r"^https?://[^\s/]+"),
        },
        on_change=_note,
        args=(key,),
    )
    _note(key)
    fields.refused(key, held)
    if not stored:
        st.caption("This is the map that came with the program; a change is saved as a map of your own.")
    st.caption("A keyword that stands in the topic brings all its links, at most eight in a context.")


def _note(key: str) -> None:
    rows = [
        (editors.cell(word), editors.cell(title), editors.cell(url)) for word, title, url in editors.typed(key, COLUMNS)
    ]
    text = as_text([row for row in rows if any(row)])
    if text == as_text(rows_of(editors.stored_under(key).stored)):
        drafts.forget(key)
    else:
        drafts.edit(key, text)


def rows_of(text: str) -> list[Row]:
    """The map as rows; the empty text is the built-in map."""
    if not text.strip():
        return [(word, link.title, link.url) for word, links in reference_map("").items() for link in links]
    data = json.loads(text)
    if not isinstance(data, dict):
        return []
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
