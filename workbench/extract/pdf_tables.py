"""The ruled tables of a PDF page as Markdown, and the characters that stand outside them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from pdfplumber.utils.text import extract_text

from workbench.text import one_line

Box = tuple[float, float, float, float]
Char = dict[str, Any]

_MOST_EDGES = 800  # a map or a chart has more; the search for crossings is quadratic
_MOST_CELLS = 4000
_FEWEST_FILLED = 0.3
_PIPE = re.compile(r"(\\*)\|")


@dataclass(frozen=True, slots=True)
class Table:
    """A table written as Markdown, and the box it stands in."""

    box: Box
    markdown: str


def take_tables(page: Any, chars: list[Char]) -> tuple[list[Table], list[Char]]:
    """The tables of a page, and the characters that stand in none of them."""
    tables = []
    for found in _found(page):
        inside, outside = _parted(chars, found.bbox)
        rows = _rows(found, inside)
        if _is_table(rows):
            tables.append(Table(found.bbox, _markdown(rows)))
            chars = outside
    return tables, chars


def _found(page: Any) -> list[Any]:
    ruled = len(page.rects) + len(page.lines) + len(page.curves)
    if ruled < 2 or ruled > _MOST_EDGES or len(page.edges) > _MOST_EDGES:
        return []
    return [table for table in page.find_tables() if 2 < _grid(table) <= _MOST_CELLS]


def _grid(table: Any) -> int:
    """How many places the rows and columns of a table make."""
    return len({cell[0] for cell in table.cells}) * len({cell[1] for cell in table.cells})


def _parted(chars: list[Char], box: Box) -> tuple[list[Char], list[Char]]:
    """The characters in a box and those outside it."""
    parted: tuple[list[Char], list[Char]] = ([], [])
    for char in chars:
        x, y = _middle(char)
        parted[not (box[0] <= x < box[2] and box[1] <= y < box[3])].append(char)
    return parted


def _middle(char: Char) -> tuple[float, float]:
    return (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2


def _rows(table: Any, chars: list[Char]) -> list[list[str]]:
    """The texts of the cells; a cell that spans several stands in the first of them."""
    lefts, tops = (sorted({cell[axis] for cell in table.cells}) for axis in (0, 1))
    cells = sorted(table.cells, key=itemgetter(1, 0))
    held: dict[Box, list[Char]] = defaultdict(list)
    index: dict[tuple[int, int], Box] = {}
    for cell in cells:
        for row in range(bisect_right(tops, cell[1]) - 1, bisect_right(tops, cell[3] - 0.01)):
            for column in range(bisect_right(lefts, cell[0]) - 1, bisect_right(lefts, cell[2] - 0.01)):
                index[row, column] = cell
    for char in chars:
        x, y = _middle(char)
        if cell := index.get((bisect_right(tops, y) - 1, bisect_right(lefts, x) - 1)):
            held[cell].append(char)
    texts = {cell: one_line(extract_text(inside)) for cell, inside in held.items()}
    at = {(cell[1], cell[0]): texts.get(cell, "") for cell in cells}
    columns = [[at.get((top, left), "") for top in tops] for left in lefts]
    return [list(row) for row in zip(*filter(any, columns), strict=True) if any(row)]


def _is_table(rows: list[list[str]]) -> bool:
    """Whether rows and columns hold something: a frame, a chart or a form does not."""
    places = len(rows) * len(rows[0]) if rows else 0
    filled = sum(bool(text) for row in rows for text in row)
    return len(rows) > 1 and places > len(rows) and filled >= max(3, _FEWEST_FILLED * places)


def _markdown(rows: list[list[str]]) -> str:
    """The rows with the first as the head; a bar in a cell cannot end it."""
    head, *others = ["| " + " | ".join(_PIPE.sub(r"\1\1\\|", text) for text in row) + " |" for row in rows]
    return "\n".join([head, "|" + "---|" * len(rows[0]), *others])
