"""The desk in a real browser: run, weigh, keep, run again, reload; nothing leaves this machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.desk.browsing import PATIENCE, Watched
from tests.desk.sessions import TOPIC

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


@pytest.fixture
def sampled(home: Path) -> Path:
    """An empty data directory: each of these desks is started for the first time."""
    return home


def test_a_weight_is_tried_kept_and_seen_in_the_next_run(watched: Watched) -> None:
    page = watched.page
    page.goto(watched.address)
    watched.run(TOPIC)
    watched.titled(re.compile(r"sources kept of \d+ results"))
    first = page.url
    before = watched.order()

    rank = page.get_by_role("slider", name="Search rank")
    rank.focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    page.locator(".wb-moves", has_text="passes").wait_for(timeout=PATIENCE)
    tried = [before[1], before[0], *before[2:]]
    watched.comes_to(tried)

    page.get_by_role("button", name="Keep as settings").click()
    page.get_by_role("textbox", name="Note").fill("the engine knows")
    page.get_by_role("button", name="Save as v2").click()
    page.get_by_text("Saved as v2. The next run uses it.").wait_for(timeout=PATIENCE)

    watched.run(TOPIC)
    page.wait_for_url(lambda url: url != first and "run=" in url, timeout=PATIENCE)
    page.get_by_text("settings v2").first.wait_for(timeout=PATIENCE)
    watched.titled(re.compile(r"sources kept of \d+ results"))
    watched.comes_to(tried)

    page.reload()
    watched.titled(re.compile(r"sources kept of \d+ results"))
    watched.comes_to(tried)
    page.get_by_text("settings v2").first.wait_for(timeout=PATIENCE)

    page.get_by_role("link", name="Settings").click()
    watched.titled("Settings")
    page.get_by_text("the engine knows").wait_for(timeout=PATIENCE)
    page.get_by_role("link", name="Run a topic").click()
    watched.titled(re.compile(r"sources kept of \d+ results"))
    page.get_by_role("link", name="Run a topic").click()
    watched.titled("Run a topic")
    page.go_back()
    watched.titled(re.compile(r"sources kept of \d+ results"))

    assert watched.strangers == []
    assert watched.faults == []


def test_the_first_address_asked_for_may_be_a_page_below_the_root(watched: Watched) -> None:
    watched.page.goto(f"{watched.address}/settings?group=Tiers")
    watched.titled("Settings")
    watched.page.get_by_role("link", name="Run a topic").wait_for(timeout=PATIENCE)
    assert watched.page.get_by_role("tab", name="Tiers").get_attribute("aria-selected") == "true"
    assert watched.page.title() == "Settings · Research workbench"
    assert watched.strangers == []


def test_a_reload_in_the_middle_of_an_edit_loses_nothing_saved(watched: Watched) -> None:
    page = watched.page
    page.goto(watched.address)
    page.get_by_role("link", name="Settings").click()
    watched.titled("Settings")
    days = page.get_by_role("spinbutton", name="Fresh up to")
    days.fill("9")
    days.press("Enter")
    page.get_by_text("1 unsaved edit").wait_for(timeout=PATIENCE)
    page.get_by_role("link", name="Run a topic").click()
    watched.titled("Run a topic")
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("1 unsaved edit").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Save as v2").click()
    page.get_by_role("dialog").get_by_role("button", name="Save as v2").click()
    page.get_by_text("Saved as v2.").wait_for(timeout=PATIENCE)
    page.reload()
    watched.titled("Settings")
    page.wait_for_function("() => document.querySelector('[aria-label^=\"Fresh up to\"]')?.value === '9'")
    assert page.get_by_text("unsaved edit").count() == 0
    assert watched.strangers == []


def test_every_format_of_a_run_is_downloaded_when_it_is_asked_for(watched: Watched) -> None:
    page = watched.page
    page.goto(watched.address)
    watched.run(TOPIC)
    watched.titled(re.compile(r"sources kept of \d+ results"))
    page.get_by_role("button", name="Export").click()
    begins = {
        "Markdown": b"# air",
        "CSV": b"\xef\xbb\xbfrank,",
        "Word": b"PK",
        "BibTeX": b"% Run 1",
        "CSL-JSON": b"[\n",
    }
    for label, beginning in begins.items():
        with page.expect_download(timeout=PATIENCE) as asked:
            page.get_by_role("button", name=label, exact=True).click()
        assert asked.value.suggested_filename.startswith("air-source-heat-pumps-in-cold-climates-r00001")
        assert Path(asked.value.path()).read_bytes().startswith(beginning)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Markdown", exact=True).wait_for(state="hidden", timeout=PATIENCE)
    with page.expect_download(timeout=PATIENCE) as by_key:
        page.keyboard.press("e")
    assert by_key.value.suggested_filename.endswith(".md")
    assert watched.strangers == []
    assert watched.faults == []
