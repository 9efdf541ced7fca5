"""Writer context in a browser: a part is selected, its window moved and pinned, two runs stand side by side."""

from __future__ import annotations

import re

import pytest

from tests.desk.browsing import PATIENCE, Watched
from tests.desk.sessions import TOPIC

MARKED = """() => {
  const box = document.querySelector(".wb-window"), mark = box?.querySelector(".wb-first");
  const [outer, inner] = [box, mark].map(one => one?.getBoundingClientRect());
  return inner && inner.top >= outer.top && inner.top < outer.bottom;
}"""

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


def run(watched: Watched) -> None:
    watched.page.goto(watched.address)
    watched.run(TOPIC)
    watched.titled(re.compile(r"sources kept of \d+ results"))


def test_a_window_is_moved_pinned_and_still_there_after_a_reload(watched: Watched) -> None:
    page = watched.page
    run(watched)
    page.get_by_role("button", name="Writer context").wait_for(timeout=PATIENCE)
    page.get_by_role("heading", level=1).click()  # a key typed into the topic line is no shortcut
    page.keyboard.press("w")
    watched.titled(re.compile("The writer gets 3 sources"))
    watched.shows(re.compile(r"Part \d+ of \d+ · source text"))
    opened = page.url

    page.get_by_role("button", name="Why 2", exact=True).click()
    watched.shows(re.compile(r"Part 2 of \d+ · reference link"))
    watched.shows("known_references_json")
    page.keyboard.press("j")
    watched.shows(re.compile(r"Part 3 of "))
    page.keyboard.press("k")
    watched.shows(re.compile(r"Part 2 of "))
    assert "part=2" in page.url
    while page.url != opened:
        page.go_back()
    watched.shows(re.compile(r"Part \d+ of \d+ · source text"))

    first = page.locator(".wb-part-excerpt").first
    before = first.inner_text()
    slider = page.get_by_role("slider", name="Excerpt starts at character")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("PageUp")
    watched.shows("Moved, not pinned")
    assert first.inner_text() == before
    page.wait_for_function(MARKED)
    page.get_by_role("button", name="Pin this window").click()
    watched.shows(re.compile("Pinned at "))
    watched.shows(re.compile("pinned by "))
    watched.drawn()
    page.wait_for_function(MARKED)
    assert page.evaluate("() => document.querySelector('.wb-window').scrollTop") > 0
    pinned = first.inner_text()
    assert pinned != before

    page.reload()
    watched.shows(re.compile("pinned by "))
    assert first.inner_text() == pinned
    assert page.get_by_text("Moved, not pinned").count() == 0
    page.get_by_role("button", name="Back to the start").click()
    watched.shows("Back at the start.")
    assert first.inner_text() == before
    assert watched.strangers == []


def test_a_run_stands_beside_the_previous_one_of_its_topic(watched: Watched) -> None:
    page = watched.page
    run(watched)
    page.get_by_role("button", name="Writer context").click()
    watched.titled(re.compile("The writer gets 3 sources"))
    slider = page.get_by_role("slider", name="Excerpt starts at character")
    slider.focus()
    page.keyboard.press("PageUp")
    watched.shows("Moved, not pinned")
    page.get_by_role("button", name="Pin this window").click()
    watched.shows(re.compile("Pinned at "))
    pinned = page.locator(".wb-part-excerpt").first.inner_text()
    page.get_by_role("button", name="Back to the start").click()
    watched.shows("Back at the start.")
    page.get_by_role("button", name="Pin this window").wait_for(timeout=PATIENCE)

    run(watched)
    page.get_by_role("button", name="Writer context").click()
    watched.shows(re.compile("Since run 1 of"))
    slider.focus()
    page.keyboard.press("PageUp")
    watched.shows("Moved, not pinned")
    page.get_by_role("button", name="Pin this window").click()
    watched.shows("1 source quotes other words.")
    page.get_by_text("Compare with run 1").click()
    watched.shows("+ added")
    watched.shows("− removed")
    assert pinned.strip() in page.locator(".wb-part-added").first.inner_text()
    page.reload()
    watched.shows("− removed")
    assert "compare=1" in page.url
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    assert watched.over() <= 0
    assert watched.strangers == []
