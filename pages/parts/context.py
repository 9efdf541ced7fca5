"""The rendered context as the writer gets it."""

from __future__ import annotations

import streamlit as st

from pages.parts.words import plain_html, plural
from workbench.export import file_name
from workbench.records import Context, RunRecord


def draw(run: RunRecord) -> None:
    """Draw the context letter for letter."""
    held = run.context or Context("")
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(gap=None, width="content"):
            st.header("What the writer gets", anchor=False)
            st.caption(_counted(held))
        if held.text:
            st.download_button(
                "Download",
                held.text,
                file_name(run, "txt"),
                "text/plain",
                key="run.context.file",
                icon=":material/download:",
                on_click="ignore",
            )
    if held.text:
        st.html(
            '<div class="wb"><div class="wb-text wb-letters" tabindex="0" role="region" aria-label="Context">'
            f"{plain_html(held.text)}</div></div>"
        )


def _counted(held: Context) -> str:
    if not held.text:
        return "Nothing: no source, no reference and no post fits, so the context is the empty text."
    parts = (
        plural(len(held.references), "reference link"),
        plural(len(held.posts), "own post"),
        plural(len(held.web), "web source"),
    )
    return f"{', '.join(parts)} · {plural(len(held.text), 'character')}, as the run stored them"
