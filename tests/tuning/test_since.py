"""A context beside that of an earlier run: three sentences, and each part kept, moved, added or removed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.compose.benches import benched, done, items, pages_for
from workbench.compose import from_snapshot
from workbench.context import parts, parts_of
from workbench.records import Context, Excerpt, Post, Reference, RunRecord
from workbench.tuning import marked, since

LINK, OTHER = Reference("Docs", "https://docs.tool.example/"), Reference("More", "https://docs.more.example/")


def context(*web: Excerpt, links: tuple[Reference, ...] = (LINK,), posts: tuple[Post, ...] = ()) -> Context:
    return Context("".join(part.text for part in parts(links, posts, web)), links, posts, web)


def excerpt(name: str, text: str = "") -> Excerpt:
    return Excerpt(name, f"https://{name}.example/", "teaser", text or f"text of {name}")


A, B, C = excerpt("a"), excerpt("b"), excerpt("c")


def signs(before: Context, after: Context) -> list[tuple[str, str, str]]:
    return [(one.sign, one.part.kind, one.part.url) for one in marked(before, after) if one.sign != "kept"]


def test_the_same_context_keeps_every_part() -> None:
    found = marked(context(A, B), context(A, B))
    assert {one.sign for one in found} == {"kept"}
    assert tuple(one.part for one in found) == parts_of(context(A, B))
    assert [one.number for one in found] == list(range(1, len(found) + 1))


def test_a_source_that_came_and_one_that_went_are_marked() -> None:
    assert signs(context(A, B), context(A, C)) == [
        ("removed", "source", B.url),
        ("removed", "excerpt", B.url),
        ("added", "source", C.url),
        ("added", "excerpt", C.url),
    ]


def test_a_source_that_changed_places_is_moved_and_not_removed() -> None:
    found = signs(context(A, B), context(B, A))
    assert {sign for sign, _, _ in found} == {"moved"}


def test_other_words_of_the_same_page_are_removed_and_added() -> None:
    assert signs(context(A), context(excerpt("a", "other words"))) == [
        ("removed", "excerpt", A.url),
        ("added", "excerpt", A.url),
    ]


@effort(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from((A, B, C)), max_size=4), st.lists(st.sampled_from((A, B, C)), max_size=4))
def test_what_is_not_removed_is_the_later_context_in_order(old: list[Excerpt], new: list[Excerpt]) -> None:
    found = marked(context(*old), context(*new))
    assert tuple(one.part for one in found if one.sign != "removed") == parts_of(context(*new))


@pytest.fixture
def ran(home: Path) -> RunRecord:
    with benched(home, [items(2)], pages_for(items(2))) as bench:
        return asyncio.run(done(bench))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (context(A), context(A), "References, posts and quotations are the same."),
        (context(A), context(B, links=()), "References go from 1 to 0. Posts are the same."),
        (
            context(A),
            context(A, B),
            "References and posts are the same. What both quote is quoted in the same words.",
        ),
        (
            context(A),
            context(A, links=(OTHER,)),
            "The references are others, as many as before. Posts and quotations are the same.",
        ),
        (
            context(A, B),
            context(excerpt("a", "x"), excerpt("b", "y"), posts=(Post("P", "p"),)),
            "2 sources quote other words; posts go from 0 to 1. References are the same.",
        ),
    ],
)
def test_three_sentences_say_what_changed(ran: RunRecord, before: Context, after: Context, told: str) -> None:
    research = from_snapshot(ran.settings).research
    found = since(replace(ran, context=before), replace(ran, context=after), research, research)
    assert len(found) == 3
    assert found[1] == "No source was added or removed, and none moved."
    assert found[2] == told
