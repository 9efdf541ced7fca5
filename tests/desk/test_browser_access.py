"""Every page in a real browser, light and dark: nothing serious for axe-core; and no other site frames the desk."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from tests.desk.browsing import SCHEMES, Watched

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600), pytest.mark.usefixtures("ran")]

PLACES = (
    "", "?run=1", "writer_context?run=1", "runs", "tuning", "tuning?tool=Flips", "tuning?tool=Clusters", "judge",
    "judge?as=grades", "pins", "health", "settings", "settings?group=Tiers", "settings?group=References",
    "settings?group=Posts", "settings?group=Engines",
)  # fmt: skip


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


def test_no_other_site_frames_the_desk_or_names_it(address: str) -> None:
    with urllib.request.urlopen(address, timeout=10) as answer:
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    foreign = urllib.request.Request(address, headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="400"):
        urllib.request.urlopen(foreign, timeout=10)
