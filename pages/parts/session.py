"""The workbench that the pages share, opened once a process, and what this browser session is doing."""

from __future__ import annotations

import streamlit as st

from workbench.compose import Workbench
from workbench.store import database_url, home


@st.cache_resource(show_spinner=False)
def _opened(place: str, url: str) -> Workbench:  # noqa: ARG001  they are what the opened one is known by
    return Workbench.open()


def forget() -> None:
    """Give up the opened workbench, so that the next page opens it anew."""
    _opened.clear()


def bench() -> Workbench:
    """The opened workbench; where it cannot be opened, that is a `WorkbenchError` with the reason."""
    return _opened(str(home()), database_url())
