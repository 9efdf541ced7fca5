"""What judging makes of the pages read: sources, best first, and what is none."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.records.pages import Read
from workbench.records.ruling import Ruling
from workbench.records.search import Dropped, Hit
from workbench.records.states import MergeReason


@dataclass(frozen=True, slots=True)
class Components:
    """The five parts of a score, each in 0..1, in the order that every table and chart keeps."""

    credibility: float
    snippet: float
    recency: float
    uniqueness: float = 1.0
    search_rank: float = 1.0

    def values(self) -> tuple[float, float, float, float, float]:
        """The five numbers in order."""
        return (self.credibility, self.snippet, self.recency, self.uniqueness, self.search_rank)


@dataclass(frozen=True, slots=True)
class Member:
    """A copy folded into a source: how alike it is (0..1) and what made them one.

    For the reason `url` it is one page with the source, or with the copy before it in the cluster.
    """

    hit: Hit
    similarity: float
    reason: MergeReason


@dataclass(frozen=True, slots=True)
class Source:
    """A page worth citing; `position` is the best place that any copy of it had among the pages read."""

    read: Read
    url: str
    domain: str
    components: Components
    score: float
    position: int
    cluster: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """The judge stage: sources best first, what was dropped, how many readable pages were judged, and by which
    rulings of people on two of them.
    """

    sources: tuple[Source, ...]
    dropped: tuple[Dropped, ...]
    considered: int
    rulings: tuple[Ruling, ...] = ()

    @property
    def log(self) -> str:
        """The line that people who watch the log know."""
        thin = sum(lost.state == "thin" for lost in self.dropped)
        duplicate = sum(lost.state == "duplicate" for lost in self.dropped)
        return (
            f"ResearchQualityService: Processed {self.considered} results, kept {len(self.sources)} "
            f"({thin} thin snippet, {duplicate} duplicate)"
        )
