"""Measures of a ranking: by hand, beside ir-measures on real qrels, and what they never do."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from contextlib import closing
from math import log2
from typing import Any

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import shared
from workbench.measure.ranking import Grades, coverage, ndcg, precision, reciprocal_rank

MOST_QUERIES, DEPTH = 80, 50
GRADES = st.lists(st.one_of(st.none(), st.integers(0, 3).map(float)), max_size=12)

# ranking, everything judged, k, and nDCG worked by hand with 1, 0.63093, 0.5, 0.43068, 0.38685, 0.35621 as discounts
BY_HAND = [
    ([3, 2, 3, 0, 1, 2], [3, 2, 3, 0, 1, 2], 6, 6.861126688593502 / 7.1409951840957355),
    ([0, 3], [0, 3], 2, 0.6309297535714575),
    ([None, 3], [3], 2, 0.6309297535714575),
    ([1, None, None], [1, 3], 3, 1 / 3.6309297535714573),
    ([2, 1, 3], [2, 1, 3], 1, 2 / 3),
    ([3, 3], [3, 3], 5, 1.0),
    ([], [2, 1], 5, 0.0),
    ([0, 0], [0, 0], 5, 0.0),
]


@pytest.mark.parametrize(("ranking", "judged", "k", "worked"), BY_HAND)
def test_ndcg_is_what_was_worked_by_hand(ranking: Grades, judged: list[float], k: int, worked: float) -> None:
    assert ndcg(ranking, judged, k) == pytest.approx(worked, abs=1e-9)


def test_precision_counts_empty_places_and_the_threshold_decides() -> None:
    assert precision([3, 1, None, 2], 2, 5) == 2 / 5
    assert precision([3, 1, None, 2], 1, 5) == 3 / 5
    assert precision([3, 1, None, 2], 3, 1) == 1.0


def test_the_reciprocal_rank_is_that_of_the_first_relevant_source() -> None:
    assert reciprocal_rank([None, 1, 2], 2) == 1 / 3
    assert reciprocal_rank([1, None], 2) == 0.0


def test_coverage_is_over_the_sources_that_there_are() -> None:
    assert coverage([1, None, None, 3], 3) == 1 / 3
    assert coverage([0, 0], 5) == 1.0
    assert coverage([], 5) == 1.0


def cranfield() -> tuple[dict[str, list[str]], dict[str, dict[str, int]]]:
    """Rankings of the collection by SQLite's BM25, and its qrels."""
    folder = shared("data", "retrieval", "cranfield")
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute("CREATE VIRTUAL TABLE found USING fts5(id UNINDEXED, text, tokenize='porter')")
        for line in (folder / "corpus.jsonl").read_text("utf-8").splitlines():
            one = json.loads(line)
            base.execute("INSERT INTO found VALUES (?, ?)", (one["_id"], f"{one.get('title', '')} {one['text']}"))
        rankings = {}
        for line in (folder / "queries.jsonl").read_text("utf-8").splitlines()[:MOST_QUERIES]:
            query: dict[str, Any] = json.loads(line)
            words = " OR ".join(re.findall(r"\w+", query["text"]))
            rows = base.execute("SELECT id FROM found WHERE found MATCH ? ORDER BY rank LIMIT ?", (words, DEPTH))
            rankings[query["_id"]] = [row[0] for row in rows]
    with (folder / "qrels.tsv").open(encoding="utf-8", newline="") as file:
        qrels: dict[str, dict[str, int]] = {}
        for row in csv.DictReader(file, delimiter="\t"):
            qrels.setdefault(row["query-id"], {})[row["corpus-id"]] = int(row["score"])
    return rankings, {query: grades for query, grades in qrels.items() if query in rankings}


def test_every_measure_is_that_of_ir_measures_on_real_rankings() -> None:
    rankings, qrels = cranfield()
    judged = [ir_measures.Qrel(query, page, grade) for query, grades in qrels.items() for page, grade in grades.items()]
    run = [
        ir_measures.ScoredDoc(query, page, -float(place))
        for query, pages in rankings.items()
        for place, page in enumerate(pages)
    ]
    for k in (1, 5, 10, 20):
        asked = [ir_measures.nDCG @ k, ir_measures.P(rel=2) @ k, ir_measures.RR(rel=2), ir_measures.Judged @ k]
        theirs = {(one.query_id, str(one.measure)): one.value for one in ir_measures.iter_calc(asked, judged, run)}
        for query, grades in qrels.items():
            ranking = [grades.get(page) for page in rankings[query]]
            ours = (
                ndcg(ranking, grades.values(), k), precision(ranking, 2, k), reciprocal_rank(ranking, 2),
                coverage(ranking, k),
            )  # fmt: skip
            assert ours == pytest.approx([theirs[query, str(one)] for one in asked], abs=1e-9)


@given(GRADES, GRADES, st.integers(1, 12))
def test_ndcg_lies_between_0_and_1_and_a_better_order_never_loses(ranking: Grades, rest: Grades, k: int) -> None:
    judged = [grade for grade in (*ranking, *rest) if grade is not None]
    value = ndcg(ranking, judged, k)
    assert 0 <= value <= 1 + 1e-12
    best = sorted(ranking, key=lambda grade: -(grade or 0.0))
    assert ndcg(best, judged, k) >= value - 1e-12
    if judged and max(judged) > 0:
        assert ndcg(sorted(judged, reverse=True), judged, k) == pytest.approx(1.0)


@given(GRADES, st.integers(1, 12))
def test_nothing_after_k_counts(ranking: Grades, k: int) -> None:
    judged = [grade for grade in ranking if grade is not None]
    assert ndcg(ranking[:k], judged, k) == ndcg(ranking, judged, k)
    assert precision(ranking[:k], 2, k) == precision(ranking, 2, k)


def test_the_discount_is_log2_of_the_rank_and_one() -> None:
    assert ndcg([None, None, 2], [2], 3) == pytest.approx(1 / log2(4), abs=1e-12)
