"""Judgments beside replayed runs: what is measured, what is said instead of a number, and what the fit is given."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.tuning.archives import archive_of
from workbench.evidence.judgments import Preference
from workbench.evidence.measures import Measures, measures, newest_runs, overlaps
from workbench.evidence.observed import graded_lists, observed
from workbench.measure.ranking import ndcg
from workbench.records import RunRecord
from workbench.settings import Settings
from workbench.settings.model import JudgmentSettings
from workbench.text import topic_key
from workbench.tuning.archive import Archive
from workbench.tuning.replay import Replay, replay
from workbench.urls import canonical

RULES = JudgmentSettings()


def with_sources(least: int, count: int = 6) -> list[RunRecord]:
    """Generated runs that keep at least so many distinct sources under the default settings."""
    runs = archive_of(120)
    found = replay(Archive(runs), Settings())
    return [run for place, run in enumerate(runs) if len(set(urls(found, place))) >= least][:count]


def urls(found: Replay, place: int) -> list[str]:
    return [canonical(source.url) for source in found.sources(place)]


def graded(found: Replay, place: int, *values: float) -> dict[tuple[str, str], float]:
    key = topic_key(found.archive.runs[place].topic)
    return {(key, url): value for url, value in zip(urls(found, place), values, strict=False)}


def measured(found: Replay, grades: dict[tuple[str, str], float]) -> Measures:
    return measures(found, grades, RULES)


@pytest.fixture(scope="module")
def found() -> Replay:
    return replay(Archive(with_sources(3)), Settings())


def test_without_judgments_there_is_no_number(found: Replay) -> None:
    told = measured(found, {})
    assert (told.ndcg, told.precision, told.mrr, told.coverage) == (None,) * 4
    assert (told.informative, told.not_informative, told.unjudged) == (0, 0, len(newest_runs(found)))


def test_a_topic_is_measured_in_full_precision_and_coverage_stands_beside_it(found: Replay) -> None:
    told = measured(found, graded(found, 0, 0, 3, 1))
    (topic,) = told.topics
    assert topic.ndcg == told.ndcg == ndcg([0, 3, 1], [0, 3, 1], RULES.cutoff)
    assert topic.coverage == 3 / min(RULES.cutoff, len(urls(found, 0)))
    assert (topic.reciprocal_rank, topic.precision) == (1 / 2, 1 / RULES.cutoff)


@pytest.mark.parametrize(
    ("values", "why"), [((2, 2, 2), "every grade is the same"), ((0, 0, 0), "every grade is the same"),
                        ((3, 1), "2 sources graded, 3 are asked for")],
)  # fmt: skip
def test_grades_that_tell_no_order_from_another_give_a_reason_and_no_number(
    found: Replay, values: tuple[float, ...], why: str
) -> None:
    told = measured(found, graded(found, 0, *values))
    assert told.topics[0].why == f"not informative: {why}"
    assert told.topics[0].ndcg is told.ndcg is None
    assert (told.not_informative, told.informative) == (1, 0)
    assert told.coverage is not None


def test_a_run_without_a_source_counts_as_nothing_right(found: Replay) -> None:
    grades = graded(found, 0, 0, 3, 1)
    thin = Settings.model_validate({"research": {"min_snippet_words": 400}})
    told = measured(replay(found.archive, thin), grades)
    assert (told.ndcg, told.precision, told.mrr, told.coverage) == (0.0, 0.0, 0.0, 1.0)


def test_runs_that_failed_are_skipped_and_counted() -> None:
    good, failed = with_sources(3)[0], with_sources(3)[1]
    failed = replace(failed, state="failed", judged=None)
    found = replay(Archive([good, failed]), Settings())
    told = measured(found, graded(found, 0, 0, 3, 1))
    assert (told.skipped, told.informative) == (1, 1)


def test_only_the_newest_run_of_a_topic_is_measured() -> None:
    old, new = with_sources(3)[:2]
    new = replace(new, topic=f"  {old.topic.upper()} ", number=old.number + 500)
    found = replay(Archive([new, old]), Settings())
    assert list(newest_runs(found).values()) == [0]
    assert [one.run for one in measured(found, graded(found, 0, 0, 3, 1)).topics] == [new.number]


def test_what_is_missing_from_the_ranking_still_counts_in_the_best_order(found: Replay) -> None:
    grades = graded(found, 0, 1, 2, 0)
    whole = measured(found, grades).ndcg
    missed = measured(found, {**grades, (topic_key(found.archive.runs[0].topic), "https://missed.example/"): 3}).ndcg
    assert whole is not None
    assert missed is not None
    assert missed < whole


def test_the_same_rankings_overlap_wholly(found: Replay) -> None:
    told = measured(found, graded(found, 0, 0, 3, 1))
    assert list(overlaps(found, found, told.topics)) == [pytest.approx(1.0)]


def test_a_preference_is_seen_where_one_run_holds_both_sources(found: Replay) -> None:
    key, (one, other, *_) = topic_key(found.archive.runs[0].topic), urls(found, 0)
    seen = observed(found, [Preference(key, one, other, 1.0), Preference(key, one, "https://gone.example/", 1.0)])
    assert (len(seen), seen.unseen) == (1, 1)
    first, second = (found.sources(0)[at].components.values() for at in (0, 1))
    assert seen.differences[0] == pytest.approx(np.array(first) - np.array(second))


def test_a_topic_is_listed_for_the_ascent_where_its_grades_differ(found: Replay) -> None:
    newest = newest_runs(found)
    assert graded_lists(found, newest, graded(found, 0, 2, 2, 2)) == []
    (one,) = graded_lists(found, newest, graded(found, 0, 0, 3))
    assert list(one.grades) == [0, 3]
    assert one.components == pytest.approx(np.array([found.sources(0)[at].components.values() for at in (0, 1)]))
    assert graded_lists(found, newest, graded(found, 0, 0, 3), 3) == []
