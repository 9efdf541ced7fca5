"""The posts of our own site as a table: edited in place, saved at once by its own button, taken off by a tick."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts.words import plain_html, plain_label, plural, said
from workbench.compose import Workbench
from workbench.library import posts_of
from workbench.records import Post

COLUMNS = ("Title", "Slug", "Status")
MOST_SAID = 3
ABOUT = (
    "Posts of our own site that a context may link to; only published ones are. "
    "Many at once come in by `workbench posts import FILE`, from a feed, a sitemap, CSV or JSON."
)
_ROUND, _SAID = "settings.posts.round", "settings.posts.said"


def draw(desk: Workbench) -> None:
    """Draw the table and, while it differs from what is stored, the button that saves it."""
    posts = desk.store.posts.list()
    st.html(f'<div class="wb wb-second">{said(ABOUT)}</div>')
    if told := st.session_state.pop(_SAID, ""):
        st.html(f'<div class="wb" role="status"><span class="wb-icon">check</span> {plain_html(told)}</div>')
    edited = st.data_editor(
        pd.DataFrame([(post.title, post.slug, post.status) for post in posts], columns=list(COLUMNS)),
        key=f"settings.posts.{st.session_state.get(_ROUND, 0)}",
        num_rows="dynamic",
        hide_index=True,
        height=460 if len(posts) > 10 else "auto",
        alt=f"{plural(len(posts), 'post')} of our own site",
        column_config={
            "Title": st.column_config.TextColumn(required=True, max_chars=300),
            "Slug": st.column_config.TextColumn(required=True, max_chars=200, help="The address is /posts/SLUG"),
            "Status": st.column_config.SelectboxColumn(
                options=sorted({"published", "draft", *(post.status for post in posts)}), default="published"
            ),
        },
    )
    now = [_post(row) for row in edited.to_dict("records")]
    if now == posts:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge("Posts not saved", icon=":material/edit:", color="yellow")
        if st.button("Save the posts", key="settings.posts.save"):
            _save(desk, posts, now)
        st.button("Discard", key="settings.posts.discard", type="tertiary", on_click=_anew)


def _post(row: dict[Any, Any]) -> Post:
    title, slug, status = (_cell(row.get(name)) for name in COLUMNS)
    return Post(title, slug, status or "published")


def _cell(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _save(desk: Workbench, before: list[Post], now: list[Post]) -> None:
    kept, faults = posts_of(asdict(post) for post in now if post.title or post.slug)
    if faults:
        st.error(plain_label(" ".join(faults[:MOST_SAID])), icon=":material/error:")
        return
    gone = {post.slug for post in before} - {post.slug for post in kept}
    desk.store.posts.change(kept, gone)
    _anew()
    st.session_state[_SAID] = f"{plural(len(kept), 'post')} stored."
    st.rerun()


def _anew() -> None:
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1
