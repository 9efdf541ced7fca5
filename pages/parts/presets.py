"""Settings under a name, and settings as a file: taken over as unsaved edits, so that the change is seen first."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import chain, count

import streamlit as st

from pages.parts import asking, drafts, faults, keep
from pages.parts.drafts import Held
from pages.parts.words import plain_label, plural
from workbench.compose import Workbench
from workbench.errors import NotFound, WorkbenchError
from workbench.files import decoded
from workbench.settings import FIELDS, flat, to_text
from workbench.settings.load import from_text

DIALOG = "preset"
_SAID, _BEFORE = "settings.preset.said", "settings.edits.before"


def draw(desk: Workbench, held: Held) -> None:
    """Draw the presets, and the way out and in as a file."""
    st.header("Presets", anchor=False)
    names = [preset.name for preset in desk.store.presets.list()]
    if names:
        chosen = st.selectbox("Preset", names, key="settings.preset", label_visibility="collapsed")
        with st.container(horizontal=True):
            st.button("Take over", key="settings.preset.take", on_click=_take, args=(desk, chosen or names[0]))
            st.button("Delete", key="settings.preset.delete", type="tertiary", on_click=_delete, args=(desk, chosen))
    else:
        st.caption("No preset is saved. One keeps everything that differs from the defaults under a name.")
    if said := st.session_state.pop(_SAID, ""):
        st.caption(plain_label(said))
    if gone := st.session_state.get("settings.preset.gone"):
        st.button(
            f"Undo: {plain_label(gone.name)} was deleted", key="settings.preset.undo", on_click=_undo, args=(desk,)
        )
    st.button("Save as preset…", key="settings.preset.save", on_click=asking.ask, args=(DIALOG,))
    _files(desk, held)
    if before := st.session_state.get(_BEFORE):
        st.button(
            f"Undo: back to {plural(len(before), 'edit')} of before", key="settings.edits.back", on_click=_edits_back
        )
    if asking.over(DIALOG) is not None:
        ask(desk, held)


def _take(desk: Workbench, name: str) -> None:
    """Let every difference from a preset be an edit."""
    try:
        take_over(desk, desk.store.presets.get(name).changes)
    except NotFound:
        st.session_state[_SAID] = f"{name} was deleted in another tab."


def take_over(desk: Workbench, texts: Mapping[str, str]) -> None:
    """Let the settings that these texts give be the edits, in place of those that there were; those can come back."""
    found = desk.store.settings.as_they_would_be(texts), desk.store.settings.resolve()
    wanted, stored = (flat(one.settings) for one in found)
    st.session_state[_BEFORE] = dict(drafts.read(desk).edits)
    drafts.discard()
    for key in FIELDS:
        if wanted[key] != stored[key]:
            drafts.edit(key, wanted[key])


def _edits_back() -> None:
    """Take the edits that stood before a preset or a file was taken over."""
    before = st.session_state.pop(_BEFORE)
    drafts.discard()
    for key, value in before.items():
        drafts.edit(key, value)


def _delete(desk: Workbench, name: str) -> None:
    try:
        gone = desk.store.presets.get(name)
        desk.store.presets.delete(name)
    except NotFound:
        st.session_state[_SAID] = f"{name} was deleted already."
    else:
        st.session_state["settings.preset.gone"] = gone


def _undo(desk: Workbench) -> None:
    """Bring a deleted preset back; where its name is taken since, beside the one that has it."""
    gone = st.session_state.pop("settings.preset.gone")
    taken = {preset.name for preset in desk.store.presets.list()}
    names = chain([gone.name], (f"{gone.name[:50]} {at}" for at in count(2)))
    name = next(name for name in names if name not in taken)
    desk.store.presets.save(name, gone.changes, gone.author, gone.note)
    st.session_state[_SAID] = f"Back as {name}." if name != gone.name else ""


@st.dialog("Save as preset", on_dismiss=asking.done)
@faults.told(DIALOG)
def ask(desk: Workbench, held: Held) -> None:
    """Ask for the name, then keep what is shown, unsaved edits included."""
    changes = {key: to_text(value) for key, value in held.edits.items()}
    if changes:
        st.caption(f"With {plural(len(changes), 'unsaved edit')}, as the page shows them.")
    name = st.text_input("Name", key="settings.preset.name", max_chars=60)
    author = keep.author()
    note = st.text_input(
        "Note", key="settings.preset.note", placeholder="What it is for, in a few words", max_chars=500
    )
    if any(preset.name == (name or "").strip() for preset in desk.store.presets.list()):
        st.warning("There is a preset of this name; it is replaced.", icon=":material/warning:")
    if st.button("Save", key="settings.preset.now", type="primary"):
        try:
            desk.store.presets.save(name or "", desk.store.settings.with_changes(changes), author, note or "")
        except WorkbenchError as error:
            st.error(plain_label(str(error)), icon=":material/error:")
            return
        asking.done()
        st.rerun()


def _files(desk: Workbench, held: Held) -> None:
    st.header("Files", anchor=False)
    with st.container(horizontal=True):
        st.download_button(
            "Export",
            json.dumps(desk.store.settings.at(held.version), indent=2, sort_keys=True) + "\n",
            f"workbench-settings-v{held.version}.json",
            "application/json",
            key="settings.export",
            icon=":material/download:",
            on_click="ignore",
        )
        with st.popover("Import…", icon=":material/upload_file:"):
            st.file_uploader(
                "JSON or TOML",
                ["json", "toml"],
                key="settings.import",
                max_upload_size=1,
                on_change=_read,
                args=(desk,),
            )
            st.caption("What differs becomes unsaved edits; nothing is saved before you say so.")
    if fault := st.session_state.pop("settings.import.fault", ""):
        st.error(plain_label(fault), icon=":material/error:")


def _read(desk: Workbench) -> None:
    """Let the settings of a chosen file be edits; a file that is none, or holds a refused value, changes nothing."""
    file = st.session_state["settings.import"]
    if file is None:
        return
    try:
        given = from_text(decoded(file.getvalue(), file.name), file.name)
        texts = desk.store.settings.with_changes(given)
    except WorkbenchError as error:
        st.session_state["settings.import.fault"] = str(error)
        return
    take_over(desk, texts)
