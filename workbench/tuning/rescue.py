"""A lost result brought back by a person: its page given by hand, the run judged again without searching."""

from __future__ import annotations

from dataclasses import replace

from workbench.errors import BadRequest
from workbench.records import RESCUED, Hit, Page, Read, RunRecord
from workbench.settings import Settings
from workbench.tuning.rescore import Rescored, rescore
from workbench.urls import canonical

_BY_SETTINGS = {
    "thin": "Its page is not what is missing: lower research_min_snippet_length or research_min_snippet_words.",
    "duplicate": (
        "It is a copy of another source: `workbench rulings apart` parts them, and if only their texts are alike, a "
        "higher research_dedup_similarity_threshold does."
    ),
}


def lost_hit(run: RunRecord, url: str) -> Hit:
    """The hit of a run that a page can bring back; a sentence says why another one cannot."""
    key = canonical(url)
    searched, judged = run.searched, run.judged
    for lost in (*(searched.dropped if searched else ()), *(judged.dropped if judged else ())):
        if lost.hit.url == url or canonical(lost.hit.url) == key:
            if lost.state in _BY_SETTINGS:
                raise BadRequest(f"{url} is {lost.reason}. {_BY_SETTINGS[lost.state]}")
            return lost.hit
    if any(canonical(source.url) == key for source in (judged.sources if judged else ())):
        raise BadRequest(f"{url} is a source of run {run.number} already.")
    raise BadRequest(f"Run {run.number} has no result {url}.")


def rescue(run: RunRecord, hit: Hit, page: Page, settings: Settings) -> Rescored:
    """The run as it stands with the page that a person gave for the hit; the other pages are as they were read."""
    given = replace(page, url=hit.url, final_url=hit.url, flags=(*page.flags, RESCUED))
    others = tuple(read for read in run.read or () if read.hit.url != hit.url)
    return rescore(replace(run, read=(*others, Read(hit, given))), settings)
