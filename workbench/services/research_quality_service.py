"""Filter, fold and order results that are dicts, as people who come from the sources system call it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from workbench.quality import judge
from workbench.records import Hit, Page, Query, Read, Source
from workbench.services.site_config import SiteConfig
from workbench.text import safe

log = logging.getLogger("workbench.research")


@dataclass(frozen=True, slots=True)
class ScoredSource:
    """A source with its five component scores and the weighted average, each in 0..1."""

    title: str
    url: str
    snippet: str
    content: str
    domain: str
    domain_credibility: float
    snippet_quality: float
    recency_score: float
    uniqueness_score: float
    search_rank_score: float
    overall_score: float


class ResearchQualityService:
    """Judges results; every setting is read at each call, so one instance never goes stale."""

    def __init__(self, *, site_config: SiteConfig) -> None:
        self._site_config = site_config

    def filter_and_score(
        self, results: Sequence[Mapping[str, Any]], query: str | None = None, *, today: date | None = None
    ) -> list[ScoredSource]:
        """The results worth citing, highest score first; an empty input gives an empty list and no log line."""
        if not results:
            return []
        settings = self._site_config.settings.research
        ungated = settings.model_copy(update={"require_fetched_source_for_citation": False})
        reads = [as_read(result, place) for place, result in enumerate(results, 1)]
        judged = judge(reads, Query(query or "", today or datetime.now(UTC).date()), ungated)
        log.info(judged.log)
        return [scored(source) for source in judged.sources]


def as_read(result: Mapping[str, Any], position: int) -> Read:
    """A result dict of `title, url, snippet, content` as a hit and the page read for it."""
    title, url, snippet, content = (_text(result.get(key)) for key in ("title", "url", "snippet", "content"))
    page = Page(url, "ok" if content.strip() else "unreadable", text=content, reason="" if content else "no content")
    return Read(Hit(url, title, snippet, position), page)


def _text(value: object) -> str:
    return safe(value) if isinstance(value, str) else ""


def scored(source: Source) -> ScoredSource:
    """A source under the names of this surface."""
    hit, page = source.read.hit, source.read.page
    return ScoredSource(
        hit.title, source.url, hit.snippet, page.text.strip() if page else "", source.domain,
        *source.components.values(), source.score,
    )  # fmt: skip
