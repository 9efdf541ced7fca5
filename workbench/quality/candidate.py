"""A page on its way to be a source: what the judging knows of it before the copies are folded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from workbench.quality import components as parts
from workbench.records import Components, Hit, Member, Query, Read
from workbench.settings import ResearchSettings
from workbench.signals.dates import age_days, candidate
from workbench.signals.trust import Tiers, standing
from workbench.text import tokens
from workbench.urls import canonical, host_of, work_id

COMPARED_TOKENS = 400  # as many words as research_min_snippet_words can ask for; two texts are compared in square time


@dataclass(slots=True)
class Candidate:
    """A distinct page; `position` is its place among those judged, until it takes over that of a copy."""

    read: Read
    snippet: str
    position: int
    url: str
    domain: str = ""
    tokens: tuple[str, ...] = ()
    components: Components = field(default_factory=lambda: Components(0, 0, 0))
    score: float = 0.0
    cluster: list[Member] = field(default_factory=list)

    @property
    def hit(self) -> Hit:
        """The result that led to it."""
        return self.read.hit

    @property
    def addresses(self) -> frozenset[str]:
        """Every address that led to it, in canonical form."""
        twins = (member.hit.url for member in self.cluster if member.reason == "url")
        return frozenset(map(canonical, (self.url, self.hit.url, *twins)))

    @property
    def works(self) -> frozenset[str]:
        """The works that its addresses name."""
        twins = (member.hit.url for member in self.cluster if member.reason == "url")
        return frozenset(filter(None, map(work_id, (self.url, self.hit.url, *twins))))


def measure(candidates: Sequence[Candidate], query: Query, settings: ResearchSettings) -> None:
    """Give each its first score: uniqueness and search rank are 1 until it is known which survive."""
    tiers, topic = Tiers.of(settings), parts.topic_terms(query.text)
    for one in candidates:
        one.domain = host_of(one.url)
        one.tokens = compared(one.snippet)
        one.components = Components(
            credibility=standing(one.domain, tiers).credibility,
            snippet=parts.snippet_quality(one.snippet, topic),
            recency=parts.recency(_age(one.hit, query.today), settings),
        )
        one.score = parts.overall(one.components, settings.weights)


@lru_cache(maxsize=1 << 12)
def compared(snippet: str) -> tuple[str, ...]:
    """The tokens that a snippet is compared by; the same ones each time, so that what was compared is found again."""
    return tuple(tokens(snippet)[:COMPARED_TOKENS])


def _age(hit: Hit, today: date) -> int | None:
    return age_days(candidate(hit, today), today)
