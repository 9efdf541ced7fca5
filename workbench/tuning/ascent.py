"""Coordinate ascent on nDCG: one weight at a time, to where the graded topics are ordered best.

Metzler and Croft, "Linear feature-based models for information retrieval" (Information Retrieval 10, 2007).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from workbench.measure.ranking import ndcg
from workbench.tuning.logistic import Floats
from workbench.tuning.observed import GradedList

FACTORS = (0.0, 0.25, 0.5, 0.7, 0.85, 0.95, 1.05, 1.2, 1.4, 2.0, 4.0)
ROUNDS = 3
_GAIN = 1e-9


def ascended(weights: Floats, lists: Sequence[GradedList], k: int) -> Floats:
    """Weights, from the given ones on, under which the mean nDCG@k of the lists is not lower; the same without any."""
    if not lists or weights.sum() <= 0:
        return weights
    best, reached = weights, mean_ndcg(weights, lists, k)
    for _ in range(ROUNDS):
        before = reached
        for at in range(len(weights)):
            for factor in FACTORS:
                tried = best.copy()
                tried[at] = best[at] * factor if best[at] > 0 else factor * float(best.mean())
                if tried.sum() > 0 and (now := mean_ndcg(tried, lists, k)) > reached + _GAIN:
                    best, reached = tried, now
        if reached <= before + _GAIN:
            break
    return best


def mean_ndcg(weights: Floats, lists: Sequence[GradedList], k: int) -> float:
    """The mean nDCG@k of the lists ordered by these weights; ties stay as they came."""
    return float(np.mean([_ndcg(weights, one, k) for one in lists]))


def _ndcg(weights: Floats, one: GradedList, k: int) -> float:
    order = np.argsort(-(one.components @ weights), kind="stable")
    return ndcg([None if np.isnan(grade) else float(grade) for grade in one.grades[order]], one.judged, k)
