"""The characters of a PDF page that a reader sees: on the page, large enough, and not white on white."""

from __future__ import annotations

from typing import Any

from workbench.extract.pdf_tables import Char

_SMALLEST = 1.0  # points
_OVERFLOW = 72.0  # points beyond the page: a line too long, not a hidden one
_WHITE = ((1,), (1, 1, 1), (0, 0, 0, 0))
_FEWEST_LETTERS = 12  # fewer are a slip of the layout, not words kept from a reader


def drawn(page: Any) -> tuple[list[Char], bool]:
    """The characters that a reader sees, and whether there are words that none does."""
    grounds = _grounds(page) if any(_is_white(char) for char in page.chars) else []
    left, top, right, bottom = page.bbox
    page_box = (left - _OVERFLOW, top - _OVERFLOW, right + _OVERFLOW, bottom + _OVERFLOW)
    seen: list[Char] = []
    hidden = 0
    for char in page.chars:
        if _is_on(page_box, char) and char["size"] >= _SMALLEST and not _is_lost(char, grounds):
            seen.append(char)
        else:
            hidden += char["text"].isalpha()
    return seen, hidden >= _FEWEST_LETTERS


def _grounds(page: Any) -> list[tuple[float, float, float, float]]:
    """The boxes on which white letters can be read."""
    shapes = [shape for shape in (*page.rects, *page.curves) if shape.get("fill") and not _is_white(shape)]
    return [(shape["x0"], shape["top"], shape["x1"], shape["bottom"]) for shape in (*page.images, *shapes)]


def _is_white(thing: dict[str, Any]) -> bool:
    """Whether a thing is filled with white, in grey, RGB or CMYK."""
    return thing.get("non_stroking_color") in _WHITE


def _is_lost(char: Char, grounds: list[tuple[float, float, float, float]]) -> bool:
    """Whether a white letter stands on nothing."""
    return _is_white(char) and not any(_is_on(ground, char) for ground in grounds)


def _is_on(box: tuple[float, float, float, float], char: Char) -> bool:
    x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
    return bool(box[0] <= x <= box[2] and box[1] <= y <= box[3])
