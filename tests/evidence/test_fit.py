"""Weights from judgments: planted ones are found again, noise moves nothing, and the verdict says why."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from benchmarks.planted import agreement, answered, error, noise, pairs, weights
from workbench.evidence.fit import LEAST_PAIRS, LEAST_TOPICS, Fit, fit, rows_of
from workbench.evidence.logistic import covariance, fitted
from workbench.evidence.observed import GradedList, Observed, of
from workbench.evidence.telling import reason, telling
from workbench.settings import Settings

CURRENT = Settings().research.weights
FIVE = np.array(CURRENT) / sum(CURRENT)
TRIALS = range(200)


def fitted_to(seen: Observed, seed: int = 0, weights: tuple[float, ...] = CURRENT) -> Fit:
    return fit(seen, [], weights, 5, seed)


def planted(seed: int, count: int) -> tuple[Fit, float, float]:
    chance = np.random.default_rng(seed)
    hidden = weights(chance)
    found = fitted_to(answered(chance, hidden, count), seed)
    return found, agreement(chance, hidden, found.weights), error(hidden, found.weights)


@pytest.mark.timeout(300)
def test_sixty_answers_without_noise_find_the_planted_weights_and_are_accepted_in_nine_of_ten() -> None:
    found = [planted(seed, 60) for seed in TRIALS]
    assert sum(one[0].accepted for one in found) >= 180
    assert np.median([one[1] for one in found[:100]]) >= 0.97
    assert np.median([one[2] for one in found[:100]]) <= 0.10


def test_two_hundred_answers_find_them_more_closely() -> None:
    agree, off = [], []
    for seed in range(100):
        chance = np.random.default_rng(seed)
        hidden = weights(chance)
        rows, counts, _ = rows_of(answered(chance, hidden, 200))
        found = fitted(rows, counts[None, :])[0].tolist()
        agree.append(agreement(chance, hidden, found))
        off.append(error(hidden, found))
    assert np.median(agree) >= 0.985
    assert np.median(off) <= 0.045


@pytest.mark.timeout(300)
def test_pure_noise_is_refused_in_nineteen_of_twenty() -> None:
    found = [fitted_to(noise(np.random.default_rng(seed), 60), seed) for seed in TRIALS]
    refused = [one for one in found if not one.accepted]
    assert len(refused) >= 190
    assert all(one.sentence.startswith("Not enough evidence, keep the current weights.") for one in refused)


def test_answers_by_the_current_weights_change_nothing() -> None:
    found = [fitted_to(answered(np.random.default_rng(seed), FIVE, 60), seed) for seed in range(20)]
    assert sum(one.accepted for one in found) <= 1


def test_noisy_answers_by_the_current_weights_hardly_ever_change_anything() -> None:
    found = [fitted_to(answered(np.random.default_rng(seed), FIVE, 60, 0.15), seed) for seed in range(40)]
    assert sum(one.accepted for one in found) <= 4


def test_the_same_seed_gives_the_same_fit() -> None:
    seen = answered(np.random.default_rng(3), weights(np.random.default_rng(3)), 60, 0.15)
    assert fitted_to(seen, 7) == fitted_to(seen, 7)


def test_fitted_weights_have_the_scale_of_the_current_ones_and_none_is_below_zero() -> None:
    seen = answered(np.random.default_rng(5), np.array([0.0, 0.6, 0.0, 0.0, 0.4]), 200)
    for scale in (1.0, 50.0):
        found = fitted_to(seen, weights=tuple(scale * weight for weight in CURRENT))
        assert min(found.weights) >= 0
        assert sum(found.weights) == pytest.approx(scale * sum(CURRENT), abs=0.003)


def test_no_answer_is_a_verdict_that_says_how_many_are_needed() -> None:
    found = fitted_to(of([], np.zeros((0, 5)), np.zeros(0)))
    assert (found.accepted, found.weights, found.more) == (False, CURRENT, LEAST_PAIRS)
    assert (found.held_out, found.interval, found.chance) == (None, None, None)
    assert f"it takes {LEAST_PAIRS} on {LEAST_TOPICS} topics, so {LEAST_PAIRS} more." in found.sentence


def test_many_answers_on_one_topic_are_not_enough() -> None:
    _, rows = pairs(np.random.default_rng(1), 40)
    found = fitted_to(of(["one"] * 40, rows, np.ones(40)))
    assert (found.accepted, found.more) == (False, LEAST_TOPICS - 1)


def test_answers_without_a_difference_decide_nothing() -> None:
    topics, rows = pairs(np.random.default_rng(1), 40)
    assert fitted_to(of(topics, rows, np.zeros(40))).answers == 40
    assert not fitted_to(of(topics, rows, np.zeros(40))).accepted
    assert not fitted_to(of(topics, np.zeros((40, 5)), np.ones(40))).accepted


@pytest.mark.parametrize("now", [(0.0,) * 5, (1000.0, 0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1e-9, 0.0)])
def test_odd_current_weights_still_get_a_verdict(now: tuple[float, ...]) -> None:
    found = fitted_to(answered(np.random.default_rng(2), FIVE, 60), weights=now)
    assert all(np.isfinite(found.weights))
    assert found.sentence


def test_from_weights_of_zero_which_keep_the_search_order_others_can_be_accepted() -> None:
    found = fitted_to(answered(np.random.default_rng(2), np.array([0.6, 0.4, 0.0, 0.0, 0.0]), 200), weights=(0.0,) * 5)
    assert found.accepted
    assert sum(found.weights) == pytest.approx(1.0, abs=0.003)


def test_answers_that_contradict_every_component_are_said_to_be_no_better_than_a_coin() -> None:
    topics, rows = pairs(np.random.default_rng(2), 60)
    against = of(topics, -np.abs(rows), np.ones(60))
    assert "better than a coin" in fitted_to(against).sentence


def test_topics_without_a_side_are_no_topics() -> None:
    _, rows = pairs(np.random.default_rng(1), 16)
    seen = of(["one"] * 12 + ["two", "three", "four", "five"], rows, np.array([1.0] * 12 + [0.0] * 4))
    assert (fitted_to(seen).topics, fitted_to(seen).more) == (1, LEAST_TOPICS - 1)


def test_many_topics_are_left_out_in_groups_with_the_same_verdict() -> None:
    chance = np.random.default_rng(3)
    hidden = weights(chance)
    seen = answered(chance, hidden, 400)
    found = fitted_to(seen)
    assert found.accepted
    assert found.topics == len({topic for topic, verdict in zip(seen.topics, seen.verdicts, strict=True) if verdict})
    assert error(hidden, found.weights) < 0.1


def test_topics_graded_in_part_teach_the_weights_and_not_what_was_graded() -> None:
    chance, accepted = np.random.default_rng(12), 0
    for _ in range(10):
        hidden = np.array([0.5, 0.1, 0.1, 0.0, 0.3])
        lists, topics, rows, verdicts = [], [], [], []
        for at in range(20):
            held = chance.random((4, 5))
            grades = np.searchsorted([0.4, 0.5, 0.6], held @ hidden).astype(float)
            lists.append(GradedList(f"t{at}", held, grades))
            for one, other in itertools.combinations(range(4), 2):
                topics.append(f"t{at}")
                rows.append(held[one] - held[other])
                verdicts.append(float(np.sign(grades[one] - grades[other])))
        found = fit(of(topics, np.array(rows), np.array(verdicts)), lists, CURRENT, 5)
        accepted += found.accepted
    assert accepted == 10


def test_topics_that_get_worse_are_named() -> None:
    chance = np.random.default_rng(11)
    seen = answered(chance, np.array([0.0, 0.0, 1.0, 0.0, 0.0]), 80)
    turned = of(
        [*seen.topics, "odd"], np.vstack([seen.differences, [0, 0, -0.3, 0, 0.5]]), np.append(seen.verdicts, 1.0)
    )
    found = fitted_to(turned)
    assert "odd" in [one.topic for one in found.worse]
    assert found.accepted
    assert "get worse" in found.sentence or "gets worse" in found.sentence


def test_all_answers_on_a_topic_count_for_one_less_than_its_sources() -> None:
    counts = of(["a"] * 10 + ["b"], np.zeros((11, 5)), np.ones(11)).counts
    assert counts[:10].sum() == pytest.approx(4)
    assert counts[10] == 1


def test_graded_topics_are_ordered_no_worse_than_the_logistic_weights_order_them() -> None:
    chance = np.random.default_rng(4)
    hidden = np.array([0.1, 0.1, 0.1, 0.0, 0.7])
    lists = []
    for at in range(12):
        held = chance.random((5, 5))
        grades = np.argsort(np.argsort(held @ hidden)).clip(0, 3).astype(float)
        lists.append(GradedList(f"graded {at}", held, grades))
    found = fit(answered(chance, hidden, 60), lists, CURRENT, 5)
    assert found.ndcg is not None
    assert found.current_ndcg is not None
    assert found.ndcg > found.current_ndcg
    assert found.accepted


def test_the_logistic_fit_stands_where_no_step_is_an_improvement() -> None:
    chance = np.random.default_rng(6)
    rows = chance.normal(size=(80, 5))
    found = fitted(rows, np.ones((1, 80)))[0]

    def loss(at: np.ndarray) -> float:
        return float(np.logaddexp(0, -rows @ at).sum() + 5e-4 * at @ at)

    for step in chance.normal(size=(200, 5)) * 1e-3:
        assert loss(np.maximum(0, found + step)) >= loss(found) - 1e-9


def test_problems_solved_side_by_side_are_solved_as_alone() -> None:
    chance = np.random.default_rng(8)
    rows, counts = chance.normal(size=(50, 5)), chance.integers(0, 3, size=(7, 50)).astype(float)
    together = fitted(rows, counts)
    for place in range(7):
        assert together[place] == pytest.approx(fitted(rows, counts[place : place + 1])[0], abs=1e-4)


def exact_bits(difference: np.ndarray, found: np.ndarray, unsure: np.ndarray) -> float:
    """The mutual information of answer and weights by quadrature."""
    points, shares = np.polynomial.hermite_e.hermegauss(120)
    margin, spread = difference @ found, np.sqrt(difference @ unsure @ difference)
    chances = np.clip(1 / (1 + np.exp(-(margin + spread * points))), 1e-12, 1 - 1e-12)
    shares = shares / shares.sum()

    def entropy(chance: np.ndarray) -> np.ndarray:
        return np.asarray(-(chance * np.log2(chance) + (1 - chance) * np.log2(1 - chance)))

    mean = np.clip(shares @ chances, 1e-12, 1 - 1e-12)
    return float(entropy(np.array([mean]))[0] - shares @ entropy(chances))


@pytest.mark.parametrize(("count", "turned"), [(60, 0.0), (200, 0.15), (400, 0.3)])
def test_the_asked_pair_is_about_the_best_by_quadrature_however_noisy_the_answers(count: int, turned: float) -> None:
    for seed in range(3):
        chance = np.random.default_rng(seed)
        seen = answered(chance, weights(chance), count, turned)
        _, rows = pairs(chance, 100)
        taken, counts, _ = rows_of(seen)
        found = fitted(taken, counts[None, :])[0]
        unsure = covariance(taken, counts, found)
        exact = np.array([exact_bits(row, found, unsure) for row in rows])
        asked = int(np.argmax([one.bits for one in telling(rows, seen, CURRENT)]))
        assert exact[asked] >= 0.9 * exact.max()


def learnt(seed: int, count: int, *, asks: bool) -> float:
    chance = np.random.default_rng(seed)
    hidden = weights(chance)
    topics, rows = pairs(chance, 200)
    left, taken = list(range(200)), list[int]()
    for _ in range(count):
        seen = of([topics[at] for at in taken], rows[taken], np.sign(rows[taken] @ hidden))
        worth = telling(rows[left], seen, CURRENT)
        at = left[int(np.argmax([one.bits for one in worth]))] if asks else left[int(chance.integers(len(left)))]
        left.remove(at)
        taken.append(at)
    sides = rows[taken] * np.sign(rows[taken] @ hidden)[:, None]
    return error(hidden, fitted(sides, np.ones((1, count)))[0].tolist())


def test_twenty_asked_pairs_tell_more_than_forty_random_ones() -> None:
    asked = np.median([learnt(seed, 20, asks=True) for seed in range(15)])
    assert asked < np.median([learnt(seed, 40, asks=False) for seed in range(15)])


def test_a_pair_that_is_sure_tells_nothing_and_an_open_one_says_what_it_is_about() -> None:
    seen = answered(np.random.default_rng(9), np.array([0.0, 0.0, 0.0, 0.0, 1.0]), 60)
    sure, opened, alike = telling(np.array([[0, 0, 0, 0, 1.0], [0.3, 0, 0, 0, -0.02], [0.0] * 5]), seen, CURRENT)
    assert sure.bits < opened.bits
    assert sure.chance > 0.9
    assert (alike.bits, alike.chance, alike.about) == (0.0, 0.5, ())
    assert opened.about == ("credibility", "search rank")
    assert reason(opened, right_is_first=True).endswith("The answer says most about credibility against search rank.")
    assert f"a chance of {1 - sure.chance:.2f}" in reason(sure, right_is_first=False)
