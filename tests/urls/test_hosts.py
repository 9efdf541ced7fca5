"""The host of an address, and which entry of a list covers it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import cases
from tests.urls.test_canonical import BUGS, _web_cases
from workbench.settings.kinds import split_hosts
from workbench.settings.model import TIER1, TIER2
from workbench.urls import covering, has_credentials, host_of, normal_host, suffixes, without_credentials
from workbench.urls.hosts import is_public_suffix


@pytest.mark.parametrize("line", cases("adversarial/domains.jsonl"), ids=lambda line: line["name"])
def test_a_host_is_covered_as_the_line_says(line: dict[str, Any]) -> None:
    given_lists = line["input"]
    if not all(isinstance(value, str) for value in given_lists.values()):
        pytest.skip("a value is made by a recipe")
    tiers = [
        frozenset(split_hosts(given_lists[key])[0] or default)
        for key, default in (("research_tier1_domains", TIER1), ("research_tier2_domains", TIER2))
    ]
    host = host_of(given_lists["url"])
    found = next((score for tier, score in zip(tiers, (0.95, 0.85), strict=True) if covering(host, tier)), 0.65)
    assert found == line["assert"]["credibility"]


def test_another_host_does_not_pass_as_inside_ours() -> None:
    if "D20" not in BUGS:
        pytest.skip("the shared inputs are absent")
    case = BUGS["D20"]["input"]
    ours = frozenset({normal_host(case["allowed"]), normal_host(case["tier2"])})
    assert ours == {"good.example"}
    assert [covering(host_of(candidate), ours) for candidate in case["candidate"]] == ["", "", ""]
    assert covering(host_of(case["allowed"] + "/x"), ours) == "good.example"


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://WWW.Good.Example.:443/x", "good.example"),
        ("https://www.www.good.example/", "www.good.example"),
        ("https://bücher.example/", "xn--bcher-kva.example"),
        ("https://faß.example/", "xn--fa-hia.example"),
        ("https://ex_ample.example/", "ex_ample.example"),
        ("https://user:secret@evil.example/", "evil.example"),
        ("http://8.8.8.8/", "8.8.8.8"),
        ("http://[2606:4700:0::1111]/", "2606:4700::1111"),
        ("corpus://doc/1", "doc"),
        ("http://2130706433/", ""),
        ("http://0x7f.1/", ""),
        ("http://１２７.0.0.1/", ""),
        ("http://[fe80::1%25eth0]/", ""),
        ("http://good.example:x/", ""),
        ("http://[::1", ""),
        ("http://go\u200bod.example/", ""),
        ("http://a..example/", ""),
        ("https://xn--a.example/", ""),
        ("mailto:a@good.example", ""),
        ("/relative", ""),
        ("", ""),
    ],
)
def test_the_host_of_an_address(address: str, host: str) -> None:
    assert host_of(address) == host


def test_the_url_standard_never_sees_another_host() -> None:
    for case in _web_cases():
        wanted = case.get("hostname", "").strip("[]").removesuffix(".").removeprefix("www.")
        assert host_of(case["input"]) in {"", wanted}, case["input"]


@pytest.mark.parametrize(
    ("entry", "host"),
    [
        (" Good.Example. ", "good.example"),
        ("*.good.example", "good.example"),
        (".good.example", "good.example"),
        ("https://good.example/path?x#y", "good.example"),
        ("good.example:8080", "good.example"),
        ("edu", "edu"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("*", ""),
        (".", ""),
        ("a.*.example", ""),
        ("10.0.0.1", ""),
        ("[::1]", ""),
        ("good\u200b.example", ""),
        ("good\x00.example", ""),
        ("a b.example", ""),
        ("user@good.example", ""),
        ("(a+)+", ""),
    ],
)
def test_a_list_entry_in_normal_form(entry: str, host: str) -> None:
    assert normal_host(entry) == host


def test_the_longest_entry_covers_at_label_boundaries() -> None:
    entries = {"gov", "data.gov", "a.data.gov"}
    assert covering("x.data.gov", entries) == "data.gov"
    assert covering("notdata.gov", entries) == "gov"
    assert covering("fakegov", entries) == ""
    assert covering("", entries) == ""
    assert list(suffixes("a.b.c")) == ["a.b.c", "b.c", "c"]


@pytest.mark.parametrize(
    ("name", "public"), [("org", True), ("co.uk", True), ("gov.uk", True), ("bbc.co.uk", False), ("python.org", False)]
)
def test_a_public_suffix_is_known_offline(name: str, public: bool) -> None:
    assert is_public_suffix(name) is public


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://me:hunter2@a.example/x?y=a@b", "https://***@a.example/x?y=a@b"),
        ("https://me@evil.example@a.example/", "https://***@a.example/"),
        ("HTTP://:@a.example", "HTTP://***@a.example"),
        ("//me@a.example/x", "//***@a.example/x"),
        ("http:\\\\me@a.example\\x", "http:\\\\***@a.example\\x"),
        ("http:/me@a.example", "http:/***@a.example"),
    ],
)
def test_who_asks_is_not_told(url: str, told: str) -> None:
    assert without_credentials(url) == without_credentials(told) == told
    assert has_credentials(url)
    assert has_credentials(told)


@pytest.mark.parametrize(
    "url", ["https://a.example/@me", "https://a.example/?q=me@b", "mailto:me@a.example", "/x/@me", "", "me@a.example"]
)
def test_an_address_that_names_nobody_stays_as_it_is(url: str) -> None:
    assert without_credentials(url) == url
    assert not has_credentials(url)


@settings(deadline=None)
@given(st.text(max_size=80))
def test_no_text_raises(text: str) -> None:
    host_of(text)
    host_of(f"https://{text}/")
    assert normal_host(normal_host(text)) == normal_host(text)
