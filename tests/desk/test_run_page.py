"""Run a topic, in every state it can stand in."""

from __future__ import annotations

import json
from collections.abc import Callable

import pandas as pd
import pytest

from pages.parts.words import plain_html
from tests.desk.sessions import HOSTILE, TOPIC, Desk, finish, hostile_run, perform
from workbench.compose import Workbench
from workbench.records import RunRecord


def test_the_empty_desk_offers_the_sample_topics_and_the_last_runs(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open()
    assert [one.value for one in shown.at.title] == ["Run a topic"]
    samples, recent = shown.at.pills
    assert len(samples.options) == 6
    assert len(recent.options) == 1
    samples.set_value("e-bike battery safety").run()
    assert shown.checked().at.text_input(key="run.topic").value == "e-bike battery safety"


def test_a_recent_run_opens(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open()
    shown.at.pills(key="run.recent").set_value(done.id).run()
    assert shown.checked().at.title[0].value == "3 sources kept of 10 results"
    assert shown.at.query_params["run"] == done.id


def test_run_queues_one_run_and_its_id_stands_in_the_address(desk: Callable[[], Desk], bench: Workbench) -> None:
    shown = desk().open()
    shown.at.text_input(key="run.topic").set_value(TOPIC)
    shown.press("run.go")
    newest = bench.store.runs.list(limit=1)[0]
    assert (newest.topic, newest.state, newest.engine) == (TOPIC, "queued", "corpus")
    assert shown.at.query_params["run"] == newest.id
    assert bench.jobs.unfinished() == 1
    assert shown.at.title[0].value == "Waiting for a worker"


@pytest.mark.parametrize(
    ("topic", "words"), [("  ", "The topic is empty"), ("x" * 401, "The topic has 401 characters")]
)
def test_a_topic_that_is_none_is_refused_in_a_sentence(
    desk: Callable[[], Desk], bench: Workbench, topic: str, words: str
) -> None:
    shown = desk().open()
    shown.at.text_input(key="run.topic").set_value(topic)
    shown.press("run.go")
    assert shown.errors[0].startswith(words)
    assert bench.store.runs.count() == 1


def test_a_finished_run_says_the_result_first(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(run=done.id)
    assert [one.value for one in shown.at.title] == ["3 sources kept of 10 results"]
    assert shown.at.text_input(key="run.topic").value == TOPIC
    assert 'aria-label="10 results: 3 kept, 2 duplicate, 1 unread, 1 filtered, 3 over limit"' in shown.html
    assert shown.html.count('class="wb-bar"') == 3
    assert plain_html(done.context.text if done.context else "") in shown.html


def test_one_source_opens_at_a_time_with_five_sentences(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(run=done.id).press("run.open.1")
    assert [tab.label for tab in shown.at.tabs] == ["Why 0.857", "Page text", "Copies 1", "Dates"]
    assert "<code>energy.gov.example</code> is under <code>gov.example</code>, tier 1." in shown.html
    assert shown.html.count('class="wb-why"') == 5
    assert '<mark class="wb-first"># Two winters' in shown.html
    assert "0.88" in shown.html
    assert "alike text" in shown.html
    shown.press("run.next")
    assert shown.at.tabs[0].label == "Why 0.842"
    shown.press("run.open.2")
    assert not shown.at.tabs


def test_the_table_holds_every_component(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(run=done.id)
    shown.at.segmented_control(key="run.view").set_value("Table").run()
    table = shown.checked().at.dataframe[0].value
    assert done.judged is not None
    first = done.judged.sources[0]
    assert table["Source"][0].rpartition(" · ")[2] == first.domain
    assert shown.press("run.next").at.tabs[0].label == f"Why {first.score:.3f}"
    assert list(table.iloc[0][["Credibility", "Snippet", "Recency", "Uniqueness", "Search rank"]]) == list(
        first.components.values()
    )


def lost_list(shown: Desk, run: RunRecord) -> pd.DataFrame:
    """Open the list of what was lost."""
    shown.at.session_state[f"run.{run.id}.lost"] = True
    return shown.run().at.dataframe[0].value


def choose(shown: Desk, run: RunRecord, row: int) -> Desk:
    """Select a row of that list."""
    shown.at.session_state[f"run.{run.id}.lost.list"] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return shown.run()


def test_a_lost_result_comes_back_with_its_text_given_by_hand(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = desk().open(run=done.id)
    row = list(lost_list(shown, done)["State"]).index("unread")
    choose(shown, done, row).press("run.rescue.give").press("run.give.go")
    assert "Paste the text of the page" in shown.errors[0]
    shown.at.text_area(key="run.give.text").set_value(
        "Heat pumps keep their output down to minus fifteen degrees. " * 9
    )
    shown.press("run.give.go")
    new = bench.store.runs.list(limit=1)[0]
    assert new.id != done.id
    assert shown.at.query_params["run"] == new.id
    assert bench.store.runs.get(new.id).options["rescued_from"] == done.id


def test_lost_results_say_why_and_the_way_back(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(run=done.id)
    assert shown.at.expander[0].label == "Why 7 results were lost, and how to get each back"
    assert not shown.at.dataframe
    listed = lost_list(shown, done)
    assert list(listed["#"]) == sorted(listed["#"])
    assert list(listed.columns[:3]) == ["#", "State", "Result"]
    assert "Take forum.coldhome.example off the blocked hosts." in list(listed["Way back"])
    choose(shown, done, list(listed["State"]).index("duplicate"))
    assert f"duplicate · <b>{plain_html(listed['Result'][0])}</b>" in shown.html
    shown.press("run.rescue.threshold")
    assert shown.at.slider(key=f"run.{done.id}.research_dedup_similarity_threshold").value == 0.88
    assert any("4 sources under the tried settings" in one.value for one in shown.at.caption)


def test_no_source_opens_the_reasons(desk: Callable[[], Desk], bench: Workbench) -> None:
    run = finish(bench, bench.new_run(TOPIC, engine="corpus", changes={"research_min_snippet_words": 300}))
    shown = desk().open(run=run.id)
    assert shown.at.title[0].value == "No source kept of 10 results"
    assert shown.at.expander[0].proto.expanded
    assert not shown.at.slider
    none: dict[str, object] = {"selection": {"rows": [], "columns": [], "cells": []}}
    for key, value in ((f"run.{run.id}.lost.list", none), (f"run.{run.id}.lost", False)):  # then none, then closed
        assert shown.buttons["run.again"]
        shown.at.session_state[key] = value
        shown.run()
    shown.press("run.again")
    assert bench.store.runs.list(limit=1)[0].state == "queued"


def test_an_engine_that_did_not_answer_is_named(desk: Callable[[], Desk], bench: Workbench) -> None:
    recording = json.dumps(
        {"topic": "x", "today": "2026-11-29", "hits": {"outcome": "blocked", "status": 202}, "pages": {}}
    )
    run = finish(bench, bench.new_run("", recording=recording))
    shown = desk().open(run=run.id)
    assert shown.at.title[0].value == "No source kept of 0 results"
    assert shown.at.warning[0].value.startswith("Recording: blocked, status 202.")


def test_a_failed_run_says_what_is_kept(desk: Callable[[], Desk], bench: Workbench) -> None:
    run = bench.new_run(TOPIC, engine="corpus")
    perform(bench, run, "search")
    found = bench.store.runs.get(run.id).searched
    assert found is not None
    bench.store.runs.set_state(run.id, "failed", "The disk is full.")
    shown = desk().open(run=run.id)
    assert shown.at.title[0].value == "The run failed"
    assert shown.at.caption[0].value == "What it stored stays: Search."
    assert shown.errors == ["The disk is full."]
    assert shown.html.count("the run ended before it was read") == len(found.hits) > 0
    shown.press("run.again")
    assert bench.store.runs.list(limit=1)[0].state == "queued"


def test_a_crash_shows_its_type_only_in_the_details(desk: Callable[[], Desk], bench: Workbench) -> None:
    run = bench.new_run(TOPIC, engine="corpus")
    bench.store.runs.set_state(run.id, "failed", "ZeroDivisionError: division by zero")
    shown = desk().open(run=run.id)
    assert "ZeroDivisionError" not in shown.errors[0]
    assert shown.at.text[0].value == "ZeroDivisionError\ndivision by zero"


def test_a_queued_run_without_a_worker_says_so_and_can_be_cancelled(desk: Callable[[], Desk], bench: Workbench) -> None:
    run = bench.new_run(TOPIC, engine="corpus")
    bench.enqueue(run)
    shown = desk().open(run=run.id)
    assert shown.at.title[0].value == "Waiting for a worker"
    assert shown.buttons["run.go"].disabled
    shown.press("run.cancel")
    assert bench.store.runs.state(run.id) == "cancelled"
    assert shown.at.title[0].value == "Cancelled"


def test_a_run_under_way_shows_steps_and_pages(desk: Callable[[], Desk], bench: Workbench) -> None:
    run = bench.new_run(TOPIC, engine="corpus")
    held = bench.workers.try_take("tester")
    bench.store.runs.set_state(run.id, "running")
    bench.store.runs.event(run.id, "run.running", {"worker": "tester"})
    perform(bench, run, "search")
    bench.store.runs.event(run.id, "read.started", {})
    bench.store.runs.event(run.id, "page.waiting", {"url": "https://a.example/1", "title": HOSTILE})
    bench.store.runs.event(
        run.id, "page.done", {"url": "https://a.example/1", "outcome": "http_error", "reason": "<b>500"}
    )
    shown = desk().open(run=run.id)
    assert shown.at.title[0].value == "Reading pages, 1 of 1 done"
    assert 'role="status">Step 2 of 4: read.' in shown.html
    assert "HTTP error" in shown.html
    assert "&lt;b&gt;500" in shown.html
    assert any(one.value.startswith("Not read: ") for one in shown.at.caption)
    assert held
    held.release()
    assert shown.run().at.title[0].value == "Stopped after Search"


def test_a_run_that_is_not_there(desk: Callable[[], Desk], bench: Workbench) -> None:
    shown = desk().open(run="nothing-<b>")
    assert shown.errors[0].startswith("There is no run “nothing-<b>”")
    assert shown.at.title[0].value == "Run a topic"


def test_text_from_the_web_stays_text(desk: Callable[[], Desk], bench: Workbench) -> None:
    run = hostile_run(bench)
    shown = desk().open(run=run.id).press("run.open.1")
    drawn, scripts = shown.at.get("html"), [one for one in shown.at.get("html") if one.proto.unsafe_allow_javascript]
    for raw in ("<img", "<script", "<b>b", "javascript:alert(1))<"):
        assert not any(raw in one.proto.body for one in drawn if one not in scripts)
    assert scripts
    assert not any("evil" in one.proto.body or "alert" in one.proto.body for one in scripts)
    for button in shown.at.button:
        assert "$a^2$" not in button.label
        assert ":material/home:" not in button.label
    assert HOSTILE in str(shown.at.text_input(key="run.topic").value)
    shown = desk().open()
    assert all(":material/home:" not in label for pills in shown.at.pills for label in pills.options)


def test_the_opened_source_closes_and_opens_again_by_one_key(desk: Callable[[], Desk], done: RunRecord) -> None:
    assert done.judged is not None
    urls = [source.url for source in done.judged.sources]
    shown = desk().open(run=done.id)
    for key, wanted in (
        ("run.toggle", urls[0]), ("run.next", urls[1]), ("run.toggle", None), ("run.toggle", urls[1]),
    ):  # fmt: skip
        shown.press(key)
        assert shown.at.session_state["run.open"] == wanted


def test_a_link_to_a_deleted_run_offers_to_bring_it_back(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    bench.store.archive.hide([done.id])
    shown = desk().open(run=done.id)
    assert "is deleted" in shown.errors[0]
    shown.press("run.restore")
    assert shown.at.title[0].value == "3 sources kept of 10 results"


def test_a_single_source_opens_by_key(desk: Callable[[], Desk], bench: Workbench) -> None:
    run = finish(bench, bench.new_run(TOPIC, engine="corpus", changes={"web_research_results": 1}))
    assert run.judged is not None
    (only,) = run.judged.sources
    assert desk().open(run=run.id).press("run.next").at.session_state["run.open"] == only.url
