"""A stored run as one JSON-ready document: what was asked, what came, what was kept and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from workbench.export.hashes import context_sha256, page_sha256, settings_sha256, text_sha256
from workbench.export.made import funnel
from workbench.export.table import NOT_JUDGED, dropped, table
from workbench.export.texts import sound
from workbench.quality.copies import second_of
from workbench.records import (
    Answer,
    Context,
    DateCandidate,
    Dropped,
    Excerpt,
    Finding,
    Hit,
    Member,
    Read,
    RunRecord,
    Source,
)
from workbench.signals.dates import judged_date, snippet_date
from workbench.text import shown


def run_document(run: RunRecord) -> dict[str, Any]:
    """Everything of a run that a person or a program may want; the page texts are left to the store.

    `context_sha256` is that of `context`, `settings_sha256` that of `settings` as JSON without blanks, its keys sorted;
    `page_text_sha256` and `text_sha256` are those of a page's stored text. A run is `partial` if an engine gave no
    answer or our own posts could not be searched.
    """
    answers = run.searched.answers if run.searched else ()
    judged = run.judged
    lost = dropped(run)
    context = run.context or Context("")
    document = {
        "id": run.id,
        "number": run.number,
        "topic": run.topic,
        "today": run.today.isoformat(),
        "engine": run.engine,
        "state": run.state,
        "partial": _is_partial(answers, run.findings),
        "error": run.error,
        "settings_version": run.settings_version,
        "settings": run.settings,
        "settings_sha256": settings_sha256(run),
        "context_sha256": context_sha256(run),
        "funnel": funnel(table(run)),
        "outcomes": [_outcome(answer) for answer in answers],
        "hits": list(_hits(answers, judged.sources if judged else (), lost)),
        "pages": [_page(read) for read in run.read or () if read.page],
        "sources": [_dated(source, run.today) for source in judged.sources] if judged else [],
        "dropped": [dropped_entry(one) for one in lost],
        "sections": _sections(context),
        "context": context.text,
        "findings": [_finding(finding) for finding in run.findings],
        "log": judged.log if judged else "",
        "timings": run.timings,
    }
    return {key: sound(value) for key, value in document.items()}


def _is_partial(answers: Iterable[Answer], findings: Iterable[Finding]) -> bool:
    unanswered = any(answer.outcome not in ("ok", "empty") for answer in answers)
    return unanswered or any(finding.kind == "internal_link_search_failed" for finding in findings)


def source_entry(source: Source) -> dict[str, Any]:
    """A source with its five components, its score (all 0..1, full precision) and the copies folded into it."""
    parts = source.components
    return {
        "title": shown(source.read.hit.title) or source.domain,
        "url": source.url,
        "domain": source.domain,
        "domain_credibility": parts.credibility,
        "snippet_quality": parts.snippet,
        "recency_score": parts.recency,
        "uniqueness_score": parts.uniqueness,
        "search_rank_score": parts.search_rank,
        "overall_score": source.score,
        "position": source.position,
        "cluster": _members(source.cluster),
    }


def _dated(source: Source, today: date) -> dict[str, Any]:
    """A source with every date that anybody claims for it: the result's own first, then those of its page."""
    hit, page = source.read.hit, source.read.page
    engine = DateCandidate("engine", hit.published.isoformat(), hit.published) if hit.published else None
    own = (snippet_date(hit.snippet, today), judged_date(engine, today) if engine else None)
    claims = [*(claim for claim in own if claim), *(page.dates if page else ())]
    return {
        **source_entry(source),
        "page": "page read" if source.read.readable else "snippet only",
        "page_text_sha256": page_sha256(source),
        "dates": [_date(claim) for claim in claims],
    }


def _date(claim: DateCandidate) -> dict[str, Any]:
    day = claim.day.isoformat() if claim.day else None
    return {"signal": claim.signal, "text": claim.text, "day": day, "refused": claim.refused}


def dropped_entry(lost: Dropped) -> dict[str, Any]:
    """A result that is no source: where it was lost, why, and of what it is a copy."""
    return {"url": lost.hit.url, "stage": lost.stage, "reason": lost.reason, "of": lost.of}


def _members(cluster: Sequence[Member]) -> list[dict[str, Any]]:
    """The copies; `of` is the copy that one is a second address of, and is as alike as it says."""
    return [
        {"url": one.hit.url, "similarity": one.similarity, "reason": one.reason, **({"of": copy.url} if copy else {})}
        for one, copy in zip(cluster, second_of(cluster), strict=True)
    ]


def _outcome(answer: Answer) -> dict[str, Any]:
    return {
        "engine": answer.engine,
        "outcome": answer.outcome,
        "status": answer.status,
        "detail": answer.detail,
        "attempts": answer.attempts,
        "results": len(answer.hits),
    }


def _hits(answers: Iterable[Answer], sources: Iterable[Source], dropped: Iterable[Dropped]) -> Iterable[dict[str, Any]]:
    kept = {(source.read.hit.engine, source.read.hit.position) for source in sources}
    lost = {(one.hit.engine, one.hit.position): one for one in dropped}
    for answer in answers:
        for hit in answer.hits:
            place = (hit.engine, hit.position)
            yield _hit(hit, "kept" if place in kept else "", lost.get(place))


def _hit(hit: Hit, state: str, lost: Dropped | None) -> dict[str, Any]:
    return {
        "url": hit.url,
        "title": hit.title,
        "snippet": hit.snippet,
        "position": hit.position,
        "engine": hit.engine,
        "published": hit.published.isoformat() if hit.published else None,
        "state": lost.state if lost else state,
        "reason": lost.reason if lost else "" if state else NOT_JUDGED,
    }


def _page(read: Read) -> dict[str, Any]:
    page = read.page
    if page is None:
        return {}
    return {
        "url": page.url,
        "final_url": page.address,
        "status": page.status,
        "outcome": page.outcome,
        "reason": page.reason,
        "content_type": page.content_type,
        "title": page.title,
        "published": page.published.isoformat() if page.published else None,
        "dates": [_date(claim) for claim in page.dates],
        "language": page.language,
        "truncated": page.truncated,
        "text_sha256": text_sha256(page.text),
        "body_key": page.body_key,
    }


def _sections(context: Context) -> dict[str, list[dict[str, Any]]]:
    return {
        "references": [{"title": entry.title, "url": entry.url} for entry in context.references],
        "posts": [{"title": post.title, "slug": post.slug} for post in context.posts],
        "web": [_quoted(one) for one in context.web],
    }


def _quoted(one: Excerpt) -> dict[str, Any]:
    """A source as the writer reads it; `start` counts code points of the page's text, before what is quoted."""
    return {
        "title": one.title,
        "url": one.url,
        "teaser": one.teaser,
        "text": one.text,
        "start": one.start,
        "pinned": one.pinned,
    }


def _finding(finding: Finding) -> dict[str, str]:
    return {
        "kind": finding.kind,
        "severity": finding.severity,
        "title": finding.title,
        "body": finding.body,
        "key": finding.key,
    }
