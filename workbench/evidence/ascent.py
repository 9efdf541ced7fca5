"""Coordinate ascent on nDCG: one weight at a time, to where the graded topics are ordered best.

Metzler and Croft, "Linear feature-based models for information retrieval" (Information Retrieval 10, 2007).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from workbench.evidence.logistic import Floats
from workbench.evidence.observed import GradedList
from workbench.measure.ranking import dcg, ndcg

FACTORS = (0.0, 0.25, 0.5, 0.7, 0.85, 0.95, 1.05, 1.2, 1.4, 2.0, 4.0)
ROUNDS = 3
_GAIN = 1e-9
_AT_A_TIME = 2_000_000  # scores


def ascended(starts: Floats, lists: Sequence[GradedList], counted: NDArray[np.bool_], k: int) -> Floats:
    """Weights, problems × components, from the given ones on, under which the mean nDCG@k of the lists is not lower.

    `counted`, problems × lists, says which lists a problem goes by. Of a weight the best of a few multiples is taken;
    of as good ones the first. A problem without a list, or without a weight, stays as it is.
    """
    best = starts.copy()
    climbing = counted.any(1) & (starts.sum(1) > 0)
    if not climbing.any():
        return best
    table = _Table(lists, k)
    reached = _means(table, best[:, None, :], counted)[:, 0]
    for _ in range(ROUNDS):
        before = reached.copy()
        for at in range(best.shape[1]):
            _climb(table, best, reached, counted, at, np.flatnonzero(climbing))
        climbing &= reached > before + _GAIN
        if not climbing.any():
            break
    return best


def _climb(
    table: _Table, best: Floats, reached: Floats, counted: NDArray[np.bool_], at: int, rows: NDArray[np.int64]
) -> None:
    """Move one weight of these problems to its best multiple, where that gains."""
    size = max(1, _AT_A_TIME // (len(FACTORS) * table.grades.size))
    for part in (rows[start : start + size] for start in range(0, len(rows), size)):
        tried = np.repeat(best[part, None, :], len(FACTORS), 1)
        base = np.where(best[part, at] > 0, best[part, at], best[part].mean(1))
        tried[:, :, at] = base[:, None] * np.array(FACTORS)
        now = np.where(tried.sum(2) > 0, _means(table, tried, counted[part]), -1.0)
        first = now.argmax(1)
        gained = np.flatnonzero(now.max(1) > reached[part] + _GAIN)
        best[part[gained]] = tried[gained, first[gained]]
        reached[part[gained]] = now[gained, first[gained]]


def mean_ndcg(weights: Floats, lists: Sequence[GradedList], k: int) -> float:
    """The mean nDCG@k of the lists ordered by these weights; ties stay as they came."""
    return float(np.mean([_ndcg(weights, one, k) for one in lists]))


def _ndcg(weights: Floats, one: GradedList, k: int) -> float:
    order = np.argsort(-(one.components @ weights), kind="stable")
    return ndcg(one.grades[order].tolist(), one.grades.tolist(), k)


class _Table:
    """Graded lists as arrays, as wide as the longest: lists × sources, the sources that a list has not last."""

    def __init__(self, lists: Sequence[GradedList], k: int) -> None:
        width = max(len(one.grades) for one in lists)
        self.components = np.zeros((len(lists), width, lists[0].components.shape[1]))
        self.grades = np.zeros((len(lists), width))
        self.missing = np.ones((len(lists), width), bool)
        for row, one in enumerate(lists):
            self.components[row, : len(one.grades)] = one.components
            self.grades[row, : len(one.grades)] = one.grades
            self.missing[row, : len(one.grades)] = False
        self.ideals = np.array([dcg(sorted(one.grades.tolist(), reverse=True), k) for one in lists])
        self.discounts = 1 / np.log2(np.arange(min(k, width)) + 2)


def _means(table: _Table, weights: Floats, counted: NDArray[np.bool_]) -> Floats:
    """The mean nDCG of the lists that count, problems × candidates, of weights problems × candidates × components."""
    losses = -np.einsum("lsc,pmc->pmls", table.components, weights, optimize=True)
    losses[:, :, table.missing] = np.inf
    order = np.argsort(losses, axis=3, kind="stable")[:, :, :, : len(table.discounts)]
    gains = np.take_along_axis(np.broadcast_to(table.grades, losses.shape), order, 3) @ table.discounts
    shares = gains / np.where(table.ideals > 0, table.ideals, 1.0)
    return np.asarray(np.einsum("pml,pl->pm", shares, counted) / np.maximum(1, counted.sum(1))[:, None], np.float64)
