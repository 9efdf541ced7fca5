"""The five numbers at their steps, as the specification and its measured details give them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.quality import components as parts
from workbench.records import Components
from workbench.settings import ResearchSettings

SHIPPED = ResearchSettings()
unit = st.floats(0, 1)
weight = st.floats(0, 1000).map(lambda value: round(value, 6))


@pytest.mark.parametrize(("words", "bonus"), [(0, 0.0), (20, 0.0), (21, 0.2), (30, 0.2), (31, 0.3), (400, 0.3)])
def test_length_is_a_step(words: int, bonus: float) -> None:
    assert parts.length_bonus(words) == bonus


@pytest.mark.parametrize(
    ("topic", "terms"),
    [
        ("", set()),
        ("the big fox", set()),
        ("River river QUALITY in 2026", {"river", "quality", "2026"}),
        ("snake_case and C++ código", {"snake_case", "código"}),
    ],
)
def test_topic_terms_are_runs_of_four_and_more_word_characters(topic: str, terms: set[str]) -> None:
    assert parts.topic_terms(topic) == terms


@pytest.mark.parametrize(
    ("snippet", "topic", "value"),
    [
        ("", {"river"}, 0.0),
        ("word " * 10, set(), 0.5),
        ("compilers " * 10, {"compiler"}, 0.5),
        ("compiler, " * 10, {"compiler"}, 0.7),
        ("word " * 31, set(), 0.8),
        ("river " * 31, {"river"}, 1.0),
        ("river " * 31, {"river", "quality"}, 0.9),
        ("The file was not found in the archive of the town", set(), 0.2),
        ("CLICK HERE, buy now, limited time: sponsored advertisement", set(), 0.2),
        ("buy nowhere else", set(), 0.2),
    ],
)
def test_snippet_quality_is_the_sum_of_its_parts(snippet: str, topic: set[str], value: float) -> None:
    assert parts.snippet_quality(snippet, frozenset(topic)) == pytest.approx(value)


@pytest.mark.parametrize("phrase", parts.AD_PHRASES)
def test_each_phrase_counts_once(phrase: str) -> None:
    assert parts.ad_phrase(f"Some words, {phrase.title()} and more") == phrase
    assert parts.snippet_quality(f"{phrase} {phrase} words", frozenset()) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("age", "value"), [(None, 0.7), (0, 0.9), (7, 0.9), (8, 0.8), (365, 0.8), (366, 0.6), (10**6, 0.6)]
)
def test_recency_counts_both_bounds_in(age: int | None, value: float) -> None:
    assert parts.recency(age, SHIPPED) == value


@pytest.mark.parametrize(
    ("considered", "values"), [(1, [1.0]), (2, [1.0, 0.0]), (5, [1.0, 0.75, 0.5, 0.25, 0.0]), (3, [1.0, 0.5, 0.0])]
)
def test_search_rank_falls_evenly(considered: int, values: list[float]) -> None:
    assert [parts.search_rank(place, considered) for place in range(1, considered + 1)] == values


@given(st.builds(Components, unit, unit, unit, unit, unit), st.tuples(weight, weight, weight, weight, weight))
def test_the_average_lies_between_its_components(
    components: Components, weights: tuple[float, float, float, float, float]
) -> None:
    score = parts.overall(components, weights)
    assert 0 <= score <= 1
    if any(weights):
        counted = [value for value, weight in zip(components.values(), weights, strict=True) if weight > 0]
        assert min(counted) - 1e-9 <= score <= max(counted) + 1e-9
    else:
        assert score == 0
