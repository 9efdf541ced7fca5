"""Whether judgments speak against the weights that hold, or could have come out so by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from workbench.evidence.logistic import RIDGE, Floats, fitted, log_likelihood, sigmoid

DRAWS, RESAMPLES = 99, 1000
MOST_MORE = 500  # beyond that no number is said
_UNLIKELY = 80  # percent: the share of chance results that a convincing one is above


@dataclass(frozen=True, slots=True)
class Evidence:
    """`chance`, 0..1: how often answers that follow the current weights speak as loudly for others.

    `more` is about how many more answers as these would convince; `None` if these do not speak for others at all, or
    if it would be hundreds.
    """

    chance: float
    more: int | None


def weighed(
    rows: Floats,
    counts: Floats,
    of_topic: np.ndarray,
    solved: Floats,
    topics: Sequence[str],
    now: Floats,
    seed: int,
) -> Evidence:
    """Weigh the answers by a likelihood ratio against what it is where the current weights are right.

    `solved` are the coefficients fitted to everything, then to everything but each topic. Of how noisy raters are, the
    fit is asked: how well it foretells the topics left out scales it down, and answers are drawn with as much noise
    from the current weights. The ratio is fitted to each draw as to the real answers.
    """
    length = float(np.linalg.norm(now))
    if length <= 0:
        return Evidence(1.0, None)
    margins = rows @ now
    seen = _ratios(rows, counts[None, :], now)[0]
    sure = _trusted(rows, counts, of_topic, solved[1:], topics) * float(np.linalg.norm(solved[0])) / length
    chance = np.random.default_rng(seed)
    wrong = chance.random((DRAWS, len(rows))) > sigmoid(sure * np.abs(margins))[None, :]
    told = rows * np.where(margins < 0, -1.0, 1.0)[:, None]
    drawn = np.hstack([counts * ~wrong, counts * wrong])
    null = _ratios(np.vstack([told, -told]), drawn, now)
    likely = (1 + int((null >= seen - 1e-9).sum())) / (DRAWS + 1)
    return Evidence(likely, _more(seen, null, float(counts.sum())))


def gain_interval(gains: Sequence[float], answers: Sequence[int], seed: int) -> tuple[float, float]:
    """The 95% bootstrap interval, over topics, of the mean gain of an answer."""
    weights = np.array(answers, float)
    draws = np.random.default_rng(seed).multinomial(len(gains), np.full(len(gains), 1 / len(gains)), size=RESAMPLES)
    means = draws @ (weights * np.array(gains)) / np.maximum(draws @ weights, 1e-12)
    low, high = np.percentile(means, (2.5, 97.5))
    return float(low), float(high)


def _ratios(rows: Floats, counts: Floats, now: Floats) -> Floats:
    """Twice how much likelier each problem's answers are under weights of their own than under the current ones."""
    own = fitted(rows, counts)
    along = (rows @ now)[:, None]
    scale = fitted(along, counts, RIDGE * float(now @ now))
    gained = log_likelihood(own @ rows.T) - log_likelihood(scale @ along.T)
    return np.asarray(2 * (counts * gained).sum(1), np.float64)


def _trusted(rows: Floats, counts: Floats, of_topic: np.ndarray, left_out: Floats, topics: Sequence[str]) -> float:
    """How far the fit is to be believed, 0..1: the scale that suits its margins on topics left out."""
    margins = np.zeros(len(rows))
    for topic, weights in zip(topics, left_out, strict=True):
        mine = of_topic == topic
        margins[mine] = rows[mine] @ weights
    return min(1.0, float(fitted(margins[:, None], counts[None, :])[0, 0]))


def _more(seen: float, null: Floats, answers: float) -> int | None:
    """So many more answers as bring the ratio, which grows with them, above four of five chance results."""
    usual, needed = float(np.median(null)), float(np.percentile(null, _UNLIKELY))
    if seen <= usual:
        return None
    more = ceil(answers * max(0.1, (needed - usual) / (seen - usual) - 1))
    return more if more <= MOST_MORE else None
