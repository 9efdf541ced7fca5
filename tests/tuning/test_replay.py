"""A replay of many runs is, to the last bit, what the judging gives for each of them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date

import pytest

from tests.tuning.archives import archive_of, changed, own, run, tried, without_texts
from workbench.records import Judged, RunRecord
from workbench.settings import Settings
from workbench.tuning.archive import Archive
from workbench.tuning.replay import Replay, replay
from workbench.tuning.rescore import rescore

RUNS = archive_of(200)


def outcome(judged: Judged) -> list[object]:
    return [
        (
            one.url,
            one.domain,
            one.read.hit.title,
            one.components,
            one.score,
            one.position,
            sorted((member.hit.url, member.similarity) for member in one.cluster if member.reason != "url"),
            one.read.readable,
        )
        for one in judged.sources
    ]


def replayed(found: Replay, place: int) -> list[object]:
    return [
        (one.url, one.host, one.title, one.components, one.score, one.position, sorted(one.copies), one.readable)
        for one in found.sources(place)
    ]


def judged_again(record: RunRecord, settings: Settings, today: date | None = None) -> Judged:
    return rescore(replace(record, today=today or record.today), settings).judged


def test_two_hundred_runs_under_their_own_settings_are_what_is_stored() -> None:
    archive = Archive(map(without_texts, RUNS))
    found = replay(archive)
    for place, record in enumerate(RUNS):
        assert record.judged is not None
        assert replayed(found, place) == outcome(record.judged)
        assert rescore(archive.runs[place], own(record)).judged.dropped == record.judged.dropped
    assert 0 < len(archive.one_by_one) < 100
    assert sum(found.counts()) > 500


@pytest.mark.parametrize("seed", range(12))
def test_under_other_settings_every_run_is_what_the_judging_gives(seed: int) -> None:
    archive, settings = Archive(RUNS), tried(random.Random(1000 + seed))
    for tuned in (
        settings,
        changed(settings, search_rank_weight=0.9),
        changed(settings, tier1_domains=("shop.example",)),
    ):
        found = replay(archive, tuned)
        for place, record in enumerate(RUNS):
            assert replayed(found, place) == outcome(judged_again(record, tuned))


def test_another_day_than_the_run_s_own_ages_every_source() -> None:
    day = date(2028, 1, 1)
    found = replay(Archive(RUNS), Settings(), day)
    for place, record in enumerate(RUNS):
        assert replayed(found, place) == outcome(judged_again(record, Settings(), day))


def test_weights_of_0_keep_the_search_order() -> None:
    still = changed(
        Settings(), credibility_weight=0.0, snippet_quality_weight=0.0, recency_weight=0.0, uniqueness_weight=0.0,
        search_rank_weight=0.0,
    )  # fmt: skip
    found = replay(Archive(RUNS), still)
    for place in range(len(RUNS)):
        positions = [one.position for one in found.sources(place)]
        assert positions == sorted(positions)


def test_what_was_compared_once_is_not_compared_again() -> None:
    archive = Archive(RUNS)
    replay(archive, Settings())
    compared = archive.compared
    replay(archive, Settings())
    assert archive.compared == compared > 0


def test_a_run_that_was_not_judged_is_counted_and_none_needs_a_result() -> None:
    waiting = replace(run(3), judged=None)
    archive = Archive([waiting, run(3)])
    assert (archive.unfinished, len(archive.runs)) == (1, 1)
    assert replay(Archive([])).counts().tolist() == []
    nothing = replace(run(4), searched=replace(run(4).searched, answers=(), hits=()), read=(), judged=Judged((), (), 0))  # type: ignore[type-var]
    assert replay(Archive([nothing])).sources(0) == ()
