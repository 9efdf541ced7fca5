"""Which readable hits are worth citing, best first.

The order of work: the gate, one place for each distinct page, the thin filter, the first scores, greedy dedup in
descending score, then uniqueness and search rank among the survivors, and the final order; both sorts are stable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from workbench.measure.similarity import nearest
from workbench.quality import components as parts
from workbench.quality.candidate import Candidate, measure
from workbench.quality.copies import fold, in_order
from workbench.quality.rulings import applying
from workbench.records import Components, Dropped, Judged, Member, Query, Read, Ruling, Source
from workbench.settings import ResearchSettings
from workbench.text import counted, plain, words
from workbench.urls import canonical

_NEVER_CITED = frozenset({"invalid", "refused"})


def judge(reads: Sequence[Read], query: Query, settings: ResearchSettings, rulings: Sequence[Ruling] = ()) -> Judged:
    """Drop the unreadable, the thin and the repeated; order the rest by score, highest first.

    Of the rulings those on two pages at hand count, and come out with what was judged.
    """
    at_hand = applying(rulings, _addresses(reads)) if rulings else ()
    readable, dropped = _gate(reads, settings)
    distinct, twins = _distinct(readable)
    thick, thin = _thick(distinct, settings)
    measure(thick, query, settings)
    survivors, copies = fold(thick, settings.dedup_similarity_threshold, at_hand)
    _place(survivors, len(distinct), settings)
    sources = sorted(map(_source, survivors), key=lambda source: -source.score)
    return Judged(tuple(sources), (*dropped, *twins, *thin, *copies), len(distinct), at_hand)


def candidates(reads: Sequence[Read], query: Query, settings: ResearchSettings) -> list[Candidate]:
    """What copies are looked for among, with first scores and own positions, in the order of that search."""
    thick, _ = _thick(_distinct(_gate(reads, settings)[0])[0], settings)
    measure(thick, query, settings)
    return in_order(thick)


def _addresses(reads: Iterable[Read]) -> frozenset[str]:
    """Every address of the results, in canonical form."""
    return frozenset(
        canonical(url) for read in reads for url in (read.address, read.hit.url, *(twin.url for twin in read.hit.twins))
    )


def overall(components: Components, settings: ResearchSettings) -> float:
    """The score (0..1) that the settings give the five components."""
    return parts.overall(components, settings.weights)


def _gate(reads: Sequence[Read], settings: ResearchSettings) -> tuple[list[Read], list[Dropped]]:
    """What may be cited: with the gate every page that was read, without it all but addresses that none may ask."""
    gated = settings.extract_web_content and settings.require_fetched_source_for_citation
    passed, dropped = [], []
    for read in reads:
        if read.readable or not (gated or (read.page and read.page.outcome in _NEVER_CITED)):
            passed.append(read)
        else:
            dropped.append(Dropped(read.hit, "read", "unread", _why_unread(read)))
    return passed, dropped


def _why_unread(read: Read) -> str:
    if read.page is None:
        return "unread: the page was not read"
    return f"unread: {read.page.outcome}, {read.page.reason or 'no reason was given'}"


def _distinct(reads: Sequence[Read]) -> tuple[list[Candidate], list[Dropped]]:
    found: dict[str, Candidate] = {}
    dropped = []
    for read in reads:
        key = canonical(read.address) or f"#{len(found)}"
        if first := found.get(key):
            first.cluster.append(Member(read.hit, 1.0, "url"))
            reason = f"duplicate: it leads to the same page as {first.hit.url}"
            dropped.append(Dropped(read.hit, "judge", "duplicate", reason, first.url))
        else:
            found[key] = Candidate(read, plain(read.hit.snippet), len(found) + 1, read.address)
            found[key].cluster = [Member(twin, 1.0, "url") for twin in read.hit.twins]
    return list(found.values()), dropped


def _thick(candidates: list[Candidate], settings: ResearchSettings) -> tuple[list[Candidate], list[Dropped]]:
    thick, dropped = [], []
    for one in candidates:
        if reason := _why_thin(one, settings):
            dropped.append(Dropped(one.hit, "judge", "thin", reason))
        else:
            thick.append(one)
    return thick, dropped


def _why_thin(one: Candidate, settings: ResearchSettings) -> str:
    if not one.url.strip():
        return "thin: the result has no address"
    if not one.snippet:
        return "thin: the result has no snippet"
    if len(one.snippet) < settings.min_snippet_length:
        return f"thin: {counted(len(one.snippet), 'character')} of snippet, {_asked(settings.min_snippet_length)}"
    if (count := len(words(one.snippet))) < settings.min_snippet_words:
        return f"thin: {counted(count, 'word')} of snippet, {_asked(settings.min_snippet_words)}"
    return ""


def _asked(count: int) -> str:
    return f"{count:,} {'is' if count == 1 else 'are'} asked for"


def _place(survivors: list[Candidate], considered: int, settings: ResearchSettings) -> None:
    alike = nearest([one.tokens for one in survivors])
    for one, most in zip(survivors, alike, strict=True):
        one.components = replace(
            one.components,
            uniqueness=1.0 - most,
            search_rank=parts.search_rank(one.position, considered),
        )
        one.score = overall(one.components, settings)


def _source(one: Candidate) -> Source:
    return Source(one.read, one.url, one.domain, one.components, one.score, one.position, tuple(one.cluster))
