"""The engine `corpus` and its fetcher: answers and pages from installed documents, and from nowhere else."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from workbench.ports import Documents
from workbench.records import Answer, Document, Hit, Query, Response
from workbench.search.attempts import words_of
from workbench.search.stored import absent, judged
from workbench.urls import canonical, masked, without_credentials

log = logging.getLogger("workbench.search")

NOTHING_INSTALLED = "The corpus holds no document. Install some with `workbench corpus add FOLDER`."
PAGE_OF_HITS = 10  # as many as a page of a web engine shows, so that a run shows what is over its limit
NOT_HERE = "not in the corpus; nothing else is reached in corpus-only mode"


@dataclass(frozen=True, slots=True)
class CorpusEngine:
    """Answers a query from the installed documents; `size` says how many there are."""

    documents: Documents
    size: Callable[[], int]
    name: str = "corpus"

    async def __call__(self, query: Query, count: int) -> Answer:
        started = time.monotonic()
        try:
            answer = self._answer(self.documents.search(query.text, max(count, PAGE_OF_HITS)))
        except Exception as error:  # noqa: BLE001  whatever the store raises is named
            answer = Answer(self.name, "error", detail=words_of(error))
        if answer.outcome == "error":
            log.warning("Search by %s ended as error: %s", self.name, answer.detail)
        return replace(answer, elapsed_seconds=time.monotonic() - started)

    def _answer(self, found: Sequence[Hit]) -> Answer:
        if not found and not self.size():
            return Answer(self.name, "error", detail=NOTHING_INSTALLED)
        placed = (
            replace(
                hit,
                url=without_credentials(hit.url),
                title=masked(hit.title),
                snippet=masked(hit.snippet),
                position=place,
                engine=self.name,
            )
            for place, hit in enumerate(found, start=1)
        )
        return Answer(self.name, "ok" if found else "empty", tuple(placed))


@dataclass(frozen=True, slots=True)
class CorpusFetcher:
    """Answers an address from the installed documents."""

    documents: Documents

    async def __call__(self, url: str) -> Response:
        found = self.documents.get(url) or self.documents.get(canonical(url))
        return _response(url, found) if found else absent(url, NOT_HERE)


def _response(url: str, document: Document) -> Response:
    outcome, reason = judged(document.status, document.body)
    return Response(
        url,
        outcome,
        final_url=document.url,
        reason=reason,
        status=document.status,
        content_type="text/plain; charset=utf-8" if document.content_type == "text/markdown" else document.content_type,
        body=document.body if outcome == "ok" else b"",
    )
