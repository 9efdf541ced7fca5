"""Clusters opened: what merged each copy, the words it shares with the survivor, and by what the survivor won."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from workbench.quality import candidates
from workbench.quality.candidate import COMPARED_TOKENS, Candidate
from workbench.quality.copies import second_of
from workbench.records import Components, Hit, Judged, Member, Query, Read, Ruling, Source
from workbench.settings import ResearchSettings
from workbench.text import plain, tokens

Span = tuple[int, int]
_PIECE = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Shared:
    """The runs of words that two snippets share, as characters from and to of each as `plain` shows it."""

    survivor: tuple[Span, ...]
    copy: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Margin:
    """By how much the survivor's first score was higher, and what each component gave of that, in their order."""

    total: float
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """What folded a copy in: its similarity and reason, the ruling or the work behind it, the words shared.

    A second address of the same page was never scored by itself, so it has no margin; `second_of` is the copy whose
    page it leads to, `None` if that is the page of the source.
    """

    member: Member
    shared: Shared
    margin: Margin | None = None
    ruling: Ruling | None = None
    work: str = ""
    second_of: Hit | None = None


@dataclass(frozen=True, slots=True)
class Cluster:
    """A source with its copies; `position_from` is the copy whose place it took over, if any stood before it."""

    source: Source
    edges: tuple[Edge, ...]
    own_position: int
    position_from: Hit | None = None


def clusters(judged: Judged, reads: Sequence[Read], query: Query, settings: ResearchSettings) -> tuple[Cluster, ...]:
    """Every source that has copies, in the order of the sources; the settings are those it was judged by."""
    known = {one.hit: one for one in candidates(reads, query, settings)}
    return tuple(_cluster(source, known, judged.rulings, settings) for source in judged.sources if source.cluster)


def shared_words(survivor: str, copy: str) -> Shared:
    """The words in which the similarity of two snippets lies, as it was compared."""
    ours, theirs = _pieces(survivor), _pieces(copy)
    matcher = SequenceMatcher(None, _compared(copy), _compared(survivor), autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    return Shared(
        tuple((ours[block.b][0], ours[block.b + block.size - 1][1]) for block in blocks),
        tuple((theirs[block.a][0], theirs[block.a + block.size - 1][1]) for block in blocks),
    )


def shares_of(above: Components, below: Components, settings: ResearchSettings) -> tuple[float, ...]:
    """What each component gives of the difference of two scores; the shares sum to it."""
    total = sum(settings.weights)
    if total <= 0:
        return (0.0,) * len(settings.weights)
    triples = zip(above.values(), below.values(), settings.weights, strict=True)
    return tuple((up - down) * weight / total for up, down, weight in triples)


def _cluster(
    source: Source, known: Mapping[Hit, Candidate], rulings: Sequence[Ruling], settings: ResearchSettings
) -> Cluster:
    survivor = known[source.read.hit]
    folded = [known[member.hit] for member in source.cluster if member.reason != "url"]
    edges = tuple(
        replace(_edge(member, survivor, known, [survivor, *folded], (rulings, settings)), second_of=copy)
        for member, copy in zip(source.cluster, second_of(source.cluster), strict=True)
    )
    first = min([survivor, *folded], key=lambda one: one.position)
    return Cluster(source, edges, survivor.position, None if first is survivor else first.hit)


def _edge(
    member: Member,
    survivor: Candidate,
    known: Mapping[Hit, Candidate],
    cluster: Sequence[Candidate],
    by: tuple[Sequence[Ruling], ResearchSettings],
) -> Edge:
    rulings, settings = by
    shared = shared_words(survivor.snippet, plain(member.hit.snippet))
    if member.reason == "url":
        return Edge(member, shared)
    copy = known[member.hit]
    others = [one for one in cluster if one is not copy]
    margin = Margin(survivor.score - copy.score, shares_of(survivor.components, copy.components, settings))
    ruling = _ruling(copy, others, rulings) if member.reason == "ruling" else None
    works = {work for one in others for work in one.works & copy.works} if member.reason == "work id" else set()
    return Edge(member, shared, margin, ruling, min(works, default=""))


def _ruling(copy: Candidate, others: Sequence[Candidate], rulings: Sequence[Ruling]) -> Ruling | None:
    """The ruling that ties the copy to another page of its cluster."""
    own, theirs = copy.addresses, {address for one in others for address in one.addresses}
    same = [one for one in rulings if one.verdict == "same"]
    return next((one for one in same if one.pair & own and one.pair & theirs), None)


def _pieces(text: str) -> list[Span]:
    return [found.span() for found in _PIECE.finditer(text)]


def _compared(text: str) -> list[str]:
    return tokens(text)[:COMPARED_TOKENS]
