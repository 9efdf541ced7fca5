"""What an operator should know of a run, by kind; each kind rests for a day once it was sent."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.records import Finding, Judged, Read, Searched
from workbench.text import counted
from workbench.urls import host_of

_QUIET = frozenset({"ok", "empty"})


def of_search(searched: Searched) -> tuple[Finding, ...]:
    """One for each engine that gave no answer."""
    return tuple(
        Finding(
            kind="web_search_failed",
            title=f"Search by {answer.engine} ended as {answer.outcome}",
            body=answer.detail or (f"HTTP {answer.status}" if answer.status else f"{answer.engine} gave no results."),
            severity="warn",
            key=f"web_search_failed:{answer.engine}",
            source="web_research",
        )
        for answer in searched.answers
        if answer.outcome not in _QUIET
    )


def of_reading(reads: Sequence[Read]) -> tuple[Finding, ...]:
    """One for all pages that could not be read, keyed by their hosts."""
    lost = [read for read in reads if not read.readable]
    if not lost:
        return ()
    lines = [f"{read.hit.url[:80]}: {read.page.outcome}, {read.page.reason}" for read in lost if read.page]
    return (
        Finding(
            kind="web_research_extract_failed",
            title=f"{len(lost)} of {counted(len(reads), 'page')} could not be read",
            body="\n".join(lines),
            key="web_research_extract_failed:" + ",".join(_hosts(lost)),
            source="web_research",
        ),
    )


def _hosts(reads: Sequence[Read]) -> list[str]:
    return sorted({host_of(read.hit.url) or read.hit.url[:80] for read in reads})


def of_judging(topic: str, reads: Sequence[Read], judged: Judged) -> tuple[Finding, ...]:
    """One if no source is left: because no page could be read, or because every readable one was rejected."""
    if judged.sources or not reads:
        return ()
    if judged.considered:
        kind, title = "research_web_sources_all_filtered", "Every readable result was rejected"
        body = f"“{topic}”: {judged.log}. If it recurs, the shortest snippet and its words are set too strictly."
        return (Finding(kind, title, body, "warn", f"{kind}:{topic[:50]}"),)
    kind, title = "research_web_sources_all_unfetchable", "No page could be fetched"
    hosts = ", ".join(_hosts(reads))
    pages = "the page" if len(reads) == 1 else "the pages"
    body = f"“{topic}”: {pages} of {hosts} could not be fetched, so the context has no web section."
    return (Finding(kind, title, body, "info", f"{kind}:{topic[:50]}"),)


def posts_failed(words: str) -> Finding:
    """The look-up of our own posts failed; the context goes on without them."""
    kind = "internal_link_search_failed"
    return Finding(kind, "Our own posts could not be searched", words, "warn", kind)
