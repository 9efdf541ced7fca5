"""How alike two texts are, word by word; what was compared once is remembered, for a slider asks it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

Tokens = tuple[str, ...]


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

    The longest block, of several the first in `new` and then in `kept`, and so on left and right of it. Only tokens
    that both hold are looked at.
    """
    where = _places(kept)
    shared = [(at, where[token]) for at, token in enumerate(new) if token in where]
    total = 0
    todo = [(0, len(shared), 0, len(kept))]
    while todo:
        low, high, begin, end = todo.pop()
        size, last, at = _longest(shared[low:high], begin, end)
        last += low
        if size == 1:  # the first block is a single token, so none stands left of it: one pass finds the rest
            total += _one_by_one(shared[last:high], begin, end)
        elif size:
            total += size
            todo.append((low, last - size + 1, begin, at - size + 1))
            todo.append((last + 1, high, at + 1, end))
    return total


def _longest(shared: Sequence[tuple[int, Sequence[int]]], begin: int, end: int) -> tuple[int, int, int]:
    """The length of the longest block in the range, and its last place in both."""
    size = last = at = 0
    before, lengths = -2, dict[int, int]()
    for index, (place, others) in enumerate(shared):
        if place != before + 1:
            lengths = {}
        before, longer = place, dict[int, int]()
        for other in others:
            if begin <= other < end:
                length = longer[other] = lengths.get(other - 1, 0) + 1
                if length > size:
                    size, last, at = length, index, other
        lengths = longer
    return size, last, at


def _one_by_one(shared: Sequence[tuple[int, Sequence[int]]], begin: int, end: int) -> int:
    """How many tokens match in a range in which no two neighbours do."""
    total = 0
    for _, others in shared:
        for other in others:
            if begin <= other < end:
                total, begin = total + 1, other + 1
                break
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
