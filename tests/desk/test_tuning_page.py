"""Tuning on the desk: what other settings would do, when sources swap, rulings, and why an address is missing."""

from __future__ import annotations

from collections.abc import Callable

from tests.desk.sessions import Desk
from workbench.compose import Workbench
from workbench.records import RunRecord

PAGE = "pages/tuning.py"
RANK = "tuning.0.research_search_rank_weight"
TIER1 = "tuning.0.research_tier1_domains"


def open_at(desk: Callable[[], Desk], tool: str) -> Desk:
    return desk().open(PAGE, tool=tool)


def test_nothing_tried_changes_nothing(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(PAGE)
    assert [one.value for one in shown.at.title] == ["Tuning"]
    assert "0 of 1 run get another first source" in shown.html
    assert not shown.errors
    assert shown.buttons["tuning.keep"].disabled


def test_a_page_without_a_finished_run_says_so(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    bench.store.runs.delete(done.id)
    assert "No run is finished yet" in desk().open(PAGE).html
