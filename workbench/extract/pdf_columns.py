"""In which order the words of a page are read: line by line, column by column where the page is set in columns.

A gutter is a place across the page that hardly any line covers while prose stands on both sides of it. A line that
crosses it (a title, a wide table) ends the columns above it.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import ceil
from operator import itemgetter

LINE_TOLERANCE = 3.0  # points between the tops of two words of one line, as pdfplumber has it

_STEP = 3.0
_MARGIN = 0.2  # of the width: a gutter lies between
_FEWEST_LINES = 5
_FEWEST_WORDS = 2.5  # a line and side; a table has fewer
_SMALLEST_SIDE = 0.15  # of the words beside a gutter: the last of three columns, half full
_MOST_CROSSING = 0.4  # of the lines
_FILLED = 0.5  # of the width of a column, by its middle line
_PARAGRAPH = 1.6  # times the usual distance of lines
_MOST_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Word:
    """A word and where it stands, in points from the top left; a `block` is a table, already written out."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    block: bool = False


Line = list[Word]


def text_of(words: Sequence[Word]) -> str:
    """The words in the order of reading, a line a line, a blank line between paragraphs."""
    return "\n\n".join(filter(None, (_joined(column) for column in _columns(_lines(words), _MOST_COLUMNS))))


def _lines(words: Sequence[Word]) -> list[Line]:
    """The words by line, from top to bottom and left to right."""
    lines: list[Line] = []
    last = 0.0
    for word in sorted(words, key=lambda word: word.top):
        if not lines or word.block or lines[-1][-1].block or word.top - last > LINE_TOLERANCE:
            lines.append([])
        lines[-1].append(word)
        last = word.top
    return [sorted(line, key=lambda word: word.x0) for line in lines]


def _columns(lines: list[Line], most: int) -> Iterator[list[Line]]:
    """Pieces of the page one after another, each read from top to bottom."""
    gutter = _gutter(lines) if most > 1 else None
    if gutter is None:
        yield lines
        return
    for whole, *sides in _bands(lines, gutter):
        yield whole
        for side in sides:
            yield from _columns(side, most - 1)


def _bands(lines: list[Line], gutter: float) -> Iterator[tuple[list[Line], list[Line], list[Line]]]:
    """The lines that cross a gutter, with those to its left and to its right that follow before the next that cross."""
    whole, left, right = band = ([], [], [])  # type: tuple[list[Line], list[Line], list[Line]]
    for line in lines:
        before = [word for word in line if word.x1 <= gutter]
        after = [word for word in line if word.x0 >= gutter]
        if len(before) + len(after) == len(line):
            left.extend([before] if before else [])
            right.extend([after] if after else [])
            continue
        if left or right:
            yield band
            whole, left, right = band = ([], [], [])
        whole.append(line)
    yield band


def _gutter(lines: list[Line]) -> float | None:
    """Where the columns part, None if the lines run across."""
    prose = [line for line in lines if not line[0].block]
    if len(prose) < _FEWEST_LINES:
        return None
    start = min(line[0].x0 for line in prose)
    end = max(word.x1 for line in prose for word in line)
    width = end - start
    first = start + _MARGIN * width
    free = _free(prose, first, int((1 - 2 * _MARGIN) * width / _STEP) + 1)
    places = [first + step * _STEP for step in range(len(free))]
    for gutter in _open_places(places, free, len(prose) * (1 - _MOST_CROSSING)):
        if _parts_prose([line for line in prose if _is_free(line, gutter)], gutter):
            return gutter
    return None


def _open_places(places: list[float], free: list[int], fewest: float) -> list[float]:
    """The middle of each stretch that enough lines leave open, the most open first."""
    found = []
    for count, stretch in groupby(zip(places, free, strict=True), key=itemgetter(1)):
        within = [place for place, _ in stretch]
        if count >= fewest:
            found.append((count, len(within), within[len(within) // 2]))
    return [place for _, _, place in sorted(found, reverse=True)]


def _free(lines: list[Line], first: float, count: int) -> list[int]:
    """How many lines leave each of the places open that follow one another across the page."""
    free = [len(lines)] * count
    for line in lines:
        near = _near(line)
        covered: set[int] = set()
        for word in line:
            lowest = max(0, ceil((word.x0 - near - first) / _STEP))
            covered.update(range(lowest, min(count, ceil((word.x1 + near - first) / _STEP))))
        for place in covered:
            free[place] -= 1
    return free


def _near(line: Line) -> float:
    """How near a word of the same sentence may stand."""
    return (line[0].bottom - line[0].top) / 3


def _is_free(line: Line, place: float) -> bool:
    """Whether no word of a line covers a place or stands near it."""
    return not any(word.x0 - _near(line) <= place < word.x1 + _near(line) for word in line)


def _parts_prose(lines: list[Line], gutter: float) -> bool:
    """Whether there is prose on both sides, not the cells of a table."""
    left = [side for line in lines if (side := [word for word in line if word.x1 <= gutter])]
    right = [side for line in lines if (side := [word for word in line if word.x0 >= gutter])]
    every = sum(map(len, left)) + sum(map(len, right))
    return all(_is_prose(side) and sum(map(len, side)) >= _SMALLEST_SIDE * every for side in (left, right))


def _is_prose(lines: list[Line]) -> bool:
    if len(lines) < _FEWEST_LINES:
        return False
    words = sum(any(char.isalpha() for char in word.text) for line in lines for word in line)
    start, end = min(line[0].x0 for line in lines), max(line[-1].x1 for line in lines)
    filled = statistics.median(line[-1].x1 - line[0].x0 for line in lines)
    return words >= _FEWEST_WORDS * len(lines) and filled >= _FILLED * (end - start)


def _joined(lines: list[Line]) -> str:
    """Lines under one another, with a blank line where the distance shows a paragraph, and around a block."""
    steps = [max(0.0, below[0].top - above[0].top) for above, below in pairwise(lines)]
    usual = statistics.median(steps) if steps else 0.0
    text = " ".join(word.text for word in lines[0]) if lines else ""
    for (above, below), step in zip(pairwise(lines), steps, strict=True):
        apart = above[0].block or below[0].block or step > _PARAGRAPH * usual
        text += ("\n\n" if apart else "\n") + " ".join(word.text for word in below)
    return text
