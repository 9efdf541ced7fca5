"""Two tabs on one database: each sees what the other saved, a stale save is told, and a closed tab ends no run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.desk.browsing import PATIENCE, Watched
from tests.desk.sessions import TOPIC

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

FRESH = "Fresh up to, days"


def settings(page: Page, address: str) -> Page:
    page.goto(f"{address}/settings")
    page.get_by_label(FRESH).wait_for(timeout=PATIENCE)
    return page


def edit(page: Page, value: int) -> None:
    field = page.get_by_label(FRESH)
    field.fill(str(value))
    field.press("Tab")
    page.get_by_role("button", name=re.compile(r"Save as v\d+…")).wait_for(timeout=PATIENCE)


def save(page: Page) -> None:
    page.get_by_role("button", name=re.compile(r"Save as v\d+…")).click()
    page.get_by_role("dialog").get_by_role("button", name="Save as v").click()


def test_an_edit_in_one_tab_is_seen_in_the_other_and_a_stale_save_is_told(watched: Watched) -> None:
    first = settings(watched.page, watched.address)
    second = settings(watched.page.context.new_page(), watched.address)
    edit(first, 9)
    edit(second, 11)
    save(second)
    second.get_by_text(re.compile(r"Saved as v\d+\. It is live")).wait_for(timeout=PATIENCE)
    save(first)
    told = first.get_by_role("dialog").get_by_text(re.compile("while you were editing"))
    told.wait_for(timeout=PATIENCE)
    assert "is 11 now, you want 9" in told.inner_text()
    third = settings(watched.page.context.new_page(), watched.address)
    assert third.get_by_label(FRESH).input_value() == "11"


def test_a_run_goes_on_when_its_tab_is_closed(watched: Watched) -> None:
    first = watched.page
    first.goto(watched.address)
    watched.run(TOPIC)
    first.wait_for_url(re.compile(r"run="), timeout=PATIENCE)
    place = first.url
    second = first.context.new_page()
    first.close()
    second.goto(place)
    second.get_by_role("heading", level=1, name=re.compile(r"\d+ sources kept of")).wait_for(timeout=PATIENCE)
    assert second.url == place
    assert watched.strangers == []
