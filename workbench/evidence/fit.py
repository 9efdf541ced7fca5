"""Weights fitted to judgments, and whether the judgments are evidence enough to change the ones that hold.

First the preferences alone: a logistic regression with no weight below zero. Then, where topics are graded, coordinate
ascent on nDCG from there. Everything is measured on topics that the weights were not fitted on, and the same seed
gives the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from workbench.evidence.ascent import ascended, mean_ndcg
from workbench.evidence.chance import Evidence, gain_interval, weighed
from workbench.evidence.logistic import Floats, fitted
from workbench.evidence.observed import GradedList, Observed
from workbench.text import counted

LEAST_PAIRS, LEAST_TOPICS, MOST_GROUPS = 10, 5, 100
# Three conditions: chance at most so much, at least as good on topics left out, and there better than a coin would be
# (2.33 standard deviations, one in a hundred). By `benchmarks/fit.py`, of 60 answers each: by other weights 183 of 200
# are accepted, of pure noise 1 of 200, by the current weights none of 100, and 5 to 9 with 15% turned round.
CONVINCES, ABOVE_A_COIN = 0.2, 2.33
DECIMALS = 3
SEARCH_ORDER = np.array([0.0, 0.0, 0.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True)
class TopicScore:
    """A topic left out of the fit: what share of its answers the weights that hold, and the fitted ones, agree with."""

    topic: str
    answers: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Fit:
    """The verdict in a sentence, and what it rests on.

    `weights` are the fitted ones on the scale of those that hold, to 3 decimals; they are proposed only if `accepted`.
    `held_out` and `current` are the shares of answers (0..1) that the weights fitted without the topic, and those that
    hold, agree with; `interval` is the 95% bootstrap interval over topics of their difference; `ndcg` and
    `current_ndcg` the same of nDCG@k where topics are graded. `chance` is how often the current weights would look so
    wrong by chance; `more` is about how many more answers would settle it, `None` if that cannot be said.
    """

    accepted: bool
    sentence: str
    weights: tuple[float, ...]
    answers: int
    topics: int
    held_out: float | None = None
    current: float | None = None
    interval: tuple[float, float] | None = None
    ndcg: float | None = None
    current_ndcg: float | None = None
    chance: float | None = None
    more: int | None = None
    scores: tuple[TopicScore, ...] = ()
    unseen: int = 0
    seed: int = 0

    @property
    def worse(self) -> tuple[TopicScore, ...]:
        """The topics of which the fitted weights get less right than those that hold."""
        return tuple(one for one in self.scores if one.after < one.before)


def fit(seen: Observed, lists: Sequence[GradedList], weights: Sequence[float], k: int, seed: int = 0) -> Fit:
    """The weights that judgments ask for in place of the given ones, or that these are to be kept, and why.

    Topics are left out one at a time, of more than a hundred in a hundred groups. Weights of 0 keep the search order,
    so they are compared as the weight of search rank alone.
    """
    now = np.array(weights, float)
    now = now if now.any() else SEARCH_ORDER
    told = seen.verdicts != 0
    topics = sorted({topic for topic, takes_a_side in zip(seen.topics, told, strict=True) if takes_a_side})
    if int(told.sum()) < LEAST_PAIRS or len(topics) < LEAST_TOPICS:
        return _too_few(seen, tuple(weights), len(topics), seed)
    rows, counts, of_topic = rows_of(seen)
    group = {topic: at % MOST_GROUPS for at, topic in enumerate(topics)}
    groups = np.array([group.get(topic, -1) for topic in of_topic])
    left = range(min(MOST_GROUPS, len(topics)))
    solved = fitted(rows, np.vstack([counts, *(counts * (groups != at) for at in left)]))
    counted = np.array([[group.get(one.topic, -1) != at for one in lists] for at in (len(topics), *left)], bool)
    climbed = ascended(solved, lists, counted, k)
    by_topic = np.array([1 + group[topic] for topic in topics])
    scores = _scores(seen, topics, climbed[by_topic], now)
    evidence = weighed(rows, counts, of_topic, solved[np.append(0, by_topic)], topics, now, seed)
    held = _Held(_scaled(climbed[0], now, weights), climbed[by_topic], now)
    return _verdict(seen, lists, k, scores, evidence, held, topics, seed)


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """The fitted weights, those fitted without each topic, and the current ones."""

    found: Floats
    left_out: Floats
    now: Floats


def _verdict(
    seen: Observed,
    lists: Sequence[GradedList],
    k: int,
    scores: Sequence[TopicScore],
    evidence: Evidence,
    held: _Held,
    topics: Sequence[str],
    seed: int,
) -> Fit:
    answers = sum(one.answers for one in scores)
    after = sum(one.after * one.answers for one in scores) / answers
    before = sum(one.before * one.answers for one in scores) / answers
    by_topic = dict(zip(topics, held.left_out, strict=True))
    new = [mean_ndcg(by_topic.get(one.topic, held.found), [one], k) for one in lists]
    old = [mean_ndcg(held.now, [one], k) for one in lists]
    ndcg, current_ndcg = (float(np.mean(side)) if side else None for side in (new, old))
    better = after >= before and (ndcg is None or current_ndcg is None or ndcg >= current_ndcg - 1e-12)
    foretells = after - 0.5 > ABOVE_A_COIN * 0.5 / sqrt(answers)
    accepted = evidence.chance <= CONVINCES and better and foretells
    more = None if accepted else evidence.more
    return Fit(
        accepted,
        _sentence(accepted=accepted, better=better, more=more, scores=scores, after=after, before=before),
        tuple(round(float(value), DECIMALS) for value in held.found),
        len(seen),
        len(topics),
        after,
        before,
        gain_interval([(one.after - one.before) for one in scores], [one.answers for one in scores], seed),
        ndcg,
        current_ndcg,
        evidence.chance,
        more,
        tuple(scores),
        seen.unseen,
        seed,
    )


def _too_few(seen: Observed, weights: tuple[float, ...], topics: int, seed: int) -> Fit:
    told = int((seen.verdicts != 0).sum())
    more = max(LEAST_PAIRS - told, LEAST_TOPICS - topics)
    said = (
        f"Not enough evidence, keep the current weights. {counted(told, 'answer')} on {counted(topics, 'topic')} "
        f"{'says' if told == 1 else 'say'} which is better; it takes {LEAST_PAIRS} on {LEAST_TOPICS} topics, so {more} "
        f"more."
    )
    return Fit(False, said, weights, len(seen), topics, more=more, unseen=seen.unseen, seed=seed)


def rows_of(seen: Observed) -> tuple[Floats, Floats, np.ndarray]:
    """A row for each side that an answer takes, the better less the worse; a divided answer takes a part of both."""
    rows = np.vstack([seen.differences, -seen.differences])
    counts = np.concatenate([seen.counts * (1 + seen.verdicts) / 2, seen.counts * (1 - seen.verdicts) / 2])
    topics = np.array([*seen.topics, *seen.topics])
    taken = counts > 0
    return rows[taken], counts[taken], topics[taken]


def _scores(seen: Observed, topics: Sequence[str], left_out: Floats, now: Floats) -> list[TopicScore]:
    """Of each topic, how many of its answers that take a side the weights agree with; a tie is half an agreement."""
    of_topic = np.array(seen.topics)
    scores = []
    for topic, weights in zip(topics, left_out, strict=True):
        mine = (of_topic == topic) & (seen.verdicts != 0)
        if mine.any():
            sides = seen.differences[mine] * np.sign(seen.verdicts[mine])[:, None]
            before, after = (float(np.mean((np.sign(sides @ side) + 1) / 2)) for side in (now, weights))
            scores.append(TopicScore(topic, int(mine.sum()), before, after))
    return scores


def _sentence(
    *, accepted: bool, better: bool, more: int | None, scores: Sequence[TopicScore], after: float, before: float
) -> str:
    worse = sum(one.after < one.before for one in scores)
    if accepted:
        lost = (
            f" {counted(worse, 'topic')} {'gets' if worse == 1 else 'get'} worse." if worse else " No topic gets worse."
        )
        return (
            f"The fitted weights agree with {after:.0%} of held-out answers, the current ones with {before:.0%}.{lost}"
        )
    head = "Not enough evidence, keep the current weights."
    if after <= 0.5 and before <= 0.5:
        return f"{head} No weights foretell the answers better than a coin would."
    if not better:
        return f"{head} On topics that they were not fitted on the fitted weights do no better."
    if more is None and after > before:
        return f"{head} The answers hardly speak for others."
    if more is None:
        return f"{head} The answers fit the current weights as well as any."
    return f"{head} About {counted(more, 'more pair')} would settle it."


def _scaled(found: Floats, now: Floats, weights: Sequence[float]) -> Floats:
    """The fitted weights on the scale of those that hold; these, if nothing was fitted."""
    total = float(sum(weights)) or 1.0
    chosen = found if found.sum() > 0 else now
    return np.asarray(chosen / chosen.sum() * total, np.float64)
