"""A recording as a run that can be judged: nothing is searched, fetched or extracted, and no job does it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time

from workbench.fetch.guard import PORT, Refusal, check_url
from workbench.records import RESCUED, Judged, Page, Read, Response, RunRecord, Searched
from workbench.search import Recording, parse_recording, write_recording
from workbench.search.recording import NAME
from workbench.urls import canonical

KEPT_CHARACTERS = 400
NO_TEXT = "The text of this page was not kept."


def recorded_run(recording: Recording) -> RunRecord:
    """The run that a recording stands for, searched and read; it has no number, settings or texts of its own.

    A page that was recorded with a body counts as read. An address that no run may ask is refused as in a run; which
    ports are open was settled when it was read.
    """
    hits = recording.answer.hits
    pages, rescued = recording.by_address, frozenset(recording.rescued)
    reads = []
    for hit in hits:
        if found := pages.get(hit.url) or pages.get(canonical(hit.url)):
            reads.append(Read(hit, _page(hit.url, found, rescued=hit.url in rescued)))
    return RunRecord(
        id="",
        number=0,
        topic=recording.topic,
        today=recording.today,
        engine=NAME,
        state="done",
        created_at=datetime.combine(recording.today, time(), UTC),
        settings={},
        settings_version=0,
        searched=Searched((recording.answer,), hits),
        read=tuple(reads),
        judged=Judged((), (), 0, recording.rulings),
    )


def _page(url: str, found: Response, *, rescued: bool) -> Page:
    final = found.final_url or url
    for address in (url, final):
        checked = None if address.startswith("corpus://") else check_url(address)
        if isinstance(checked, Refusal) and checked != PORT:
            return Page(url, checked.outcome if address == url else "refused", reason=checked.reason)
    flags = (RESCUED,) if rescued else ()
    return Page(url, found.outcome, final_url=final, reason=found.reason, status=found.status, flags=flags)


def frozen(run: RunRecord) -> str:
    """A stored run as the text of a recording that is judged as the run is; of a page's text the head is kept."""
    reads = tuple(
        replace(read, page=replace(read.page, text=read.page.text[:KEPT_CHARACTERS] or NO_TEXT)) if read.page else read
        for read in run.read or ()
    )
    return write_recording(replace(run, read=reads), lambda _key: None)


def thawed(text: str) -> RunRecord:
    """The run in the text of a recording; `BadRequest` says what is wrong with one that cannot be read."""
    return recorded_run(parse_recording(text))
