"""A stored run under other settings: selected, judged and rendered again from what it stored."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.context import render
from workbench.quality import judge, select_hits
from workbench.records import Context, Dropped, Judged, Read, RunRecord
from workbench.settings import Settings


@dataclass(frozen=True, slots=True)
class Rescored:
    """The judgement and the context that the settings give, and every result that is no source with its reason."""

    judged: Judged
    context: Context
    dropped: tuple[Dropped, ...]


def rescore(run: RunRecord, settings: Settings) -> Rescored:
    """The run as these settings would have it; its own settings give what it stored.

    A page that the run never read stays unread: nothing is fetched.
    """
    hits = [hit for answer in (run.searched.answers if run.searched else ()) for hit in answer.hits]
    selected, unselected = select_hits(hits, settings)
    pages = {read.hit.url: read.page for read in run.read or ()}
    reads = [Read(hit, pages.get(hit.url)) for hit in selected]
    judged = judge(reads, run.query, settings.research)
    held = run.context or Context("")
    context = render(judged.sources, held.references, held.posts, settings)
    return Rescored(judged, context, (*unselected, *judged.dropped))
