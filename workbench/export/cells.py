"""Cells of a CSV that no spreadsheet takes for a formula, and the way back to what they were."""

from __future__ import annotations

import csv
import io
import unicodedata

_GUARD = "'"
_DANGEROUS = frozenset("=+-@\t\r\n")
_QUOTES = frozenset("\"'`´")
_PASSED_OVER = frozenset({"Cc", "Cf", "Mn", "Me", "Pi", "Pf", "Zs", "Zl", "Zp"})


def guarded(text: str) -> str:
    """The text, behind a mark if it could be taken for a formula."""
    return _GUARD + text if _is_risky(text) else text


def unguarded(cell: str) -> str:
    """The text that `guarded` made the cell of."""
    return cell[1:] if cell.startswith(_GUARD) and _is_risky(cell[1:]) else cell


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


def read_csv(text: str) -> list[dict[str, str]]:
    """The rows of an exported CSV with the texts as they were, with or without a byte order mark."""
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    return [{key: unguarded(value) for key, value in row.items()} for row in rows]
