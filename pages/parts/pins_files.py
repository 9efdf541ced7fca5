"""Pins as lines of text, out and in."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.parts import pins_list
from pages.parts.keep import who
from pages.parts.words import plain_label, plural, said
from workbench.compose import Checked, Workbench, add_lines
from workbench.errors import WorkbenchError
from workbench.files import decoded

MOST_SAID = 5
_FAULTS = "pins.import.faults"


def draw(desk: Workbench, found: Sequence[Checked]) -> None:
    """Draw the way out and in, and what was wrong with the last file."""
    st.header("Lines", anchor=False)
    with st.container(horizontal=True):
        st.download_button(
            "Export",
            "".join(f"{one.pin.text}\n" for one in found),
            "pins.txt",
            "text/plain",
            key="pins.export",
            icon=":material/download:",
            on_click="ignore",
            disabled=not found,
        )
        with st.popover("Import…", icon=":material/upload_file:"):
            st.file_uploader("One pin a line", ["txt"], key="pins.import", max_upload_size=1, on_change=_read,
                             args=(desk,))  # fmt: skip
            st.caption("A line that is a pin already is passed over.")
    st.caption("A line holds no recording: what is imported is checked on the newest run of its topic.")
    if faults := st.session_state.pop(_FAULTS, ()):
        shown = faults[:MOST_SAID]
        more = f"<p>And {plural(len(faults) - MOST_SAID, 'more line')}.</p>" if len(faults) > MOST_SAID else ""
        st.html(f'<div class="wb wb-any" role="status">{"".join(f"<p>{said(one)}</p>" for one in shown)}{more}</div>')


def _read(desk: Workbench) -> None:
    """Add a pin for every line of a chosen file."""
    file = st.session_state["pins.import"]
    if file is None:
        return
    try:
        text = decoded(file.getvalue(), file.name)
        added, faults = add_lines(desk.store, text, who())
    except WorkbenchError as error:
        added, faults = 0, (plain_label(str(error)),)
    st.session_state[_FAULTS] = faults
    pins_list.done(f"{plural(added, 'pin')} added.")
