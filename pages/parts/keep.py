"""Keeping tried weights as settings, and going back to those of the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from pages.parts import asking, drafts, faults, gate, values, weights
from pages.parts.words import plain_html, plain_label, shortened, version_name
from workbench.compose import Workbench
from workbench.errors import StaleSettings, WorkbenchError
from workbench.records import RunRecord
from workbench.settings import Settings, flat
from workbench.store import LONGEST_AUTHOR, user

_SAID, _BASE, _AUTHOR = "run.kept", "run.base", "keep.author"


def draw(desk: Workbench, run: RunRecord, was: Settings, now: Settings) -> None:
    """Draw what is not saved, and the two buttons; only what was moved is saved."""
    stored = desk.store.settings.resolve().settings
    moved = weights.changed(now, was)
    unsaved = {key: value for key, value in weights.changed(now, stored).items() if key in moved}
    if not moved and weights.changed(was, stored):
        st.caption(f"{version_name(desk.store.settings.version())} differs from what this run was made with.")
    offer(desk, "run", run.id, unsaved, moved=bool(moved), back=partial(weights.set_all, run.id, flat(was)))


def offer(
    desk: Workbench, page: str, tried_on: str, unsaved: Mapping[str, Any], *, moved: bool, back: Callable[[], None]
) -> None:
    """Draw what is tried on something and not saved, and the two buttons of a page: keep it, or go back."""
    version = desk.store.settings.version()
    _read_at(tried_on, version, moved=moved)
    _told(tried_on, is_over=bool(unsaved))
    if unsaved:
        st.badge("Tried, not saved", icon=":material/edit:", color="yellow")
    with st.container(horizontal=True):
        st.button(
            "Keep as settings…",
            key=f"{page}.keep",
            disabled=not unsaved,
            on_click=asking.ask,
            args=("keep",),
        )
        st.button("Reset", key=f"{page}.reset", type="tertiary", disabled=not moved, on_click=back)
    if unsaved and asking.over("keep") is not None:
        ask(desk, tried_on, unsaved)


def propose(desk: Workbench, page: str, label: str, changes: Mapping[str, Any], *, primary: bool) -> None:
    """Draw the one button that keeps what a page proposes, if it proposes anything, by the same dialog."""
    version = desk.store.settings.version()
    _read_at(page, version, moved=asking.over("keep") is not None)
    _told(page, is_over=bool(changes))
    if not changes:
        return
    st.button(
        label,
        key=f"{page}.keep",
        icon=":material/check:",
        type="primary" if primary else "secondary",
        on_click=asking.ask,
        args=("keep",),
    )
    if asking.over("keep") is not None:
        ask(desk, page, changes)


def _told(tried_on: str, *, is_over: bool) -> None:
    """Say what was kept, until something else is there to be kept."""
    if kept := st.session_state.get(_SAID):
        if is_over:
            st.session_state.pop(_SAID)
        elif kept[0] == tried_on:
            st.html(f'<div class="wb" role="status"><span class="wb-icon">check</span> {plain_html(kept[1])}</div>')


def _read_at(run_id: str, version: int, *, moved: bool) -> None:
    """Note the version that was read before the first slider of the run was moved."""
    if not moved or run_id not in st.session_state.setdefault(_BASE, {}):
        st.session_state[_BASE] = {**st.session_state.get(_BASE, {}), run_id: version}


def _compared(run_id: str, version: int) -> None:
    """What was moved is now meant over that version."""
    st.session_state[_BASE][run_id] = version


@st.dialog("Keep as settings", width="medium", on_dismiss=asking.done)
@faults.told("keep")
def ask(desk: Workbench, run_id: str, changes: Mapping[str, Any]) -> None:
    """Ask who and why, then save; a refusal is a sentence and keeps the sliders."""
    st.html(change_table(flat(desk.store.settings.resolve().settings), changes))
    newest, base = desk.store.settings.version(), st.session_state[_BASE][run_id]
    warned = drafts.changed_under(desk, base, newest, changes)
    if warned:
        st.warning(warned, icon=":material/warning:")
        _offer_mine(run_id, newest)
    asked = gate.of_changes(desk, changes, "keep")
    who = author()
    note = st.text_input("Note", key="keep.note", placeholder="Why, in a few words", max_chars=500)
    if st.button(f"Save as v{newest + 1}", key="keep.save", type="primary", disabled=not asked.open):
        try:
            saved = desk.store.settings.write(changes, author=who, note=note or "", base=base, reason=asked.reason)
        except StaleSettings as error:
            st.error(plain_label(str(error)), icon=":material/error:")
            if not warned:
                _offer_mine(run_id, desk.store.settings.version())
            return
        except WorkbenchError as error:
            st.error(plain_label(str(error)), icon=":material/error:")
            return
        asking.done()
        _compared(run_id, saved)
        st.session_state[_SAID] = (run_id, f"Saved as v{saved}. The next run uses it.")
        st.rerun()


def _offer_mine(run_id: str, newest: int) -> None:
    st.button("Compared: keep mine", key="keep.compared", on_click=_compared, args=(run_id, newest))


def change_table(stored: Mapping[str, Any], changes: Mapping[str, Any]) -> str:
    """Each change with the value that holds and the one to be saved; numbers have as many decimals as all need."""
    sides = {key: (stored.get(key), value) for key, value in changes.items()}
    digits = values.common(*((key, value) for key, both in sides.items() for value in both))
    end = " wb-end" if all(map(values.is_number, sides)) else ""
    rows = "".join(
        f"<tr><td>{plain_html(values.label(key))}</td>"
        f'<td class="wb-any wb-second{end}">{_value(key, old, digits)}</td>'
        f'<td class="wb-any{end}"><b>{_value(key, new, digits)}</b></td></tr>'
        for key, (old, new) in sides.items()
    )
    head = f'<tr><th>Setting</th><th class="{end.strip()}">saved</th><th class="{end.strip()}">new</th></tr>'
    return f'<table class="wb wb-table"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _value(key: str, value: Any, digits: int) -> str:
    return plain_html(shortened(values.shown(key, value, digits), 300))


def author() -> str:
    """Draw who saves; every dialog that saves asks it alike."""
    asked = st.text_input(
        "Author", key=_AUTHOR, value=user()[:LONGEST_AUTHOR], max_chars=LONGEST_AUTHOR, persist_state="session"
    )
    return asked or ""


def who() -> str:
    """Who did something that no dialog asks about: whoever saved last, else the user of the system."""
    return st.session_state.get(_AUTHOR) or user()
