"""Runs and Health in a real browser: search, select, compare, delete, undo, run again; a reload keeps the place."""

from __future__ import annotations

import re

import pytest

from tests.desk.browsing import PATIENCE, Watched
from tests.desk.sessions import TOPIC
from workbench.compose import Workbench

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

OTHER = "river quality after storms"
HEAD, ROW, BOX = 36, 37, 16


def rows_come_to(watched: Watched, *topics: str) -> None:
    """Wait until the table holds these topics; the grid keeps its cells as a table for screen readers."""
    cells = watched.page.locator('[data-testid="stDataFrame"] canvas [role="gridcell"][aria-colindex="2"]')

    def found() -> list[str]:
        return [text.strip() for text in cells.all_text_contents()]

    watched.until(lambda: found() == list(topics), lambda: f"{found()} is not {topics}")


def select(watched: Watched, *rows: int, before: int = 0) -> None:
    """Tick rows, counted from 0, where their boxes are drawn; so many are selected before."""
    box = watched.page.locator('[data-testid="stDataFrame"] canvas').first.bounding_box()
    assert box is not None
    for row in rows:
        watched.page.mouse.click(box["x"] + BOX, box["y"] + HEAD + ROW * row + ROW / 2)
    watched.shows(f"{len(rows) + before} selected")


@pytest.fixture
def three_runs(watched: Watched) -> Watched:
    """The page of three runs: two of one topic, one of another."""
    bench = Workbench.open()
    for topic in (TOPIC, OTHER, TOPIC):
        bench.enqueue(bench.new_run(topic, engine="corpus"))
    watched.done(bench, 3)
    watched.page.goto(f"{watched.address}/runs")
    watched.titled("Runs")
    rows_come_to(watched, TOPIC, OTHER, TOPIC)
    return watched


def test_a_search_is_kept_over_a_reload_and_the_way_back(three_runs: Watched) -> None:
    page = three_runs.page
    line = page.get_by_role("textbox", name="Search the topics")
    line.fill("pumps heat")
    line.press("Enter")
    rows_come_to(three_runs, TOPIC, TOPIC)
    page.wait_for_url(re.compile(r"\?q=pumps"), timeout=PATIENCE)
    page.reload()
    rows_come_to(three_runs, TOPIC, TOPIC)
    assert page.get_by_role("textbox", name="Search the topics").input_value() == "pumps heat"
    select(three_runs, 0)
    page.get_by_role("link", name="Open", exact=True).click()
    three_runs.titled(re.compile(r"sources kept of \d+ results"))
    page.go_back()
    rows_come_to(three_runs, TOPIC, TOPIC)
    page.go_back()
    rows_come_to(three_runs, TOPIC, OTHER, TOPIC)
    assert three_runs.strangers == []


def test_runs_are_compared_deleted_and_brought_back(three_runs: Watched) -> None:
    page = three_runs.page
    select(three_runs, 0, 2)
    page.get_by_role("button", name="Compare").click()
    three_runs.titled("Run 1 and run 3")
    three_runs.shows("No source was added or removed, and none moved.")
    page.wait_for_url(re.compile(r"compare="), timeout=PATIENCE)
    page.reload()
    three_runs.titled("Run 1 and run 3")
    page.get_by_role("button", name="All runs").click()
    rows_come_to(three_runs, TOPIC, OTHER, TOPIC)

    select(three_runs, 1)
    page.get_by_role("button", name="Delete").click()
    three_runs.shows("Deleted 1 run.")
    rows_come_to(three_runs, TOPIC, TOPIC)
    page.get_by_role("button", name="Undo").click()
    rows_come_to(three_runs, TOPIC, OTHER, TOPIC)

    select(three_runs, 1)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Deleted · 1").or_(page.get_by_role("radio", name="Deleted · 1")).first.click()
    rows_come_to(three_runs, OTHER)
    page.reload()
    rows_come_to(three_runs, OTHER)
    select(three_runs, 0)
    page.get_by_role("button", name="Restore").click()
    three_runs.shows("No run matches.")
    page.get_by_role("button", name="Clear the search").click()
    rows_come_to(three_runs, TOPIC, OTHER, TOPIC)
    assert three_runs.strangers == []


def test_a_run_is_run_again_and_tagged(three_runs: Watched) -> None:
    page = three_runs.page
    select(three_runs, 1)
    page.get_by_role("button", name="Run again").click()
    three_runs.shows("Queued 1 run with the settings of now.")
    rows_come_to(three_runs, OTHER, TOPIC, OTHER, TOPIC)
    three_runs.shows("1 selected")
    select(three_runs, 0, before=1)
    tag = page.get_by_role("button", name="Tag…")
    three_runs.until(lambda: tag.count() == 1, lambda: f"{tag.count()} buttons to tag with")
    tag.click()
    picker = page.get_by_role("combobox", name="Tags of all that are selected")
    picker.fill("water")
    picker.press("Enter")
    page.get_by_role("button", name="Save tags").click()
    three_runs.shows("Tagged 2 runs.")
    page.get_by_role("button", name="water · 2").or_(page.get_by_role("radio", name="water · 2")).first.click()
    rows_come_to(three_runs, OTHER, OTHER)
    assert three_runs.strangers == []


def test_health_stands_at_its_own_address(three_runs: Watched) -> None:
    page = three_runs.page
    page.goto(f"{three_runs.address}/health")
    three_runs.titled("Health")
    three_runs.shows("poses as a browser")
    page.get_by_role("button", name="Examine").click()
    three_runs.shows("The database is whole")
    assert three_runs.strangers == []
