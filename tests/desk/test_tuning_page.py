"""Tuning on the desk: which runs are meant, and what other settings would do to them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from tests.desk.sessions import Desk
from tests.desk.tuned import keep, weighed
from workbench.compose import Workbench
from workbench.records import RunRecord
from workbench.settings import flat
from workbench.tuning.archive import Archive
from workbench.tuning.replay import replay
from workbench.tuning.whatif import WhatIf, what_if

PAGE = "pages/tuning.py"
RANK, RECENCY = "research_search_rank_weight", "research_recency_weight"
TIER1, TIER2 = "research_tier1_domains", "research_tier2_domains"
BLOCKED = "research_blocked_domains"
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
    assert "Move a weight, or a tier or threshold below it, to see what it would do to the one run." in shown.html
    assert "get another first source" not in shown.html
    assert not shown.errors
    assert shown.buttons["tuning.keep"].disabled


def test_a_page_without_a_finished_run_says_so(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    bench.store.runs.delete(done.id)
    assert "No run is finished yet" in desk().open(PAGE).html


def test_runs_are_chosen_by_words_tags_and_days_and_none_is_told(
    desk: Callable[[], Desk], bench: Workbench, runs: list[RunRecord]
) -> None:
    shown = desk().open(PAGE)
    assert "41 finished runs" in shown.at.caption[0].value
    shown.at.text_input(key="tuning.search").set_value("heat pumps").run()
    assert "1 finished run" in shown.checked().at.caption[0].value
    for typed, count in (("tag:few", 2), ("engine:ddg", 40), ("since:2000-01-01 until:2999-12-31", 41)):
        bench.store.archive.tag([run.id for run in runs[:2]], ["few"])
        shown.at.text_input(key="tuning.search").set_value(typed).run()
        assert f"{count} finished runs" in shown.checked().at.caption[0].value
    shown.at.text_input(key="tuning.search").set_value("since:soon").run()
    assert shown.checked().errors == ["since: is “soon”, which is no day such as 2026-11-29."]
    shown.press("tuning.clear")
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
    assert list(table["Near-tie"]) == ["yes" if one.near_tie else "" for one in found.firsts]


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
    assert f"{first.was.score:.3f} saved" in shown.html
    assert f"{first.now.score:.3f} now" in shown.html
    assert f"The lead is {first.gap:+.3f}; search rank gives most of it." in shown.html
    assert "They swap when search rank is" in shown.html
    assert any(link.proto.label.startswith("Open run") for link in shown.at.get("page_link"))


def test_the_counts_choose_which_runs_are_listed(
    desk: Callable[[], Desk], bench: Workbench, runs: list[RunRecord]
) -> None:
    shown = weighed(desk().open(PAGE), RANK, 0.9)
    found = reckoned(bench, runs, **{RANK: 0.9})
    counts = {"first": found.first, "top3": found.top3, "top5": found.top5, "context": found.contexts, "all": 41}
    for choice, count in counts.items():
        shown.at.pills(key="tuning.listed").set_value(choice).run()
        shown.checked()
        assert len(shown.at.dataframe[0].value if len(shown.at.dataframe) else ()) == count
        assert choice == "all" or len(shown.at.dataframe) or "No run changes in this." in shown.html
    assert [name.split("**")[1] for name in shown.at.pills(key="tuning.listed").options] == [
        f"{count:,}" for count in counts.values()
    ]
    for cause, count in found.causes:
        assert f"{cause} <b>{count}</b>" in shown.html
    assert f"Near-ties, under 0.03: <b>{found.near_ties}</b>" in shown.html


def test_any_run_opens_both_rankings_side_by_side(
    desk: Callable[[], Desk], bench: Workbench, runs: list[RunRecord]
) -> None:
    shown = weighed(desk().open(PAGE), RANK, 0.9)
    shown.at.pills(key="tuning.listed").set_value("all").run()
    table, found = shown.at.dataframe[0].value, reckoned(bench, runs, **{RANK: 0.9})
    place = next(at for at, after in enumerate(table["After"]) if after == "stays" and table["Moves"][at][0].isdigit())
    pick(shown, place)
    number = int(table["Run"][place])
    line = next(one for one in found.lines if bench.store.runs.get(number).id == runs[one.run].id)
    assert f"Rank-biased overlap {line.rbo:.2f}, Jaccard of the top five {line.jaccard:.2f}." in shown.html
    assert 'aria-label="Saved"' in shown.html
    assert 'aria-label="Now"' in shown.html
    assert "The lead is" not in shown.html
    assert any(link.proto.label == f"Open run {number}" for link in shown.at.get("page_link"))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("research_min_snippet_words", 30, "With minimum snippet words 30, "),
        ("research_web_content_chars_per_source", 0, "With web content chars per source 0, "),
        ("web_research_results", 2, "With results 2, "),
    ],
)
def test_thresholds_are_tried_as_weights_are(
    key: str, value: int, said: str, desk: Callable[[], Desk], bench: Workbench, runs: list[RunRecord]
) -> None:
    shown = weighed(desk().open(PAGE), key, value)
    found = reckoned(bench, runs, **{key: value})
    assert found.contexts
    assert f"{found.first} of 41 runs" in shown.html
    shown.press("tuning.keep").press("keep.save")
    assert flat(bench.store.settings.resolve().settings)[key] == value


def test_switches_and_blocked_hosts_are_tried_and_taken_back(
    desk: Callable[[], Desk], bench: Workbench, runs: list[RunRecord]
) -> None:
    shown = desk().open(PAGE)
    shown.at.toggle(key="tuning.0.research_extract_web_content").set_value(False).run()
    blocked = f"tuning.0.{BLOCKED}"
    shown.at.session_state[blocked] = [*shown.at.multiselect(key=blocked).value, "water.gov"]
    shown.run()
    held = bench.store.settings.resolve().settings.research.blocked_domains
    tried = {"research_extract_web_content": "false", BLOCKED: ",".join((*held, "water.gov"))}
    found = reckoned(bench, runs, **tried)
    assert f"off and <code>water.gov</code> blocked, {found.first} of 41 runs" in shown.html
    shown.press("tuning.reset")
    assert shown.at.toggle(key="tuning.1.research_extract_web_content").value is True
    assert "to see what it would do to 41 runs." in shown.html


def test_a_day_counts_as_today_in_every_run(desk: Callable[[], Desk], bench: Workbench, runs: list[RunRecord]) -> None:
    shown = weighed(desk().open(PAGE), RECENCY, 0.9)
    shown.at.date_input(key="tuning.0.today").set_value(date(2026, 12, 31)).run()
    archive = Archive(bench.store.runs.several([run.id for run in runs]))
    stored, tried = bench.store.settings.resolve().settings, bench.store.settings.resolve({RECENCY: 0.9}).settings
    found = what_if(*(replay(archive, one, date(2026, 12, 31)) for one in (stored, tried)))
    assert f"{found.first} of 41 runs" in shown.checked().html
    assert any("every run as of 31 Dec 2026" in one.value for one in shown.at.caption)
    leads = [one.gap for one in found.firsts if one.gap is not None]
    assert list(shown.at.dataframe[0].value["Lead"].dropna()) == pytest.approx(leads)
    shown.press("tuning.reset")
    assert any("each run as of its own day" in one.value for one in shown.at.caption)


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


def test_a_save_made_elsewhere_is_not_overwritten_and_the_try_is_kept(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = weighed(desk().open(PAGE), RANK, 0.9)
    bench.store.settings.write({RANK: 0.5}, author="ben")
    shown.press("tuning.keep").press("keep.save")
    assert "Another editor saved v2 while you were editing. Nothing was saved" in shown.errors[0]
    assert bench.store.settings.resolve().settings.research.search_rank_weight == 0.5
    assert shown.at.slider(key=f"tuning.0.{RANK}").value == 0.9
    shown.press("keep.compared").press("keep.save")
    assert bench.store.settings.resolve().settings.research.search_rank_weight == 0.9
