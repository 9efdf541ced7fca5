"""A sweep steps exactly where pairs merge or part, and counts what a brute-force judging counts."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.quality import strategies
from tests.quality.test_copies import OTHER, SNIPPET, A, B, C, read
from tests.tuning.test_rescore import stored
from workbench.compose import from_snapshot
from workbench.records import Judged, Read, RunRecord
from workbench.settings import Settings
from workbench.tuning import Step, rescore, sweep
from workbench.tuning.moves import identity
from workbench.tuning.sweep import rounded

HALF = " ".join([*SNIPPET.split()[:6], *["papaya", "quince", "radish", "sorrel", "tomato", "ugli"]])


def under(run: RunRecord, threshold: float) -> Judged:
    settings = from_snapshot(run.settings)
    changed = settings.research.model_copy(update={"dedup_similarity_threshold": threshold})
    return rescore(run, settings.model_copy(update={"research": changed})).judged


def counts(runs: Sequence[RunRecord], threshold: float) -> tuple[int, int, int]:
    sources = changed = first = 0
    for run in runs:
        was, now = run.judged.sources if run.judged else (), under(run, threshold).sources
        sources += len(now)
        changed += len(set(map(identity, was)) ^ set(map(identity, now)))
        first += [*map(identity, was)][:1] != [*map(identity, now)][:1]
    return sources, changed, first


def found(steps: Sequence[Step], threshold: float) -> tuple[int, int, int]:
    step = min((one for one in steps if one.threshold >= threshold), key=lambda one: one.threshold)
    return step.sources, step.changed, step.first_slots


def test_a_pair_merges_at_its_similarity() -> None:
    run = stored([read(A), read(B, HALF, 2), read(C, OTHER, 3)], Settings())
    steps = sweep([(run, Settings())], 0.1, 1)
    assert [(step.threshold, step.sources, step.changed, step.first_slots) for step in steps] == [
        (1, 3, 0, 0),
        (0.5, 2, 1, 0),
    ]
    (pair,) = steps[1].merged
    assert (pair.run, {pair.copy, pair.source}, pair.similarity) == (1, {A, B}, 0.5)
    assert steps[1].parted == ()


def test_pairs_that_are_merged_at_the_top_stand_in_the_first_step() -> None:
    run = stored([read(A), read(B, position=2)], Settings())
    (step,) = sweep([(run, Settings())], 0.1, 0.9)
    assert (step.threshold, step.sources, len(step.merged)) == (0.9, 1, 1)


def test_no_runs_give_one_step_with_nothing() -> None:
    assert sweep([], 0.5, 1) == (Step(1, 0, 0, 0),)


@effort(deadline=None, max_examples=60)
@given(st.lists(st.tuples(strategies.reads(), strategies.settings()), max_size=3), st.floats(0.05, 1))
def test_every_threshold_gives_what_judging_again_gives(
    given_runs: list[tuple[list[Read], Settings]], threshold: float
) -> None:
    runs = [stored(reads, settings) for reads, settings in given_runs]
    steps = sweep([(run, from_snapshot(run.settings)) for run in runs], 0.05, 1)
    assert [step.threshold for step in steps] == sorted({step.threshold for step in steps}, reverse=True)
    assert found(steps, threshold) == counts(runs, threshold)
    for step in steps:
        assert found(steps, step.threshold) == counts(runs, step.threshold)
        assert found(steps, max(0.05, step.threshold - 1e-9)) == counts(runs, max(0.05, step.threshold - 1e-9))


@given(st.floats(0.01, 1.0))
def test_a_printed_threshold_merges_what_the_threshold_merges(threshold: float) -> None:
    assert threshold - 0.001 < float(rounded(threshold)) <= threshold


def test_a_printed_threshold_has_three_digits() -> None:
    assert [rounded(value) for value in (0.9285714, 0.57, 1.0, 13 / 14)] == ["0.928", "0.570", "1.000", "0.928"]
