"""Who asks is left out of every address in a text, and nothing else is."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.urls import masked, without_credentials


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see https://bob:pw@host.example/x now", "see https://***@host.example/x now"),
        ("https://token@host.example/", "https://***@host.example/"),
        ("https://bob:p@w@host.example/", "https://***@host.example/"),
        ("https://bob:p&w@host.example/", "https://***@host.example/"),
        ("postgres://bob:pw@db/x, ftp://a:b@c", "postgres://***@db/x, ftp://***@c"),
        ("https://a.example/?next=https://bob:pw@b.example/&x=1", "https://a.example/?next=https://***@b.example/&x=1"),
        ("?next=https%3A%2F%2Fbob%3Apw%40b.example%2F", "?next=https%3A%2F%2F***%40b.example%2F"),
        ("?n=https%253a%252f%252fbob%253apw%2540b.example", "?n=https%253a%252f%252f***%2540b.example"),
        ("https%3A//bob%3Apw%40b.example", "https%3A//***%40b.example"),
        ("postgresql://bob:***@db/x cannot be reached",) * 2,
        ("git clone ssh://git@host.example/x", "git clone ssh://git@host.example/x"),
        ("https://site.example/@bob and bob@site.example", "https://site.example/@bob and bob@site.example"),
        ("https://a.example/?mail=bob@site.example", "https://a.example/?mail=bob@site.example"),
        ("https://a.example/?next=https://b.example&mail=c@d.example",) * 2,
        ("?next=https%3A%2F%2Fb.example&mail=bob%40site.example",) * 2,
        ("100 % @ home", "100 % @ home"),
    ],
)
def test_who_asks_is_left_out_of_every_address(text: str, shown: str) -> None:
    assert masked(text) == shown
    assert masked(shown) == shown


def test_an_address_within_an_address_is_masked_too() -> None:
    assert without_credentials("//me:pw@a.example/?u=http://b:c@d.example") == "//***@a.example/?u=http://***@d.example"


@given(st.text(alphabet="ab:/@%340Ff25?&# ", max_size=80))
def test_what_is_masked_is_masked_once(text: str) -> None:
    assert masked(masked(text)) == masked(text)


@pytest.mark.parametrize("piece", ["http://", "://a:", "https:", "%3A%2F%2F", "%25", "://a:b", "http://a", "@", "%40"])
def test_a_long_text_is_masked_at_once(piece: str) -> None:
    started = time.monotonic()
    masked(piece * (400_000 // len(piece)) + "@%40")
    assert time.monotonic() - started < 2
