"""A pin is one line: what is printed is read back, and what is no pin is told the four forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import BadRequest
from workbench.evidence.expectation import FORMS, LARGEST_TOP, Expectation, expectation, expectations
from workbench.text import one_line, visible

HOSTS = st.sampled_from(("bun.com", "dev.to", "a.b.example", "xn--bcher-kva.example", "edu", "never", "first", "above"))
ADDRESSES = st.sampled_from(
    ("https://bun.com/docs", "https://dev.to?a=1", "corpus://heat/pump", "https://[2001:db8::1]/x")
)
NAMED = st.one_of(HOSTS, ADDRESSES)
TOPICS = st.text(max_size=60).map(lambda text: one_line(visible(text))).filter(
    lambda text: text.casefold() != "any topic"
)  # fmt: skip
TOPS = st.integers(1, LARGEST_TOP)


@st.composite
def expected(draw: st.DrawFn) -> Expectation:
    kind = draw(st.sampled_from(("above", "never", "first", "top")))
    first, topic = draw(NAMED), draw(TOPICS)
    if kind == "above":
        return Expectation("above", first, topic, second=draw(NAMED.filter(lambda other: other != first)))
    return Expectation(kind, first, topic, top=0 if kind == "first" else draw(TOPS))  # type: ignore[arg-type]


@given(expected())
def test_what_is_printed_is_read_back(one: Expectation) -> None:
    assert expectation(str(one)) == one
    assert expectation(f"  {str(one).upper() if one.topic == '' and '://' not in str(one) else one}\n") == one


@given(st.text(max_size=200))
def test_any_text_is_a_pin_or_a_sentence(text: str) -> None:
    for found in expectations(text):
        if isinstance(found, str):
            assert found.startswith("Line ")
        else:
            assert expectation(str(found)) == found


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("`bun.com` above `dev.to` for bun runtime", Expectation("above", "bun.com", "bun runtime", "dev.to")),
        ("bun.com ABOVE dev.to FOR bun runtime", Expectation("above", "bun.com", "bun runtime", "dev.to")),
        ("never medium.com in the top 3 of any topic", Expectation("never", "medium.com", "", top=3)),
        ("`Bücher.example` first for x for y", Expectation("first", "xn--bcher-kva.example", "x for y")),
        ("www.bun.com in the top 05 of Any  Topic", Expectation("top", "bun.com", "", top=5)),
        ("`http://www.bun.com/docs/` first for x", Expectation("first", "https://bun.com/docs", "x")),
    ],
)
def test_backquotes_case_and_blanks_do_not_matter(line: str, meant: Expectation) -> None:
    assert expectation(line) == meant


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "is no pin"),
        ("bun.com should win", "is no pin"),
        ("bun.com above dev.to", "is no pin"),
        ("bun.com first for", "is no pin"),
        ("bun.com/docs above bun.com for x", "neither a host"),
        ("bun.com above www.bun.com for x", "cannot stand above itself"),
        ("1.2.3.4 first for x", "neither a host"),
        ("javascript://x first for y", "neither a host"),
        ("https:// first for y", "neither a host"),
        ("https://ada:pw@bun.com/ first for y", "without credentials"),
        ("bun.com in the top 0 of x", "1 to 20"),
        ("bun.com in the top 21 of x", "1 to 20"),
        ("bun.com first for " + "x" * 401, "at most 400"),
        ("https://bun.com/" + "x" * 2000 + " first for y", "at most 2,000"),
    ],
)
def test_what_is_no_pin_is_a_sentence(line: str, why: str) -> None:
    with pytest.raises(BadRequest, match=why) as raised:
        expectation(line)
    if why == "is no pin":
        assert all(form in str(raised.value) for form in FORMS)


def test_lines_are_read_one_by_one_and_a_wrong_one_has_its_number() -> None:
    found = list(expectations("\nbun.com first for x\nnonsense\n\n`a.example` above b.example for y\n"))
    assert [str(one)[:18] for one in found] == ["`bun.com` first fo", "Line 3: “nonsense”", "`a.example` above "]
