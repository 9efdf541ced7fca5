"""How alike two rankings are: rank-biased overlap, and the Jaccard index of their heads."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

PERSISTENCE = 0.9  # the first ten places carry 86% of the weight


def rank_biased_overlap(one: Sequence[Hashable], other: Sequence[Hashable], p: float = PERSISTENCE) -> float:
    """The overlap of two rankings, 0..1, extrapolated from the depth seen; two empty ones are the same.

    RBO_ext of Webber, Moffat and Zobel, "A similarity measure for indefinite rankings" (ACM TOIS 28(4), 2010),
    equation 32, for rankings without ties of the lengths s ≤ l, with X_d the number of things in both heads of d:
    (1 - p)/p · (Σ_{d=1..l} X_d/d · p^d + Σ_{d=s+1..l} X_s (d - s)/(s d) · p^d) + ((X_l - X_s)/l + X_s/s) · p^l.
    """
    short, long = sorted((one, other), key=len)
    if not short:
        return 1.0 if not long else 0.0
    s, l = len(short), len(long)  # noqa: E741  the letters of the paper
    first, second, common, total = set[Hashable](), set[Hashable](), 0, 0.0
    at_s = 0
    for depth in range(1, l + 1):
        new = {long[depth - 1]} | ({short[depth - 1]} if depth <= s else set())
        first.add(long[depth - 1])
        if depth <= s:
            second.add(short[depth - 1])
        common += len(new & first & second)
        if depth == s:
            at_s = common
        part = common / depth + (at_s * (depth - s) / (s * depth) if depth > s else 0.0)
        total += part * p**depth
    return (1 - p) / p * total + ((common - at_s) / l + at_s / s) * p**l


def jaccard(one: Sequence[Hashable], other: Sequence[Hashable], k: int) -> float:
    """What share of the things in either head of `k` is in both, 0..1; two empty ones are the same."""
    first, second = set(one[:k]), set(other[:k])
    return len(first & second) / len(first | second) if first | second else 1.0
