"""A weight that breaks a pin in a real browser: saved with a reason, told in the history, and taken back."""

from __future__ import annotations

import re

import pytest

from tests.desk.browsing import SCHEMES, Watched
from tests.desk.sessions import TOPIC
from tests.tuning.archives import OLD_TIER2
from workbench.compose import Workbench

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.fixture
def old(home: object) -> Workbench:
    """A store whose settings have the old list, so that a lower weight breaks both shipped pins."""
    bench = Workbench.open()
    bench.store.settings.write({"research_tier2_domains": OLD_TIER2})
    return bench


def test_a_red_pin_is_saved_with_a_reason_and_the_old_version_restored(old: Workbench, watched: Watched) -> None:
    page = watched.page
    page.goto(f"{watched.address}/settings")
    watched.titled("Settings")
    weight = page.get_by_role("spinbutton", name="Search rank")
    weight.fill("0.3")
    weight.press("Enter")
    page.get_by_role("button", name="Save as v2…").click()
    watched.shows("2 pins: 2 red.")
    save = page.get_by_role("dialog").get_by_role("button", name="Save as v2")
    assert save.is_disabled()
    assert watched.serious() == []
    page.get_by_role("textbox", name="Reason").fill("A trial for one evening")
    page.get_by_role("textbox", name="Reason").press("Enter")
    page.wait_for_function(
        "() => [...document.querySelectorAll('button')].some(b => b.innerText == 'Save as v2' && !b.disabled)"
    )
    save.click()
    watched.shows("Saved as v2. It is live in the next run.")
    watched.shows("Saved all the same: A trial for one evening")
    page.get_by_role("link", name="Pins").click()
    watched.titled("2 pins: 2 red")
    page.get_by_role("link", name="Settings", exact=True).click()
    watched.titled("Settings")
    page.get_by_role("button", name="Restore v1…").click()
    watched.shows("Both pins are green.")
    page.get_by_role("button", name="Restore v1 as v3").click()
    watched.shows("v1 holds again, saved as v3.")
    assert old.store.settings.at(3) == old.store.settings.at(1)
    assert watched.strangers == []


def test_the_order_of_a_run_is_pinned_removed_and_brought_back(watched: Watched) -> None:
    page = watched.page
    page.goto(watched.address)
    watched.run(TOPIC)
    watched.order()
    page.get_by_role("link", name="Pin this order…").click()
    watched.titled("Both pins are green")
    watched.shows(re.compile("leads by 0"))
    page.get_by_role("button", name="Add pin").click()
    watched.titled("All 3 pins are green")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        watched.settled("pins")
        assert watched.serious() == []
    page.get_by_role("button", name="Remove").first.click()
    watched.titled("Both pins are green")
    page.get_by_role("button", name="Undo").click()
    watched.titled("All 3 pins are green")
    page.set_viewport_size({"width": 390, "height": 844})
    watched.settled("pins")
    assert watched.over() <= 0
    assert watched.serious() == []
    assert watched.strangers == []
