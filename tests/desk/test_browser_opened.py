"""What opens on the pages, in a real browser in the dark: nothing serious for axe-core."""

from __future__ import annotations

import re

import pytest

from tests.desk.browsing import PATIENCE, Watched

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600), pytest.mark.usefixtures("ran")]

OPENED = (
    ("?run=1", "Export"), ("?run=1", "Why 7 results were lost"), ("?run=1", "Thresholds and limits"),
    ("writer_context?run=1", "Copy"), ("tuning", "Tiers and blocked hosts"), ("tuning", "Thresholds and filters"),
    ("judge", "Topic"), ("judge", "As "), ("pins", "Import"), ("settings", "Compare"), ("settings", "Restore"),
    ("settings", "Save as preset"), ("settings", "Import"),
)  # fmt: skip


def test_axe_finds_nothing_serious_in_what_opens_in_the_dark(watched: Watched) -> None:
    watched.page.emulate_media(color_scheme="dark")
    found = {}
    for place, words in OPENED:
        watched.settled(place)
        watched.page.locator("button, summary").filter(has_text=re.compile(words)).first.click(timeout=PATIENCE)
        watched.drawn()
        watched.page.wait_for_timeout(300)
        if faults := watched.serious():
            found[place, words] = faults
    assert found == {}
