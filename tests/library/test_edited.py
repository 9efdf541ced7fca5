"""An edited table of posts: what it changes, and its edits over what others stored meanwhile."""

from __future__ import annotations

import pytest

from workbench.library import carried, changed, unfinished
from workbench.records import Post

A, B, C = Post("A", "a"), Post("B", "b"), Post("C", "c", "draft")
BASE = (A, B, C)
MINE, THEIRS, NEW = Post("Mine", "a"), Post("Theirs", "a"), Post("New", "new")


def test_what_a_table_changes_is_said_by_slug() -> None:
    assert changed(BASE, BASE) == {}
    assert changed(BASE, (MINE, C, NEW)) == {"a": (A, MINE), "b": (B, None), "new": (None, NEW)}


def test_a_new_row_is_told_as_it_would_be_stored() -> None:
    row = Post(" New ", "https://our.example/posts/new/?x=1", "Published")
    assert changed(BASE, (*BASE, row)) == {"new": (None, NEW)}


def test_an_edited_row_that_is_no_post_yet_takes_nothing_off() -> None:
    rows = (Post("", "a"), B, C, Post("No slug", ""))
    assert changed(BASE, rows) == {}
    assert unfinished(BASE, rows) == (rows[0], rows[3])
    assert carried(BASE, rows, (*BASE, NEW)) == ((*BASE, NEW), (*rows, NEW))


@pytest.mark.parametrize(
    ("rows", "stored", "base", "now"),
    [
        ((MINE, B, C), (A, B, C, NEW), (A, B, C, NEW), (MINE, B, C, NEW)),
        ((MINE, B, C), (A, C), (A, C), (MINE, C)),
        ((MINE, B, C), (A, Post("B2", "b"), C), (A, Post("B2", "b"), C), (MINE, Post("B2", "b"), C)),
        ((MINE, B, C), (THEIRS, B, C), (A, B, C), (MINE, B, C)),
        ((MINE, B, C), (B, C), (B, C, A), (MINE, B, C)),
        ((B, C), (THEIRS, B, C), (A, B, C), (B, C)),
        ((B, C), (B, C), (B, C), (B, C)),
        ((MINE, B, C), (MINE, B, C), (MINE, B, C), (MINE, B, C)),
        ((A, B, C, NEW), (A, B, C, Post("Other", "new")), (A, B, C), (A, B, C, NEW)),
    ],
    ids=[
        "another is added", "another is gone", "another is changed", "the same is changed", "the same is gone",
        "what is taken off is changed", "both take it off", "both change it alike", "both add it",
    ],
)  # fmt: skip
def test_edits_go_on_over_what_others_stored(
    rows: tuple[Post, ...], stored: tuple[Post, ...], base: tuple[Post, ...], now: tuple[Post, ...]
) -> None:
    assert carried(BASE, rows, stored) == (base, now)
    assert carried(base, now, stored) == (base, now)
