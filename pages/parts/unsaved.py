"""The bar of what is not saved yet, and the two dialogs behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.parts import asking, drafts, faults, gate, whatif
from pages.parts.changes import in_words, table
from pages.parts.drafts import Held
from pages.parts.keep import user
from pages.parts.words import plain_html, plain_label, plural, said
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.settings import FIELDS, to_text

MOST_SAID = 2


def draw(desk: Workbench, held: Held) -> None:
    """Draw the bar while there is an edit."""
    if not held.edits:
        return
    behind = _changed_under(desk, held)
    with st.bottom, st.container(gap="xxsmall"):
        st.html('<div class="wb-rule"></div>')
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            with st.container(gap=None):
                st.html(_told(held, behind=behind))
                foretold = st.empty()
            with st.container(horizontal=True, vertical_alignment="center", width="content", gap="small"):
                _buttons(held)
    if asking.over("see") is not None:
        see(desk, held, behind=behind)
    if asking.over("save") is not None:
        save(desk, held)
    if effect := whatif.at_once(desk, as_changes(held.edits)):
        foretold.html(f'<div class="wb wb-second">{plain_html(effect)}</div>')


def _told(held: Held, *, behind: bool) -> str:
    """The number of edits, the first ones in words, and whether somebody else changed the same."""
    words = [in_words(key, held.values[key], value) for key, value in held.edits.items()]
    more = len(words) - MOST_SAID
    told = " ".join(words[:MOST_SAID]) + (f" And {more} more." if more > 0 else "")
    count = f'<span class="wb-icon" aria-hidden="true">edit</span> {plural(len(words), "unsaved edit")}'
    warned = f"v{held.version} changed the same while you were editing; your edit is kept, compare it first."
    return (
        f'<div class="wb wb-edited" role="status"><div class="wb-line-if-narrow"><span class="wb-badge">{count}</span>'
        f"{said(told)}</div>{f'<div>{warned}</div>' if behind else ''}</div>"
    )


def _buttons(held: Held) -> None:
    st.button("Discard", key="settings.discard", type="tertiary", on_click=drafts.discard)
    st.button("See the change", key="settings.see", on_click=asking.ask, args=("see",))
    st.button(f"{_save_as(held)}…", key="settings.save", type="primary", on_click=asking.ask, args=("save",))


def _save_as(held: Held) -> str:
    return f"Save as v{held.version + 1}"


def _changed_under(desk: Workbench, held: Held) -> bool:
    """Whether somebody else changed an edited key since it was read."""
    if held.base >= held.version:
        return False
    return bool(desk.store.settings.diff(held.base, held.version).keys() & held.edits.keys())


def as_changes(edits: Mapping[str, Any]) -> dict[str, Any]:
    """The edits as a save takes them; an emptied list or text goes back to the default."""
    return {key: to_text(value) if FIELDS[key].kind != "bool" else value for key, value in edits.items()}


@st.dialog("What would change", width="medium", on_dismiss=asking.done)
@faults.told("see")
def see(desk: Workbench, held: Held, *, behind: bool) -> None:
    """Show each edit beside what is stored, and what the edits would do to stored runs."""
    st.html(table({key: (held.values[key], value) for key, value in held.edits.items()}))
    with st.skeleton(height=20):
        told = whatif.sentences(desk, as_changes(held.edits))
    st.html(f'<div class="wb wb-moves">{"".join(f"<p>{said(one)}</p>" for one in told)}</div>')
    if behind and st.button(f"Compared: edit v{held.version}", key="settings.rebase", type="primary"):
        drafts.rebase(held.version)
        asking.done()
        st.rerun()


@st.dialog("Save settings", width="medium", on_dismiss=asking.done)
@faults.told("save")
def save(desk: Workbench, held: Held) -> None:
    """Ask who and why, then save all or nothing; a refusal is a sentence and keeps the edits."""
    changes = as_changes(held.edits)
    st.html(table({key: (held.values[key], value) for key, value in held.edits.items()}))
    try:
        for note in desk.store.settings.notes(changes):
            st.warning(plain_label(note), icon=":material/warning:")
    except WorkbenchError as error:
        st.error(plain_label(str(error)), icon=":material/error:")
        return
    asked = gate.of_changes(desk, changes, "settings")
    author = st.text_input("Author", key="keep.author", value=user(), persist_state="session")
    note = st.text_input("Note", key="settings.note", placeholder="Why, in a few words", max_chars=500)
    if st.button(_save_as(held), key="settings.save.now", type="primary", disabled=not asked.open):
        try:
            version = desk.store.settings.write(
                changes, author=author or "", note=note or "", base=held.base, reason=asked.reason
            )
        except WorkbenchError as error:
            st.error(plain_label(str(error)), icon=":material/error:")
            return
        asking.done()
        drafts.saved(f"Saved as v{version}. It is live in the next run.")
        st.rerun()
