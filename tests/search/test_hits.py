"""Raw items of any shape become hits, and none of them vanishes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import cases
from workbench.records import Hit
from workbench.search.hits import WrongShape, day_of, hits_from

GOOD = {"title": "A report", "href": "https://good.example/report", "body": "Nine sites and two councils."}


def only(**changes: Any) -> Hit:
    (hit,) = hits_from([GOOD | changes], "ddg")
    return hit


def test_an_item_becomes_a_hit() -> None:
    assert hits_from([GOOD], "ddg") == (
        Hit("https://good.example/report", "A report", "Nine sites and two councils.", 1, "ddg"),
    )


def test_positions_are_the_engine_s_order_and_a_name_in_a_path_lifts_nothing() -> None:
    line = next((line for line in cases("bugs.jsonl") if line["id"] == "D03"), None)
    if line is None:
        pytest.skip("the shared inputs are absent")
    items = line["input"]["engine_items_in_order"]
    assert [(hit.position, hit.url) for hit in hits_from(items, "ddg")] == [
        (1, items[0]["href"]),
        (2, items[1]["href"]),
    ]


@dataclass
class Result:
    title: str = "A report"
    href: str = "https://good.example/report"
    body: str = "Nine sites."


def test_a_result_object_counts_as_an_item() -> None:
    assert hits_from([Result()], "ddg")[0].url == "https://good.example/report"


def test_a_generator_is_read_whole() -> None:
    assert len(hits_from((GOOD | {"href": f"https://a.example/{at}"} for at in range(5)), "ddg")) == 5


@pytest.mark.parametrize("items", [None, "<html>", 5, b"\xff", {"results": []}, ["x"], [["a", "b"]], [None], [{}]])
def test_an_answer_of_another_shape_is_said(items: object) -> None:
    with pytest.raises(WrongShape):
        hits_from(items, "ddg")


@pytest.mark.parametrize("odd", ["text", None, ["a"], 5, {}])
def test_an_odd_item_among_good_ones_stays_as_a_hit_without_an_address(odd: object) -> None:
    assert [hit.url for hit in hits_from([GOOD, odd, GOOD], "ddg")] == [GOOD["href"], "", GOOD["href"]]


@pytest.mark.parametrize(
    ("changes", "url"),
    [
        ({"href": None, "url": "https://a.example/"}, "https://a.example/"),
        ({"href": "", "link": "https://a.example/"}, "https://a.example/"),
        ({"href": " https://a.example/ "}, "https://a.example/"),
        ({"href": "https://a.example/x%23y"}, "https://a.example/x%23y"),
        ({"href": "https://a.example/100%25"}, "https://a.example/100%25"),
        ({"href": "https://a.example/a+b"}, "https://a.example/a+b"),
        ({"href": "https://www.google.com/url?q=https://a.example/x"}, "https://www.google.com/url?q=https://a.example/x"),
        ({"href": "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2Fx&rut=1"}, "https://a.example/x"),
        ({"href": "//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2Fx"}, "https://a.example/x"),
        ({"href": "https://html.duckduckgo.com/l/?kh=-1&uddg=https%3A%2F%2Fa.example%2Fx%3Fa%3D1%26b%3D2"},
         "https://a.example/x?a=1&b=2"),
        ({"href": "//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2Fa%2Bb%2520c"}, "https://a.example/a+b%20c"),
        ({"href": "https://duckduckgo.com/l/?uddg=http%3A%2F%2F10.0.0.1%2F"}, "http://10.0.0.1/"),
        ({"href": "https://duckduckgo.com/l/?uddg=javascript%3Aalert(1)"}, "javascript:alert(1)"),
        ({"href": "https://duckduckgo.com/l/?uddg=%FF"}, "\ufffd"),
        ({"href": "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F%0d%0aX"}, "https://a.example/\ufffd\ufffdX"),
        ({"href": "https://duckduckgo.com/about"}, "https://duckduckgo.com/about"),
        ({"href": "https://notduckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F"},
         "https://notduckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F"),
        ({"href": "/l/?uddg=x"}, "/l/?uddg=x"),
        ({"href": None}, ""),
        ({"href": 5}, "5"),
        ({"href": "https://good.example/\r\nX-Evil: 1"}, "https://good.example/\ufffd\ufffdX-Evil: 1"),
        ({"href": "https://good.example/\x00\ud800"}, "https://good.example/\ufffd\ufffd"),
        ({"href": "javascript:alert(1)"}, "javascript:alert(1)"),
        ({"href": "https://me:hunter2@a.example/x?y=a@b"}, "https://***@a.example/x?y=a@b"),
        ({"href": "https://duckduckgo.com/l/?uddg=http%3A%2F%2Fme%40a.example%2F"}, "http://***@a.example/"),
        ({"href": "https://a.example/@me/x@y"}, "https://a.example/@me/x@y"),
    ],
)  # fmt: skip
def test_the_address_is_the_engine_s_unwrapped_and_never_mended_but_for_who_asks(
    changes: dict[str, Any], url: str
) -> None:
    assert only(**changes).url == url


@pytest.mark.parametrize(
    "href",
    [
        "https://duckduckgo.com/y.js?ad_domain=x.example",
        "https://duckduckgo.com/y.js?u3=https%3A%2F%2Fx.example",
        "//duckduckgo.com/y.js?ad_provider=p",
        "https://duckduckgo.com/?q=x&ad_domain=x.example",
        "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fad_domain%3Dx.example",
    ],
)
def test_an_advertisement_is_left_out_and_takes_no_position(href: str) -> None:
    hits = hits_from([GOOD | {"href": href}, GOOD], "ddg")
    assert [(hit.position, hit.url) for hit in hits] == [(1, GOOD["href"])]


@pytest.mark.parametrize(
    ("changes", "title"),
    [
        ({"title": None}, "good.example"),
        ({"title": ""}, "good.example"),
        ({"title": 7}, "good.example"),
        ({"title": "\u200b"}, "good.example"),
        ({"title": "<b>A</b> &amp; B\nC\x00"}, "A & B C"),
        ({"title": "a\u202eb\ud800"}, "ab"),
        ({"title": "C++ vector<int> and Map<String, T>, 3 < 5 > 2"}, "C++ vector<int> and Map<String, T>, 3 < 5 > 2"),
        ({"title": "&lt;b&gt; and &amp;amp;"}, "<b> and &amp;"),
        ({"title": "<!-- x --><SPAN class='a'>One</span><br/>line"}, "Oneline"),
    ],
)
def test_the_title_is_plain_and_a_missing_one_shows_the_host(changes: dict[str, Any], title: str) -> None:
    assert only(**changes).title == title


@pytest.mark.parametrize(
    ("changes", "snippet"),
    [
        ({"body": None}, ""),
        ({"body": None, "snippet": "Stands in."}, "Stands in."),
        ({"body": ["a"]}, ""),
        ({"body": "3\xa0days ago - Fees\r\nrose\x00 \x1b[31mfast"}, "3 days ago - Fees rose fast"),
        ({"body": "\u200b3 days ago - Fees"}, "\u200b3 days ago - Fees"),
        ({"body": "<b>Mar 15, 2024</b> · Fees"}, "<b>Mar 15, 2024</b> · Fees"),
    ],
)
def test_the_snippet_keeps_its_raw_lead_on_one_line(changes: dict[str, Any], snippet: str) -> None:
    assert only(**changes).snippet == snippet


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2025-07-16T00:00:00.0000000", date(2025, 7, 16)),
        ("2025-07-16", date(2025, 7, 16)),
        ("2026-01-01T23:30:00-05:00", date(2026, 1, 2)),
        ("2026-01-01T23:30:00Z", date(2026, 1, 1)),
        (datetime(2026, 1, 1, 12, tzinfo=UTC), date(2026, 1, 1)),
        (date(2026, 1, 1), date(2026, 1, 1)),
        ("0001-01-01T00:00:00.0000000", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("2026-02-30", None),
        ("3 days ago", None),
        ("20260101", None),
        ("2026-W01-1", None),
        ("٢٠٢٦-٠١-٠١", None),
        (20260101, None),
        ("", None),
        (None, None),
    ],
)
def test_the_engine_s_own_date_is_a_day(value: object, day: date | None) -> None:
    assert day_of(value) == day
    assert only(date=value).published == day


fields = st.one_of(st.none(), st.text(max_size=30), st.integers(), st.binary(max_size=5), st.lists(st.text(max_size=3)))
items = st.lists(
    st.one_of(
        st.dictionaries(st.sampled_from(["href", "url", "title", "body", "snippet", "date", "x"]), fields, max_size=5),
        fields,
    ),
    max_size=6,
)


@settings(deadline=None)
@given(items)
def test_nothing_vanishes_and_nothing_raises_but_a_wrong_shape(given_items: list[object]) -> None:
    try:
        hits = hits_from(given_items, "ddg")
    except WrongShape:
        assert not any(isinstance(item, dict) and item for item in given_items)
        return
    assert [hit.position for hit in hits] == list(range(1, len(given_items) + 1))
    for hit in hits:
        f"{hit.url}{hit.title}{hit.snippet}".encode()
        assert "\n" not in hit.url + hit.title + hit.snippet


def test_ten_thousand_items_take_no_time() -> None:
    flood = [GOOD | {"href": f"https://a.example/{at}", "body": GOOD["body"] * 3} for at in range(10_000)]
    assert len(hits_from(flood, "ddg")) == 10_000
