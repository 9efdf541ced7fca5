"""What a rater is asked: every question once, in an order of chance that stays; put off at the end, skipped never."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.tuning.judged import A, B, C, graded, pair
from workbench.evidence.questions import AskedAs, Progress, next_question, progress, questions
from workbench.records import Judgment
from workbench.records.judgment import Answer

TOPIC = "Heat pumps"
URLS = st.lists(st.integers(0, 99).map(lambda number: f"https://{number}.example/x"), unique=True, max_size=12)


@given(URLS, st.text(max_size=5))
def test_every_two_sources_are_one_question_whatever_their_order(urls: list[str], rater: str) -> None:
    asked = questions(TOPIC, urls, "pairs", rater)
    assert len({one.thing for one in asked}) == len(asked) == len(urls) * (len(urls) - 1) // 2
    assert all(one.first < one.second for one in asked)
    assert asked == questions(TOPIC, sorted(urls), "pairs", rater)
    assert all(set(one.shown) == {one.first, one.second} for one in asked)
    assert {one.shown for one in questions(TOPIC, urls, "grades", rater)} == {(url,) for url in urls}


def test_order_and_sides_are_of_chance_and_the_rater_s_own() -> None:
    urls = [f"https://{number}.example/x" for number in range(12)]
    asked = {rater: questions(TOPIC, urls, "pairs", rater) for rater in ("ann", "bob")}
    assert [one.thing for one in asked["ann"]] != [one.thing for one in asked["bob"]]
    assert [one.thing for one in asked["ann"]] != sorted(one.thing for one in asked["ann"])
    turned = Counter(one.is_turned for said in asked.values() for one in said)
    assert 40 < turned[True] < 92


def test_a_new_source_leaves_the_others_in_their_order() -> None:
    before = questions(TOPIC, [A, B, C], "pairs", "ann")
    after = questions(TOPIC, [A, B, C, "https://d.example/x"], "pairs", "ann")
    assert [one for one in after if one in before] == before


def test_what_was_put_off_comes_last_and_what_was_skipped_not_at_all() -> None:
    asked = questions(TOPIC, [A, B, C], "pairs", "ann")
    answers: tuple[tuple[Answer, int], ...] = (("later", 2), ("later", 1), ("skipped", 3))
    said = [
        pair(one.first, one.second, answer, minute=minute) for one, (answer, minute) in zip(asked, answers, strict=True)
    ]
    assert next_question(asked, said, "ann") == asked[1]
    assert next_question(asked, said[:2], "ann") == asked[2]
    assert next_question(asked, said, "ann", first=asked[0].thing) == asked[0]
    assert next_question(asked, said, "ann", first=asked[2].thing) == asked[1]
    assert next_question(asked, said, "bob") == asked[0]
    assert progress(asked, said, "ann") == Progress(3, 0, 1, 2)


@given(URLS, st.sampled_from(["pairs", "grades"]), st.lists(st.sampled_from(["answer", "skipped", "later"])))
def test_whoever_answers_on_comes_to_an_end_with_each_asked(
    urls: list[str], asked_as: AskedAs, does: list[str]
) -> None:
    asked = questions(TOPIC, urls, asked_as, "ann")
    said: dict[object, Judgment] = {}
    steps = iter(does)
    for minute in range(3 * len(asked) + len(does) + 1):
        question = next_question(asked, said.values(), "ann")
        if question is None:
            break
        step = next(steps, "answer")
        answer = ("2" if asked_as == "grades" else "first") if step == "answer" else step
        said[question.thing] = pair(question.first, question.second, answer, minute=minute)  # type: ignore[arg-type]
    found = progress(asked, said.values(), "ann")
    assert (found.left, found.later) == (0, 0)
    assert found.judged + found.skipped == found.total == len(asked)


def test_answers_to_other_questions_do_not_count() -> None:
    asked = questions(TOPIC, [A, B], "pairs", "ann")
    said = [graded(A, "3"), pair(A, C, "first"), pair(A, B, "first", topic="other"), pair(A, B, "first", "bob")]
    assert progress(asked, said, "ann") == Progress(1, 0, 0, 0)
