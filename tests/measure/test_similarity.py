"""How alike two texts are: the measure that the specification names, and a bound that never lies."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.measure.similarity import ceiling, nearest, similarity
from workbench.text import tokens

texts = st.lists(st.sampled_from("abcdefg"), max_size=14) | st.lists(st.sampled_from("abcdefghijklmn"), max_size=30)


@pytest.mark.parametrize(
    ("new", "kept", "alike"),
    [
        ("", "", 0.0),
        ("a b", "", 0.0),
        ("a b c d", "a b c d", 1.0),
        ("A B", "a b", 1.0),
        ("a, b", "a b", 0.5),
        ("3 days ago - " + "w " * 12, "Mar 1, 2026 · " + "w " * 12, 24 / 32),
    ],
)
def test_words_count_with_what_is_attached_to_them(new: str, kept: str, alike: float) -> None:
    assert similarity(tokens(new), tokens(kept)) == alike


def test_a_word_that_is_everywhere_is_no_junk() -> None:
    long = ["the"] * 300 + ["end"]
    assert similarity(long, long[1:]) == pytest.approx(2 * 300 / 601)


@given(texts, texts)
def test_it_is_the_ratio_of_matching_blocks(new: list[str], kept: list[str]) -> None:
    expected = SequenceMatcher(None, new, kept, autojunk=False).ratio() if new and kept else 0.0
    assert similarity(new, kept) == expected
    assert 0 <= expected <= ceiling(new, kept) <= 1


@given(texts)
def test_a_text_is_wholly_like_itself(text: list[str]) -> None:
    assert similarity(text, text) == (1.0 if text else 0.0)


@given(st.lists(texts, max_size=6))
def test_the_nearest_other_is_the_most_alike_of_all(several: list[list[str]]) -> None:
    others = [[*several[:place], *several[place + 1 :]] for place in range(len(several))]
    alike = [
        max((similarity(one, other) for other in rest), default=0.0) for one, rest in zip(several, others, strict=True)
    ]
    assert nearest(several) == alike
