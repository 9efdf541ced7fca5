"""How good a ranking is by what people judged of its sources: nDCG, precision, reciprocal rank, coverage.

A ranking is given as the grades of its sources in their order, `None` for one that nobody judged. A source that nobody
judged gains nothing, and is not relevant; `coverage` says how many those are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2

Grades = Sequence[float | None]


def dcg(grades: Iterable[float], k: int) -> float:
    """The discounted gain of the first k: Σ grade / log2(rank + 1), ranks from 1."""
    return sum(grade / log2(rank + 1) for rank, grade in enumerate(list(grades)[:k], 1))


def ndcg(ranking: Grades, judged: Iterable[float], k: int) -> float:
    """nDCG@k, 0..1: the gain of the first k by that of the best order of everything judged, also of what is missing.

    Järvelin and Kekäläinen (ACM TOIS 20(4), 2002) with the grade itself as gain and log2 as discount, as in trec_eval.
    0 where no judged grade is above 0.
    """
    ideal = dcg(sorted(judged, reverse=True), k)
    return dcg((grade or 0.0 for grade in ranking), k) / ideal if ideal > 0 else 0.0


def precision(ranking: Grades, relevant_from: float, k: int) -> float:
    """P@k, 0..1: the share of k places that hold a source of at least that grade; an empty place holds none."""
    return sum(_is_relevant(grade, relevant_from) for grade in ranking[:k]) / k


def reciprocal_rank(ranking: Grades, relevant_from: float) -> float:
    """1 by the rank of the first source of at least that grade; 0 if there is none. Its mean over topics is the MRR."""
    return next((1 / rank for rank, grade in enumerate(ranking, 1) if _is_relevant(grade, relevant_from)), 0.0)


def coverage(ranking: Grades, k: int) -> float:
    """Coverage@k, 0..1: the share of the sources in the first k that were judged; 1 if there is none to judge."""
    head = ranking[:k]
    return sum(grade is not None for grade in head) / len(head) if head else 1.0


def _is_relevant(grade: float | None, relevant_from: float) -> bool:
    return grade is not None and grade >= relevant_from
