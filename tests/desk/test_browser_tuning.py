"""Tuning in a real browser: a host off a tier, when two sources swap, a ruling with its undo, and a missed address."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.desk.browsing import PATIENCE, Watched
from tests.desk.sessions import TOPIC, finish
from tests.desk.tuned import keep
from workbench.compose import Workbench
from workbench.installing import install_sample

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

HEAD, ROW, BOX = 36, 37, 16


def shows(watched: Watched, words: str | re.Pattern[str]) -> None:
    watched.page.get_by_text(words).first.wait_for(timeout=PATIENCE)


@pytest.fixture
def filled(home: object) -> Workbench:
    """A store with forty generated runs and, last, one of the sample corpus."""
    bench = Workbench.open()
    asyncio.run(install_sample(bench))
    keep(bench, range(81, 121))
    finish(bench, bench.new_run(TOPIC, engine="corpus"))
    return bench


def test_a_host_off_a_tier_is_answered_in_five_clicks(filled: Workbench, watched: Watched) -> None:
    page = watched.page
    page.goto(watched.address)
    page.get_by_role("link", name="Tuning").click()
    watched.titled("Tuning")
    shows(watched, "0 of 41 runs get another first source")
    page.get_by_text("Tiers", exact=True).click()
    page.get_by_role("button", name="Remove wikipedia.org").click()
    shows(watched, re.compile(r"off tier 2, [1-9]\d* of 41 runs? gets? another first source"))
    page.get_by_text("Tiers", exact=True).click()
    table = page.locator('[data-testid="stDataFrame"] canvas').first
    page.wait_for_timeout(500)  # the table moves up as the tiers close
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + BOX, box["y"] + HEAD + ROW / 2)
    shows(watched, re.compile(r"The lead is \+0\.\d{3}; credibility gives most of it"))
    page.get_by_role("tab", name="When do they swap?").click()
    page.locator(".st-key-tuning-opened .js-plotly-plot").wait_for(timeout=PATIENCE)
    assert watched.strangers == []


def test_flips_a_ruling_and_a_missed_address(filled: Workbench, watched: Watched) -> None:
    page = watched.page
    page.goto(f"{watched.address}/tuning")
    watched.titled("Tuning")
    page.get_by_role("tab", name="Flips").click()
    shows(watched, "under the settings of the run")
    page.locator(".js-plotly-plot").wait_for(timeout=PATIENCE)
    page.get_by_role("tab", name="Clusters").click()
    page.get_by_role("button", name="Not the same").first.click()
    shows(watched, "It counts from the next run on.")
    assert [one.verdict for one in filled.store.rulings.standing()] == ["not the same"]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").wait_for(state="hidden", timeout=PATIENCE)
    assert filled.store.rulings.standing() == ()
    shows(watched, "Where copies merge")
    page.get_by_role("tab", name="Why is it not here?").click()
    line = page.get_by_role("textbox", name="Address")
    line.fill("https://<b>nowhere</b>.example/page")
    line.press("Enter")
    shows(watched, re.compile("The search never returned it|is no address of a page"))
    page.reload()
    shows(watched, "Paste the address that you miss")
    assert watched.strangers == []
