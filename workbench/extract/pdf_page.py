"""One page of a PDF: its words in order, its tables, and whether a reader would find any.

A first reading that runs words together or takes them apart is read again with tolerances that follow the size of
the letters; the reading with the most plausible words counts.
"""

from __future__ import annotations

import re
import statistics
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pdfplumber.utils.text import extract_text, extract_words

from workbench.extract.legible import is_legible, plausible_share, spaced_share
from workbench.extract.pdf_columns import Word, text_of
from workbench.extract.pdf_hidden import drawn
from workbench.extract.pdf_tables import Char, take_tables
from workbench.text import one_line

_TOLERANCES: tuple[dict[str, Any], ...] = ({"x_tolerance_ratio": 0.15}, {"x_tolerance_ratio": 0.6})
_GOOD = 0.985
_BETTER = 0.01  # by so much a reading with other tolerances is better than the plain one
_UNMAPPED = re.compile(r"\(cid:\d+\)")
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
_MOST_DOUBLED = 0.35
_TITLE_SIZE = 1.15  # times the usual height of words
_FEWEST_TITLE, _MOST_TITLE = 8, 300


@dataclass(frozen=True, slots=True)
class PdfPage:
    """What one page gives: `headline` is its largest words, `pictured` the share of it that pictures cover."""

    text: str
    headline: str = ""
    pictured: float = 0.0
    legible: bool = True
    hidden: bool = False


def read_pdf_page(page: Any) -> PdfPage:
    """The text of one page, and what stands in its way."""
    found, hidden = drawn(page)
    chars = [_mapped(char) for char in found]
    pictured = _pictured(page)
    if sum(char["upright"] for char in chars) * 2 < len(chars):
        text, headline = extract_text(chars), ""
    else:
        tables, outside = take_tables(page, chars)
        words = _best_words([char for char in outside if char["upright"]])
        text = text_of([*words, *(Word(table.markdown, *_across(table.box), block=True) for table in tables)])
        headline = _headline(words)
    if not is_legible(text):
        return PdfPage("", "", pictured, legible=False, hidden=hidden)
    return PdfPage(_PRIVATE.sub("", text), _PRIVATE.sub("", headline), pictured, hidden=hidden)


def _mapped(char: Char) -> Char:
    """The character, replaced where its font only gives a number for it."""
    return char | {"text": "\ufffd"} if _UNMAPPED.fullmatch(char["text"]) else char


def _across(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """The box with its sides first, as a word has them."""
    return box[0], box[2], box[1], box[3]


def _best_words(chars: list[Char]) -> list[Word]:
    """The words of the reading in which most of them are plausible; the plain one unless another is better."""
    first = _words(chars, {})
    if _is_doubled(first):
        chars = _once(chars)
        first = _words(chars, {})
    if spaced_share(_running(first)) >= _GOOD:
        return first
    best = max((_words(chars, tolerance) for tolerance in _TOLERANCES), key=_merit)
    return best if _merit(best) > _merit(first) + _BETTER else first


def _words(chars: list[Char], tolerance: dict[str, Any]) -> list[Word]:
    found = extract_words(chars, **tolerance)
    return [Word(word["text"], word["x0"], word["x1"], word["top"], word["bottom"]) for word in found]


def _running(words: list[Word]) -> str:
    return " ".join(word.text for word in words)


def _merit(words: list[Word]) -> float:
    text = _running(words)
    return spaced_share(text) * plausible_share(text)


def _is_doubled(words: list[Word]) -> bool:
    """Whether most letters stand twice: they were drawn twice to look bold."""
    letters = "".join(char for word in words for char in word.text if char.isalpha())
    return sum(one == two for one, two in pairwise(letters)) > _MOST_DOUBLED * max(1, len(letters))


def _once(chars: list[Char]) -> list[Char]:
    """The characters without those drawn again where the same one stands."""
    seen: set[tuple[str, int, int]] = set()
    kept = []
    for char in chars:
        x, y = round(char["x0"]), round(char["top"])
        if not any((char["text"], x + dx, y + dy) in seen for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            kept.append(char)
        seen.add((char["text"], x, y))
    return kept


def _headline(words: list[Word]) -> str:
    """The words of the largest size, "" where none stands out."""
    if not words:
        return ""
    heights = [word.bottom - word.top for word in words]
    for size in sorted({round(height, 1) for height in heights}, reverse=True):
        if size < _TITLE_SIZE * statistics.median(heights):
            break
        text = one_line(_running([word for word, height in zip(words, heights, strict=True) if height > 0.95 * size]))
        if _FEWEST_TITLE <= len(text) <= _MOST_TITLE and any(char.isalpha() for char in text):
            return text
    return ""


def _pictured(page: Any) -> float:
    """The share of the page that pictures cover, those that lie over one another counted twice."""
    area = sum(abs(image["x1"] - image["x0"]) * abs(image["bottom"] - image["top"]) for image in page.images)
    return float(area / max(1, page.width * page.height))
