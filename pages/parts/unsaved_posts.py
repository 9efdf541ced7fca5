"""The line of the bar that says which of our own posts are edited, and saves them."""

from __future__ import annotations

from dataclasses import asdict

import streamlit as st

from pages.parts import drafts, edit_line
from pages.parts.drafts import HeldPosts
from pages.parts.words import code, plain_label, plural
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.library import posts_of
from workbench.records import Post

MOST_FAULTS = 3


def draw(desk: Workbench, held: HeldPosts, *, primary: bool) -> None:
    """Draw the line and its buttons; a save over what somebody else changed is told and not done."""
    words = [in_words(slug, old, new) for slug, (old, new) in held.changes.items()]
    if held.unfinished:
        words.append(f"{plural(held.unfinished, 'row')} without a title or a slug that can be used.")
    _, buttons = edit_line.draw(plural(len(held), "unsaved post"), words, _warned(held))
    with buttons:
        st.button("Discard", key="settings.posts.discard", type="tertiary", on_click=drafts.discard_posts)
        if held.behind:
            st.button(
                "Compared: keep mine",
                key="settings.posts.compared",
                on_click=drafts.rebase_posts,
                args=(held.stored,),
            )
        going = st.button("Save the posts", key="settings.posts.save", type="primary" if primary else "secondary")
    if going:
        _save(desk, held)


def in_words(slug: str, old: Post | None, new: Post | None) -> str:
    """One sentence on a post; what was typed stands in backquotes."""
    if old is None or new is None:
        return f"Post {code(slug)} {'taken off' if new is None else 'added'}."
    pairs = (("title", old.title, new.title), ("status", old.status, new.status))
    said = (f"{what} {code(was)} → {code(now)}" for what, was, now in pairs if was != now)
    return f"Post {code(slug)}: {', '.join(said)}."


def _warned(held: HeldPosts) -> str:
    """What somebody else made of the posts that are edited here."""
    if not held.behind:
        return ""
    now = [f"{code(slug)} is {_told(post)} now" for slug, post in list(held.behind.items())[: edit_line.MOST_SAID]]
    return f"Changed by somebody else while you were editing: {', '.join(now)}. Your edit is kept, compare it first."


def _told(post: Post | None) -> str:
    return f"{code(post.title)}, {post.status}" if post else "taken off"


def _save(desk: Workbench, held: HeldPosts) -> None:
    kept, faults = posts_of(asdict(row) for row in held.rows)
    if faults:
        st.error(plain_label(" ".join(faults[:MOST_FAULTS])), icon=":material/error:")
        return
    try:
        desk.store.posts.change(held.changes)
    except WorkbenchError as error:
        st.error(plain_label(str(error)), icon=":material/error:")
        return
    drafts.discard_posts(f"{plural(len(kept), 'post')} stored.")
    st.rerun()
