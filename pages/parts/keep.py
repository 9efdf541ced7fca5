"""Keeping tried weights as settings, and going back to those of the run."""

from __future__ import annotations

import getpass
from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.parts import asking, weights
from pages.parts.words import plain_html, plain_label, version_name
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.records import RunRecord
from workbench.settings import FIELDS, Settings, flat, to_text

_SAID = "run.kept"
NAMES = {
    "engines_default": "Engine of the command line",
    "desk_engine": "Engine of the desk",
    "known_references_json": "Reference links",
    "crawler_contact_url": "Contact address",
}


def draw(desk: Workbench, run: RunRecord, was: Settings, now: Settings) -> None:
    """Draw what is not saved, and the two buttons."""
    stored = desk.store.settings.resolve().settings
    unsaved = weights.changed(now, stored)
    moved = weights.changed(now, was)
    if kept := st.session_state.get(_SAID):
        if kept[0] == run.id and not unsaved:
            st.html(f'<div class="wb" role="status"><span class="wb-icon">check</span> {plain_html(kept[1])}</div>')
        elif unsaved:
            st.session_state.pop(_SAID)
    if unsaved and moved:
        st.badge("Tried, not saved", icon=":material/edit:", color="yellow")
    elif unsaved:
        st.caption(f"{version_name(desk.store.settings.version())} differs from what this run was made with.")
    with st.container(horizontal=True):
        st.button(
            "Keep as settings…",
            key="run.keep",
            disabled=not unsaved,
            on_click=asking.ask,
            args=("keep", desk.store.settings.version()),
        )
        st.button(
            "Reset",
            key="run.reset",
            type="tertiary",
            disabled=not moved,
            on_click=weights.set_all,
            args=(run.id, flat(was)),
        )
    if unsaved and (base := asking.over("keep")) is not None:
        ask(desk, run.id, unsaved, base)


@st.dialog("Keep as settings", on_dismiss=asking.done)
def ask(desk: Workbench, run_id: str, changes: Mapping[str, Any], base: int) -> None:
    """Ask who and why, then save; a refusal is a sentence and keeps the sliders."""
    st.html(change_table(flat(desk.store.settings.resolve().settings), changes))
    author = st.text_input("Author", key="keep.author", value=user(), persist_state="session")
    note = st.text_input("Note", key="keep.note", placeholder="Why, in a few words")
    if st.button(f"Save as v{base + 1}", key="keep.save", type="primary"):
        try:
            version = desk.store.settings.write(changes, author=author or "", note=note or "", base=base)
        except WorkbenchError as error:
            st.error(plain_label(str(error)), icon=":material/error:")
            return
        asking.done()
        st.session_state[_SAID] = (run_id, f"Saved as v{version}. The next run uses it.")
        st.rerun()


def change_table(stored: Mapping[str, Any], changes: Mapping[str, Any]) -> str:
    """Each change with the value that holds and the one to be saved."""
    rows = "".join(
        f"<tr><td>{plain_html(name(key))}</td><td class='wb-any wb-second'>{_value(stored.get(key))}</td>"
        f"<td class='wb-any'><b>{_value(value)}</b></td></tr>"
        for key, value in changes.items()
    )
    head = "<tr><th>Setting</th><th>saved</th><th>new</th></tr>"
    return f'<table class="wb wb-table"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _value(value: Any) -> str:
    text = "the default" if value is None else to_text(value)
    return plain_html(text[:300] + ("…" if len(text) > 300 else "")) or "nothing"


def name(key: str) -> str:
    """A setting as a person calls it."""
    if told := NAMES.get(key):
        return told
    found = FIELDS.get(key)
    words = (found.field if found else key).replace("_", " ")
    for digit in "123":
        words = words.replace(f"tier{digit}", f"tier {digit}")
    return words[:1].upper() + words[1:]


def user() -> str:
    """The operating system's user."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
