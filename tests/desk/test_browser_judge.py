"""Judge in a real browser: ten pairs, and grades, by the keyboard alone; a reload keeps the place."""

from __future__ import annotations

import re

import pytest

from tests.desk.browsing import PATIENCE, Watched
from tests.desk.sessions import TOPIC
from workbench.compose import Workbench

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


@pytest.fixture
def judge(watched: Watched) -> Watched:
    """The page of a run with six sources, which are fifteen pairs."""
    bench = Workbench.open()
    bench.enqueue(bench.new_run(TOPIC, engine="corpus", changes={"web_research_results": "10"}))
    watched.done(bench, 1)
    watched.page.goto(f"{watched.address}/judge")
    watched.titled("Which is the better source?")
    judged(watched, 0)
    return watched


def judged(watched: Watched, count: int, noun: str = "of 15 pairs") -> None:
    """Wait until so many are judged and the desk has drawn all of the next question."""
    watched.page.get_by_role("progressbar", name=f"{count} {noun} judged", exact=True).wait_for(timeout=PATIENCE)
    watched.drawn()
    watched.page.locator('[class*="st-key-judge-later"] button').wait_for(timeout=PATIENCE)


def titles(watched: Watched) -> list[str]:
    return watched.page.locator(".wb-candidate h2").all_inner_texts()


def says(watched: Watched, words: str | re.Pattern[str]) -> None:
    watched.page.locator(".wb-told").get_by_text(words).wait_for(timeout=PATIENCE)


def test_ten_pairs_are_judged_by_the_keyboard_alone(judge: Watched) -> None:
    keyboard = judge.page.keyboard
    for count, key in enumerate(("ArrowLeft", "ArrowRight", "ArrowDown") * 3, 1):
        keyboard.press(key)
        judged(judge, count)
        says(judge, re.compile("ranking"))
    put_off = titles(judge)
    keyboard.press("l")
    says(judge, re.compile("Put off"))
    skipped = titles(judge)
    assert skipped != put_off
    keyboard.press("s")
    says(judge, re.compile("Skipped"))
    keyboard.press("u")
    says(judge, re.compile("Taken back"))
    assert titles(judge) == skipped

    keyboard.press("n")
    judge.page.wait_for_function("document.activeElement.tagName === 'TEXTAREA'", timeout=PATIENCE)
    keyboard.type("skills, luck and no nonsense 0123")
    keyboard.press("Control+Enter")
    says(judge, "Note: skills, luck and no nonsense 0123")
    judged(judge, 9)
    keyboard.press("ArrowLeft")
    judged(judge, 10)

    shown = titles(judge)
    judge.page.reload()
    judged(judge, 10)
    assert titles(judge) == shown
    standing = Workbench.open().store.judgments.standing()
    decided = [one for one in standing if one.answer != "later"]
    assert len(decided) == 10
    assert [one.note for one in decided[-2:]] == ["", "skills, luck and no nonsense 0123"]
    assert {one.answer for one in decided} == {"first", "second", "equal"}
    assert judge.strangers == []


def test_keys_pressed_at_once_answer_what_was_seen_and_nothing_else(judge: Watched) -> None:
    judge.page.evaluate(
        "() => { for (let at = 0; at < 4; at++) document.body.dispatchEvent("
        "new KeyboardEvent('keydown', {key: 'ArrowLeft', code: 'ArrowLeft', bubbles: true})); }"
    )
    judged(judge, 1)
    judge.page.wait_for_timeout(1500)  # long enough for a second answer, if one were on its way
    judged(judge, 1)
    assert [one.answer in ("first", "second") for one in Workbench.open().store.judgments.standing()] == [True]


def test_grades_are_given_by_their_digits_and_letters_typed_into_a_line_are_letters(judge: Watched) -> None:
    page = judge.page
    page.get_by_role("radio", name="Grades 0–3").or_(page.get_by_role("button", name="Grades 0–3")).first.click()
    judge.titled("How good is this source?")
    for count in range(4):
        judged(judge, count, "of 6 sources")
        page.keyboard.press(str(count))
        says(judge, re.compile(rf"graded {count}\."))
    page.get_by_role("button", name=re.compile("^As ")).click()
    line = page.get_by_role("textbox", name="Who judges")
    line.fill("")
    line.type("luns 0123")
    line.press("Enter")
    judged(judge, 0, "of 6 sources")
    standing = Workbench.open().store.judgments.standing()
    assert [one.answer for one in standing] == ["0", "1", "2", "3"]
