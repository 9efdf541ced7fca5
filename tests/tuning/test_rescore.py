"""A stored run under its own settings is what was stored; under others it is judged again, without any socket."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import time
import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.compose.benches import AT_ONCE, TODAY, benched, done, items, pages_for, put_sample, web_of
from tests.quality import strategies
from tests.quality.test_copies import rulings
from workbench.compose import from_snapshot
from workbench.context import render
from workbench.installing import SAMPLE
from workbench.quality import judge, select_hits
from workbench.records import Answer, Post, Read, Reference, RunRecord, Searched, dump, load
from workbench.settings import Settings
from workbench.settings.load import as_texts
from workbench.tuning import Rescored, rescore

TOPICS = [topic["title"] for topic in tomllib.loads((SAMPLE / "topics.toml").read_text(encoding="utf-8"))["topic"]]
POSTS = (Post("Rivers", "rivers"),)
LINKS = (Reference("Docs", "https://docs.river.example/"),)


def stored(reads: list[Read], settings: Settings) -> RunRecord:
    """A run as the spine leaves it, from results and their pages."""
    answer = Answer("ddg", "ok", tuple(one.hit for one in reads))
    hits, dropped = select_hits(answer.hits, settings)
    pages = {one.hit.url: one.page for one in reads[::-1]}
    read = tuple(Read(hit, pages[hit.url]) for hit in hits)
    judged = judge(read, strategies.QUERY, settings.research)
    return RunRecord(
        "r1", 1, strategies.QUERY.text, TODAY, "ddg", "done", datetime(2026, 11, 29, tzinfo=UTC), as_texts(settings), 0,
        searched=Searched((answer,), hits, dropped), read=read, judged=judged,
        context=render(judged.sources, LINKS, POSTS, settings),
    )  # fmt: skip


def as_stored(run: RunRecord) -> Rescored:
    assert run.searched is not None
    assert run.read is not None
    assert run.judged is not None
    assert run.context is not None
    return Rescored(run.searched, run.read, run.judged, run.context)


@effort(deadline=None, max_examples=60)
@given(strategies.reads(), strategies.settings())
def test_own_settings_give_what_was_stored(reads: list[Read], settings: Settings) -> None:
    run = stored(reads, settings)
    assert rescore(run, from_snapshot(run.settings)) == as_stored(run)
    again: RunRecord = load(RunRecord, dump(run))
    assert rescore(again, from_snapshot(again.settings)) == as_stored(run)


@pytest.mark.parametrize("topic", TOPICS)
def test_a_sample_topic_under_its_own_settings_gives_what_was_stored(topic: str, home: Path) -> None:
    put_sample(home)
    with benched(home) as bench:
        record = asyncio.run(bench.do(bench.new_run(topic, engine="corpus", today=TODAY)))
        again = bench.store.runs.get(record.id)
        assert web_of(bench).hosts == []
    assert rescore(again, from_snapshot(again.settings)) == as_stored(record)
    assert as_stored(record).judged.sources


@effort(deadline=None, max_examples=60)
@given(strategies.reads(), strategies.settings(), strategies.settings(), st.integers(1, 20))
def test_whatever_the_settings_every_result_ends_once(
    reads: list[Read], settings: Settings, other: Settings, results: int
) -> None:
    tried = other.model_copy(update={"web_research": other.web_research.model_copy(update={"results": results})})
    after = rescore(stored(reads, settings), tried)
    ends = [source.read.hit.position for source in after.judged.sources] + [lost.hit.position for lost in after.dropped]
    assert sorted(ends) == [one.hit.position for one in reads]


@effort(deadline=None, max_examples=60)
@given(strategies.reads(), strategies.settings())
def test_weights_of_0_keep_the_engine_s_order(reads: list[Read], settings: Settings) -> None:
    names = [name for name in type(settings.research).model_fields if name.endswith("_weight")]
    still = settings.model_copy(update={"research": settings.research.model_copy(update=dict.fromkeys(names, 0.0))})
    sources = rescore(stored(reads, settings), still).judged.sources
    assert [source.position for source in sources] == sorted(source.position for source in sources)
    assert {source.score for source in sources} <= {0.0}


@pytest.fixture
def ran(home: Path) -> RunRecord:
    with benched(home, [items(10)], pages_for(items(10))) as bench:
        bench.store.posts.add(POSTS)
        return asyncio.run(done(bench, web_research_results=10))


def settings_of(run: RunRecord, **changes: Any) -> Settings:
    return from_snapshot({**run.settings, **changes})


def test_rescoring_opens_no_socket_and_no_file_and_starts_nothing(
    ran: RunRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    rescore(ran, settings_of(ran))  # what a first call imports and reads is over
    opened: list[str] = []
    watching = True

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if watching and event in ("open", "socket.__new__", "socket.connect", "socket.getaddrinfo", "subprocess.Popen"):
            opened.append(f"{event} {arguments[:1]}")

    sys.addaudithook(watch)
    monkeypatch.setattr(socket, "socket", None)
    before = threading.active_count()
    rescore(ran, settings_of(ran, research_search_rank_weight=0.65, research_dedup_similarity_threshold=0.2))
    watching = False
    assert opened == []
    assert threading.active_count() == before


def test_ten_sources_are_judged_again_in_under_50_ms(ran: RunRecord) -> None:
    settings = settings_of(ran, research_search_rank_weight=0.65)
    times = []
    for _ in range(9):
        started = time.perf_counter()
        assert len(rescore(ran, settings).judged.sources) == 10
        times.append(time.perf_counter() - started)
    assert min(times) < 0.05


def test_a_page_that_was_never_read_stays_unread(home: Path) -> None:
    with benched(home, [items(3)], pages_for(items(3))) as bench:
        run = asyncio.run(done(bench, web_research_results=2))
    more = rescore(run, settings_of(run, web_research_results=3))
    assert [source.domain for source in more.judged.sources] == ["good0.example", "good1.example"]
    assert [(lost.state, lost.reason) for lost in more.dropped] == [("unread", "unread: the page was not read")]
    fewer = rescore(run, settings_of(run, web_research_results=1))
    assert [lost.state for lost in fewer.dropped] == ["over_limit", "over_limit"]


def test_without_page_text_a_run_shows_snippets_only(ran: RunRecord) -> None:
    without = rescore(ran, settings_of(ran, research_extract_web_content="false"))
    assert without.context.text.count("(snippet only: the page was not read)") == 10
    assert "Source text" not in without.context.text


def test_another_reference_map_gives_its_links_and_the_posts_stay(ran: RunRecord) -> None:
    own = '{"river": [{"title": "River handbook", "url": "https://docs.river.example/"}]}'
    after = rescore(ran, settings_of(ran, known_references_json=own))
    assert ran.context is not None
    assert after.context.references == (Reference("River handbook", "https://docs.river.example/"),)
    assert after.context.posts == ran.context.posts == POSTS
    assert after.judged == ran.judged


def test_a_blocked_host_and_a_tier_count_at_once(ran: RunRecord) -> None:
    after = rescore(
        ran, settings_of(ran, research_blocked_domains="good0.example", research_tier1_domains="good3.example")
    )
    assert after.judged.sources[0].domain == "good3.example"
    assert [lost.state for lost in after.dropped] == ["filtered_domain"]


def test_a_run_that_found_nothing_can_be_judged_again() -> None:
    empty = stored([], Settings())
    assert rescore(replace(empty, searched=None, read=None, judged=None, context=None), Settings()).judged.sources == ()
    assert rescore(empty, Settings.model_validate({"research": {"min_snippet_words": 1}})).dropped == ()


def test_a_snapshot_with_a_value_that_is_none_any_more_uses_the_default(ran: RunRecord) -> None:
    odd = {**ran.settings, "web_research_results": 99, "a_key_that_is_gone": 1, "research_recency_weight": "heavy"}
    assert from_snapshot(odd) == settings_of(ran, web_research_results=5)
    assert AT_ONCE.items() <= ran.settings.items()


@effort(deadline=None, max_examples=60)
@given(strategies.reads(), strategies.settings(), st.data())
def test_own_settings_give_what_was_stored_rulings_included(
    reads: list[Read], settings: Settings, data: st.DataObject
) -> None:
    ruled = data.draw(rulings(reads))
    run = stored(reads, settings)
    judged = judge(run.read or (), run.query, settings.research, ruled)
    run = replace(run, judged=judged, context=render(judged.sources, LINKS, POSTS, settings))
    again: RunRecord = load(RunRecord, dump(run))
    assert dump(rescore(again, from_snapshot(again.settings))) == dump(as_stored(run))
    assert rescore(run, settings, ()).judged == stored(reads, settings).judged
