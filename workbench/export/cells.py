"""Cells of a CSV that no spreadsheet takes for a formula, and the way back to what they were."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

_GUARD = "'"
_DANGEROUS = frozenset("=+-@\t\r\n")
_QUOTES = frozenset("\"'`´")
_PASSED_OVER = frozenset({"Cc", "Cf", "Mn", "Me", "Pi", "Pf", "Zs", "Zl", "Zp"})
_SPLITS = re.compile(r"([;\t\r\n])")


def guarded(text: str) -> str:
    """The text, behind a mark if it could be taken for a formula.

    What follows a semicolon, a tab or a line break has a mark of its own: a spreadsheet may split there.
    """
    return _marked(_each_piece(_marked, text))


def unguarded(cell: str) -> str:
    """The text that `guarded` made the cell of."""
    return _each_piece(_unmarked, _unmarked(cell))


def _each_piece(done: Callable[[str], str], text: str) -> str:
    head, *rest = _SPLITS.split(text)
    return head + "".join(piece if place % 2 == 0 else done(piece) for place, piece in enumerate(rest))


def _marked(text: str) -> str:
    return _GUARD + text if _is_risky(text) else text


def _unmarked(text: str) -> str:
    return text[1:] if text.startswith(_GUARD) and _is_risky(text[1:]) else text


def _is_risky(text: str) -> bool:
    """Whether the first character that counts begins a formula; blanks, quotes and marks do not count.

    A tab or a line break counts at once. Full-width, small and raised forms count as what they stand for.
    """
    for char in text:
        if _DANGEROUS & set(unicodedata.normalize("NFKC", char)):
            return True
        if char not in _QUOTES and unicodedata.category(char) not in _PASSED_OVER:
            return False
    return False
