"""Runs on the desk: searched, narrowed, compared, tagged, run again, cancelled, deleted and brought back."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.desk.sessions import TOPIC, Desk, finish
from workbench.compose import Workbench
from workbench.records import RunRecord
from workbench.store import Wanted

PAGE = "pages/runs.py"


@pytest.fixture
def runs(desk: Callable[[], Desk], bench: Workbench) -> Desk:
    return desk().open(PAGE)


def topics(shown: Desk) -> list[str]:
    return list(shown.at.dataframe[0].value["Topic"]) if len(shown.at.dataframe) else []


def select(shown: Desk, *rows: int) -> Desk:
    """Select rows as the browser would: by their places."""
    key = str(shown.at.dataframe[0].key)
    shown.at.session_state[key] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    return shown.run()


def actions(shown: Desk) -> set[str]:
    return {key for key in shown.buttons if key.startswith("runs.")}


def queued(bench: Workbench, topic: str = "river quality") -> RunRecord:
    return bench.new_run(topic, engine="corpus")


def test_a_finished_run_is_a_row_and_no_action_stands_without_a_selection(runs: Desk) -> None:
    row = runs.at.dataframe[0].value.iloc[0].to_dict()
    assert (row["State"], row["Topic"], row["Kept"], row["Version"]) == ("finished", TOPIC, "3 of 10", 1)
    assert row["First source"] == "energy.gov.example"
    assert actions(runs) == set()
    assert [one.value for one in runs.at.title] == ["Runs"]


def test_words_tags_and_engines_are_searched_for(runs: Desk, bench: Workbench, done: RunRecord) -> None:
    bench.store.archive.tag([queued(bench).id], ["water"])
    for typed, found in (("PUMPS heat", [TOPIC]), ("tag:water", ["river quality"]), ("engine:ddg", [])):
        runs.at.text_input(key="runs.q").set_value(typed).run()
        assert topics(runs.checked()) == found
        assert runs.at.query_params["q"] == typed
    assert "No run matches." in runs.html
    runs.at.text_input(key="runs.q").set_value("since:soon").run()
    assert runs.checked().errors == ["since: is “soon”, which is no day such as 2026-11-29."]
    runs.press("runs.clear")
    assert topics(runs) == ["river quality", TOPIC]
    assert "q" not in runs.at.query_params


def test_the_address_keeps_search_facets_order_and_page(desk: Callable[[], Desk], bench: Workbench) -> None:
    for number in range(20):
        queued(bench, f"river {number:02}")
    shown = desk().open(PAGE)
    for name, value in {"q": "river", "state": "queued", "sort": "oldest", "page": "2"}.items():
        shown.at.query_params[name] = value
    shown.run()
    assert topics(shown) == [f"river {number}" for number in range(15, 20)]
    assert shown.at.text_input(key="runs.q").value == "river"
    shown.at.text_input(key="runs.q").set_value("river 01").run()
    assert topics(shown.checked()) == ["river 01"]
    assert "page" not in shown.at.query_params


@pytest.mark.parametrize(
    "query",
    [
        {"page": "99"}, {"page": "x"}, {"page": "٣"}, {"page": "9" * 400}, {"version": "9" * 40}, {"sort": "up"},
        {"when": "ever"},
        {"state": "lost"}, {"compare": "1"}, {"compare": "1,1"}, {"compare": ",,"}, {"tag": "<b>"},
        {"engine": ":material/x:"}, {"q": "*[a](b) %_\x00"},
    ],
)  # fmt: skip
def test_any_address_gives_a_page(desk: Callable[[], Desk], bench: Workbench, query: dict[str, str]) -> None:
    shown = desk().open(PAGE)
    for name, value in query.items():
        shown.at.query_params[name] = value
    shown.run()
    assert len(shown.at.title) == 1


def test_a_selected_run_that_another_tab_deletes_is_told_and_our_own_deletion_is_not(
    runs: Desk, bench: Workbench
) -> None:
    other = queued(bench)
    select(runs.run(), 0)
    bench.delete([other.id])
    runs.run()
    assert [one.value for one in runs.at.warning] == [
        f"Run {other.number} was deleted meanwhile, and nothing was done to what is gone."
    ]
    select(runs.run(), 0).press("runs.delete")
    assert list(runs.at.warning) == []


def test_one_selected_run_is_opened(runs: Desk, done: RunRecord) -> None:
    select(runs, 0)
    assert actions(runs) >= {"runs.again", "runs.delete"}
    assert "runs.compare" not in runs.buttons
    (link,) = [one for one in runs.at.page_link if one.value == "Open"]
    assert link.proto.query_string == f"run={done.id}"


def test_a_run_is_compared_with_the_one_before_it_or_with_a_chosen_one(
    runs: Desk, bench: Workbench, done: RunRecord
) -> None:
    bench.store.settings.write({"research_search_rank_weight": "0.9"})
    again = finish(bench, bench.new_run(TOPIC, engine="corpus"))
    select(runs.run(), 0)
    runs.press("runs.compare")
    assert runs.at.query_params["compare"] == f"{done.id},{again.id}"
    assert runs.at.title[0].value == "Run 1 and run 2"
    assert runs.html.count("<p>") == 3
    assert "1 setting differs between them" in [one.label for one in runs.at.expander]
    runs.press("runs.back")
    select(runs, 0, 1)
    runs.press("runs.compare")
    assert runs.at.query_params["compare"] == f"{done.id},{again.id}"


def test_a_comparison_with_a_run_that_is_gone_is_a_sentence(runs: Desk) -> None:
    runs.at.query_params["compare"] = "1,99"
    assert runs.run().errors == ["There is no run “99”; it may have been deleted."]


def test_a_run_is_run_again_with_the_settings_of_now(runs: Desk, bench: Workbench) -> None:
    bench.store.settings.write({"research_search_rank_weight": "0.9"})
    select(runs.run(), 0)
    runs.press("runs.again")
    new = bench.store.runs.get(2)
    assert (new.topic, new.engine, new.state, new.settings_version) == (TOPIC, "corpus", "queued", 2)
    assert "Queued 1 run with the settings of now." in runs.html
    assert [one.proto.query_string for one in runs.at.page_link if one.value == "Open it"] == [f"run={new.id}"]
    assert bench.jobs.unfinished() == 1


def test_a_recording_is_played_again(runs: Desk, bench: Workbench) -> None:
    hits = [{"url": "https://a.example/x", "title": "T", "snippet": "heat pumps in winter " * 8}]
    text = json.dumps({"topic": "heat", "today": "2026-01-02", "hits": hits, "pages": {}, "posts": []})
    first = finish(bench, bench.new_run("", recording=text))
    again = finish(bench, bench.again(first))
    assert (again.engine, again.topic, again.today) == ("recording", "heat", first.today)
    assert again.searched
    assert first.searched
    assert again.searched.hits == first.searched.hits
    select(runs.run(), 0, 1)
    runs.press("runs.again")
    assert "Queued 2 runs with the settings of now." in runs.html


def test_tags_are_put_on_and_taken_off_several_runs(runs: Desk, bench: Workbench, done: RunRecord) -> None:
    other = queued(bench)
    bench.store.archive.tag([done.id], ["old", "both"])
    bench.store.archive.tag([other.id], ["both"])
    select(runs.run(), 0, 1)
    picker = runs.at.multiselect[0]
    assert (picker.value, picker.options) == (["both"], ["both", "old"])
    runs.at.session_state[str(picker.key)] = ["New Tag"]
    runs.press("runs.tags.save")
    assert bench.store.archive.tags_of([done.id, other.id]) == {done.id: ("new-tag", "old"), other.id: ("new-tag",)}
    assert "Tagged 2 runs." in runs.html


def test_a_tag_that_is_none_is_refused_in_a_sentence(runs: Desk, bench: Workbench) -> None:
    select(runs, 0)
    runs.at.session_state[str(runs.at.multiselect[0].key)] = ["x" * 50]
    runs.press("runs.tags.save")
    assert runs.errors[0].startswith("A tag has at most 40 characters")


def test_only_runs_that_are_not_over_can_be_cancelled(runs: Desk, bench: Workbench) -> None:
    waiting = queued(bench)
    select(runs.run(), 1)
    assert "runs.cancel" not in runs.buttons
    select(runs, 0, 1)
    runs.press("runs.cancel")
    assert bench.store.runs.state(waiting.id) == "cancelled"
    assert "Cancelled 1 run; what was stored stays." in runs.html


def test_a_deletion_is_undone_at_once_or_from_among_the_deleted(runs: Desk, bench: Workbench, done: RunRecord) -> None:
    waiting = queued(bench)
    select(runs.run(), 0, 1)
    runs.press("runs.delete")
    assert "Deleted 2 runs." in runs.html
    assert bench.store.runs.list() == []
    assert bench.store.runs.state(waiting.id) == "cancelled"
    runs.press("runs.undo")
    assert "Restored 2 runs." in runs.html
    assert [one.id for one in bench.store.runs.list()] == [waiting.id, done.id]
    select(runs, 1)
    runs.press("runs.delete")
    runs.press("runs.hush")
    runs.at.query_params["state"] = "deleted"
    assert topics(runs.run()) == [TOPIC]
    select(runs, 0)
    assert actions(runs) == {"runs.restore"}
    runs.press("runs.restore")
    assert bench.store.archive.count(Wanted(deleted=True)) == 0


def test_the_last_run_deleted_can_still_be_brought_back(runs: Desk, bench: Workbench, done: RunRecord) -> None:
    select(runs, 0)
    runs.press("runs.delete")
    runs.press("runs.undo")
    assert topics(runs) == [TOPIC]


def test_a_desk_without_runs_says_how_to_begin(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    bench.store.runs.delete(done.id)
    shown = desk().open(PAGE)
    assert "No run is stored yet." in shown.html
    assert len(shown.at.dataframe) == 0
    shown.press("runs.first")
    assert shown.at.title[0].value == "Run a topic"


def test_an_interrupted_run_is_told_as_such(runs: Desk, bench: Workbench) -> None:
    cut = queued(bench)
    bench.store.runs.set_state(cut.id, "running", worker="worker-9")
    assert list(runs.run().at.dataframe[0].value["State"]) == ["interrupted", "finished"]
    runs.at.query_params["state"] = "interrupted"
    assert topics(runs.run()) == ["river quality"]


def test_hostile_topics_and_tags_are_shown_letter_for_letter(runs: Desk, bench: Workbench) -> None:
    topic = "**bold** :material/bug_report: <img src=x onerror=alert(1)> $x$ " + "long " * 60
    run = queued(bench, topic)
    bench.store.archive.tag([run.id], ["<b>", "[a](b)"])
    assert topics(runs.run())[0].startswith("**bold** :material")
    select(runs, 0)
    assert runs.at.multiselect[0].value == ["<b>", "[a](b)"]
    assert "<img" not in runs.html


def test_days_are_the_readers_and_a_week_holds_seven(runs: Desk, bench: Workbench) -> None:
    from pages.parts.runs_place import times

    since = times(None)
    assert since["today"] - since["7"] <= timedelta(days=6, hours=1)
    assert since["today"] <= datetime.now(UTC)
    runs.at.query_params["when"] = "7"
    assert topics(runs.run()) == [TOPIC]


def test_a_comparison_of_one_run_says_what_it_takes(desk: Callable[[], Desk], done: RunRecord) -> None:
    for asked in ("1", ",,", f"{done.id},{done.id}", "1,1", f"1,{done.id[:6]}", f"{done.id} , 01"):
        shown = desk()
        shown.at.query_params["compare"] = asked
        shown.at.switch_page("pages/runs.py").run()
        assert "A comparison takes two runs" in shown.checked().errors[0]


def test_a_topic_is_listed_letter_for_letter(desk: Callable[[], Desk], bench: Workbench) -> None:
    bench.new_run("<canvas> versus <svg> &amp; **x**", engine="corpus")
    shown = desk()
    shown.at.switch_page("pages/runs.py").run()
    assert "<canvas> versus <svg> &amp; **x**" in list(shown.checked().at.dataframe[0].value["Topic"])


def facets(shown: Desk) -> dict[str, list[str]]:
    """The pills as a reader sees them."""
    return {str(one.key): [option.replace("\\", "") for option in one.options] for one in shown.at.pills}


def test_a_facet_says_how_many_runs_it_would_leave_also_among_the_deleted(runs: Desk, bench: Workbench) -> None:
    gone = finish(bench, bench.new_run("bees in a cold climate", engine="corpus"))
    bench.delete([gone.id])
    assert next(one.value for one in runs.run().at.caption) == "1 run"
    assert facets(runs)["runs.state"] == ["Finished · 1", "Deleted · 1"]
    runs.at.query_params["state"] = "deleted"
    assert next(one.value for one in runs.run().at.caption) == "1 deleted run"
    assert facets(runs)["runs.state"] == ["Finished · 1", "Deleted · 1"]
    runs.at.query_params["state"] = "finished"
    assert topics(runs.run()) == [TOPIC]


def test_a_chosen_value_beyond_those_that_are_listed_keeps_its_count(runs: Desk, bench: Workbench) -> None:
    for number in range(14):
        bench.store.archive.tag([queued(bench).id, queued(bench).id], [f"common-{number:02}"])
    bench.store.archive.tag([queued(bench).id], ["rare"])
    runs.at.query_params["tag"] = "rare"
    assert "rare · 1" in facets(runs.run())["runs.tag"]


def test_numbers_of_the_table_end_at_the_right(runs: Desk) -> None:
    columns = json.loads(runs.at.dataframe[0].proto.columns)
    assert [columns[name]["alignment"] for name in ("Kept", "Time")] == ["right", "right"]


def test_a_source_in_its_place_with_another_score_is_not_called_unchanged(
    runs: Desk, bench: Workbench, done: RunRecord
) -> None:
    same = finish(bench, bench.new_run(TOPIC, engine="corpus"))
    bench.store.settings.write({"research_search_rank_weight": "0.41"})
    other = finish(bench, bench.new_run(TOPIC, engine="corpus"))
    runs.at.query_params["compare"] = f"{done.id},{same.id}"
    assert (runs.run().html.count("</span> unchanged"), runs.html.count("same place")) == (3, 0)
    runs.at.query_params["compare"] = f"{done.id},{other.id}"
    assert (runs.run().html.count("</span> unchanged"), runs.html.count("same place")) == (0, 3)
