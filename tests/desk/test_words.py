"""What the desk writes is escaped, adds up, and is the same word everywhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.parts.words import (
    labelled,
    plain_html,
    plain_label,
    reason,
    said,
    said_label,
    seconds,
    signed,
    thousandths,
    when,
    zone,
)

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
ACTIVE = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


@given(st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_shown_shares_sum_to_the_shown_score(parts: list[float]) -> None:
    whole = sum(parts)
    rounded = thousandths(parts, whole)
    assert sum(rounded) == round(whole * 1000)
    assert all(abs(one - 1000 * part) < 1.001 for one, part in zip(rounded, parts, strict=True))


@given(st.text(alphabet=ACTIVE + "ab \n\u2060é"))
def test_a_label_shows_the_text_letter_for_letter(text: str) -> None:
    label = plain_label(text)
    unescaped = "".join(_unescaped(label)).replace("\u2060", "")
    assert unescaped == " ".join(text.replace("\u2060", "").split()) or "\u2060" in text


def _unescaped(label: str) -> list[str]:
    """What CommonMark makes of a line in which every ASCII sign stands behind a backslash."""
    out, at = [], 0
    while at < len(label):
        assert label[at] == "\\" or label[at] not in ACTIVE, f"{label[at]!r} is not escaped"
        at += label[at] == "\\"
        out.append(label[at])
        at += 1
    return out


@pytest.mark.parametrize(
    "live", [":material/home:", ":smile:", "https://a.example", "www.a.example", "a@b.example", "a -> b", "x -- y"]
)
def test_a_label_keeps_what_streamlit_would_replace_apart(live: str) -> None:
    shown = plain_label(live).replace("\\", "")
    assert live not in shown
    assert shown.replace("\u2060", "") == live


def test_hosts_in_backquotes_become_code_and_markup_stays_text() -> None:
    assert (
        said("`a.example` is under `b`, <tier> 1.") == "<code>a.example</code> is under <code>b</code>, &lt;tier&gt; 1."
    )
    assert said("one ` alone") == "one ` alone"
    assert plain_html('<b a="1">') == "&lt;b a=&quot;1&quot;&gt;"


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        (NOON - timedelta(hours=1), "today, 11:00"),
        (NOON - timedelta(days=3), "26 Nov 2026, 12:00"),
        (datetime(2026, 11, 29, 9, 5), "today, 09:05"),
    ],
)
def test_a_moment_is_told_in_the_readers_time(at: datetime, shown: str) -> None:
    assert when(at, UTC, NOON) == shown


def test_the_day_is_the_readers() -> None:
    east = timezone(timedelta(hours=13))
    assert when(NOON, east, NOON) == "today, 01:00"
    assert zone("Europe/Berlin") is not None
    assert zone("no/where") is None
    assert zone(None) is None


def test_numbers() -> None:
    assert [signed(230), signed(-73), signed(0)] == ["+0.230", "−0.073", "+0.000"]
    assert [seconds(0.01), seconds(2.84), seconds(600)] == ["under 0.1 s", "2.8 s", "10 min"]


@pytest.mark.parametrize(
    ("stored", "sentence"),
    [
        ("over_limit: only the first 5 pages are read (web_research_results)",
         "Only the first 5 pages are read (web_research_results)."),
        ("filtered_domain: x.example is on the list of blocked hosts", "x.example is on the list of blocked hosts."),
        ("unread: not_text, not a page (image/png)", "Not text: not a page (image/png)."),
        ("unread: http_error, HTTP 500", "HTTP error: HTTP 500."),
        ("unread: blocked, the site answered 403", "Blocked: the site answered 403."),
        ("unread: the page was not read", "The page was not read."),
        ("thin: 3 words of snippet, 8 are asked for", "3 words of snippet, 8 are asked for."),
        ("duplicate: 0.88 like https://a.example/x", "0.88 like https://a.example/x."),
        ("the search did not return it", "The search did not return it."),
        ("It says: no", "It says: no."),
    ],
)  # fmt: skip
def test_a_stored_reason_is_a_sentence_that_leaves_its_state_to_what_stands_beside_it(
    stored: str, sentence: str
) -> None:
    assert reason(stored) == sentence


def test_a_sentence_says_no_state_as_it_is_stored() -> None:
    told = "`a.example` is no source of run 12: unread: not_text, not a page. That one is over_limit: only so many."
    assert said(told) == (
        "<code>a.example</code> is no source of run 12: unread: not text, not a page. "
        "That one is over limit: only so many."
    )
    assert said("With http_error in it") == "With http_error in it"


def test_a_sentence_is_a_label_with_code_where_it_has_backquotes_and_nothing_else_is_markup() -> None:
    assert said_label("Run 2 is deleted; `workbench runs restore 2` brings it back.") == (
        r"Run 2 is deleted\; `workbench runs restore 2` brings it back\."
    )
    assert said_label("**a** ` b").startswith(r"\*\*a\*\* \` b")
    assert labelled("v*1", 1200) == r"v\*1 · 1,200"
