"""A pin belongs to a page's text, and the run that it is made in is rendered again in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC
from typing import Any

import pytest

from tests.store.test_runs import HITS, JUDGED, READ, SEARCHED, page
from workbench.context import render
from workbench.errors import BadRequest, NotFound, StoreError
from workbench.records import Context, Judged, Read, RunRecord
from workbench.settings import Settings
from workbench.store import Store

URL = HITS[0].url


def rendered(run: RunRecord, starts: Mapping[str, int]) -> Context:
    return render(run.judged.sources if run.judged else (), (), (), Settings(), starts)


def made(store: Store, judged: Judged = JUDGED, *, context: bool = True) -> str:
    run = store.runs.create("topic", READ[0].page.fetched_at.date(), "corpus", {}, 0, {}).id  # type: ignore[union-attr]
    store.runs.save_stage(run, "search", SEARCHED, 0.1)
    store.runs.save_stage(run, "read", READ, 0.1)
    store.runs.save_stage(run, "judge", judged, 0.1)
    if context:
        store.runs.save_stage(run, "render", rendered(store.runs.get(run), store.excerpts.starts(judged.sources)), 0.1)
    return run


def excerpt(store: Store, run: str) -> tuple[int, bool]:
    context = store.runs.get(run).context
    assert context is not None
    found = next(one for one in context.web if one.url == URL)
    return found.start, found.pinned


def test_a_pin_moves_the_excerpt_and_is_kept_with_who_and_when(store: Store) -> None:
    run = made(store)
    before = store.runs.get(run)
    after = store.excerpts.set(run, URL, 21, "ada\0", rendered)
    assert after == store.runs.get(run)
    assert excerpt(store, run) == (21, True)
    assert replace(after, context=before.context) == before
    pin = store.excerpts.of(JUDGED.sources)[URL]
    assert (pin.start, pin.author, pin.at.tzinfo) == (21, "ada", UTC)


def test_later_renders_of_the_same_text_honour_it_and_other_texts_do_not(store: Store) -> None:
    earlier = made(store)
    store.excerpts.set(made(store), URL, 21, "ada", rendered)
    assert excerpt(store, made(store)) == (21, True)
    assert excerpt(store, earlier) == (0, False)
    other = Read(HITS[0], page(0, text="Another text. " * 20))
    changed = replace(JUDGED, sources=(replace(JUDGED.sources[0], read=other),))
    assert store.excerpts.starts(changed.sources) == {}


def test_the_same_text_at_another_address_begins_there_too(store: Store) -> None:
    store.excerpts.set(made(store), URL, 21, "ada", rendered)
    mirror = replace(JUDGED.sources[0], url="https://mirror.example/")
    assert store.excerpts.starts([mirror]) == {"https://mirror.example/": 21}


def test_a_pin_is_moved_and_taken_back(store: Store) -> None:
    run = made(store)
    first = store.runs.get(run)
    store.excerpts.set(run, URL, 21, "ada", rendered)
    store.excerpts.set(run, URL, 40, "ben", rendered)
    assert excerpt(store, run) == (40, True)
    assert store.excerpts.of(JUDGED.sources)[URL].author == "ben"
    assert store.excerpts.set(run, URL, None, "", rendered) == first
    assert store.excerpts.of(JUDGED.sources) == {}


def test_without_a_name_the_pin_is_the_system_user_s(store: Store) -> None:
    store.excerpts.set(made(store), URL, 21, "", rendered)
    assert store.excerpts.of(JUDGED.sources)[URL].author


def test_a_render_that_fails_leaves_pin_and_context_as_they_were(store: Store) -> None:
    run = made(store)

    def broken(run: RunRecord, starts: Mapping[str, int]) -> Context:
        raise StoreError("no")

    with pytest.raises(StoreError):
        store.excerpts.set(run, URL, 21, "ada", broken)
    assert store.excerpts.of(JUDGED.sources) == {}
    assert excerpt(store, run) == (0, False)


@pytest.mark.parametrize(
    ("url", "changes", "words"),
    [
        ("https://other.example/", {}, "has no source"),
        (HITS[2].url, {}, "was not read"),
        (URL, {"context": False}, "has no context yet"),
    ],
)
def test_where_there_is_no_excerpt_there_is_nothing_to_move(
    store: Store, url: str, changes: dict[str, Any], words: str
) -> None:
    run = made(store, **changes)
    with pytest.raises(BadRequest, match=words):
        store.excerpts.set(run, url, 1, "ada", rendered)


def test_a_run_that_is_gone_is_said(store: Store) -> None:
    run = made(store)
    store.runs.delete(run)
    with pytest.raises(NotFound):
        store.excerpts.set(run, URL, 1, "ada", rendered)
