"""Every page in a real browser, light and dark, wide and narrow: nothing serious for axe-core, nothing out of view."""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.desk.browsing import PATIENCE, Watched
from tests.desk.sessions import TOPIC

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PLACES = (
    "", "?run=1", "writer_context?run=1", "runs", "judge", "judge?as=grades", "health", "settings",
    "settings?group=Tiers",
    "settings?group=References", "settings?group=Posts", "settings?group=Engines",
)  # fmt: skip
NARROW = ("", "?run=1", "writer_context?run=1", "runs", "judge", "judge?as=grades", "health", "settings")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SERIOUS = ("serious", "critical")


def serious(page: Page) -> list[Any]:
    """What axe-core holds to be serious, with the first element it names."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()
    found = axe.run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in SERIOUS]


def settled(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("heading", level=1).first.wait_for(timeout=PATIENCE)
    page.locator('[data-testid="stSkeleton"]').first.wait_for(state="hidden", timeout=PATIENCE)
    page.wait_for_timeout(700)


@pytest.fixture
def ran(watched: Watched) -> Watched:
    """The desk with one finished run."""
    watched.page.goto(watched.address)
    watched.run(TOPIC)
    watched.order()
    return watched


def test_axe_finds_nothing_serious_on_any_page_light_or_dark(ran: Watched) -> None:
    found = {}
    for scheme in SCHEMES:
        ran.page.emulate_media(color_scheme=scheme)
        for place in PLACES:
            settled(ran.page, f"{ran.address}/{place}")
            if faults := serious(ran.page):
                found[scheme, place] = faults
    assert found == {}
    assert ran.strangers == []


def test_no_page_is_wider_than_its_window(ran: Watched) -> None:
    for width in (390, 2560):
        ran.page.set_viewport_size({"width": width, "height": 844})
        for place in NARROW:
            settled(ran.page, f"{ran.address}/{place}")
            over = ran.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert over <= 0, f"{place or 'the first page'} is {over} px too wide at {width}"
            assert serious(ran.page) == []


def test_no_other_site_frames_the_desk_or_names_it(address: str) -> None:
    with urllib.request.urlopen(address, timeout=10) as answer:
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    foreign = urllib.request.Request(address, headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="400"):
        urllib.request.urlopen(foreign, timeout=10)
