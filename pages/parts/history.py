"""The versions of the settings: who saved what, when and why; compare any with now, restore any."""

from __future__ import annotations

import streamlit as st

from pages.parts import asking, drafts, faults, gate, keep
from pages.parts.changes import in_words, table
from pages.parts.words import plain_html, plain_label, said, shortened, when, zone
from workbench.compose import Workbench
from workbench.errors import StaleSettings, WorkbenchError
from workbench.store import SettingVersion
from workbench.text import one_line

MOST_SHOWN, MOST_CHANGES, MOST_LETTERS = 4, 3, 32


def second_line(desk: Workbench, version: int) -> None:
    """Draw which version holds, and what was just done."""
    last = desk.store.settings.history(limit=1)
    if version and not last:
        st.caption(f"Version {version}. A change is live in the next run.")
    elif last:
        by = f" by {plain_label(_author(last[0]))}" if last[0].author else ""
        st.caption(f"Version {version}, saved {_when(last[0])}{by}. A change is live in the next run.")
    else:
        st.caption("The defaults; nothing was saved yet. A change is live in the next run.")
    if done := st.session_state.get(drafts.SAID):
        st.html(f'<div class="wb" role="status"><span class="wb-icon">check</span> {plain_html(done)}</div>')


def draw(desk: Workbench, version: int) -> None:
    """Draw the last versions and what can be done with any."""
    st.header("History", anchor=False)
    faults.left_out(desk, "setting_versions", "presets")
    saves = desk.store.settings.history()
    if not saves:
        st.caption("No version can be read." if version else "Nothing was saved yet.")
        return
    st.html(f'<div class="wb">{"".join(map(_entry, saves[:MOST_SHOWN]))}</div>')
    known = {one.version: f"v{one.version}, {_when(one)}" for one in saves[1:]} | {0: "v0, the defaults"}
    chosen = st.selectbox(
        "An earlier version", list(known), format_func=lambda one: known.get(one, f"v{one}"), key="settings.version"
    )
    with st.container(horizontal=True):
        st.button("Compare", key="settings.compare", on_click=asking.ask, args=("compare", version))
        st.button(
            f"Restore v{chosen}…",
            key="settings.restore",
            icon=":material/history:",
            on_click=asking.ask,
            args=("restore", version),
        )
    if (seen := asking.over("compare")) is not None:
        compare(desk, chosen, seen)
    if (seen := asking.over("restore")) is not None:
        restore(desk, chosen, seen)


def _when(one: SettingVersion) -> str:
    return when(one.at, zone(st.context.timezone))


def _author(one: SettingVersion) -> str:
    return shortened(one_line(one.author), MOST_LETTERS)


def _entry(one: SettingVersion) -> str:
    told = [in_words(key, old, new) for key, (old, new) in one.changes.items()]
    more = len(told) - MOST_CHANGES
    lines = told[:MOST_CHANGES] + ([f"And {more} more."] if more > 0 else [])
    note = f"<div>{plain_html(one.note)}</div>" if one.note else ""
    return (
        f'<div class="wb-version"><div><b>v{one.version}</b> <span>{plain_html(_author(one))}</span>'
        f'<span class="wb-second wb-at">{_when(one)}</span></div>{note}'
        f'<div class="wb-second wb-any">{"<br>".join(map(said, lines))}</div>{_red(one)}</div>'
    )


def _red(one: SettingVersion) -> str:
    """Why a version was saved although it left pins red, and which."""
    if not one.red:
        return ""
    lines = "".join(f'<div class="wb-second wb-any">{said(line)}</div>' for line in one.red[:MOST_CHANGES])
    more = len(one.red) - MOST_CHANGES
    rest = f'<div class="wb-second">And {more} more.</div>' if more > 0 else ""
    return (
        f'<div>{gate.mark("red")} <span class="wb-any">Saved all the same: {plain_html(one.reason)}</span></div>'
        f"{lines}{rest}"
    )


@st.dialog("Compare", width="medium", on_dismiss=asking.done)
@faults.told("compare")
def compare(desk: Workbench, chosen: int, version: int) -> None:
    """Show what changed from a version to now."""
    changes = desk.store.settings.diff(chosen, version)
    st.caption(f"From v{chosen} to v{version}, which holds now.")
    st.html(table(changes) if changes else '<div class="wb">They are the same.</div>')


@st.dialog("Restore", width="medium", on_dismiss=asking.done)
@faults.told("restore")
def restore(desk: Workbench, chosen: int, version: int) -> None:
    """Save what a version held as a new version, over the one that was seen last in the dialog."""
    seen = asking.over("restore")
    version = version if seen is None else seen
    newest = desk.store.settings.version()
    changes = desk.store.settings.diff(version, chosen)
    st.html(table(changes) if changes else f'<div class="wb">v{chosen} is what holds now.</div>')
    warned = f"v{newest} was saved since this dialog was opened." if newest > version else ""
    if warned:
        st.warning(warned, icon=":material/warning:")
        _compare_again(newest)
    tried = desk.store.settings.as_they_would_be(desk.store.settings.at(chosen)).settings
    asked = gate.draw(desk, tried, "settings.restore")
    author = keep.author()
    note = st.text_input("Note", key="settings.restore.note", placeholder=f"back to version {chosen}", max_chars=500)
    if st.button(
        f"Restore v{chosen} as v{newest + 1}",
        key="settings.restore.now",
        type="primary",
        disabled=not (changes and asked.open),
    ):
        try:
            saved = desk.store.settings.restore(chosen, author, note or "", version, reason=asked.reason)
        except StaleSettings as error:
            st.error(plain_label(str(error)), icon=":material/error:")
            if not warned:
                _compare_again(desk.store.settings.version())
            return
        except WorkbenchError as error:
            st.error(plain_label(str(error)), icon=":material/error:")
            return
        asking.done()
        drafts.saved(f"v{chosen} holds again, saved as v{saved}.")
        st.rerun()


def _compare_again(newest: int) -> None:
    st.button("Compare again", key="settings.restore.compared", on_click=asking.ask, args=("restore", newest))
