"""Which readable hits are worth citing, best first.

The order of work: the gate, one place for each distinct page, the thin filter, the first scores, greedy dedup in
descending score, then uniqueness and search rank among the survivors, and the final order; both sorts are stable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache

from workbench.measure.similarity import ceiling, nearest, similarity
from workbench.quality import components as parts
from workbench.records import Components, Dropped, Hit, Judged, Member, Query, Read, Source
from workbench.settings import ResearchSettings
from workbench.signals.dates import age_days, candidate
from workbench.signals.trust import Tiers, standing
from workbench.text import counted, plain, tokens, words
from workbench.urls import canonical, host_of

COMPARED_TOKENS = 400  # as many words as research_min_snippet_words can ask for; two texts are compared in square time


_NEVER_CITED = frozenset({"invalid", "refused"})


@dataclass(slots=True)
class _Candidate:
    read: Read
    snippet: str
    position: int
    url: str
    domain: str = ""
    tokens: tuple[str, ...] = ()
    components: Components = field(default_factory=lambda: Components(0, 0, 0))
    score: float = 0.0
    cluster: list[Member] = field(default_factory=list)

    @property
    def hit(self) -> Hit:
        return self.read.hit


def judge(reads: Sequence[Read], query: Query, settings: ResearchSettings) -> Judged:
    """Drop the unreadable, the thin and the repeated; order the rest by score, highest first."""
    readable, dropped = _gate(reads, settings)
    distinct, twins = _distinct(readable)
    thick, thin = _thick(distinct, settings)
    _measure(thick, query, settings)
    survivors, copies = _deduplicate(thick, settings.dedup_similarity_threshold)
    _place(survivors, len(distinct), settings)
    sources = sorted(map(_source, survivors), key=lambda source: -source.score)
    return Judged(tuple(sources), (*dropped, *twins, *thin, *copies), len(distinct))


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


def _distinct(reads: Sequence[Read]) -> tuple[list[_Candidate], list[Dropped]]:
    found: dict[str, _Candidate] = {}
    dropped = []
    for read in reads:
        key = canonical(read.address) or f"#{len(found)}"
        if first := found.get(key):
            first.cluster.append(Member(read.hit, 1.0, "url"))
            reason = f"duplicate: it leads to the same page as {first.hit.url}"
            dropped.append(Dropped(read.hit, "judge", "duplicate", reason, first.url))
        else:
            found[key] = _Candidate(read, plain(read.hit.snippet), len(found) + 1, read.address)
            found[key].cluster = [Member(twin, 1.0, "url") for twin in read.hit.twins]
    return list(found.values()), dropped


def _thick(candidates: list[_Candidate], settings: ResearchSettings) -> tuple[list[_Candidate], list[Dropped]]:
    thick, dropped = [], []
    for one in candidates:
        if reason := _why_thin(one, settings):
            dropped.append(Dropped(one.hit, "judge", "thin", reason))
        else:
            thick.append(one)
    return thick, dropped


def _why_thin(one: _Candidate, settings: ResearchSettings) -> str:
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


def _measure(candidates: list[_Candidate], query: Query, settings: ResearchSettings) -> None:
    tiers, topic = Tiers.of(settings), parts.topic_terms(query.text)
    for one in candidates:
        one.domain = host_of(one.url)
        one.tokens = _compared(one.snippet)
        one.components = Components(
            credibility=standing(one.domain, tiers).credibility,
            snippet=parts.snippet_quality(one.snippet, topic),
            recency=parts.recency(_age(one.hit, query.today), settings),
        )
        one.score = overall(one.components, settings)


@lru_cache(maxsize=1 << 12)
def _compared(snippet: str) -> tuple[str, ...]:
    """The tokens that a snippet is compared by; the same ones each time, so that what was compared is found again."""
    return tuple(tokens(snippet)[:COMPARED_TOKENS])


def _age(hit: Hit, today: date) -> int | None:
    return age_days(candidate(hit, today), today)


def _deduplicate(candidates: list[_Candidate], threshold: float) -> tuple[list[_Candidate], list[Dropped]]:
    """Greedy and not transitive: the best copy of a cluster is kept, and takes the best position of any copy."""
    kept: list[_Candidate] = []
    dropped = []
    for one in sorted(candidates, key=lambda one: -one.score):
        keeper, alike = _first_alike(one, kept, threshold)
        if keeper is None:
            kept.append(one)
            continue
        keeper.position = min(keeper.position, one.position)
        keeper.cluster += [Member(one.hit, alike, "text"), *one.cluster]
        how = "scores higher" if keeper.score > one.score else "comes first"
        reason = f"duplicate: {alike:.2f} like {keeper.url}, which {how}"
        dropped.append(Dropped(one.hit, "judge", "duplicate", reason, keeper.url))
    return kept, dropped


def _first_alike(one: _Candidate, kept: list[_Candidate], threshold: float) -> tuple[_Candidate | None, float]:
    for other in kept:
        if ceiling(one.tokens, other.tokens) >= threshold:
            alike = similarity(one.tokens, other.tokens)
            if alike >= threshold:
                return other, alike
    return None, 0.0


def _place(survivors: list[_Candidate], considered: int, settings: ResearchSettings) -> None:
    alike = nearest([one.tokens for one in survivors])
    for one, most in zip(survivors, alike, strict=True):
        one.components = replace(
            one.components,
            uniqueness=1.0 - most,
            search_rank=parts.search_rank(one.position, considered),
        )
        one.score = overall(one.components, settings)


def _source(one: _Candidate) -> Source:
    return Source(one.read, one.url, one.domain, one.components, one.score, one.position, tuple(one.cluster))
