"""One line of the bar of unsaved edits."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.parts.words import said

MOST_SAID = 2


def draw(count: str, words: Sequence[str], warned: str = "") -> tuple[DeltaGenerator, DeltaGenerator]:
    """Draw how many edits there are, the first ones in words, and a warning.

    Out come the place of one more sentence and that of the buttons.
    """
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        with st.container(gap=None):
            st.html(_told(count, words, warned))
            beneath = st.empty()
        buttons = st.container(horizontal=True, vertical_alignment="center", width="content", gap="small")
    return beneath, buttons


def _told(count: str, words: Sequence[str], warned: str) -> str:
    more = len(words) - MOST_SAID
    told = " ".join(words[:MOST_SAID]) + (f" And {more} more." if more > 0 else "")
    badge = f'<span class="wb-badge"><span class="wb-icon" aria-hidden="true">edit</span> {count}</span>'
    return (
        f'<div class="wb wb-edited" role="status"><div class="wb-line-if-narrow">{badge}{said(told)}</div>'
        f"{f'<div>{said(warned)}</div>' if warned else ''}</div>"
    )
