"""A stored run under other settings: selected, judged and rendered again from what it stored."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from workbench.context import render, starts_of
from workbench.library import matching, reference_map
from workbench.quality import judge, select_hits
from workbench.records import RESCUED, Context, Dropped, Hit, Judged, Read, Reference, Ruling, RunRecord, Searched
from workbench.settings import Settings
from workbench.settings.load import as_texts

SELECTING = ("research_blocked_domains", "web_research_results")  # the settings that `select_hits` goes by


@dataclass(frozen=True, slots=True)
class Rescored:
    """The stages as the settings have them, and every result that is no source with its reason."""

    searched: Searched
    reads: tuple[Read, ...]
    judged: Judged
    context: Context

    @property
    def dropped(self) -> tuple[Dropped, ...]:
        """What is lost, from the search to the judging."""
        return (*self.searched.dropped, *self.judged.dropped)


def rescore(run: RunRecord, settings: Settings, rulings: Sequence[Ruling] | None = None) -> Rescored:
    """The run as these settings would have it; its own settings give what it stored.

    A page that the run never read stays unread, and the posts stay those that it linked: nothing is fetched. An excerpt
    that was moved begins where it was moved to. The rulings are those that the run was judged by,
    unless others are given.
    """
    searched, reads = reads_of(run, settings)
    judged = _judged(run, reads, settings, rulings)
    return Rescored(searched, reads, judged, rendered(run, judged, settings))


def under(run: RunRecord, settings: Settings) -> RunRecord:
    """The run as if these settings had selected and judged it; what it read stays."""
    searched, _ = reads_of(run, settings)
    return replace(run, searched=searched, judged=rejudged(run, settings), settings=as_texts(settings))


def rejudged(run: RunRecord, settings: Settings, rulings: Sequence[Ruling] | None = None) -> Judged:
    """What `rescore` judges, before anything is rendered."""
    return _judged(run, reads_of(run, settings)[1], settings, rulings)


def rendered(run: RunRecord, judged: Judged, settings: Settings) -> Context:
    """The context of a run that was judged so."""
    held = run.context or Context("")
    return render(judged.sources, references_of(run, settings), held.posts, settings, starts_of(held))


def _judged(run: RunRecord, reads: Sequence[Read], settings: Settings, rulings: Sequence[Ruling] | None) -> Judged:
    return judge(reads, run.query, settings.research, run.rulings if rulings is None else rulings)


def reads_of(run: RunRecord, settings: Settings) -> tuple[Searched, tuple[Read, ...]]:
    """The search stage as the settings have it, and what was read of the hits that they select."""
    answers = run.searched.answers if run.searched else ()
    pages = {read.hit.url: read.page for read in run.read or ()} if settings.research.extract_web_content else {}
    rescued = {url for url, page in pages.items() if page and RESCUED in page.flags}
    selected, unselected = _selected(run, settings, rescued)
    return Searched(answers, selected, unselected), tuple(Read(hit, pages.get(hit.url)) for hit in selected)


def _selected(
    run: RunRecord, settings: Settings, rescued: Container[str]
) -> tuple[tuple[Hit, ...], tuple[Dropped, ...]]:
    """The hits to read; as the run stored them if nothing that chooses among them differs."""
    if run.searched is None:
        return (), ()
    texts = as_texts(settings)
    if not rescued and all(run.settings.get(key) == texts[key] for key in SELECTING):
        return run.searched.hits, run.searched.dropped
    return select_hits((hit for answer in run.searched.answers for hit in answer.hits), settings, rescued)


def references_of(run: RunRecord, settings: Settings) -> Sequence[Reference]:
    """The links that the run has; where the settings have another map, those of that one."""
    if settings.known_references_json == run.settings.get("known_references_json", ""):
        return run.context.references if run.context else ()
    return matching(reference_map(settings.known_references_json), run.topic)
