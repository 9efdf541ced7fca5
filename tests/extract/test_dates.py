"""Dates of a page: every claim with its signal, and which one counts."""

from __future__ import annotations

from datetime import date

import pytest

from tests.conftest import cases
from tests.extract.recipes import SENTENCE
from workbench.extract.dates import day_in, in_url
from workbench.extract.read import read
from workbench.records import DateCandidate, Page, Response

TODAY = date(2026, 11, 29)
URL = "https://good.example/report"


def page(head: str = "", body: str = "", url: str = URL, modified: str = "") -> Page:
    text = f"<article><p>{SENTENCE * 3}</p>{body}</article>"
    html = f"<html><head><title>Weirs</title>{head}</head><body>{text}</body></html>"
    answer = Response(
        url, "ok", final_url=url, status=200, content_type="text/html", body=html.encode(), modified=modified
    )
    return read(answer, TODAY)


def ld(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


META = '<meta property="article:published_time" content="2026-03-04T09:00:00+01:00">'


@pytest.mark.parametrize(
    ("head", "url", "published"),
    [
        (META, URL, "2026-03-04"),
        (ld('{"@type": "NewsArticle", "datePublished": "2026-03-02T08:00:00+01:00"}') + META, URL, "2026-03-02"),
        (ld('{"@graph": [{"@type": "WebPage", "datePublished": "2020-01-05"}, {"@type": "BlogPosting", '
            '"datePublished": "2026-03-01"}]}'), URL, "2026-03-01"),
        (ld('{"@type": "Article", "datePublished": "2026-03-01",}'), URL, "2026-03-01"),
        (ld('{"@type": "Article", broken, "datePublished": "2026-03-01"'), URL, "2026-03-01"),
        (ld('{"@type": "Product", "review": [{"datePublished": "2019-03-01"}]}'), URL, None),
        ("<meta name='DC.date.issued' content='2026-02-27'>", URL, "2026-02-27"),
        ("<meta itemprop='datePublished' content='20260226'>", URL, "2026-02-26"),
        ("<meta property='article:modified_time' content='2026-02-27T10:00:00Z'>", URL, None),
        ("", "https://good.example/2026/02/25/weirs", "2026-02-25"),
        ("", "https://good.example/2026/feb/5/weirs.html", "2026-02-05"),
        ("", "https://good.example/2026/02/weirs", None),
    ],
)  # fmt: skip
def test_what_a_page_says_of_its_date(head: str, url: str, published: str | None) -> None:
    day = page(head, url=url).published
    assert (day and str(day)) == published


def test_microdata_and_visible_dates_count_too() -> None:
    assert page(body='<time itemprop="datePublished" datetime="2026-02-24">24 Feb</time>').published == date(
        2026, 2, 24
    )
    assert page(body="<p class='date'>Published: 24 February 2026</p>").published == date(2026, 2, 24)


def test_a_utc_instant_gives_way_to_the_day_that_the_page_writes() -> None:
    """Late evening in California is the next day in UTC."""
    head = ld('{"@type": "NewsArticle", "datePublished": "2026-03-05T06:35:29+00:00"}')
    local = '<meta name="sailthru.date" content="2026-03-04 22:35:29">'
    found = page(head + local)
    assert found.published == date(2026, 3, 4)
    assert [claim.day for claim in found.dates if claim.signal == "json-ld"] == [date(2026, 3, 5)]
    assert page(head).published == date(2026, 3, 5)


def test_every_claim_is_kept_and_the_published_one_is_first() -> None:
    found = page(META, url="https://good.example/2026/03/03/weirs", modified="Wed, 11 Nov 2026 10:00:00 GMT")
    assert found.dates[0] == DateCandidate("meta", "2026-03-04T09:00:00+01:00", date(2026, 3, 4))
    assert {claim.signal for claim in found.dates} == {"meta", "url", "page", "http"}
    assert found.dates[-1] == DateCandidate(
        "http", "Wed, 11 Nov 2026 10:00:00 GMT", date(2026, 11, 11), "modified is not published"
    )


def test_the_header_of_last_modification_is_never_the_publication() -> None:
    assert page(modified="Wed, 11 Nov 2026 10:00:00 GMT").published is None


@pytest.mark.parametrize(
    ("text", "day", "refused"),
    [
        ("2026-11-30", date(2026, 11, 30), ""),
        ("2026-12-01", date(2026, 12, 1), "more than one day ahead"),
        ("2099-01-31", date(2099, 1, 31), "more than one day ahead"),
        ("2026-02-30", None, "not a calendar day"),
        ("soon", None, "not a calendar day"),
        ("0001-01-01", date(1, 1, 1), "before there were web pages"),
    ],
)
def test_a_date_that_cannot_be_is_kept_with_its_reason(text: str, day: date | None, refused: str) -> None:
    found = page(f'<meta property="article:published_time" content="{text}">')
    assert DateCandidate("meta", text, day, refused) in found.dates
    assert found.published == (day if not refused else None)


def test_an_expiry_in_a_script_is_no_date() -> None:
    """D11"""
    bug = next((case for case in cases("bugs.jsonl") if case["id"] == "D11"), None)
    if bug is None:
        pytest.skip("the reported faults are absent")
    answer = Response(URL, "ok", content_type="text/html", body=bug["input"]["html"].encode())
    assert read(answer, TODAY).published is None


def test_a_bare_year_is_never_the_first_of_january() -> None:
    """D12"""
    bug = next((case for case in cases("bugs.jsonl") if case["id"] == "D12"), None)
    text = bug["input"]["text"] if bug else "The plan runs from 2011 to 2030 and needs 2025 units; room 1995 is closed."
    found = page(body=f"<p>{text}</p>")
    assert found.published is None
    assert all(claim.refused == "a year or a month alone is no date" for claim in found.dates)


@pytest.mark.parametrize(
    "written", ["1 January 2025", "January 1, 2025", "01.01.2025", "1er janvier 2025", "2025-01-01"]
)
def test_a_written_new_year_s_day_is_a_date(written: str) -> None:
    assert page(body=f"<p class='date'>Published {written}</p>").published == date(2025, 1, 1)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-04T23:59:59-08:00", date(2026, 3, 4)),
        ("2026/3/4", date(2026, 3, 4)),
        ("20260304", date(2026, 3, 4)),
        ("Wed, 04 Mar 2026 10:00:00 GMT", date(2026, 3, 4)),
        ("2026-03-041", None),
        ("2026", None),
        ("March 2026", None),
        ("", None),
    ],
)
def test_machine_written_dates(text: str, day: date | None) -> None:
    assert day_in(text) == day


def test_numbers_in_an_address_are_not_dates() -> None:
    for path in ("/1582045946_459487.html", "/2026/13/45/x", "/p/20261", "/v2026.1", "/0000/00/00"):
        assert list(in_url(f"https://good.example{path}", TODAY)) == []
