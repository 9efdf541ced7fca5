"""From ten answers by the keyboard to other weights, past a red pin, and back, in a real browser."""

from __future__ import annotations

import re

import pytest

from tests.desk.browsing import PATIENCE, SCHEMES, Watched
from tests.desk.planted import pairs, values
from tests.desk.tuned import keep
from tests.tuning.archives import OLD_TIER2
from workbench.compose import Workbench
from workbench.store.authors import user
from workbench.urls.pages import page_address

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

RUNS, BEFORE = range(1, 61), 60


@pytest.fixture
def judged(home: object) -> Workbench:
    """A store with runs and another rater's answers, whose tiers let a low search rank break both shipped pins."""
    bench = Workbench.open()
    bench.store.settings.write({"research_tier2_domains": OLD_TIER2})
    bench.store.judgments.bring_in(pairs(keep(bench, RUNS), BEFORE))
    return bench


def answered(bench: Workbench) -> int:
    return len(bench.store.judgments.standing(rater=user()))


def answer(watched: Watched, bench: Workbench, worth: dict[str, dict[str, float]]) -> None:
    """Answer what is asked by what the two are worth, by an arrow key; a topic that is done leads to the next by T."""
    page = watched.page
    if page.get_by_role("button", name=re.compile("^Next topic")).count():
        page.keyboard.press("t")
        watched.titled("Which is the better source?")
        watched.drawn()
    topic = str(page.get_by_text("For the topic").locator("strong").inner_text())
    left, right = (
        page_address(str(one.get_attribute("title")))
        for one in page.locator(".wb-candidate .wb-second.wb-line[title]").all()
    )
    before, of = answered(bench), worth[topic]
    for side in ("Left", "Right"):
        page.get_by_role("button", name=re.compile(f"^{side} is better")).wait_for(timeout=PATIENCE)
    page.keyboard.press("ArrowLeft" if of[left] > of[right] else "ArrowRight")
    watched.until(lambda: answered(bench) > before, lambda: f"{left} and {right} were not answered")
    watched.drawn()


def test_ten_pairs_by_the_keyboard_a_fit_a_red_pin_with_a_reason_and_the_old_version_back(
    judged: Workbench, watched: Watched
) -> None:
    page, store = watched.page, judged.store
    worth = {run.topic: values(store.runs.get(run.id)) for run in store.runs.list(limit=100)}
    page.goto(f"{watched.address}/judge")
    watched.titled("Which is the better source?")
    watched.drawn()
    for _ in range(10):
        answer(watched, judged, worth)
    assert answered(judged) == 10
    assert all(one.answer in ("first", "second") for one in store.judgments.standing(rater=user()))

    page.get_by_role("button", name="Fit", exact=True).click()
    watched.shows(re.compile(r"The fitted weights agree with \d+% of held-out answers"))
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        watched.settled(page.url.removeprefix(f"{watched.address}/"))
        page.get_by_text("Measures, before and after the fitted weights").click()
        watched.shows(re.compile(r"The gain is \+\d"))
        watched.drawn()
        assert watched.serious() == []

    page.get_by_role("button", name="Keep the fitted weights…").click()
    watched.shows("2 pins: 2 red.")
    save = page.get_by_role("button", name="Save as v2")
    assert save.is_disabled()
    page.get_by_role("textbox", name="Reason").fill("The raters are right, the pins are old")
    page.get_by_role("textbox", name="Reason").press("Enter")
    page.wait_for_function(
        "() => [...document.querySelectorAll('button')].some(b => b.innerText == 'Save as v2' && !b.disabled)"
    )
    save.click()
    watched.shows("Saved as v2. The next run uses it.")
    assert answered(judged) == 10
    kept = store.settings.resolve().settings.research.weights
    assert kept[4] < 0.2
    assert "The raters are right" in store.settings.history(limit=1)[0].reason

    page.get_by_role("link", name="Settings", exact=True).click()
    watched.titled("Settings")
    page.get_by_role("button", name="Restore v1…").click()
    watched.shows("Both pins are green.")
    page.get_by_role("button", name="Restore v1 as v3").click()
    watched.shows("v1 holds again, saved as v3.")
    assert store.settings.at(3) == store.settings.at(1)
    assert watched.strangers == []
