"""Weights from preferences: a logistic regression on differences of components, no weight below zero.

P(first is better) = σ(β · (components of first - components of second)), after Bradley and Terry (Biometrika 39, 1952)
with the strength of a source linear in its components. β ≥ 0 up to scale are the weights; how large it is says how
sure the answers are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RIDGE = 1e-3  # 2,000 held-out pairs are told best by 1e-4 to 1e-3, at 60 and at 200 noise-free pairs
_STEPS, _HALVINGS, _SETTLED = 100, 40, 1e-6


def sigmoid(values: Floats) -> Floats:
    """1 / (1 + exp(-value)), without overflow."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * values)), np.float64)


def log_likelihood(margins: Floats) -> Floats:
    """The logarithm of σ(margin), without overflow."""
    return np.asarray(-np.logaddexp(0.0, -margins), np.float64)


def fitted(differences: Floats, counts: Floats, ridge: float = RIDGE) -> Floats:
    """The coefficients, problems × components, that make the answers likeliest; none is below zero.

    `differences` are rows × components, the better source less the other; `counts`, problems × rows, say how often
    each problem has each row, so that samples of the same rows are solved side by side. The penalty is half the ridge
    times the squared length.
    """
    count, width = counts.shape[0], differences.shape[1]
    found = np.ones((count, width))
    losses = _losses(differences, counts, ridge, found)
    for _ in range(_STEPS):
        steps = _newton(differences, counts, ridge, found)
        moved, losses_now = _searched(differences, counts, ridge, found, losses, steps)
        settled = np.abs(moved - found).max() <= _SETTLED * max(1.0, float(np.abs(found).max()))
        found, losses = moved, losses_now
        if settled:
            break
    return found


def covariance(differences: Floats, counts: Floats, found: Floats, ridge: float = RIDGE) -> Floats:
    """How unsure the coefficients of one problem are: the inverse of the curvature there, components × components."""
    chance = sigmoid(differences @ found)
    scaled = differences * (counts * chance * (1 - chance))[:, None]
    return np.asarray(np.linalg.inv(differences.T @ scaled + ridge * np.eye(len(found))), np.float64)


def _losses(differences: Floats, counts: Floats, ridge: float, found: Floats) -> Floats:
    margins = found @ differences.T
    return np.asarray(-(counts * log_likelihood(margins)).sum(1) + ridge / 2 * (found**2).sum(1), np.float64)


def _newton(differences: Floats, counts: Floats, ridge: float, found: Floats) -> Floats:
    """The Newton step of each problem in the coefficients that are not held at zero."""
    wrong = sigmoid(-(found @ differences.T))
    slopes = -(counts * wrong) @ differences + ridge * found
    width = differences.shape[1]
    squares = (differences[:, :, None] * differences[:, None, :]).reshape(-1, width * width)
    curves = (counts * wrong * (1 - wrong) @ squares).reshape(-1, width, width)
    free = ~((found <= 0) & (slopes > 0))
    both = free[:, :, None] & free[:, None, :]
    eye = np.eye(width)
    curves = np.where(both, curves + ridge * eye, eye)
    return np.asarray(np.linalg.solve(curves, np.where(free, -slopes, 0.0)[:, :, None])[:, :, 0], np.float64)


def _searched(
    differences: Floats, counts: Floats, ridge: float, found: Floats, losses: Floats, steps: Floats
) -> tuple[Floats, Floats]:
    """Each problem a part of its step on, cut off at zero: the first of 1, 1/2, 1/4, … that does not lose."""
    moved, best = found.copy(), losses.copy()
    waiting = np.ones(len(found), bool)
    for halving in range(_HALVINGS):
        tried = np.maximum(0.0, found[waiting] + steps[waiting] * 0.5**halving)
        now = _losses(differences, counts[waiting], ridge, tried)
        places = np.flatnonzero(waiting)
        better = now < losses[waiting]
        moved[places[better]], best[places[better]] = tried[better], now[better]
        waiting[places[better]] = False
        if not waiting.any():
            break
    return moved, best
