"""The bar of what is not saved yet, and the two dialogs behind it."""

from __future__ import annotations

import streamlit as st

from pages.parts import asking, drafts, edit_line, faults, gate, keep, unsaved_posts, whatif
from pages.parts.changes import in_words, table
from pages.parts.drafts import Held
from pages.parts.words import plain_html, plain_label, plural, said
from workbench.compose import Workbench
from workbench.errors import WorkbenchError


def draw(desk: Workbench, held: Held) -> None:
    """Draw the bar while there is an edit: a line for our own posts, and one for the settings."""
    posts = drafts.edited_posts()
    if not (held.edits or posts):
        return
    with st.bottom, st.container(gap="xxsmall"):
        st.html('<div class="wb-rule"></div>')
        if posts:
            unsaved_posts.draw(desk, posts, primary=not held.edits)
        if not held.edits:
            return
        warned = drafts.changed_under(desk, held.base, held.version, held.edits)
        words = [in_words(key, held.values[key], value) for key, value in held.edits.items()]
        foretold, buttons = edit_line.draw(plural(len(words), "unsaved edit"), words, warned)
        with buttons:
            _buttons(held)
    if asking.over("see") is not None:
        see(desk, held, behind=bool(warned))
    if asking.over("save") is not None:
        save(desk, held)
    if effect := whatif.at_once(desk, drafts.as_changes(held.edits)):
        foretold.html(f'<div class="wb wb-second">{plain_html(effect)}</div>')


def _buttons(held: Held) -> None:
    st.button("Discard", key="settings.discard", type="tertiary", on_click=drafts.discard)
    st.button("See the change", key="settings.see", on_click=asking.ask, args=("see",))
    st.button(f"{_save_as(held)}…", key="settings.save", type="primary", on_click=asking.ask, args=("save",))


def _save_as(held: Held) -> str:
    return f"Save as v{held.version + 1}"


@st.dialog("What would change", width="medium", on_dismiss=asking.done)
@faults.told("see")
def see(desk: Workbench, held: Held, *, behind: bool) -> None:
    """Show each edit beside what is stored, and what the edits would do to stored runs."""
    st.html(table({key: (held.values[key], value) for key, value in held.edits.items()}))
    with st.skeleton(height=20):
        told = whatif.sentences(desk, drafts.as_changes(held.edits))
    st.html(f'<div class="wb wb-moves">{"".join(f"<p>{said(one)}</p>" for one in told)}</div>')
    if behind and st.button(f"Compared: edit v{held.version}", key="settings.rebase", type="primary"):
        drafts.rebase(held.version)
        asking.done()
        st.rerun()


@st.dialog("Save settings", width="medium", on_dismiss=asking.done)
@faults.told("save")
def save(desk: Workbench, held: Held) -> None:
    """Ask who and why, then save all or nothing; a refusal is a sentence and keeps the edits."""
    changes = drafts.as_changes(held.edits)
    st.html(table({key: (held.values[key], value) for key, value in held.edits.items()}))
    try:
        for note in desk.store.settings.notes(changes):
            st.warning(plain_label(note), icon=":material/warning:")
    except WorkbenchError as error:
        st.error(plain_label(str(error)), icon=":material/error:")
        return
    asked = gate.of_changes(desk, changes, "settings")
    author = keep.author()
    note = st.text_input("Note", key="settings.note", placeholder="Why, in a few words", max_chars=500)
    if st.button(_save_as(held), key="settings.save.now", type="primary", disabled=not asked.open):
        try:
            version = desk.store.settings.write(
                changes, author=author, note=note or "", base=held.base, reason=asked.reason
            )
        except WorkbenchError as error:
            st.error(plain_label(str(error)), icon=":material/error:")
            return
        asking.done()
        drafts.saved(f"Saved as v{version}. It is live in the next run.")
        st.rerun()
