"""What several raters' answers come to, and how far they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tuning.judged import A, B, C, graded, pair
from workbench.evidence.agreement import agreement
from workbench.evidence.judgments import MOST_PAIRED, Preference, grades, preferences
from workbench.records import Judgment
from workbench.records.judgment import Answer
from workbench.settings.model import CombineRule

RULES: tuple[CombineRule, ...] = ("majority", "mean", "latest")


@pytest.mark.parametrize(
    ("answers", "rule", "grade"),
    [
        (("2",), "majority", 2.0),
        (("3", "3", "0"), "majority", 3.0),
        (("3", "0"), "majority", 0.0),
        (("1", "2", "2", "1", "3"), "majority", 1.0),
        (("3", "0"), "mean", 1.5),
        (("3", "3", "0"), "mean", 2.0),
        (("3", "0"), "latest", 0.0),
    ],
)
def test_grades_of_several_raters_are_combined_by_the_rule(
    answers: Sequence[Answer], rule: CombineRule, grade: float
) -> None:
    said = [graded(A, answer, f"rater {at}", minute=at) for at, answer in enumerate(answers)]
    assert grades(said, rule) == {("heat pumps", A): grade}


@pytest.mark.parametrize(
    ("answers", "rule", "verdict"),
    [
        (("first",), "majority", 1.0),
        (("first", "second", "second"), "majority", -1.0),
        (("first", "second"), "majority", 0.0),
        (("first", "equal"), "majority", 0.0),
        (("first", "equal"), "mean", 0.5),
        (("first", "first", "second", "equal"), "mean", 0.25),
        (("first", "second"), "latest", -1.0),
    ],
)
def test_preferences_of_several_raters_are_combined_by_the_rule(
    answers: Sequence[Answer], rule: CombineRule, verdict: float
) -> None:
    said = [pair(A, B, answer, f"rater {at}", minute=at) for at, answer in enumerate(answers)]
    assert preferences(said, rule) == (Preference("heat pumps", A, B, verdict),)


@pytest.mark.parametrize("rule", RULES)
def test_different_grades_imply_a_preference_and_equal_ones_none(rule: CombineRule) -> None:
    said = [graded(B, "3"), graded(A, "1"), graded(C, "1")]
    assert preferences(said, rule) == (
        Preference("heat pumps", A, B, -1.0),
        Preference("heat pumps", B, C, 1.0),
    )


def test_a_comparison_counts_before_the_grades_of_the_same_rater() -> None:
    assert preferences([graded(A, "3"), graded(B, "0"), pair(A, B, "second")], "mean") == (
        Preference("heat pumps", A, B, -1.0),
    )


def test_grades_of_two_raters_imply_nothing_between_them() -> None:
    assert preferences([graded(A, "3", "ann"), graded(B, "0", "bob")], "majority") == ()


@pytest.mark.parametrize("answer", ["skipped", "later", "withdrawn"])
def test_an_undecided_answer_says_nothing(answer: Answer) -> None:
    said = [pair(A, B, answer), graded(A, answer)]
    assert preferences(said, "mean") == ()
    assert grades(said, "mean") == {}
    assert agreement(said).raters == ()


def test_two_spellings_of_a_topic_are_one() -> None:
    assert grades([graded(A, "1"), graded(B, "2", topic=" HEAT  Pumps")], "latest") == {
        ("heat pumps", A): 1.0,
        ("heat pumps", B): 2.0,
    }


def test_of_very_many_grades_only_the_newest_are_paired() -> None:
    said = [graded(f"https://a.example/{at:04}", "1" if at % 2 else "2", minute=at) for at in range(MOST_PAIRED + 50)]
    found = preferences(said, "majority")
    assert len(found) == (MOST_PAIRED // 2) ** 2
    assert min(one.first for one in found) == "https://a.example/0050"


def test_agreement_counts_what_is_shared_and_names_who_differs() -> None:
    said = [
        pair(A, B, "first", "ann"),
        pair(A, B, "first", "bob"),
        pair(B, C, "first", "ann"),
        pair(B, C, "equal", "bob"),
        pair(A, C, "first", "ann"),
        graded(A, "3", "bob"),
        graded(A, "3", "cyd"),
        pair(A, C, "skipped", "cyd"),
    ]
    found = agreement(said)
    assert (found.raters, found.shared, found.agreed) == (("ann", "bob", "cyd"), 3, 2)
    assert [[(one.rater, one.answer) for one in each.said] for each in found.disagreements] == [
        [("ann", "first"), ("bob", "equal")]
    ]


ANSWERS: tuple[Answer, ...] = ("first", "second", "equal")
SAID = st.lists(
    st.builds(
        pair,
        st.just(A),
        st.just(B),
        st.sampled_from(ANSWERS),
        st.sampled_from(["ann", "bob", "cyd", "dee"]),
        minute=st.integers(0, 50),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda one: one.rater,
)
FLIPPED: dict[Answer, Answer] = {"first": "second", "second": "first", "equal": "equal"}


@given(SAID, st.sampled_from(RULES))
def test_turning_every_answer_round_turns_the_verdict_round(said: list[Judgment], rule: CombineRule) -> None:
    turned = [replace(one, answer=FLIPPED[one.answer]) for one in said]
    (before,), (after,) = preferences(said, rule), preferences(turned, rule)
    assert after.verdict == -before.verdict
    assert -1 <= before.verdict <= 1


@given(SAID, st.sampled_from(RULES), st.randoms(use_true_random=False))
def test_the_order_of_the_answers_does_not_matter(said: list[Judgment], rule: CombineRule, random: Random) -> None:
    shuffled = list(said)
    random.shuffle(shuffled)
    assert preferences(shuffled, rule) == preferences(said, rule)
