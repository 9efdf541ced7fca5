"""Which pair to ask next: the one whose answer tells most about the weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workbench.evidence.fit import rows_of
from workbench.evidence.logistic import RIDGE, Floats, covariance, fitted, sigmoid
from workbench.evidence.observed import Observed
from workbench.tuning.moves import NAMES

_POINTS, _SHARES = np.polynomial.hermite_e.hermegauss(32)


@dataclass(frozen=True, slots=True)
class Telling:
    """What asking about a pair is worth: `bits` (0..1) of its answer are news about the weights.

    `chance` (0..1) is what the fit gives the first one; `about` are the two components that the answer sets against
    each other, one where nothing stands against it.
    """

    bits: float
    chance: float
    about: tuple[str, ...]


def telling(differences: Floats, seen: Observed, weights: Sequence[float]) -> list[Telling]:
    """What each pair is worth asking after what was answered; a pair is the components of its first less its second.

    The mutual information of answer and weights under a Gaussian about the fit, by quadrature: what Houlsby, Huszár,
    Ghahramani and Lengyel, "Bayesian active learning for classification and preference learning" (arXiv:1112.5745), ask
    by.
    """
    rows, counts, _ = rows_of(seen)
    if len(rows):
        found = fitted(rows, counts[None, :])[0]
        unsure = covariance(rows, counts, found)
    else:
        found, unsure = np.array(weights, float), np.eye(len(weights)) / RIDGE
    margins = differences @ found
    variances = np.einsum("ni,ij,nj->n", differences, unsure, differences)
    drawn = sigmoid(margins[:, None] + np.sqrt(variances)[:, None] * _POINTS)
    shares = _SHARES / _SHARES.sum()
    chances = drawn @ shares
    bits = np.maximum(0.0, _entropy(chances) - _entropy(drawn) @ shares)
    spread = differences * np.sqrt(np.diag(unsure))
    return [
        Telling(float(one), float(chance), _about(row)) for one, chance, row in zip(bits, chances, spread, strict=True)
    ]


def reason(one: Telling, *, right_is_first: bool) -> str:
    """Why a pair is asked, in two sentences."""
    chance = one.chance if right_is_first else 1 - one.chance
    head = (
        "The fit is least sure here" if abs(chance - 0.5) < 0.2 else "The fit has seen least of what sets these apart"
    )
    about = " against ".join(one.about)
    tail = f" The answer says most about {about}." if about else ""
    return f"{head}: it gives the right-hand one a chance of {chance:.2f}.{tail}"


def _about(spread: Floats) -> tuple[str, ...]:
    most, least = int(np.argmax(spread)), int(np.argmin(spread))
    sides = [at for at in (most, least) if abs(spread[at]) > 1e-9]
    sides.sort(key=lambda at: -abs(float(spread[at])))
    return tuple(dict.fromkeys(NAMES[at] for at in sides))


def _entropy(chances: Floats) -> Floats:
    """In bits."""
    held = np.clip(chances, 1e-12, 1 - 1e-12)
    return np.asarray(-(held * np.log2(held) + (1 - held) * np.log2(1 - held)), np.float64)
