"""Every page in a narrow and in a very wide window: nothing out of view, nothing serious for axe-core."""

from __future__ import annotations

import pytest

from tests.desk.browsing import Watched

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600), pytest.mark.usefixtures("ran")]

NARROW = (
    "", "?run=1", "writer_context?run=1", "runs", "tuning", "judge", "judge?as=grades", "pins", "health", "settings",
)  # fmt: skip


def test_no_page_is_wider_than_its_window(watched: Watched) -> None:
    for width in (390, 2560):
        watched.page.set_viewport_size({"width": width, "height": 844})
        for place in NARROW:
            watched.settled(place)
            assert watched.over() <= 0, f"{place or 'the first page'} is {watched.over()} px too wide at {width}"
            assert watched.serious() == []
