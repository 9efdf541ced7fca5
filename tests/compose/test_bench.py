"""A run keeps what it began with; runs beside each other share nothing but the store."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.compose.benches import (
    AT_ONCE,
    TODAY,
    TOPIC,
    WebPage,
    adds_up,
    article,
    benched,
    done,
    duck_of,
    item,
    items,
    pages_for,
    web_of,
)
from workbench.compose import from_snapshot
from workbench.errors import BadRequest
from workbench.export import run_document
from workbench.settings import Settings, flat
from workbench.tuning import rescore

WEIGHT = "research_search_rank_weight"


async def test_a_run_keeps_the_settings_it_began_with_and_the_next_has_the_new_ones(home: Path) -> None:
    with benched(home, [items()], pages_for(items())) as bench:
        first = bench.new_run(TOPIC, engine="ddg", today=TODAY, changes=AT_ONCE)
        bench.store.settings.write({WEIGHT: "0", "web_research_results": "2"})
        second = bench.new_run(TOPIC, engine="ddg", today=TODAY, changes=AT_ONCE)
        begun, after = await bench.do(first), await bench.do(second)
    assert [(run.settings[WEIGHT], run.settings_version) for run in (begun, after)] == [(0.4, 0), (0, 1)]
    assert begun.judged is not None
    assert after.judged is not None
    assert [len(run.sources) for run in (begun.judged, after.judged)] == [5, 2]


async def test_one_topic_twice_at_once_is_two_runs_and_no_source_is_doubled(home: Path) -> None:
    with benched(home, [items()], pages_for(items())) as bench:
        runs = await asyncio.gather(done(bench), done(bench))
    assert len({run.id for run in runs}) == 2
    for run in runs:
        assert run.judged is not None
        assert len(run.judged.sources) == 5
        assert adds_up(run)
    assert runs[0].context == runs[1].context


async def test_the_same_page_gives_the_same_text_in_every_run(home: Path) -> None:
    results = [item("https://good.example/report")]
    with benched(home, [results], {"https://good.example/report": WebPage(article())}) as bench:
        runs = [await done(bench) for _ in range(6)]
    assert len({run.context.text for run in runs if run.context}) == 1


async def test_pages_are_read_at_once_and_never_more_than_allowed(home: Path) -> None:
    slow = {one["href"]: WebPage("words", content_type="text/plain", seconds=0.2) for one in items()}
    with benched(home, [items()], slow) as bench:
        record = await done(bench, web_research_max_concurrent=2)
        events = [event for _, event in bench.store.runs.events(record.id)]
    reading, most = 0, 0
    for event in events:
        reading += (event.name == "page.started") - (event.name == "page.done")
        most = max(most, reading)
    assert most == 2


async def test_the_progress_of_a_run_is_told_stage_by_stage_and_page_by_page(home: Path) -> None:
    with benched(home, [items(2)], pages_for(items(1))) as bench:
        record = await done(bench)
        events = [event for _, event in bench.store.runs.events(record.id)]
    names = [event.name for event in events]
    assert [name for name in names if not name.startswith("page.")] == [
        "run.running", "search.started", "engine.answered", "search.done", "read.started", "read.done",
        "judge.started", "judge.done", "render.started", "render.done", "run.done",
    ]  # fmt: skip
    assert [names.count(f"page.{step}") for step in ("waiting", "started", "done")] == [2, 2, 2]
    told = {event.detail["url"]: event.detail["outcome"] for event in events if event.name == "page.done"}
    assert told == {"https://good0.example/report": "ok", "https://good1.example/report": "http_error"}


async def test_whole_settings_are_all_that_counts(home: Path) -> None:
    with benched(home, [items()], pages_for(items())) as bench:
        bench.store.settings.write({WEIGHT: "0", "research_blocked_domains": "good0.example"})
        record = bench.new_run(TOPIC, engine="ddg", changes=Settings())
    assert from_snapshot(record.settings) == Settings()
    assert set(record.settings) == set(flat(Settings()))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"topic": ""}, "The topic is empty"),
        ({"topic": TOPIC, "engine": "bing"}, "There is no engine “bing”"),
        ({"topic": TOPIC, "engine": "recording"}, "There is no engine “recording”"),
        ({"topic": TOPIC, "recording": "{"}, "The recording cannot be read"),
    ],
)
def test_a_run_that_cannot_be_is_not_begun(arguments: dict[str, Any], words: str, home: Path) -> None:
    with benched(home) as bench:
        with pytest.raises(BadRequest, match=words):
            bench.new_run(**arguments)
        assert bench.store.runs.list() == []


async def test_a_recording_with_a_half_character_is_replayed(home: Path) -> None:
    text = json.dumps({"topic": TOPIC, "today": "2026-11-29", "hits": [], "pages": {}}).replace(TOPIC, "river\ud800s")
    with benched(home) as bench:
        record = await bench.do(bench.new_run("", recording=text))
    assert (record.state, record.topic) == ("done", "rivers")


async def test_the_corpus_and_a_recording_reach_no_web(home: Path) -> None:
    recording = {
        "topic": TOPIC,
        "today": "2026-11-29",
        "hits": [{"url": "https://good0.example/report", "title": "T", "snippet": items(1)[0]["body"]}],
        "pages": {},
    }
    with benched(home, [items()], pages_for(items())) as bench:
        replayed = await bench.do(bench.new_run("", recording=json.dumps(recording)))
        corpus = await bench.do(bench.new_run(TOPIC, engine="corpus", today=TODAY))
        assert (web_of(bench).hosts, duck_of(bench).queries) == ([], [])
    assert run_document(replayed)["hits"][0]["reason"].endswith("nothing else is reached in a replay")
    assert run_document(corpus)["outcomes"][0]["outcome"] == "error"
    assert run_document(corpus)["partial"]


async def test_a_ruling_counts_from_the_next_run_on_and_is_stored_with_it(home: Path) -> None:
    results = items(2)
    results.append({**results[0], "href": "https://copy.example/report"})
    first, copy = results[0]["href"], results[2]["href"]
    with benched(home, [results], pages_for(results)) as bench:
        before = await done(bench)
        ruled = bench.store.rulings.rule(first, copy, "not the same", "ada")
        after = await done(bench)
        bench.store.rulings.withdraw(first, copy)
        back = await done(bench)
        assert before == bench.store.runs.get(before.id)
    judged = [run.judged for run in (before, after, back) if run.judged]
    assert [len(one.sources) for one in judged] == [2, 3, 2]
    assert [one.rulings for one in judged] == [(), (ruled,), ()]
    for run in (before, after, back):
        assert rescore(run, from_snapshot(run.settings)).judged == run.judged
    again = rescore(before, from_snapshot(before.settings), (ruled,)).judged
    assert [(one.url, one.score) for one in again.sources] == [(one.url, one.score) for one in judged[1].sources]
