"""Sees that no page runs without `app.py`.

Streamlit serves `pages/` by itself until some session has run the navigation, so the first address asked for after a
start could be drawn without page config and menu. Such a page goes to `app.py` first, and back.
"""

from __future__ import annotations

import streamlit as st

_ran: list[bool] = []  # of the process, as Streamlit's own flag is
_WANTED = "desk.wanted"


def ran() -> None:
    """Note that the navigation was run, and go to the page that was asked for."""
    _ran.append(True)
    del _ran[1:]
    if wanted := st.session_state.pop(_WANTED, None):
        page, query = wanted
        st.switch_page(page, query_params=query)


def guard(page: str) -> None:
    """Stand first in every page."""
    if not _ran:
        st.session_state[_WANTED] = (page, dict(st.query_params))
        st.switch_page("app.py")
