"""The ways through *Run a topic* and *Settings* that a person walks: the tour, a lost result got back, a preset."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.desk.browsing import PATIENCE, Watched
from tests.desk.sessions import TOPIC

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

KEPT = re.compile(r"\d+ sources? kept of \d+ results")
SAID = "Heat pumps in cold climates keep their output down to minus fifteen degrees, the survey of homes found. " * 8
HEAD, ROW = 36, 58  # px of the list


def test_the_tour_takes_three_clicks_and_does_not_come_back(watched: Watched) -> None:
    page = watched.page
    page.goto(watched.address)
    page.get_by_text("Step 1 of 3").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name=re.compile("Run “")).click()
    watched.titled(KEPT)
    page.get_by_text("Step 2 of 3").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Open it").click()
    page.get_by_role("tab", name=re.compile("Why 0")).wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Move search rank to 1.00").click()
    page.locator(".wb-moves").wait_for(timeout=PATIENCE)
    page.get_by_text(re.compile("Step . of 3")).wait_for(state="hidden", timeout=PATIENCE)
    page.reload()
    watched.titled(KEPT)
    assert page.get_by_text(re.compile("Step . of 3")).count() == 0
    assert watched.strangers == []
    assert watched.faults == []


def test_a_lost_result_is_got_back_with_its_text(watched: Watched) -> None:
    page = watched.page
    page.goto(watched.address)
    watched.run(TOPIC)
    watched.titled(KEPT)
    first = page.url
    page.get_by_text(re.compile(r"Why \d+ results were lost")).click()
    grid = page.locator('[data-testid="stDataFrame"]').first
    grid.wait_for(timeout=PATIENCE)
    rows = grid.locator("tbody tr")
    rows.first.wait_for(state="attached", timeout=PATIENCE)
    row = next(at for at, text in enumerate(rows.all_text_contents(), 1) if "unread" in text)
    watched.drawn()  # a row that is pressed while its table is drawn anew is not selected
    grid.click(position={"x": 18, "y": HEAD + (row - 0.5) * ROW})
    page.get_by_role("button", name="Give its page").click()
    page.get_by_role("textbox", name="Or its text").fill(SAID)
    page.get_by_role("button", name="Judge again").click()
    page.wait_for_url(lambda url: url != first, timeout=PATIENCE)
    watched.titled("4 sources kept of 10 results")
    page.go_back()
    page.wait_for_url(first, timeout=PATIENCE)
    watched.titled("3 sources kept of 10 results")
    assert watched.strangers == []


def test_settings_leave_and_come_back_as_a_preset_and_as_a_file(watched: Watched, tmp_path: Path) -> None:
    page = watched.page
    page.goto(f"{watched.address}/settings")
    days = page.get_by_role("spinbutton", name="Fresh up to")
    days.fill("9")
    days.press("Enter")
    page.get_by_text("1 unsaved edit").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Save as preset").click()
    page.get_by_role("textbox", name="Name").fill("news")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Take over").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Discard").click()
    page.get_by_text("1 unsaved edit").wait_for(state="hidden", timeout=PATIENCE)
    page.get_by_role("button", name="Take over").click()
    page.get_by_text("1 unsaved edit").wait_for(timeout=PATIENCE)
    with page.expect_download(timeout=PATIENCE) as asked:
        page.get_by_role("button", name="Export").click()
    assert "research_tier1_domains" in json.loads(Path(asked.value.path()).read_text(encoding="utf-8"))
    file = tmp_path / "mine.toml"
    file.write_text("[research]\nrecency_fresh_days = 30\n", encoding="utf-8")
    page.get_by_role("button", name="Import").click()
    page.locator('input[type="file"]').set_input_files(str(file))
    page.get_by_text("30").first.wait_for(timeout=PATIENCE)
    assert watched.strangers == []


def test_an_edited_post_is_told_on_every_page_and_is_there_on_the_way_back(watched: Watched) -> None:
    page = watched.page
    watched.settled("settings?group=Posts")
    grid = page.locator('[data-testid="stDataFrame"]:visible').last
    grid.click(position={"x": 120, "y": 50})
    page.keyboard.press("Enter")
    page.locator("#portal textarea").fill("Another title")
    page.keyboard.press("Enter")
    watched.shows("1 unsaved post")
    menu = page.get_by_test_id("stSidebar")
    assert menu.get_by_text("unsaved").count() == 0
    menu.get_by_text("Runs", exact=True).click()
    watched.titled("Runs")
    menu.get_by_text("1 unsaved edit").click()
    watched.titled("Settings")
    page.get_by_role("tab", name="Posts").click()
    page.get_by_role("button", name="Save the posts").click()
    watched.shows(re.compile(r"\d+ posts stored"))
    page.get_by_text("1 unsaved post").wait_for(state="hidden", timeout=PATIENCE)
    assert watched.strangers == []


def test_a_number_out_of_its_range_is_a_sentence_under_its_box(watched: Watched) -> None:
    page = watched.page
    watched.settled("settings?group=Weights")
    box = page.get_by_role("spinbutton", name=re.compile("^Fresh up to"))
    box.fill("99999999")
    box.press("Enter")
    page.get_by_role("alert").get_by_text("99999999 was not saved").wait_for(timeout=PATIENCE)
    assert box.input_value() == "99999999"
    watched.shows("99,999,999")
