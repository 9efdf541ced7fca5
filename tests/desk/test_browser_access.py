"""Every page in a real browser, light and dark, wide and narrow: nothing serious for axe-core, nothing out of view."""

from __future__ import annotations

import re
import shutil
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.desk.browsing import PATIENCE, SCHEMES, Watched

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PLACES = (
    "", "?run=1", "writer_context?run=1", "runs", "tuning", "tuning?tool=Flips", "tuning?tool=Clusters", "judge",
    "judge?as=grades", "pins", "health", "settings", "settings?group=Tiers", "settings?group=References",
    "settings?group=Posts", "settings?group=Engines",
)  # fmt: skip
NARROW = (
    "", "?run=1", "writer_context?run=1", "runs", "tuning", "judge", "judge?as=grades", "pins", "health", "settings",
)  # fmt: skip
OPENED = (
    ("?run=1", "Export"), ("?run=1", "Why 7 results were lost"), ("?run=1", "Thresholds and limits"),
    ("writer_context?run=1", "Copy"), ("tuning", "Tiers and blocked hosts"), ("tuning", "Thresholds and filters"),
    ("judge", "Topic"), ("judge", "As "), ("pins", "Import"), ("settings", "Compare"), ("settings", "Restore"),
    ("settings", "Save as preset"), ("settings", "Import"),
)  # fmt: skip


@pytest.fixture
def sampled(made_home: Path, home: Path) -> Path:
    """A data directory with one finished run."""
    shutil.copytree(made_home, home, dirs_exist_ok=True)
    return home


def test_axe_finds_nothing_serious_on_any_page_light_or_dark(watched: Watched) -> None:
    found = {}
    for scheme in SCHEMES:
        watched.page.emulate_media(color_scheme=scheme)
        for place in PLACES:
            watched.settled(place)
            if faults := watched.serious():
                found[scheme, place] = faults
    assert found == {}
    assert watched.strangers == []


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


def test_no_page_is_wider_than_its_window(watched: Watched) -> None:
    for width in (390, 2560):
        watched.page.set_viewport_size({"width": width, "height": 844})
        for place in NARROW:
            watched.settled(place)
            assert watched.over() <= 0, f"{place or 'the first page'} is {watched.over()} px too wide at {width}"
            assert watched.serious() == []


def test_no_other_site_frames_the_desk_or_names_it(address: str) -> None:
    with urllib.request.urlopen(address, timeout=10) as answer:
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    foreign = urllib.request.Request(address, headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="400"):
        urllib.request.urlopen(foreign, timeout=10)
