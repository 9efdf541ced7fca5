"""Judgments with known weights behind them: pairs of sources that the real judging gave their components."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.replay import english
from workbench.evidence.observed import Observed, of
from workbench.quality import judge, select_hits
from workbench.records import Hit, Page, Query, Read
from workbench.settings import Settings

Floats = NDArray[np.float64]
SOURCES, TOPICS = 5, 600
TODAY = date(2026, 11, 29)
LISTED = ("uni.edu", "agency.gov", "en.wikipedia.org", "arxiv.org", "docs.python.org")
AGES = (1, 3, 30, 200, 400, 800)  # days


@cache
def components(topics: int = TOPICS) -> Floats:
    """The components of judged topics that kept all five sources, topics × sources × components."""
    text = english()
    found = [_judged(seed, text) for seed in range(topics)]
    return np.array([one for one in found if len(one) == SOURCES])


def _judged(seed: int, text: list[str]) -> list[tuple[float, ...]]:
    chance, settings = random.Random(seed), Settings()
    topic = chance.sample([word for word in text[:3000] if len(word) > 4 and word.isalpha()], 4)
    hits = []
    for place in range(1, SOURCES + 1):
        start = chance.randrange(len(text) - 70)
        snippet = text[start : start + chance.randint(12, 57)]
        for word in topic:
            if chance.random() < 0.5:
                snippet.insert(chance.randrange(len(snippet)), word)
        host = chance.choice(LISTED) if chance.random() < 0.35 else f"site{chance.randrange(900)}.example"
        published = chance.choice((None, TODAY - timedelta(days=chance.choice(AGES))))
        hits.append(Hit(f"https://{host}/{seed}-{place}", f"R{place}", " ".join(snippet), place, "ddg", published))
    reads = tuple(Read(hit, Page(hit.url, "ok", title=hit.title)) for hit in select_hits(tuple(hits), settings)[0])
    judged = judge(reads, Query(" ".join(topic), TODAY), settings.research)
    return [source.components.values() for source in judged.sources]


def weights(chance: np.random.Generator) -> Floats:
    """Five weights that sum to 1, any as likely as any other."""
    return chance.dirichlet(np.ones(5))


def pairs(chance: np.random.Generator, count: int) -> tuple[list[str], Floats]:
    """The topics of so many pairs of sources, and their components' differences."""
    held = components()
    topics = chance.integers(len(held), size=count)
    both = [chance.choice(SOURCES, 2, replace=False) for _ in range(count)]
    rows = np.array([held[topic, one] - held[topic, other] for topic, (one, other) in zip(topics, both, strict=True)])
    return [str(topic) for topic in topics], rows


def answered(chance: np.random.Generator, planted: Floats, count: int, flipped: float = 0.0) -> Observed:
    """So many answers by the planted weights, a share of them turned round; of equal sources nothing is asked."""
    topics, rows = pairs(chance, 2 * count)
    asked = np.flatnonzero(rows @ planted)[:count]
    turned = np.where(chance.random(count) < flipped, -1.0, 1.0)
    return of([topics[at] for at in asked], rows[asked], np.sign(rows[asked] @ planted) * turned)


def noise(chance: np.random.Generator, count: int) -> Observed:
    """So many answers that follow nothing."""
    topics, rows = pairs(chance, count)
    return of(topics, rows, chance.choice([-1.0, 1.0], size=count))


def agreement(chance: np.random.Generator, planted: Floats, found: Sequence[float], count: int = 2000) -> float:
    """The share of so many other pairs, 0..1, that two sets of weights order alike."""
    _, rows = pairs(chance, count)
    told = rows[(rows @ planted) != 0]
    return float((((told @ np.array(found)) * (told @ planted)) > 0).mean())


def error(planted: Floats, found: Sequence[float]) -> float:
    """The largest error of a weight, where each set sums to 1."""
    return float(np.abs(np.array(found) / sum(found) - planted).max())
