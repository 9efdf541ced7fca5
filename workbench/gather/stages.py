"""The four stages in order: what each one needs, what it leaves, and what an operator should know of it."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, replace

from workbench.context import log_line, render
from workbench.errors import StoreError
from workbench.gather import findings
from workbench.gather.run import Run
from workbench.gather.turns import Turns
from workbench.library.posts import topic_words
from workbench.quality import judge, select_hits
from workbench.records import (
    STAGES,
    Answer,
    Context,
    Finding,
    Hit,
    Judged,
    Page,
    Post,
    Read,
    Searched,
    Stage,
)

log = logging.getLogger("workbench.research")
POSTS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the finished stages of one run left, how many seconds each took, and what there is to say of it."""

    searched: Searched | None = None
    read: tuple[Read, ...] | None = None
    judged: Judged | None = None
    context: Context | None = None
    findings: tuple[Finding, ...] = ()
    seconds: tuple[tuple[Stage, float], ...] = ()


async def gather(run: Run) -> Gathered:
    """Search, read, judge and render, from nothing to the context."""
    done = Gathered()
    for stage in STAGES:
        done = await perform(stage, done, run)
    return done


async def perform(stage: Stage, done: Gathered, run: Run) -> Gathered:
    """The next stage on top of those that are done."""
    run.trace(f"{stage}.started", {})
    started = time.monotonic()
    match stage:
        case "search":
            after = await _search(done, run)
        case "read":
            after = await _read(done, run)
        case "judge":
            after = _judge(done, run)
        case "render":
            after = _render(done, run)
    seconds = time.monotonic() - started
    run.trace(f"{stage}.done", {"seconds": round(seconds, 3), **_counts(stage, after)})
    return replace(after, seconds=(*done.seconds, (stage, seconds)))


def _counts(stage: Stage, done: Gathered) -> dict[str, int]:
    if stage == "search" and done.searched:
        return {"results": sum(len(answer.hits) for answer in done.searched.answers), "pages": len(done.searched.hits)}
    if stage == "read" and done.read is not None:
        return {"read": sum(read.readable for read in done.read), "pages": len(done.read)}
    if stage == "judge" and done.judged:
        return {"kept": len(done.judged.sources)}
    return {"characters": len(done.context.text)} if done.context else {}


async def _search(done: Gathered, run: Run) -> Gathered:
    count = run.settings.web_research.results
    answers = await asyncio.gather(*(engine(run.query, count) for engine in run.engines))
    for answer in answers:
        run.trace("engine.answered", _said(answer))
    hits, dropped = select_hits((hit for answer in answers for hit in answer.hits), run.settings)
    searched = Searched(tuple(answers), hits, dropped)
    return replace(done, searched=searched, findings=(*done.findings, *findings.of_search(searched)))


def _said(answer: Answer) -> dict[str, object]:
    return {
        "engine": answer.engine,
        "outcome": answer.outcome,
        "status": answer.status,
        "detail": answer.detail,
        "results": len(answer.hits),
        "seconds": round(answer.elapsed_seconds, 3),
    }


async def _read(done: Gathered, run: Run) -> Gathered:
    hits = done.searched.hits if done.searched else ()
    if not run.settings.research.extract_web_content:
        return replace(done, read=tuple(Read(hit) for hit in hits))
    turns = Turns(run.settings.web_research.max_concurrent)
    for hit in hits:
        run.trace("page.waiting", {"url": hit.url, "title": hit.title})
    reads = tuple(await asyncio.gather(*(_read_one(hit, run, turns) for hit in hits)))
    return replace(done, read=reads, findings=(*done.findings, *findings.of_reading(reads)))


async def _read_one(hit: Hit, run: Run, turns: Turns) -> Read:
    async with turns.taken():
        run.trace("page.started", {"url": hit.url})
        page = await run.reader(hit.url)
    run.trace("page.done", _page_said(page))
    return Read(hit, page)


def _page_said(page: Page) -> dict[str, object]:
    return {
        "url": page.url,
        "outcome": page.outcome,
        "reason": page.reason,
        "status": page.status,
        "characters": len(page.text),
        "seconds": round(page.elapsed_seconds, 3),
    }


def _judge(done: Gathered, run: Run) -> Gathered:
    reads = done.read or ()
    judged = judge(reads, run.query, run.settings.research, run.rulings())
    if unread := [lost.hit.url for lost in judged.dropped if lost.state == "unread"]:
        log.warning("[RESEARCH] Not cited, their pages could not be read: %s", ", ".join(unread))
    log.info(judged.log)
    said = findings.of_judging(run.query.text, reads, judged)
    return replace(done, judged=judged, findings=(*done.findings, *said))


def _render(done: Gathered, run: Run) -> Gathered:
    posts, failed = _linked(run)
    sources = done.judged.sources if done.judged else ()
    references = tuple(run.references(run.query.text))
    context = render(sources, references, posts, run.settings, run.starts(sources))
    log.info(log_line(run.query.text, context))
    return replace(done, context=context, findings=(*done.findings, *failed))


def _linked(run: Run) -> tuple[tuple[Post, ...], tuple[Finding, ...]]:
    """Our own posts on the topic; a store that cannot be asked leaves none and a finding."""
    words = topic_words(run.query.text)
    try:
        return tuple(run.posts.containing(words, POSTS_SHOWN)) if words else (), ()
    except StoreError as error:
        log.warning("[RESEARCH] Our own posts could not be searched: %s", error)
        return (), (findings.posts_failed(str(error)),)
