"""Addresses are called by their hosts, and by themselves where hosts are shared."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from workbench.urls import names

LONG = "https://a.example/" + "x" * 80


def test_an_address_is_called_by_its_host_and_by_itself_where_another_has_that_host() -> None:
    urls = ("https://www.a.example/1", "https://a.example/2", "https://b.example/1", "nothing")
    assert names(urls) == {
        "https://www.a.example/1": "https://www.a.example/1",
        "https://a.example/2": "https://a.example/2",
        "https://b.example/1": "b.example",
        "nothing": "nothing",
    }


def test_a_long_address_is_shortened_only_where_that_tells_it_apart() -> None:
    one, other, third = f"{LONG}/one", f"{LONG}/two", f"{LONG}1{'y' * 80}/two"
    assert [len(name) for name in names((one, other)).values()] == [60, 60]
    assert names((f"{LONG}1{'y' * 80}", f"{LONG}2{'y' * 80}")) == {
        f"{LONG}{n}{'y' * 80}": f"{LONG}{n}{'y' * 80}" for n in "12"
    }
    assert names((third,)) == {third: "a.example"}


@given(st.lists(st.sampled_from(["https://a.example/", LONG, "http://b.example/`"]).flatmap(
    lambda head: st.text("xy`", max_size=3).map(lambda tail: head + tail)), max_size=6))  # fmt: skip
def test_no_two_addresses_have_one_name(urls: list[str]) -> None:
    told = names(urls)
    assert set(told) == set(urls)
    assert not any("`" in name for name in told.values())
    assert len(set(told.values())) == len({url.replace("`", "%60") for url in urls})
