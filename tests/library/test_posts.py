"""Which of our posts a topic could link to."""

from __future__ import annotations

import pytest

from workbench.library import linked, topic_words
from workbench.records import Post


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ("How to size a heat pump for cold winters", ("size", "heat", "pump")),
        ("The rag on RAG", ()),
        ("River, river: RIVER quality! in 2026", ("river", "quality", "2026")),
        ("100% off_peak", ("off_peak",)),
        ("", ()),
    ],
)
def test_the_first_three_distinct_words_of_four_characters_count(topic: str, words: tuple[str, ...]) -> None:
    assert topic_words(topic) == words


POSTS = (
    Post("Choosing a Heat Pump", "choosing"),
    Post("Untitled", "heat-in-winter"),
    Post("Heat, unpublished", "x", "draft"),
    Post("Solar", "solar"),
    Post("100% renewable", "all-of-it"),
)


@pytest.mark.parametrize(
    ("words", "slugs"),
    [
        (("heat",), ["choosing", "heat-in-winter"]),
        (("HEAT", "solar"), ["choosing", "heat-in-winter", "solar"]),
        (("100%",), ["all-of-it"]),
        (("1__%",), []),
        (("",), []),
        ((), []),
    ],
)
def test_published_posts_whose_title_or_slug_holds_a_word(words: tuple[str, ...], slugs: list[str]) -> None:
    assert [post.slug for post in linked(POSTS, words)] == slugs


def test_at_most_five_are_linked() -> None:
    assert len(linked([Post("Heat", f"p{at}") for at in range(9)], ("heat",))) == 5
