"""Fitted weights beside the planted ones: agreement, error, verdicts, and asked pairs beside random ones.

python -m benchmarks.fit
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from benchmarks.planted import agreement, answered, error, noise, pairs, weights
from workbench.evidence.fit import Fit, fit
from workbench.evidence.logistic import fitted
from workbench.evidence.observed import Observed, of
from workbench.evidence.telling import telling
from workbench.settings import Settings

CURRENT = Settings().research.weights
SEEDS, FEW, MANY, POOL = 100, 60, 200, 300
AT = (10, 20, 30, 40, 60)

Drawn = Callable[[np.random.Generator, "np.ndarray"], Observed]


def fits(draw: Drawn, seeds: int) -> list[tuple[Fit, float, float]]:
    """Each seed's fit, its agreement with the planted weights on other pairs, and its largest error of a weight."""
    found = []
    for seed in range(seeds):
        chance = np.random.default_rng(seed)
        planted = weights(chance)
        one = fit(draw(chance, planted), [], CURRENT, 5, seed)
        found.append((one, agreement(chance, planted, one.weights), error(planted, one.weights)))
    return found


def told(name: str, draw: Drawn, seeds: int, promised: str = "") -> None:
    """Print the medians and how many are accepted, beside what is promised of them."""
    started = time.perf_counter()
    found = fits(draw, seeds)
    took = (time.perf_counter() - started) / seeds
    agree, off = (float(np.median([one[at] for one in found])) for at in (1, 2))
    accepted = sum(one[0].accepted for one in found)
    figures = f"agreement {agree:.3f}, largest error {off:.3f}, accepted {accepted} of {seeds}"
    print(f"{name}: {figures}; {took:.2f} s a fit{promised}")


def needless(share: float) -> int:
    """How often other weights are accepted although the current ones are behind the answers, a share turned round."""
    now = np.array(CURRENT) / sum(CURRENT)
    drawn = (answered(np.random.default_rng(seed), now, FEW, share) for seed in range(SEEDS))
    return sum(fit(seen, [], CURRENT, 5, seed).accepted for seed, seen in enumerate(drawn))


def learnt(seed: int, *, asks: bool) -> list[float]:
    """The largest error of a weight after so many answers, with pairs that are asked for or drawn."""
    chance = np.random.default_rng(seed)
    planted = weights(chance)
    topics, rows = pairs(chance, POOL)
    left, taken, errors = list(range(POOL)), list[int](), list[float]()
    for count in range(1, max(AT) + 1):
        seen = of([topics[at] for at in taken], rows[taken], np.sign(rows[taken] @ planted))
        if asks:
            worth = telling(rows[left], seen, CURRENT)
            at = left[max(range(len(left)), key=lambda place: worth[place].bits)]
        else:
            at = left[int(chance.integers(len(left)))]
        left.remove(at)
        taken.append(at)
        if count in AT:
            sides = rows[taken] * np.sign(rows[taken] @ planted)[:, None]
            errors.append(error(planted, fitted(sides, np.ones((1, count)))[0].tolist()))
    return errors


def main() -> None:
    """Print all figures."""
    told(f"{FEW} answers", lambda chance, planted: answered(chance, planted, FEW), 2 * SEEDS,
         "; promised: .97, .10, at least 180 of 200")  # fmt: skip
    told(f"{MANY} answers", lambda chance, planted: answered(chance, planted, MANY), SEEDS, "; promised: .985, .045")
    told(f"{FEW} answers, 15% turned", lambda chance, planted: answered(chance, planted, FEW, 0.15), 2 * SEEDS)
    told(f"{MANY} answers, 15% turned", lambda chance, planted: answered(chance, planted, MANY, 0.15), SEEDS)
    for share in (0.0, 0.15):
        print(f"{FEW} answers by the current weights, {share:.0%} turned: accepted {needless(share)} of {SEEDS}")
    told(f"{FEW} answers of noise", lambda chance, _: noise(chance, FEW), 2 * SEEDS, "; promised: at most 10 of 200")
    for name, asks in (("asked", True), ("random", False)):
        errors = np.median([learnt(seed, asks=asks) for seed in range(SEEDS // 2)], axis=0)
        said = ", ".join(f"{value:.3f} at {count}" for count, value in zip(AT, errors, strict=True))
        print(f"{name} pairs, largest error: {said}")


if __name__ == "__main__":
    main()
