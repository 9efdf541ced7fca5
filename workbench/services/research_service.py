"""Build the `research_context` of a topic, as people who come from the sources system call it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from workbench.compose import Workbench
from workbench.context import SENTINEL, is_render
from workbench.library import reference_map
from workbench.library.references import built_in
from workbench.records import Finding, RunRecord
from workbench.services.research_quality_service import ResearchQualityService
from workbench.services.site_config import SiteConfig

log = logging.getLogger("workbench.research")

RESEARCH_RENDER_SENTINEL = SENTINEL
is_research_render = is_render


def _as_dicts(known: Mapping[str, Any]) -> dict[str, list[dict[str, str]]]:
    return {keyword: [asdict(entry) for entry in entries] for keyword, entries in known.items()}


KNOWN_REFERENCES = _as_dicts(built_in())


def get_known_references(*, site_config: SiteConfig) -> dict[str, list[dict[str, str]]]:
    """The active reference map; the built-in one where the setting is unset, malformed or has no valid entry."""
    return _as_dicts(reference_map(site_config.settings.known_references_json))


class ResearchService:
    """Builds contexts. `pool` is the workbench whose posts are linked; `None` links none."""

    def __init__(
        self,
        pool: Workbench | None = None,
        settings_service: object = None,
        *,
        site_config: SiteConfig,
        research_quality: ResearchQualityService | None = None,
    ) -> None:
        self._pool = pool
        self._settings_service = settings_service
        self._site_config = site_config
        self.research_quality = research_quality or ResearchQualityService(site_config=site_config)

    async def build_context(
        self,
        topic: str,
        category: str = "technology",
        *,
        stored: str = "",
        engine: str = "",
        today: date | None = None,
        recording: str = "",
    ) -> str:
        """The context of a topic, from a run that is stored; a `stored` render is given back as it is.

        `category` is reserved. An engine that fails leaves the other sections; nothing to show gives "". A run judges
        by the rules of `filter_and_score` itself, so the `research_quality` given is kept and never asked.
        """
        del category
        if stored and is_render(stored):
            return stored
        record = await self.run(topic, engine=engine, today=today, recording=recording)
        return record.context.text if record.context else ""

    async def run(self, topic: str, *, engine: str = "", today: date | None = None, recording: str = "") -> RunRecord:
        """The finished run of a topic, done in this process, with every stage stored."""
        bench = self._pool or self._site_config.bench
        settings, posts = self._site_config.settings, self._pool is not None
        record = bench.new_run(topic, engine=engine, today=today, changes=settings, recording=recording, posts=posts)
        return await bench.do(record)


async def research_topic(
    query: str, max_sources: int | None = None, *, site_config: SiteConfig, engine: str = "", recording: str = ""
) -> str:
    """The context of a query without internal links; on a failure a stub, so that a writer keeps moving.

    `max_sources` is advisory: it is logged, and the settings decide.
    """
    try:
        asked = max_sources or site_config.get("writer_rag_research_topic_max_sources")
        log.info("research_topic: at most %s sources are advised", asked)
        return await ResearchService(None, site_config=site_config).build_context(
            query, engine=engine, recording=recording
        )
    except Exception as error:  # noqa: BLE001  whatever failed, the writer goes on with a stub that says so
        told = f"{type(error).__name__}: {error}"
        log.warning("research_topic failed: %s", told)
        kind = "research_topic_failed"
        site_config.tell(Finding(kind, "A research call gave a stub", told, "warn", kind))
        return f"[research stub for: {query}]"
