"""The excerpt of a page moved by a person: what is asked for is found in the run, and its context rendered again."""

from __future__ import annotations

import re

from workbench.context import Starts, page_text, render
from workbench.errors import BadRequest
from workbench.records import Context, RunRecord, Source
from workbench.settings import Settings
from workbench.text import counted
from workbench.urls import canonical


def moved(run: RunRecord, settings: Settings, starts: Starts) -> Context:
    """The context of a run with excerpts that begin elsewhere; its sources, links and posts are those it stored."""
    held, sources = run.context or Context(""), run.judged.sources if run.judged else ()
    return render(sources, held.references, held.posts, settings, starts)


def quoted_source(run: RunRecord, url: str) -> Source:
    """The source of a run whose page text is quoted; a sentence says why there is none to move an excerpt in."""
    key = canonical(url)
    for source in run.judged.sources if run.judged else ():
        if source.url == url or canonical(source.url) == key:
            if source.read.page and page_text(source.read.page):
                return source
            raise BadRequest(f"The page of {url[:200]} was not read, so there is no excerpt to move.")
    raise BadRequest(f"Run {run.number} has no source {url[:200]}.")


def start_in(source: Source, start: int | None = None, words: str = "") -> int:
    """Where an excerpt is to begin: at the start given, or at the one place where the words stand."""
    text = page_text(source.read.page) if source.read.page else ""
    if words.strip():
        return _place_of(words, text)
    if start is None:
        raise BadRequest(
            "Say where the excerpt begins: with --start and a number, or with --words and its first words."
        )
    if not 0 <= start < len(text):
        raise BadRequest(f"The page has {counted(len(text), 'character')}; an excerpt cannot begin at {start:,}.")
    return start


def _place_of(words: str, text: str) -> int:
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = [match.start() for match in re.finditer(pattern, text, re.IGNORECASE)]
    if not found:
        raise BadRequest(f"The page does not hold the words “{words[:80]}”.")
    if len(found) > 1:
        raise BadRequest(f"The words “{words[:80]}” stand {len(found)} times in the page; give more of them.")
    return found[0]
