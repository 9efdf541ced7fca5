"""What does not matter in an address, and what does."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import SHARED, cases
from workbench.urls import canonical, link_form

BUGS = {line["id"]: line for line in cases("bugs.jsonl")}
PAIRS = [line for line in cases("adversarial/search_engine.jsonl") if line["name"].startswith("dup-")]


@pytest.mark.parametrize("line", PAIRS, ids=lambda line: line["name"])
def test_two_spellings_are_one_page_where_the_line_says_so(line: dict[str, Any]) -> None:
    addresses = [item["href"] for item in line["input"]["attempts"][0]]
    assert len({canonical(address) for address in addresses}) == line["assert"]["count"]


@pytest.mark.parametrize(
    "other",
    [
        "http://a.example/x",
        "HTTPS://a.example/x",
        "https://www.a.example/x",
        "https://WWW.A.Example/x",
        "https://m.a.example/x",
        "https://amp.a.example/x",
        "https://www.m.a.example/x",
        "https://a.example./x",
        "https://a.example:443/x",
        "http://a.example:80/x",
        "https://a.example/x#part",
        "https://a.example/x/",
        "https://a.example/x//",
        "https://a.example/x/amp",
        "https://a.example/x/amp/",
        "https://a.example/x/index.html",
        "https://a.example/x/Index.HTM",
        "https://a.example/x/index.php",
        "https://a.example/x/default.aspx",
        "https://a.example/x/index.html/amp",
        "https://a.example/x?",
        "https://a.example/x?utm_source=n&UTM_Medium=m",
        "https://a.example/x?utm%5Fsource=n",
        "https://a.example/x?fbclid=1&gclid=2&msclkid=3&srsltid=4&mc_eid=5",
        "https://a.example/%78",
        "https://a.example/./x",
        "https://a.example/y/../x",
        "https://a.example/y/%2e%2E/x",
        "https://a.example/../x",
        "  https://a.example/x\n",
    ],
)
def test_what_does_not_matter(other: str) -> None:
    assert canonical(other) == "https://a.example/x"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/caf%c3%a9", "https://a.example/café"),
        ("https://a.example/%7ex", "https://a.example/~x"),
        ("https://a.example/a b", "https://a.example/a%20b"),
        ("https://a.example/100%", "https://a.example/100%25"),
        ("https://a.example/x?b=2&a=1", "https://a.example/x?a=1&b=2"),
        ("https://a.example/x?q=caf%C3%A9", "https://a.example/x?q=café"),
        ("https://bücher.example/x", "https://xn--bcher-kva.example/x"),
        ("https://BÜCHER.example/x", "https://bücher.example/x"),
        ("https://a\u3002example/x", "https://a.example/x"),
        ("https://a.example", "https://a.example/index.html"),
        ("https://a.example/?id=5", "https://a.example/index.php?id=5"),
        ("http://[2606:4700:0:0::1111]/", "https://[2606:4700::1111]"),
        ("http://8.8.8.8:80/", "https://8.8.8.8"),
    ],
)
def test_two_spellings_of_one_page(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/X", "https://a.example/x"),
        ("https://a.example/x?id=1", "https://a.example/x?id=2"),
        ("https://a.example/x?amp=1", "https://a.example/x"),
        ("https://a.example/x?a", "https://a.example/x"),
        ("https://a.example/x?ID=1", "https://a.example/x?id=1"),
        ("https://b.a.example/x", "https://a.example/x"),
        ("https://mobile.a.example/x", "https://a.example/x"),
        ("https://m.co.uk/x", "https://amp.co.uk/x"),
        ("https://a.example:8443/x", "https://a.example/x"),
        ("https://a.example/x%2Fy", "https://a.example/x/y"),
        ("https://a.example/x%23y", "https://a.example/x#y"),
        ("https://a.example/x%3Fy", "https://a.example/x?y"),
        ("https://a.example/index", "https://a.example/"),
        ("https://a.example/amplifier", "https://a.example/"),
        ("https://faß.example/", "https://fass.example/"),
        ("https://www.example/x", "https://example/x"),
    ],
)
def test_what_does_matter(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "javascript:alert(1)",
        "data:text/html,x",
        "/l/?uddg=x",
        "corpus://doc/1",
        "https://",
        "https://a.example:99999/x",
        "https://a.example:x/",
        "https://[::1",
        "https://[zz]/",
        "https://good.example@evil.example/",
        "https://a.example/\r\nX-Evil: 1",
        "https://a.example/\ud800",
        "https://a..example/",
        "https://a.example\\x",
        "http://2130706433/",
        "http://0x7f.1/",
    ],
)
def test_what_is_no_address_of_the_web_comes_back_as_it_is(address: str) -> None:
    assert canonical(address) == address


HOSTS = ["a.example", "www.A.example.", "m.amp.www.b.co.uk", "bücher.example", "[::1]", "10.0.0.1", "a:80"]
addresses = st.one_of(
    st.text(max_size=60),
    st.builds(
        "{}://{}{}{}{}".format,
        st.sampled_from(["http", "https", "HTTP"]),
        st.sampled_from(HOSTS),
        st.sampled_from(["", ":443", ":8080", ":80"]),
        st.text(alphabet="/.%2eEaA5?#&=; +ü\u3000", max_size=30).map("/{}".format),
        st.lists(st.sampled_from(["utm_source=1", "b=%41", "a=%%341", "c", "=", "%25", "d=é"]), max_size=4).map(
            lambda pairs: "?" + "&".join(pairs)
        ),
    ),
)


@settings(deadline=None)
@given(addresses)
def test_the_form_of_a_form_is_itself(address: str) -> None:
    once = canonical(address)
    assert canonical(once) == once


@settings(deadline=None)
@given(addresses)
def test_a_form_is_an_address_with_a_host_or_the_text_itself(address: str) -> None:
    form = canonical(address)
    assert form == address.strip() or (form.startswith("https://") and urlsplit(form).hostname)


def test_three_spellings_are_one_page_and_another_parameter_is_another() -> None:
    if "D04" not in BUGS:
        pytest.skip("the shared inputs are absent")
    first, second, third, fourth = (canonical(item["href"]) for item in BUGS["D04"]["input"]["results"])
    assert first == second == third != fourth


def _web_cases() -> list[dict[str, Any]]:
    path = SHARED / "data" / "urls" / "urltestdata.json"
    listed = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    schemes = ("http://", "https://")
    return [case for case in listed if isinstance(case, dict) and case["input"].strip().lower().startswith(schemes)]


def test_no_case_of_the_url_standard_changes_its_host() -> None:
    """Ours is stricter (no numbers in odd spellings, no escapes in a host), so it may refuse; it never differs."""
    agreed = 0
    listed = _web_cases()
    for case in listed:
        form = canonical(case["input"])
        host = urlsplit(form).hostname if form.startswith("https://") and form != case["input"] else None
        if host is not None:
            assert "hostname" in case, case["input"]
            assert host == case["hostname"].strip("[]").removesuffix(".").removeprefix("www."), case["input"]
            agreed += 1
    assert agreed > len(listed) / 4 or not listed


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("https://good.example/a)b", "https://good.example/a%29b"),
        ("https://good.example/a)[x](http://evil.example", "https://good.example/a%29[x]%28http://evil.example"),
        ("https://good.example/a b", "https://good.example/a%20b"),
        ("https://good.example/<b>|`", "https://good.example/%3Cb%3E%7C%60"),
        ("https://gоod.example/", "https://xn--god-sed.example/"),
        ("https://good.example/café", "https://good.example/caf%C3%A9"),
        ("https://good.example/x%20y?q=1%26z", "https://good.example/x%20y?q=1%26z"),
    ],
)
def test_a_link_target_cannot_be_ended_from_inside(address: str, link: str) -> None:
    assert link_form(address) == link
