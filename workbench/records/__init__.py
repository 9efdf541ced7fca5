"""The plain records of the flow: each keeps the one before it, so any citation can be walked back.

Dates are calendar days in UTC, positions count from 1 (the engine's first), scores and components lie in 0..1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal, get_args

from workbench.records.judgment import Judgment as Judgment
from workbench.records.pin import Pin as Pin
from workbench.records.ruling import Ruling as Ruling
from workbench.records.ruling import Verdict as Verdict
from workbench.records.values import dump as dump
from workbench.records.values import load as load

EngineOutcome = Literal["ok", "empty", "blocked", "rate_limited", "timeout", "error"]
PageOutcome = Literal[
    "ok", "invalid", "refused", "blocked", "rate_limited", "http_error",
    "timeout", "too_large", "not_text", "unreadable", "error",
]  # fmt: skip
State = Literal["kept", "thin", "duplicate", "filtered_domain", "unread", "over_limit"]
Stage = Literal["search", "read", "judge", "render"]
MergeReason = Literal["url", "ruling", "work id", "text"]
RunState = Literal["queued", "running", "interrupted", "done", "failed", "cancelled"]
Severity = Literal["info", "warn", "critical"]

RESCUED = "rescued"  # the flag of a page that a person gave
STATES: tuple[State, ...] = get_args(State)
STAGES: tuple[Stage, ...] = get_args(Stage)


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked, and the day that counts as today."""

    text: str
    today: date


@dataclass(frozen=True, slots=True)
class DateCandidate:
    """One date somebody claims, the signal that claims it, and why it was set aside, if it was."""

    signal: Literal["snippet", "engine", "meta", "json-ld", "url", "http", "page"]
    text: str
    day: date | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """One result as the engine gave it; `twins` are later hits with the same canonical address."""

    url: str
    title: str = ""
    snippet: str = ""
    position: int = 1
    engine: str = ""
    published: date | None = None
    twins: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What one engine said to one query, in its own order."""

    engine: str
    outcome: EngineOutcome
    hits: tuple[Hit, ...] = ()
    status: int | None = None
    detail: str = ""
    attempts: int = 1
    elapsed_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Response:
    """What one address answered before anything was read out of it; `outcome` is `ok` only with a body."""

    url: str
    outcome: PageOutcome
    final_url: str = ""
    reason: str = ""
    status: int | None = None
    content_type: str = ""
    body: bytes = b""
    truncated: bool = False
    modified: str = ""
    elapsed_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """What was read at one address; `reason` says why there is no `text`. `body_key` finds the raw bytes."""

    url: str
    outcome: PageOutcome
    final_url: str = ""
    reason: str = ""
    status: int | None = None
    content_type: str = ""
    title: str = ""
    text: str = ""
    language: str = ""
    truncated: bool = False
    flags: tuple[str, ...] = ()
    dates: tuple[DateCandidate, ...] = ()
    body_key: str = ""
    elapsed_seconds: float = 0.0
    fetched_at: datetime | None = None

    @property
    def address(self) -> str:
        """The address that is cited and judged: where the redirects ended."""
        return self.final_url or self.url

    @property
    def published(self) -> date | None:
        """The publication day that the page itself claims, if any claim stands."""
        return next((found.day for found in self.dates if found.day and not found.refused), None)


@dataclass(frozen=True, slots=True)
class Read:
    """A hit and the page that was read for it; no page means that pages are not read, by choice."""

    hit: Hit
    page: Page | None = None

    @property
    def address(self) -> str:
        """The address that is cited and judged: where the redirects ended."""
        return self.page.address if self.page else self.hit.url

    @property
    def readable(self) -> bool:
        """Whether the page gave text."""
        return self.page is not None and self.page.outcome == "ok"


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
class Dropped:
    """A result that is not a source: at which stage, in which state, why, and of what it is a copy.

    `reason` begins with the state word; `of` is the address of the source it was folded into.
    """

    hit: Hit
    stage: Stage
    state: State
    reason: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Searched:
    """The search stage: every answer, the hits to read in order, and those that are not read."""

    answers: tuple[Answer, ...]
    hits: tuple[Hit, ...]
    dropped: tuple[Dropped, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Reference:
    """A curated link to official documentation."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Post:
    """A post on our own site; only `published` ones are linked."""

    title: str
    slug: str
    status: str = "published"


@dataclass(frozen=True, slots=True)
class Document:
    """An installed document of the corpus: the address it stands for, and its raw body."""

    url: str
    title: str
    snippet: str = ""
    topic: str = ""
    published: date | None = None
    status: int = 200
    content_type: str = "text/markdown"
    body: bytes = b""
    sample: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One source as the writer sees it: the snippet's head, the page's text from `start` on, `pinned` by a person."""

    title: str
    url: str
    teaser: str
    text: str
    page_read: bool = True
    start: int = 0
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """The rendered `research_context` and what stands in its three sections."""

    text: str
    references: tuple[Reference, ...] = ()
    posts: tuple[Post, ...] = ()
    web: tuple[Excerpt, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """Something an operator should know; `key` is what a daily cooldown counts by."""

    kind: str
    title: str
    body: str
    severity: Severity = "info"
    key: str = ""
    source: str = "research"


@dataclass(frozen=True, slots=True)
class Event:
    """One step of a run's progress: what happened, and its details."""

    name: str
    at: datetime
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A stored run with whatever its finished stages left; replaying it needs nothing else."""

    id: str
    number: int
    topic: str
    today: date
    engine: str
    state: RunState
    created_at: datetime
    settings: dict[str, Any]
    settings_version: int
    finished_at: datetime | None = None
    error: str = ""
    options: dict[str, str] = field(default_factory=dict)
    searched: Searched | None = None
    read: tuple[Read, ...] | None = None
    judged: Judged | None = None
    context: Context | None = None
    findings: tuple[Finding, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)

    @property
    def query(self) -> Query:
        """What the run asks, with its own clock."""
        return Query(self.topic, self.today)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings that it was judged by."""
        return self.judged.rulings if self.judged else ()

    @property
    def stages_done(self) -> tuple[Stage, ...]:
        """The stages whose records are stored, in order."""
        held = (self.searched, self.read, self.judged, self.context)
        return tuple(stage for stage, record in zip(STAGES, held, strict=True) if record is not None)
