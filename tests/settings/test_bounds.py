"""Limits are limits, also when they are 0; what does not fit never reaches a row."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import cases
from tests.stores import fresh_store
from workbench.errors import SettingRefused
from workbench.settings import FIELDS, Malformed, parse, spec
from workbench.settings.check import checked, notes
from workbench.settings.load import defaults, read_file

BUGS = {line["id"]: line for line in cases("bugs.jsonl")}
NUMBERS = [found for found in FIELDS.values() if found.kind in ("int", "float")]


@pytest.mark.parametrize("key", [found.key for found in NUMBERS])
def test_every_number_has_two_limits_that_hold(key: str) -> None:
    found = FIELDS[key]
    assert found.low is not None
    assert found.high is not None
    for limit, beyond in ((found.low, found.low - 1), (found.high, found.high + 1)):
        assert parse(found, f"{limit:g}" if found.kind == "float" else str(int(limit))) == limit
        with pytest.raises(SettingRefused):
            checked(key, f"{beyond:g}")


@pytest.mark.skipif("D24" not in BUGS, reason="shared input is absent")
def test_a_limit_of_0_is_a_limit() -> None:
    line = BUGS["D24"]["input"]
    for found in NUMBERS:
        if found.low == 0:
            with pytest.raises(Malformed):
                parse(found, line["value"])
        upto = replace(found, low=None, high=line["second"]["upper_limit"])
        with pytest.raises(Malformed):
            parse(upto, str(line["second"]["value"]))


@pytest.mark.skipif("D27" not in BUGS, reason="shared input is absent")
def test_a_value_is_checked_before_there_is_a_row(tmp_path: Path) -> None:
    store, line = fresh_store(tmp_path), BUGS["D27"]["input"]
    key = line["construct_row"]["key"]
    store.settings.write({key: "0.6"})
    for value in (line["construct_row"]["value"], *(also["value"] for also in line["also"])):
        with pytest.raises(SettingRefused):
            store.settings.write({key: value}) if value is not None else checked(key, value)
    assert store.settings.rows() == {key: "0.6"}
    store.close()


def test_a_refusal_says_key_limits_and_value() -> None:
    with pytest.raises(SettingRefused) as refused:
        checked("research_search_rank_weight", "1400")
    assert str(refused.value) == (
        "Search rank (research_search_rank_weight) must be between 0 and 1000; 1400 was not saved."
    )


def test_a_public_suffix_is_for_tier_1_alone() -> None:
    assert checked("research_tier1_domains", "edu, *.co.uk") == ("edu", "co.uk")
    said = notes({"research_tier1_domains": "edu,co.uk,mit.edu"}, defaults())
    assert said == ("Tier 1 hosts (research_tier1_domains): anyone can register under edu, co.uk.",)
    for entry in ("org", "co.uk", "example"):
        with pytest.raises(SettingRefused, match="anyone can register under"):
            checked("research_tier2_domains", f"python.org, {entry}")


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/x", "https://[::1]/", "http://nas/", "https://wiki.local/", "https://10.1.2.3:8443/"]
)
def test_a_private_reference_is_allowed_and_said(url: str) -> None:
    text = f'{{"a": [{{"title": "t", "url": "{url}"}}, {{"title": "t", "url": "https://good.example"}}]}}'
    said = notes({"known_references_json": text}, defaults())
    assert said == (f"{url} is a private address; references are shown, never fetched.",)


def test_a_map_with_broken_entries_says_how_many_it_loses() -> None:
    text = '{"a": [{"title": "t"}, {"title": "t", "url": "https://good.example"}], "b": 5}'
    assert notes({"known_references_json": text}, defaults()) == (
        "2 entries of the reference map lack a title or an http(s) address without credentials and are left out.",
    )


def test_a_reference_whose_address_names_a_user_is_left_out_and_counted() -> None:
    text = (
        '{"a": [{"title": "t", "url": "https://me:hunter2@good.example"}, '
        '{"title": "t", "url": "https://good.example"}]}'
    )
    assert notes({"known_references_json": text}, defaults()) == (
        "1 entry of the reference map lacks a title or an http(s) address without credentials and is left out.",
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = [1,\n", 2),
        ("a = 1\n\nb = =\n", 3),
        (f"a = 1\nb = {'9' * 5000}\n", 2),
        (f"a = 1\nb = {'[' * 50_000}\n", 2),
        ("a = 1\nb = 'é'\n".encode("latin-1"), 2),
    ],
)
def test_a_broken_file_is_named_with_its_line(text: str | bytes, line: int, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    values, said = read_file(file)
    assert values == {}
    assert str(file) in said[0]
    assert f"line {line}" in said[0]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(b"\xef\xbb\xbf[research]\nmin_snippet_words = 5\n")
    assert read_file(file) == ({"research_min_snippet_words": 5}, ())


def test_a_number_no_computer_prints_is_out_of_range() -> None:
    found = spec("research_min_snippet_words")
    assert found
    with pytest.raises(Malformed, match="between"):
        parse(found, 10**6000)
    with pytest.raises(SettingRefused):
        checked(found.key, 10**6000)


def test_a_tiny_negative_number_is_0_without_its_sign() -> None:
    assert str(checked("research_recency_weight", "-0.0")) == "0.0"


def test_a_setting_with_one_limit_says_the_one() -> None:
    found = FIELDS["research_recency_weight"]
    with pytest.raises(Malformed, match=r"must be at most 0$"):
        parse(replace(found, low=None, high=0), "6")
    with pytest.raises(Malformed, match=r"must be at least 0\.5$"):
        parse(replace(found, low=0.5, high=None), "0.4")
