"""A fault of the workbench as the page shows it: one sentence, what is kept, one action; never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.parts import session
from pages.parts.words import plain_label
from workbench.errors import StoreError, WorkbenchError


@contextmanager
def told(place: str) -> Iterator[None]:
    """Stand around whatever is drawn on its own, as `with` or as a decorator; the place names the button."""
    try:
        yield
    except WorkbenchError as error:
        st.error(plain_label(str(error)), icon=":material/error:")
        if isinstance(error, StoreError):
            st.caption("What is stored was left as it is; runs under way go on in their worker.")
        st.button("Try again", key=f"fault.{place}", icon=":material/refresh:", on_click=session.forget)
