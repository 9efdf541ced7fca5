"""What a date at the head of a snippet says, which of two dates counts, and what is no date."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.records import DateCandidate, Hit
from workbench.signals.dates import age_days, candidate, judged_date, snippet_date

TODAY = date(2026, 11, 29)


@pytest.mark.parametrize(
    ("snippet", "day"),
    [
        ("3 days ago - words", date(2026, 11, 26)),
        ("1 day ago · words", date(2026, 11, 28)),
        ("59 MINUTES AGO — words", TODAY),
        ("47 hours ago - words", date(2026, 11, 28)),
        ("2 weeks ago – words", date(2026, 11, 15)),
        ("1 month ago … words", date(2026, 10, 30)),
        ("1 year ago ... words", date(2025, 11, 29)),
        ("  3 days ago • words", date(2026, 11, 26)),
        ("3\u00a0days\u00a0ago\u00a0- words", date(2026, 11, 26)),
        ("Mar 15, 2024 · words", date(2024, 3, 15)),
        ("March 15 2024 - words", date(2024, 3, 15)),
        ("sept. 1, 2025 - words", date(2025, 9, 1)),
        ("Sep 2025 - words", date(2025, 9, 1)),
        ("2026-11-01 — words", date(2026, 11, 1)),
        ("2026-11-30 - words", date(2026, 11, 30)),
    ],
)
def test_a_lead_with_a_separator_is_a_date(snippet: str, day: date) -> None:
    found = snippet_date(snippet, TODAY)
    assert found is not None
    assert (found.day, found.refused) == (day, "")


@pytest.mark.parametrize(
    "snippet",
    [
        "",
        "words of Mar 15, 2024 · more",
        "3 days ago words",
        "15 March 2026 - words",
        "yesterday - words",
        "just now - words",
        "vor 3 Tagen - words",
        "Marsh 15, 2024 - words",
        "May 2026 words without a separator",
        "٣ days ago - words",
        "３ days ago - words",
        "\u200b3 days ago - words",
        "3\u200b days ago - words",
        "2026-1-1 - words",
        "20261101 - words",
    ],
)
def test_what_only_looks_like_one_is_none(snippet: str) -> None:
    assert snippet_date(snippet, TODAY) is None


@pytest.mark.parametrize(
    ("snippet", "refused"),
    [
        ("Feb 30, 2026 - words", "no calendar holds this day"),
        ("2026-13-01 - words", "no calendar holds this day"),
        ("999999999 years ago - words", "no calendar holds this day"),
        ("Dec 1, 2026 - words", "it lies ahead of today"),
    ],
)
def test_a_day_that_cannot_be_is_set_aside(snippet: str, refused: str) -> None:
    found = snippet_date(snippet, TODAY)
    assert found is not None
    assert found.refused == refused
    assert age_days(found, TODAY) is None


def test_the_lead_counts_before_the_engine_s_own_date() -> None:
    hit = Hit("https://a.example/", "T", "3 days ago - words", published=date(2020, 1, 1))
    assert candidate(hit, TODAY) == DateCandidate("snippet", "3 days ago -", date(2026, 11, 26))
    undated = Hit("https://a.example/", "T", "words", published=date(2020, 1, 1))
    assert candidate(undated, TODAY) == DateCandidate("engine", "2020-01-01", date(2020, 1, 1))
    assert candidate(Hit("https://a.example/", "T", "words"), TODAY) is None


@given(st.dates(), st.dates())
def test_any_day_of_any_calendar_is_judged(day: date, today: date) -> None:
    """Also on the last day that there is."""
    found = judged_date(DateCandidate("engine", day.isoformat(), day), today)
    assert bool(found.refused) == (day - today > timedelta(days=1))
    age = age_days(found, today)
    assert age == (None if found.refused else max(0, (today - day).days))


@given(st.text(max_size=90), st.dates())
def test_no_snippet_raises(snippet: str, today: date) -> None:
    found = snippet_date(snippet, today)
    assert found is None or found.signal == "snippet"
