"""Tuning over hostile runs and by a hostile hand: markup, odd hosts, rubbish, a busy database, runs without sources."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from tests.desk.sessions import Desk
from tests.desk.tuned import keep_made
from tests.tuning.archives import stored
from workbench.compose import Workbench
from workbench.records import Hit, Page, RunRecord
from workbench.settings import Settings

PAGE = "pages/tuning.py"
TOOLS = ("What-if", "Flips", "Clusters", "Why is it not here?")
OF_ONE = (("Flips", "flips"), ("Clusters", "clusters"), ("Why is it not here?", "why"))
TIER2 = "research_tier2_domains"
EVIL = "<img src=x onerror=alert(1)> `x` $a$ :material/home: **b** [l](http://e.example) \u202e\u0000 ]] | 漢字 "
HOSTS = ("bücher.example", "a`b.example", "1.2.3.4", "[::1]", "en.wikipedia.org", f"{'x' * 60}.example")


def evil(number: int, count: int) -> RunRecord:
    """A run of so many hostile results."""
    hits = tuple(
        Hit(f"https://{host}/{number}?q=<script>`", EVIL * 3, f"{'river quality of the nine sites ' * 3}{EVIL}{at}", at)
        for at, host in enumerate(HOSTS[:count], 1)
    )
    pages: dict[str, Page | None] = {hit.url: Page(hit.url, "ok", text="Page text.") for hit in hits}
    return stored(f"{EVIL}{number}", hits, pages, Settings(), number)


@pytest.fixture
def wild(bench: Workbench, done: RunRecord) -> list[RunRecord]:
    """Hostile runs of six, two, one and no result, beside the finished one."""
    assert done
    return [keep_made(bench, evil(number, count)) for number, count in enumerate((6, 2, 1, 0), 1)]


@pytest.mark.parametrize("tool", TOOLS)
def test_no_tool_lets_markup_of_a_run_through(tool: str, desk: Callable[[], Desk], wild: list[RunRecord]) -> None:
    for run in wild:
        shown = desk().open(PAGE, tool=tool, run=run.id)
        for under in ("now", "tried", "run") if tool in ("Flips", "Clusters") else ():
            shown.at.segmented_control(key=f"tuning.{tool.lower()}.under").set_value(under).run()
            assert "<img" not in shown.checked().html
            assert "<script" not in shown.html
            assert shown.errors == []


def test_every_hostile_run_opens(desk: Callable[[], Desk], wild: list[RunRecord]) -> None:
    shown = desk().open(PAGE)
    shown.at.slider(key="tuning.0.research_search_rank_weight").set_value(1.0).run()
    shown.at.pills(key="tuning.listed").set_value("all").run()
    key = shown.at.dataframe[0].proto.id.split("-", 2)[2]
    for row in range(len(wild) + 1):
        shown.at.session_state[key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
        shown.run()
        assert ("<img" in shown.html, "<script" in shown.html, shown.errors) == (False, False, [])
        assert len(shown.at.subheader) == 1


def test_a_run_without_sources_is_told_so(desk: Callable[[], Desk], wild: list[RunRecord]) -> None:
    for tool, said in (
        ("Flips", "Two sources are needed"),
        ("Clusters", "The run has no source under these settings."),
    ):
        assert said in desk().open(PAGE, tool=tool, run=wild[-1].id).html
    assert "Its only source has no copy." in desk().open(PAGE, tool="Clusters", run=wild[-2].id).html


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("bücher.example", "xn--bcher-kva.example"),
        ("EXAMPLE.com.", "example.com"),
        ("*.docs.example", "docs.example"),
        ("https://x.example/p", "x.example"),
    ],
)
def test_a_host_is_tried_and_kept_by_its_proper_name(
    typed: str, named: str, desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = desk().open(PAGE)
    hosts = shown.at.multiselect(key=f"tuning.0.{TIER2}")
    shown.at.session_state[f"tuning.0.{TIER2}"] = [*hosts.value, typed]
    shown.run()
    assert f"With <code>{named}</code> in tier 2, " in shown.html
    shown.press("tuning.keep").press("keep.save")
    assert named in bench.store.settings.resolve().settings.research.tier2_domains
    assert shown.buttons["tuning.keep"].disabled
    assert named in shown.at.multiselect(key=f"tuning.1.{TIER2}").value


@pytest.mark.parametrize("typed", ["a b", "<b>", "`x`", "x" * 300, "1.2.3.4", "com"])
def test_what_is_no_host_is_a_sentence_wherever_it_is_tried(
    typed: str, desk: Callable[[], Desk], done: RunRecord
) -> None:
    shown = desk().open(PAGE)
    hosts = shown.at.multiselect(key=f"tuning.0.{TIER2}")
    shown.at.session_state[f"tuning.0.{TIER2}"] = [*hosts.value, typed]
    assert len(shown.run().errors) == 1
    shown = shown.open(PAGE, tool="Flips")
    shown.at.segmented_control(key="tuning.flips.under").set_value("tried").run()
    assert "Tier 2 hosts" in shown.checked().errors[0]


def test_a_list_emptied_is_the_default_one(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    bench.store.settings.write({TIER2: "mine.example"})
    shown = desk().open(PAGE)
    shown.at.multiselect(key=f"tuning.0.{TIER2}").set_value([]).run()
    shown.checked().press("tuning.keep").press("keep.save")
    assert "wikipedia.org" in bench.store.settings.resolve().settings.research.tier2_domains
    assert shown.buttons["tuning.keep"].disabled


@pytest.mark.parametrize(
    "typed", ["x", "https://[", "https://[::1", "javascript:alert(1)", "\x00", f"https://{'a' * 5000}.example", "💩"]
)
def test_rubbish_is_no_address(typed: str, desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(PAGE, tool="Why is it not here?")
    shown.at.text_input(key="tuning.why.url").set_value(typed).run()
    assert "is no address of a page" in shown.checked().errors[0]


def test_who_asks_is_left_out_of_a_pasted_address(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(PAGE, tool="Why is it not here?")
    for typed in ("https://anna:secret@energy.gov.example/x", "https://anna:secret@[bad"):
        shown.at.text_input(key="tuning.why.url").set_value(typed).run()
        assert "secret" not in shown.checked().html
        assert "secret" not in "".join(shown.errors)


def test_a_busy_database_refuses_a_ruling_in_a_sentence(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = desk().open(PAGE, tool="Clusters")
    with sqlite3.connect(bench.home / "workbench.db") as other:
        other.execute("BEGIN EXCLUSIVE")
        shown.press("tuning.not the same.1.1")
    assert "is busy: another program holds it" in shown.errors[0]
    assert bench.store.rulings.standing() == ()
    shown.press("tuning.not the same.1.1")
    assert len(bench.store.rulings.standing()) == 1


@pytest.mark.parametrize(("tool", "key"), OF_ONE)
def test_a_run_deleted_elsewhere_is_never_replaced_by_another(
    tool: str, key: str, desk: Callable[[], Desk], bench: Workbench, wild: list[RunRecord]
) -> None:
    shown = desk().open(PAGE, tool=tool, run=wild[0].id)
    bench.store.archive.hide([wild[0].id])
    shown.run()
    assert shown.errors[0].startswith(f"Run {wild[0].number} is deleted; `workbench runs restore")
    choice = shown.at.selectbox(key=f"tuning.{key}.run")
    assert (choice.value, wild[0].id in choice.options) == (None, False)
    choice.set_value(wild[1].id).run()
    assert (shown.checked().errors, choice.value) == ([], wild[1].id)


@pytest.mark.parametrize(("tool", "key"), OF_ONE)
def test_a_run_that_is_not_among_those_chosen_is_told_with_the_way_to_it(
    tool: str, key: str, desk: Callable[[], Desk], wild: list[RunRecord]
) -> None:
    shown = desk().open(PAGE, tool=tool, run="none-such")
    assert shown.errors == ["There is no run “none-such”; it may have been deleted."]
    shown = desk().open(PAGE, tool=tool, run=str(wild[2].number))
    assert shown.at.selectbox(key=f"tuning.{key}.run").value == wild[2].id
    shown.at.text_input(key="tuning.search").set_value("heat pumps").run()
    assert f"Run {wild[2].number} is not among the" in shown.checked().at.warning[0].value
    shown.press("tuning.wider")
    assert shown.at.selectbox(key=f"tuning.{key}.run").value == wild[2].id
    assert list(shown.at.warning) == []


def test_an_address_of_another_run_shows_that_run(desk: Callable[[], Desk], wild: list[RunRecord]) -> None:
    shown = desk().open(PAGE, tool="Flips", run=wild[0].id).open(PAGE, tool="Flips", run=wild[1].id)
    assert shown.at.selectbox(key="tuning.flips.run").value == wild[1].id
