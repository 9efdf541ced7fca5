"""How alike two texts are, word by word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher


def similarity(new: Sequence[str], kept: Sequence[str]) -> float:
    """Ratcliff/Obershelp ratio of two token lists, 0..1: twice the matches over both lengths; 0 if one is empty.

    `difflib.SequenceMatcher` without its junk heuristic; the ratio depends on the order of the two.
    """
    if not new or not kept:
        return 0.0
    if list(new) == list(kept):
        return 1.0
    return SequenceMatcher(None, new, kept, autojunk=False).ratio()


def ceiling(new: Sequence[str], kept: Sequence[str]) -> float:
    """A value that `similarity` never exceeds, and cheaper: the shared tokens as if their order agreed."""
    if not new or not kept:
        return 0.0
    return _ceiling(Counter(new), Counter(kept), len(new) + len(kept))


def _ceiling(new: Mapping[str, int], kept: Mapping[str, int], length: int) -> float:
    shared = sum(min(count, kept[token]) for token, count in new.items() if token in kept)
    return 2.0 * shared / length if length else 0.0


def nearest(texts: Sequence[Sequence[str]]) -> list[float]:
    """For each token list its `similarity` to the other one most like it, 0..1; 0 where there is no other.

    The others are tried in the order of their ceilings, until none left could be nearer.
    """
    counts = [Counter(text) for text in texts]
    return [_nearest(texts, counts, place) for place in range(len(texts))]


def _nearest(texts: Sequence[Sequence[str]], counts: Sequence[Mapping[str, int]], place: int) -> float:
    one, count = texts[place], counts[place]
    ceilings = [(_ceiling(count, counts[at], len(one) + len(other)), at) for at, other in enumerate(texts)]
    del ceilings[place]
    best = 0.0
    for most, at in sorted(ceilings, reverse=True):
        if most <= best:
            break
        best = max(best, similarity(one, texts[at]))
    return best
