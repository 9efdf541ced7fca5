"""More sources than rows in a browser: a row of the table opens its source, and the keys lead on."""

from __future__ import annotations

import re

import pytest

from tests.desk.browsing import PATIENCE, Watched
from tests.desk.many import many_sources
from workbench.compose import Workbench
from workbench.records import RunRecord

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
HEAD, ROW = 36, 58  # pixels


@pytest.fixture
def many(home: object) -> RunRecord:
    return many_sources(Workbench.open())


def test_a_row_of_the_table_opens_its_source_and_the_keys_lead_on(many: RunRecord, watched: Watched) -> None:
    assert many.judged
    scores = [f"Why {source.score:.3f}" for source in many.judged.sources]
    page = watched.page
    page.goto(f"{watched.address}/?run={many.id}")
    watched.titled("25 sources kept of 25 results")
    page.locator(".js-plotly-plot .ytick text").first.wait_for(timeout=PATIENCE)
    names = page.locator(".js-plotly-plot .ytick text").all_text_contents()
    assert len(names) == len(scores)
    assert "<b>in a" in names[0]
    assert page.get_by_text("upright mark").count() == 0
    table = page.get_by_test_id("stDataFrame")
    table.scroll_into_view_if_needed()
    table.click(position={"x": 16, "y": HEAD + 2.5 * ROW})
    page.get_by_role("tab", name=scores[2]).wait_for(timeout=PATIENCE)
    for key, place in (("j", 3), ("k", 2), ("k", 1)):
        page.keyboard.press(key)
        page.get_by_role("tab", name=scores[place]).wait_for(timeout=PATIENCE)
    page.keyboard.press("o")
    page.get_by_role("tab", name=re.compile("^Why ")).wait_for(state="hidden", timeout=PATIENCE)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    assert watched.over() <= 0
    assert watched.strangers == []
    assert watched.faults == []
