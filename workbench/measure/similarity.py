"""How alike two texts are, word by word; what was compared once is remembered, for a slider asks it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

Tokens = tuple[str, ...]


def similarity(new: Sequence[str], kept: Sequence[str]) -> float:
    """Ratcliff/Obershelp ratio of two token lists, 0..1: twice the matches over both lengths; 0 if one is empty.

    `difflib.SequenceMatcher` without its junk heuristic; the ratio depends on the order of the two.
    """
    if not new or not kept:
        return 0.0
    return _ratio(tuple(new), tuple(kept))


@lru_cache(maxsize=1 << 15)  # every pair of 180 texts
def _ratio(new: Tokens, kept: Tokens) -> float:
    return 1.0 if new == kept else SequenceMatcher(None, new, kept, autojunk=False).ratio()


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
    for remembered in (_ratio, _ceiling, _counts, _nearest):
        remembered.cache_clear()
