"""How alike two texts are, word by word; what was compared once is remembered, for a slider asks it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

Tokens = tuple[str, ...]
Block = tuple[int, int, int]


def similarity(new: Sequence[str], kept: Sequence[str]) -> float:
    """Ratcliff/Obershelp ratio of two token lists, 0..1: twice the matches over both lengths; 0 if one is empty.

    What `difflib.SequenceMatcher` gives without its junk heuristic; the ratio depends on the order of the two.
    """
    if not new or not kept:
        return 0.0
    return _ratio(tuple(new), tuple(kept))


@lru_cache(maxsize=1 << 15)  # every pair of 180 texts
def _ratio(new: Tokens, kept: Tokens) -> float:
    return 1.0 if new == kept else 2.0 * _matched(new, kept) / (len(new) + len(kept))


@lru_cache(maxsize=1 << 12)
def _places(text: Tokens) -> Mapping[str, Sequence[int]]:
    """Where each token stands in the text."""
    found: dict[str, list[int]] = {}
    for place, token in enumerate(text):
        found.setdefault(token, []).append(place)
    return found


def _matched(new: Tokens, kept: Tokens) -> int:
    """How many tokens the matching blocks hold.

    The longest block, of several the first in `new` and then in `kept`, and so on left and right of it.
    """
    total = 0
    todo = [(0, len(new), 0, len(kept), _blocks(new, kept))]
    while todo:
        low, high, begin, end, blocks = todo.pop()
        size, at, other, left = _longest(low, high, begin, end, blocks)
        if size == 1:
            total += _one_by_one(left)
        elif size:
            total += size
            todo.append((low, at, begin, other, left))
            todo.append((at + size, high, other + size, end, left))
    return total


def _blocks(new: Tokens, kept: Tokens) -> list[Block]:
    """Every run of tokens that both hold and that goes on in neither direction: where it stands in both, its length."""
    where = _places(kept)
    found = []
    here, there = len(new), len(kept)
    for at, token in enumerate(new):
        if token in where:
            for other in where[token]:
                if at and other and new[at - 1] == kept[other - 1]:
                    continue
                size = 1
                while at + size < here and other + size < there and new[at + size] == kept[other + size]:
                    size += 1
                found.append((at, other, size))
    return found


def _longest(low: int, high: int, begin: int, end: int, blocks: list[Block]) -> tuple[int, int, int, list[Block]]:
    """The longest block in a range, the first of several: its length, its two places, and all that lie in the range."""
    longest = first = second = 0
    inside = []
    for at, other, size in blocks:
        cut = low - at if low - at > begin - other else begin - other
        if cut > 0:
            at, other, size = at + cut, other + cut, size - cut
        if at + size > high:
            size = high - at
        if other + size > end:
            size = end - other
        if size > 0:
            inside.append((at, other, size))
            if size > longest or (size == longest and (at < first or (at == first and other < second))):
                longest, first, second = size, at, other
    return longest, first, second, inside


def _one_by_one(blocks: list[Block]) -> int:
    """How many tokens match where every block is a single one: the first, then the first right of it, and so on."""
    total = right = beyond = 0
    for at, other, _ in sorted(blocks):
        if at >= right and other >= beyond:
            total, right, beyond = total + 1, at + 1, other + 1
    return total


def ceiling(new: Sequence[str], kept: Sequence[str]) -> float:
    """A value that `similarity` never exceeds, and cheaper: the shared tokens as if their order agreed."""
    if not new or not kept:
        return 0.0
    return _ceiling(tuple(new), tuple(kept))


@lru_cache(maxsize=1 << 15)
def _ceiling(new: Tokens, kept: Tokens) -> float:
    ours, theirs = _counts(new), _counts(kept)
    shared = sum(min(count, theirs[token]) for token, count in ours.items() if token in theirs)
    return 2.0 * shared / (len(new) + len(kept))


@lru_cache(maxsize=1 << 12)
def _counts(text: Tokens) -> Mapping[str, int]:
    return dict(Counter(text))


def nearest(texts: Sequence[Sequence[str]]) -> list[float]:
    """For each token list its `similarity` to the other one most like it, 0..1; 0 where there is no other."""
    held = [tuple(text) for text in texts]
    found = _nearest(tuple(sorted(held)))
    return [found[text] for text in held]


@lru_cache(maxsize=256)
def _nearest(texts: tuple[Tokens, ...]) -> Mapping[Tokens, float]:
    return {text: _to_nearest(text, [*texts[:place], *texts[place + 1 :]]) for place, text in enumerate(texts)}


def _to_nearest(text: Tokens, others: Sequence[Tokens]) -> float:
    """The others are tried in the order of their ceilings, until none left could be nearer."""
    best = 0.0
    for most, other in sorted(((ceiling(text, other), other) for other in others), reverse=True):
        if most <= best:
            break
        best = max(best, similarity(text, other))
    return best


def forget() -> None:
    """Remember nothing of what was compared."""
    for remembered in (_ratio, _places, _ceiling, _counts, _nearest):
        remembered.cache_clear()
