"""How alike two texts are, word by word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
    shared = sum((Counter(new) & Counter(kept)).values())
    return 2.0 * shared / (len(new) + len(kept))
