"""Tuning on the desk: what other settings would do, when sources swap, rulings, and why an address is missing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.desk.sessions import Desk
from tests.desk.tuned import keep
from workbench.compose import Workbench
from workbench.records import RunRecord
from workbench.tuning.archive import Archive
from workbench.tuning.replay import replay
from workbench.tuning.whatif import WhatIf, what_if

PAGE = "pages/tuning.py"
RANK, RECENCY = "research_search_rank_weight", "research_recency_weight"
TIER1, TIER2 = "research_tier1_domains", "research_tier2_domains"
WHY = "Why is it not here?"
SEEDS = range(81, 121)


@pytest.fixture
def runs(bench: Workbench, done: RunRecord) -> list[RunRecord]:
    """The finished run and forty generated ones."""
    return [done, *keep(bench, SEEDS)]


def without(shown: Desk, host: str) -> Desk:
    """Take a host off tier 2."""
    hosts = shown.at.multiselect(key=f"tuning.0.{TIER2}")
    hosts.set_value([one for one in hosts.value if one != host]).run()
    return shown.checked()


def weighed(shown: Desk, key: str, value: float, turn: int = 0) -> Desk:
    shown.at.slider(key=f"tuning.{turn}.{key}").set_value(value).run()
    return shown.checked()


def reckoned(bench: Workbench, runs: list[RunRecord], **changes: object) -> WhatIf:
    """What the page must say, by the core alone."""
    archive = Archive(bench.store.runs.several([run.id for run in runs]))
    stored, tried = bench.store.settings.resolve().settings, bench.store.settings.resolve(changes).settings
    return what_if(replay(archive, stored), replay(archive, tried))


def pick(shown: Desk, row: int) -> Desk:
    """Select a row of the table of first sources, as the browser would."""
    key = shown.at.dataframe[0].proto.id.split("-", 2)[2]  # after what Streamlit puts before the name of a widget
    shown.at.session_state[key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return shown.run()


def test_nothing_tried_changes_nothing(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(PAGE)
    assert [one.value for one in shown.at.title] == ["Tuning"]
    assert "0 of 1 run get another first source" in shown.html
    assert not shown.errors
    assert shown.buttons["tuning.keep"].disabled


def test_a_page_without_a_finished_run_says_so(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    bench.store.runs.delete(done.id)
    assert "No run is finished yet" in desk().open(PAGE).html


def test_runs_are_chosen_by_words_and_none_is_told(desk: Callable[[], Desk], runs: list[RunRecord]) -> None:
    shown = desk().open(PAGE)
    assert "41 finished runs" in shown.at.caption[0].value
    shown.at.text_input(key="tuning.search").set_value("heat pumps").run()
    assert "1 finished run" in shown.checked().at.caption[0].value
    shown.at.text_input(key="tuning.search").set_value("nothing of the kind").run()
    assert "No finished run matches" in shown.checked().html
    shown.press("tuning.clear")
    assert "41 finished runs" in shown.at.caption[0].value


def test_a_host_off_a_tier_says_which_topics_change_and_by_how_little(
    desk: Callable[[], Desk], bench: Workbench, runs: list[RunRecord]
) -> None:
    shown = without(desk().open(PAGE), "wikipedia.org")
    hosts = bench.store.settings.resolve().settings.research.tier2_domains
    found = reckoned(bench, runs, **{TIER2: ",".join(one for one in hosts if one != "wikipedia.org")})
    assert found.first
    verb = "gets" if found.first == 1 else "get"
    assert f"<code>wikipedia.org</code> off tier 2, {found.first} of 41 runs {verb} another first source" in shown.html
    table = shown.at.dataframe[0].value
    assert list(table["Lead"]) == pytest.approx([one.gap for one in found.firsts])
    assert [one.was.host for one in found.firsts if one.was] == list(table["Before"])
    assert list(table["Near-tie"]) == ["near-tie" if one.near_tie else "" for one in found.firsts]


def test_a_row_opens_both_sources_and_the_split_which_sums_to_the_lead(
    desk: Callable[[], Desk], bench: Workbench, runs: list[RunRecord]
) -> None:
    shown = weighed(desk().open(PAGE), RANK, 0.9)
    first = reckoned(bench, runs, **{RANK: 0.9}).firsts[0]
    assert first.was
    assert first.now
    pick(shown, 0)
    assert f"<code>{first.was.url}</code>" in shown.html
    assert f"<code>{first.now.url}</code>" in shown.html
    assert f"The lead is {first.gap:+.3f}; search rank gives most of it." in shown.html
    assert "They swap when search rank is" in shown.html
    assert any(link.proto.label.startswith("Open run") for link in shown.at.get("page_link"))


def test_what_is_tried_is_kept_as_settings_or_taken_back(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = weighed(desk().open(PAGE), RANK, 0.9)
    assert not shown.buttons["tuning.keep"].disabled
    shown.press("tuning.reset")
    assert shown.buttons["tuning.keep"].disabled
    assert shown.at.slider(key=f"tuning.1.{RANK}").value == 0.4
    weighed(shown, RANK, 0.7, turn=1).press("tuning.keep")
    shown.at.text_input(key="keep.note").set_value("nearer to the engine")
    shown.press("keep.save")
    assert bench.store.settings.resolve().settings.research.search_rank_weight == 0.7
    assert "Saved as v2. The next run uses it." in shown.html
    assert shown.at.slider(key=f"tuning.2.{RANK}").value == 0.7


def test_a_tier_is_kept_as_settings(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    without(desk().open(PAGE), "wikipedia.org").press("tuning.keep").press("keep.save")
    held = bench.store.settings.resolve().settings.research.tier2_domains
    assert "wikipedia.org" not in held
    assert "arxiv.org" in held


def test_a_host_that_may_not_be_saved_is_a_sentence(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(PAGE)
    hosts = shown.at.multiselect(key=f"tuning.0.{TIER2}")
    shown.at.session_state[f"tuning.0.{TIER2}"] = [*hosts.value, "com"]
    shown.run()
    assert "anyone can register under com" in shown.errors[0]
    shown.press("tuning.reset")
    assert not shown.errors


def test_a_change_made_elsewhere_is_where_the_next_try_begins(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = desk().open(PAGE)
    bench.store.settings.write({RECENCY: 0.5}, author="somebody")
    shown.run()
    assert shown.at.slider(key=f"tuning.1.{RECENCY}").value == 0.5
    assert shown.buttons["tuning.keep"].disabled


def test_two_sources_swap_at_a_value_that_is_told(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(PAGE, tool="Flips")
    assert done.judged
    above, below = (source.domain for source in done.judged.sources[:2])
    assert f"<code>{above}</code> leads <code>{below}</code> by" in shown.html
    assert shown.html.count("They swap when") + shown.html.count("swaps them.</td>") == 5
    assert len(shown.at.get("plotly_chart")) == 1
    shown.at.selectbox(key=f"tuning.flips.{done.id}.run.1").set_value(done.judged.sources[0].url).run()
    assert "Choose two different sources." in shown.checked().html


def test_a_ruling_is_stored_undone_and_withdrawn(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    shown = desk().open(PAGE, tool="Clusters")
    assert "alike</b>, folded by alike text" in shown.html
    assert "<mark>" in shown.html
    shown.press("tuning.not the same.1.1")
    [ruling] = bench.store.rulings.standing()
    assert ruling.verdict == "not the same"
    assert "are not the same. It counts from the next run on." in shown.html
    assert "By the rulings that stand now" in shown.html
    shown.press("tuning.undo")
    assert bench.store.rulings.standing() == ()
    shown.press("tuning.same.1.1").press("tuning.withdraw.1.1")
    assert bench.store.rulings.standing() == ()
    assert [one.verdict for one in bench.store.rulings.history()] == ["not the same", "withdrawn", "same", "withdrawn"]


def test_two_sources_that_stand_are_ruled_the_same(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    desk().open(PAGE, tool="Clusters").press("tuning.same.two")
    assert done.judged
    [ruling] = bench.store.rulings.standing()
    assert ruling.pair == {source.url for source in done.judged.sources[:2]}


def test_the_sweep_names_every_threshold_at_which_a_pair_merges(
    desk: Callable[[], Desk], runs: list[RunRecord]
) -> None:
    shown = desk().open(PAGE, tool="Clusters")
    assert "which holds," in shown.html
    table = shown.at.dataframe[0].value
    assert list(table["Threshold"]) == sorted(table["Threshold"], reverse=True)
    assert list(table["Sources"]) == sorted(table["Sources"], reverse=True)


def test_an_address_is_answered_in_words_and_escaped(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(PAGE, tool=WHY)
    line = shown.at.text_input(key="tuning.why.url")
    line.set_value("https://evil.example/<img src=x>").run()
    assert "The search never returned it" in shown.checked().html
    assert "<img" not in shown.html
    line.set_value("nothing").run()
    assert "is no address of a page" in shown.checked().errors[0]


def test_a_lost_result_has_a_rank_interval(desk: Callable[[], Desk], done: RunRecord) -> None:
    assert done.judged
    lost = next(one for one in done.judged.dropped if one.state == "duplicate")
    shown = desk().open(PAGE, tool=WHY)
    shown.at.text_input(key="tuning.why.url").set_value(lost.hit.url).run()
    assert "As a source of its own it would score from" in shown.checked().html
    assert 'class="wb-ranks" role="img"' in shown.html
