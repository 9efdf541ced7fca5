"""Tuning in a real browser: a host off a tier, when two sources swap, a ruling with its undo, and a missed address."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.desk.answered import without_wikipedia
from tests.desk.browsing import PATIENCE, Watched
from tests.desk.sessions import TOPIC, finish
from tests.desk.tuned import keep_close
from workbench.compose import Workbench

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

HEAD, ROW, BOX = 36, 37, 16
RUNS = range(1, 61)
CELL = '[data-testid="stDataFrame"] canvas [role="gridcell"]'


@pytest.fixture
def filled(sampled: object) -> Workbench:
    """A store with sixty generated runs and, last, one of the sample corpus."""
    bench = Workbench.open()
    keep_close(bench, RUNS)
    finish(bench, bench.new_run(TOPIC, engine="corpus"))
    return bench


def column(watched: Watched, number: int) -> list[str]:
    """What the table says in one of its columns, counted from 1."""
    cells = watched.page.locator(f'{CELL}[aria-colindex="{number}"]')
    cells.first.wait_for(state="attached", timeout=PATIENCE)
    return [text.strip() for text in cells.all_text_contents()]


def test_which_topics_change_and_by_how_little_takes_at_most_six_clicks(filled: Workbench, watched: Watched) -> None:
    page, clicks = watched.page, 0

    def click(what: Locator) -> None:
        nonlocal clicks
        what.click()
        clicks += 1

    page.goto(watched.address)
    click(page.get_by_role("link", name="Tuning"))
    watched.titled("Tuning")
    watched.shows(re.compile("^Move a weight, or a tier or threshold below it"))
    click(page.get_by_text("Tiers and blocked hosts"))
    click(page.get_by_role("button", name="Remove wikipedia.org"))
    runs = filled.store.runs.several([run.id for run in filled.store.runs.list(limit=100)])
    expected = without_wikipedia(filled, runs)
    watched.shows(f"off tier 2, {len(expected)} of 61 runs get another first source")
    assert column(watched, 2) == [topic for _, topic, *_ in expected]
    assert [float(lead) for lead in column(watched, 5)] == pytest.approx([one[-1] for one in expected], abs=5e-4)
    click(page.get_by_text("Tiers and blocked hosts"))
    table = page.locator('[data-testid="stDataFrame"] canvas').first
    page.wait_for_timeout(500)  # the table moves up as the tiers close
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + BOX, box["y"] + HEAD + ROW / 2)
    clicks += 1
    watched.shows(re.compile(rf"The lead is \+{expected[0][-1]:.3f}; [a-z ]+ gives most of it"))
    click(page.get_by_role("tab", name="When do they swap?"))
    page.locator(".st-key-tuning-opened .js-plotly-plot").wait_for(timeout=PATIENCE)
    assert clicks <= 6
    assert watched.strangers == []


def test_any_run_is_seen_side_by_side(filled: Workbench, watched: Watched) -> None:
    page = watched.page
    page.goto(f"{watched.address}/tuning")
    watched.titled("Tuning")
    page.get_by_role("slider", name="Search rank").focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    watched.shows("With search rank at 0.60")
    page.get_by_role("radio", name=re.compile("All runs 61")).click()
    page.locator(CELL, has_text="stays").first.wait_for(state="attached", timeout=PATIENCE)
    watched.drawn()  # a row that is pressed while its table is drawn anew is not selected
    page.get_by_test_id("stDataFrame").first.click(position={"x": BOX, "y": HEAD + ROW / 2})
    page.get_by_role("tab", name="Side by side").click()
    watched.shows(re.compile(r"Rank-biased overlap 0\.\d\d, Jaccard of the top five \d\.\d\d\."))
    assert watched.strangers == []


def test_flips_a_ruling_and_a_missed_address(filled: Workbench, watched: Watched) -> None:
    page = watched.page
    page.goto(f"{watched.address}/tuning")
    watched.titled("Tuning")
    page.get_by_role("tab", name="Flips").click()
    watched.shows("under the settings of the run")
    page.locator(".js-plotly-plot:visible").first.wait_for(timeout=PATIENCE)
    page.get_by_role("tab", name="Clusters").click()
    page.get_by_role("button", name="Not the same").first.click()
    watched.shows("It counts from the next run on.")
    assert [one.verdict for one in filled.store.rulings.standing()] == ["not the same"]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").wait_for(state="hidden", timeout=PATIENCE)
    assert filled.store.rulings.standing() == ()
    watched.shows("Where copies merge")
    page.get_by_role("tab", name="Why is it not here?").click()
    line = page.get_by_role("textbox", name="Address")
    line.fill("https://<b>nowhere</b>.example/page")
    line.press("Enter")
    watched.shows(re.compile("The search never returned it|is no address of a page"))
    page.reload()
    watched.shows("Paste the address that you miss")
    assert watched.strangers == []
