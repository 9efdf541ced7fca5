"""The five parts of a score, each in 0..1, from what a result shows of itself.

Steps and amounts are those of the sources specification; contracts section 1.3 has the measured details.
"""

from __future__ import annotations

from collections.abc import Iterable

from workbench.records import Components
from workbench.settings import ResearchSettings
from workbench.text import terms

AD_PHRASES = (
    "click here", "buy now", "limited time", "sponsored", "advertisement", "promoted", "error 404", "not found",
)  # fmt: skip
START, AD_PENALTY, TOPIC_BONUS = 0.5, 0.3, 0.2
FRESH, RECENT, OLD, UNDATED = 0.9, 0.8, 0.6, 0.7
TERM_LETTERS = 4


def length_bonus(words: int) -> float:
    """What a snippet of so many words gains: over 30 +0.3, over 20 +0.2."""
    if words > 30:
        return 0.3
    return 0.2 if words > 20 else 0.0


def topic_terms(topic: str) -> frozenset[str]:
    """The significant words of a topic: runs of four and more word characters."""
    return frozenset(terms(topic, TERM_LETTERS))


def ad_phrase(snippet: str) -> str:
    """The first phrase of an advertisement or an error page in the snippet; "" if there is none."""
    lowered = snippet.lower()
    return next((phrase for phrase in AD_PHRASES if phrase in lowered), "")


def snippet_quality(snippet: str, topic: frozenset[str]) -> float:
    """0.5, plus length, plus 0.2 by the share of topic terms held as whole words, minus 0.3 for an ad phrase."""
    if not snippet:
        return 0.0
    value = START + length_bonus(len(snippet.split()))
    if topic:
        value += TOPIC_BONUS * len(topic.intersection(terms(snippet))) / len(topic)
    if ad_phrase(snippet):
        value -= AD_PENALTY
    return min(1.0, max(0.0, value))


def recency(age_days: int | None, settings: ResearchSettings) -> float:
    """By age in days: fresh 0.9, recent 0.8, older 0.6; without a date 0.7."""
    if age_days is None:
        return UNDATED
    if age_days <= settings.recency_fresh_days:
        return FRESH
    return RECENT if age_days <= settings.recency_recent_days else OLD


def search_rank(position: int, considered: int) -> float:
    """1 for the first of the results judged, falling evenly to 0 for the last; positions count from 1."""
    return 1.0 - (position - 1) / max(1, considered - 1)


def overall(components: Components, weights: tuple[float, float, float, float, float]) -> float:
    """The weighted average of the five, 0..1; all weights 0 gives 0 to every source."""
    total = added(weights)
    if total <= 0:
        return 0.0
    score = added(value * weight for value, weight in zip(components.values(), weights, strict=True)) / total
    return min(1.0, max(0.0, score))


def added(values: Iterable[float]) -> float:
    """The values added one after the other, so that a score is the same number on every Python and in an array.

    `sum` makes up for rounding from Python 3.12 on.
    """
    total = 0.0
    for value in values:
        total += value
    return total
