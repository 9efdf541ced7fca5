"""Which dialog is open, and what it was opened over; one at a time."""

from __future__ import annotations

import streamlit as st

_ASKING = "desk.asking"


def ask(name: str, over: int = 0) -> None:
    """Open a dialog; `over` is the version of the settings that the person saw."""
    st.session_state[_ASKING] = (name, over)


def over(name: str) -> int | None:
    """The version that the dialog was opened over; `None` if it is not open."""
    asking = st.session_state.get(_ASKING)
    return asking[1] if asking and asking[0] == name else None


def key(shortcut: str) -> str | None:
    """The key of a button of the page; none while a dialog is open, so that nothing typed there presses it."""
    return None if _ASKING in st.session_state else shortcut


def done() -> None:
    """Close whatever is open."""
    st.session_state.pop(_ASKING, None)
