"""No cell is a formula to a spreadsheet, wherever it splits, and each is read back as it was."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from workbench.export.cells import guarded, unguarded


def begins_a_formula(cell: str) -> bool:
    """What a spreadsheet may make of a cell, after blanks, quotes and marks."""
    skipped = cell.lstrip(' \u00a0\u3000"“”‘’\u200b\u200e\u200f\ufeff')
    return bool(skipped) and unicodedata.normalize("NFKC", skipped[0]) in {*"=+-@", "\t", "\r", "\n"}


@effort(deadline=None)
@given(st.text(st.characters(exclude_categories=())))
def test_any_text_is_guarded_and_read_back(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not begins_a_formula(guarded(text))


@effort(deadline=None)
@given(st.text("'=+-@ \t\r\n\"“＝＋\u200b\u00a0a;,", max_size=8))
def test_marks_before_marks_are_read_back_too(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert unguarded(guarded(guarded(text))) == guarded(text)
    assert not any(begins_a_formula(piece) for piece in re.split(r"[;\t\r\n]", guarded(text)))


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("plain", "plain"),
        ("", ""),
        ("-0.5", "'-0.5"),
        ("'=1", "''=1"),
        ("'tis", "'tis"),
        ("a=1", "a=1"),
        ("﹣1", "'﹣1"),
        ("\tx", "'\tx"),
        (" x", " x"),
        ("a;=1", "a;'=1"),
        ("=1;b; @c", "'=1;b;' @c"),
    ],
)
def test_only_what_could_be_a_formula_gets_the_mark(text: str, cell: str) -> None:
    assert guarded(text) == cell
