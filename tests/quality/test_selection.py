"""Which hits are read, in the engine's order, and what is said of the others."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from workbench.quality import select_hits
from workbench.records import Dropped, Hit
from workbench.settings import Settings
from workbench.urls import canonical


def settings(results: int = 5, **research: Any) -> Settings:
    return Settings.model_validate({"web_research": {"results": results}, "research": research})


def hits(*urls: str) -> list[Hit]:
    return [Hit(url, f"T{place}", "S", place, "ddg") for place, url in enumerate(urls, 1)]


def test_at_most_so_many_distinct_pages_are_read() -> None:
    given_ = hits(*(f"https://h{n}.example/" for n in range(4)))
    selected, dropped = select_hits(given_, settings(results=2))
    assert selected == tuple(given_[:2])
    reason = "over_limit: only the first 2 pages are read (web_research_results)"
    assert dropped == tuple(Dropped(hit, "search", "over_limit", reason) for hit in given_[2:])


def test_a_limit_of_one_is_said_as_one() -> None:
    _, (lost,) = select_hits(hits("https://a.example/", "https://b.example/"), settings(results=1))
    assert lost.reason == "over_limit: only the first page is read (web_research_results)"


def test_hits_of_one_page_are_one_at_the_best_place() -> None:
    first, second, third = hits("https://a.example/x", "http://www.a.example/x/?utm_source=n", "https://b.example/")
    selected, dropped = select_hits([third, second, first], settings(results=2))
    assert [(hit.url, hit.position, hit.twins) for hit in selected] == [
        ("https://a.example/x", 1, (second,)),
        ("https://b.example/", 3, ()),
    ]
    reason = "duplicate: another address of https://a.example/x"
    assert dropped == (Dropped(second, "search", "duplicate", reason, "https://a.example/x"),)


def test_a_blocked_host_is_not_read_and_takes_no_place() -> None:
    given_ = hits("https://sub.bad.example/x", "https://notbad.example/x", "https://a.example/x")
    selected, dropped = select_hits(given_, settings(results=2, blocked_domains=("bad.example",)))
    assert [hit.position for hit in selected] == [2, 3]
    assert [lost.reason for lost in dropped] == ["filtered_domain: bad.example is on the list of blocked hosts"]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "unread: invalid, the result has no address"),
        (" ", "unread: invalid, the result has no address"),
        ("javascript:alert(1)", "unread: invalid, the address is not http or https"),
        ("//a.example/x", "unread: invalid, the address is not http or https"),
        ("https:///x", "unread: invalid, the address has no host"),
        ("https://***@a.example/x", "unread: refused, credentials in the address"),
        ("https://me:hunter2@a.example/x", "unread: refused, credentials in the address"),
        ("https://[", "unread: invalid, the address cannot be read"),
        ("https://a.example/\r\nX: y", "unread: invalid, the address holds a character that no address has"),
        ("https://a.example/\ufffd", "unread: invalid, the address holds a character that no address has"),
    ],
)
def test_what_is_no_address_says_so(url: str, reason: str) -> None:
    selected, dropped = select_hits(hits(url), settings())
    assert (selected, [lost.reason for lost in dropped]) == ((), [reason])


@effort(deadline=None, max_examples=100)
@given(
    st.lists(st.sampled_from(["https://a.example/x", "http://a.example/x/", "https://b.example/", "ftp://x", "", "x"])),
    st.integers(1, 20),
)
def test_every_hit_is_read_or_lost_once_and_no_page_is_read_twice(urls: list[str], results: int) -> None:
    given_ = hits(*urls)
    selected, dropped = select_hits(given_, settings(results=results))
    assert sorted(hit.position for hit in (*selected, *(lost.hit for lost in dropped))) == [
        hit.position for hit in given_
    ]
    assert len(selected) <= results
    assert len({canonical(hit.url) for hit in selected}) == len(selected)
    assert [hit.position for hit in selected] == sorted(hit.position for hit in selected)
