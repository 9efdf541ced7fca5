"""The guard: which addresses may be asked, by every line of the case files and of the URL standard."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urljoin

import pytest

from tests.conftest import cases, shared
from workbench.fetch.guard import NOT_PUBLIC, PORT, Refusal, Target, check_url, is_public


def address_of(case: dict[str, Any]) -> object:
    given = case["input"]
    return given["bytes_latin1"].encode("latin-1") if isinstance(given, dict) and "bytes_latin1" in given else given


@pytest.mark.parametrize("case", cases("adversarial/ssrf_urls.jsonl"), ids=lambda case: case["name"])
def test_every_address_of_the_cases_is_decided_before_a_socket(case: dict[str, Any]) -> None:
    decided = check_url(address_of(case))
    assert isinstance(decided, Target) == (case["assert"]["decision"] == "allow"), decided


@pytest.mark.parametrize("case", cases("adversarial/ssrf_addresses.jsonl"), ids=lambda case: case["name"])
def test_every_resolved_address_of_the_cases(case: dict[str, Any]) -> None:
    assert is_public(case["input"]) == (case["assert"]["decision"] == "allow")


def test_the_standard_s_addresses_have_the_same_host_or_are_refused() -> None:
    """No address that the URL standard calls a failure passes, and none passes under another host."""
    entries = json.loads(shared("data", "urls", "urltestdata.json").read_text(encoding="utf-8"))
    wrong = []
    for entry in entries:
        if not isinstance(entry, dict) or not entry["input"].lower().strip().startswith("http"):
            continue
        target = check_url(entry["input"])
        if isinstance(target, Target) and (entry.get("failure") or entry["hostname"].strip("[]") != target.host):
            wrong.append((entry["input"], target.host, entry.get("hostname")))
    assert wrong == []


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data/",
        "http://metadata.google.internal/",
        "http://[::ffff:10.0.0.5]/",
        "http://127.0.0.1:8501/",
        "http://2130706433/",
    ],
)
def test_one_reason_for_all_that_is_not_public(url: str) -> None:
    """D18: the reason tells neither the kind of address nor where a name leads."""
    assert check_url(url) == NOT_PUBLIC


def test_extra_ports_are_a_setting() -> None:
    assert check_url("https://good.example:8443/") == PORT
    allowed = check_url("https://good.example:8443/", (8443,))
    assert isinstance(allowed, Target)
    assert allowed.authority == "good.example:8443"
    assert check_url("https://localhost:8443/", (8443,)) == NOT_PUBLIC


@pytest.mark.parametrize(
    ("url", "host", "authority", "path"),
    [
        ("HTTP://Good.Example", "good.example", "good.example", "/"),
        ("https://good.example./a?b#c", "good.example", "good.example", "/a?b"),
        ("http://good.example:443/", "good.example", "good.example:443", "/"),
        ("https://bücher.example/é x?q=ü", "xn--bcher-kva.example", "xn--bcher-kva.example", "/%C3%A9%20x?q=%C3%BC"),
        ("http://[2606:4700:4700:0::1111]/", "2606:4700:4700::1111", "[2606:4700:4700::1111]", "/"),
        ("https://good.example/%41%zz\\x", "good.example", "good.example", "/%41%zz%5Cx"),
        ("https://good.example?q=a/b", "good.example", "good.example", "/?q=a/b"),
    ],
)
def test_what_is_dialled_and_sent_comes_from_one_parse(url: str, host: str, authority: str, path: str) -> None:
    target = check_url(url)
    assert isinstance(target, Target)
    assert (target.host, target.authority, target.path) == (host, authority, path)


@pytest.mark.parametrize("url", ["", "good.example", "/a", "ftp://good.example/", None, b"http://good.example/", 5])
def test_what_is_no_web_address_is_invalid(url: object) -> None:
    decided = check_url(url)
    assert isinstance(decided, Refusal)
    assert decided.outcome == "invalid"


def test_every_refusal_says_why_in_the_words_of_its_kind() -> None:
    reasons = {
        decided.reason
        for case in cases("adversarial/ssrf_urls.jsonl")
        if isinstance(decided := check_url(address_of(case)), Refusal)
    }
    assert reasons <= {
        "not an http(s) address",
        "not a well-formed address",
        "credentials in the address",
        "not a public address",
        "a port that pages may not use",
    }


def test_relative_links_stand_on_the_final_page() -> None:
    """D13 and D21: a link is read from the page it stands in, not from the root or the first address."""
    assert urljoin("https://good.example/reports/2026/index", "annex") == "https://good.example/reports/2026/annex"
