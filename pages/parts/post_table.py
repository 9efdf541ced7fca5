"""The posts of our own site as a table that is edited in place; what differs from the stored ones is a draft."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from pages.parts import drafts, editors
from pages.parts.words import plural, said
from workbench.compose import Workbench
from workbench.records import Post

NAME = "posts"
COLUMNS = ("Title", "Slug", "Status")
ABOUT = (
    "Posts of our own site that a context may link to; only published ones are. "
    "Many at once come in by `workbench posts import FILE`, from a feed, a sitemap, CSV or JSON."
)


def draw(desk: Workbench) -> None:
    """Draw the table; the bar of unsaved edits saves what was typed into it."""
    held = drafts.posts(desk)
    begun = editors.begun(NAME, held.stored, lambda: [(post.title, post.slug, post.status) for post in held.rows])
    st.html(f'<div class="wb wb-second">{said(ABOUT)}</div>')
    st.data_editor(
        pd.DataFrame(begun.rows, columns=list(COLUMNS)),
        key=begun.key,
        num_rows="dynamic",
        hide_index=True,
        height=460 if len(begun.rows) > 10 else "auto",
        alt=f"{plural(len(begun.rows), 'post')} of our own site",
        column_config={
            "Title": st.column_config.TextColumn(required=True, max_chars=300),
            "Slug": st.column_config.TextColumn(required=True, max_chars=200, help="The address is /posts/SLUG"),
            "Status": st.column_config.SelectboxColumn(
                options=sorted({"published", "draft", *(post.status for post in held.rows)}), default="published"
            ),
        },
        on_change=_note,
    )
    _note()


def _note() -> None:
    """Keep what was typed where a change of page cannot lose it."""
    cells = [tuple(map(editors.cell, row)) for row in editors.typed(NAME, COLUMNS)]
    rows = [Post(title, slug, status or "published") for title, slug, status in cells if title or slug]
    drafts.edit_posts(rows, editors.stored_under(NAME).stored)
