"""Search and read as dicts: DuckDuckGo for the order, the guarded reader for the text."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from workbench.gather import findings
from workbench.gather.turns import Turns
from workbench.ports import Engine, Reader
from workbench.quality import select_hits
from workbench.records import Hit, Query, Read
from workbench.search import DuckDuckGo
from workbench.services.site_config import SiteConfig
from workbench.settings import Settings
from workbench.text import one_line, plain, visible

log = logging.getLogger("workbench.web_research")
HEADING = "WEB RESEARCH (current sources — cite these, do not fabricate URLs):"
KEY_CONTENT_CHARACTERS = 300
LONGEST_QUERY = 400


class WebResearcher:
    """Searches the web; `engine` and `reader` stand in for DuckDuckGo and the guarded web where they are given."""

    def __init__(self, *, site_config: SiteConfig, engine: Engine | None = None, reader: Reader | None = None) -> None:
        self._site_config = site_config
        self._engine, self._reader = engine, reader

    async def search_simple(self, query: str, num_results: int = 5) -> list[dict[str, Any]]:
        """The results as `title, url, snippet` in the engine's order, with an empty `content`."""
        return [_as_dict(hit, "") for hit in await self._hits(query, num_results)]

    async def search(self, query: str, num_results: int = 5) -> list[dict[str, Any]]:
        """The results with the text of each page; `content` is "" where it could not be read."""
        hits = await self._hits(query, num_results)
        settings = self._site_config.settings
        reader = self._reader or self._web_reader(settings)
        turns = Turns(settings.web_research.max_concurrent)

        async def read(hit: Hit) -> Read:
            async with turns.taken():
                return Read(hit, await reader(hit.url))

        reads = await asyncio.gather(*map(read, hits))
        for finding in findings.of_reading(reads):
            self._site_config.tell(finding)
        most = settings.web_research.max_content_chars
        return [_as_dict(read.hit, read.page.text[:most] if read.page and read.readable else "") for read in reads]

    def _web_reader(self, settings: Settings) -> Reader:
        bench = self._site_config.bench
        return bench.reader(bench.web_fetcher(settings), settings, keep=False)

    async def _hits(self, query: str, num_results: int) -> tuple[Hit, ...]:
        text = one_line(visible(query))[:LONGEST_QUERY]
        if not text:
            log.warning("There is nothing to search for: the query is empty")
            return ()
        settings = self._site_config.settings
        web = settings.web_research.model_copy(update={"results": max(1, num_results)})
        engine = self._engine or DuckDuckGo(web, self._site_config.bench.world.duck)
        answer = await engine(Query(text, datetime.now(UTC).date()), num_results)
        if not answer.hits:
            log.warning("No web results for %r (%s)", query[:80], answer.outcome)
        hits, _ = select_hits(answer.hits, settings.model_copy(update={"web_research": web}))
        return hits

    def format_for_prompt(self, results: Sequence[Mapping[str, Any]], max_chars: int = 3000) -> str:
        """The results as a numbered block of at most `max_chars` characters under its heading; "" for none."""
        from workbench.context.escape import escaped
        from workbench.urls import link_form

        if not results:
            return ""
        entries: list[str] = []
        used = 0
        for number, result in enumerate(results, 1):
            entry = f"{number}. [{escaped(str(result.get('title') or ''))}]({link_form(str(result.get('url') or ''))})"
            if snippet := escaped(plain(str(result.get("snippet") or ""))):
                entry += f"\n   {snippet}"
            if content := str(result.get("content") or "").strip():
                entry += f"\n   Key content: {escaped(content.splitlines()[0][:KEY_CONTENT_CHARACTERS])}"
            if used + len(entry) > max_chars:
                break
            used += len(entry) + 1
            entries.append(entry)
        return "\n".join([HEADING, *entries])


def _as_dict(hit: Hit, content: str) -> dict[str, Any]:
    return {"title": hit.title, "url": hit.url, "snippet": hit.snippet, "content": content}
