"""What is edited and not saved yet: only the edits are kept, everything else is read from the store each time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.library import carried, changed, unfinished
from workbench.records import Post, PostChange
from workbench.settings import FIELDS, flat, to_text
from workbench.settings.check import checked
from workbench.text import quoted

_EDITS, _BASE, _ROUND, SAID = "settings.edits", "settings.base", "settings.round", "settings.said"
_POSTS = "settings.posts"


@dataclass(frozen=True, slots=True)
class Held:
    """What is stored now, at which version, and what this browser session would change; `edits` follows the tables."""

    version: int
    values: Mapping[str, Any]
    edits: Mapping[str, Any]
    base: int
    warnings: tuple[str, ...] = ()

    def shown(self, key: str) -> Any:
        """The value to show: the edit, else what is stored."""
        return self.edits.get(key, self.values[key])


@dataclass(frozen=True, slots=True)
class HeldPosts:
    """The posts as stored now, as they are to be, and as they were stored when the edits began."""

    stored: tuple[Post, ...]
    rows: tuple[Post, ...]
    base: tuple[Post, ...]

    @property
    def changes(self) -> dict[str, PostChange]:
        """Old and new of each edited post, by slug."""
        return changed(self.base, self.rows)

    @property
    def unfinished(self) -> int:
        """How many edited rows are no posts yet."""
        return len(unfinished(self.base, self.rows))

    @property
    def behind(self) -> dict[str, Post | None]:
        """What somebody else made of edited posts since, by slug."""
        stored = {post.slug: post for post in self.stored}
        return {slug: stored.get(slug) for slug, change in self.changes.items() if stored.get(slug) not in change}

    def __len__(self) -> int:
        return len(self.changes) + self.unfinished


def read(desk: Workbench) -> Held:
    """The settings of this moment; an edit that the store has come to agree with is no edit."""
    version = desk.store.settings.version()
    resolved = desk.store.settings.resolve()
    values = flat(resolved.settings)
    edits = st.session_state.setdefault(_EDITS, {})
    for key in [key for key, value in edits.items() if key not in FIELDS or value == values[key]]:
        del edits[key]
    if not edits:
        st.session_state[_BASE] = version
    unknown = tuple(f"{quoted(key, 80)} is stored, and no setting has this name." for key in resolved.unknown)
    return Held(version, values, edits, st.session_state[_BASE], (*resolved.warnings, *unknown))


def edit(key: str, value: Any) -> None:
    """Note an edit; the version that it is based on was noted when the page was drawn."""
    st.session_state.setdefault(_EDITS, {})[key] = value
    st.session_state.pop(SAID, None)


def forget(key: str) -> None:
    """Take one edit back."""
    st.session_state.setdefault(_EDITS, {}).pop(key, None)


def as_changes(edits: Mapping[str, Any]) -> dict[str, Any]:
    """The edits as a save takes them; an emptied list or text goes back to the default."""
    return {key: to_text(value) if FIELDS[key].kind != "bool" else value for key, value in edits.items()}


def fault(key: str, value: Any) -> str:
    """Why an edit may not be saved; "" if it may."""
    try:
        checked(key, as_changes({key: value})[key])
    except WorkbenchError as error:
        return str(error)
    return ""


def changed_under(desk: Workbench, base: int, version: int, keys: Iterable[str]) -> str:
    """What to say if somebody else changed one of the keys from the version that was read to this one, else ""."""
    if base >= version or not desk.store.settings.diff(base, version).keys() & set(keys):
        return ""
    return f"v{version} changed the same while you were editing; your edit is kept, compare it first."


def discard() -> None:
    """Take every edit back, and begin the tables anew."""
    st.session_state[_EDITS] = {}
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def saved(sentence: str) -> None:
    """Nothing is unsaved any more, and this is to be said."""
    discard()
    st.session_state[SAID] = sentence


def rebase(version: int) -> None:
    """Take the edits as made over that version."""
    st.session_state[_BASE] = version


def table_round() -> int:
    """A number that changes when the tables must forget what was typed into them."""
    return int(st.session_state.get(_ROUND, 0))


def posts(desk: Workbench) -> HeldPosts:
    """The posts of this moment; edits of posts that nobody else touched are carried over to them."""
    stored = tuple(desk.store.posts.list())
    held = edited_posts()
    base, rows = carried(held.base, held.rows, stored) if held else (stored, stored)
    now = HeldPosts(stored, rows, base)
    _hold(now)
    return now


def edited_posts() -> HeldPosts | None:
    """The posts as they were last read or edited here, if an edit is not saved."""
    held: HeldPosts | None = st.session_state.get(_POSTS)
    return held


def edit_posts(rows: Sequence[Post], over: tuple[Post, ...]) -> None:
    """Note how the posts are to be; if nothing was edited before, over those that the table was begun with."""
    held = edited_posts()
    _hold(replace(held, rows=tuple(rows)) if held else HeldPosts(over, tuple(rows), over))
    if not held and edited_posts():
        st.session_state.pop(SAID, None)


def _hold(held: HeldPosts) -> None:
    if held:
        st.session_state[_POSTS] = held
    else:
        st.session_state.pop(_POSTS, None)


def rebase_posts(base: tuple[Post, ...]) -> None:
    """Take the edits as made over those posts."""
    st.session_state[_POSTS] = replace(st.session_state[_POSTS], base=base)


def discard_posts(sentence: str = "") -> None:
    """Nothing of the posts is unsaved any more; begin their table anew, and let the sentence be said."""
    st.session_state.pop(_POSTS, None)
    st.session_state[_ROUND] = table_round() + 1
    if sentence:
        st.session_state[SAID] = sentence


def count(desk: Workbench) -> int:
    """How many edits are not saved; the store is asked only if there are any."""
    edits = len(read(desk).edits) if st.session_state.get(_EDITS) else 0
    return edits + (len(posts(desk)) if edited_posts() else 0)
