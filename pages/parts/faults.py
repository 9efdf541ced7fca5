"""A fault of the workbench as the page shows it: one sentence, what is kept, one action; never a traceback."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.parts import session
from pages.parts.words import plain_label
from workbench.compose import Workbench
from workbench.errors import StoreError, WorkbenchError
from workbench.store import way_out

KEPT = "The workbench changed nothing in what is stored."


@contextmanager
def told(place: str) -> Iterator[None]:
    """Stand around whatever is drawn on its own, as `with` or as a decorator; the place names the button."""
    try:
        yield
    except WorkbenchError as error:
        _show(error, place)


def left_out(desk: Workbench, *tables: str) -> None:
    """Draw which rows of these tables cannot be read, if any; what is drawn of them is drawn without."""
    if damaged := desk.store.damaged(*tables):
        st.warning(plain_label(way_out(desk.store.database.name, damaged)), icon=":material/warning:")


def unforeseen(error: Exception) -> bool:
    """Show what no part of a page has told, as one in a callback; the log has all of it."""
    if isinstance(error, WorkbenchError):
        _show(error, "callback")
        return True
    logging.getLogger("workbench.desk").error("A page failed.", exc_info=error)
    st.error("Something went wrong that the workbench has no sentence for.", icon=":material/error:")
    st.caption(KEPT)
    with st.expander("Details"):
        st.text(type(error).__name__)
    st.button("Try again", key="fault.unforeseen", icon=":material/refresh:", on_click=session.forget)
    return True


def _show(error: WorkbenchError, place: str) -> None:
    st.error(plain_label(str(error)), icon=":material/error:")
    if isinstance(error, StoreError):
        st.caption(KEPT)
    st.button("Try again", key=f"fault.{place}", icon=":material/refresh:", on_click=session.forget)
