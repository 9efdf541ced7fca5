"""Generated archives: stored runs of alike, thin, dated, blocked and unread results, and settings to try on them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from workbench.context import render
from workbench.quality import judge, select_hits
from workbench.records import Answer, Hit, Page, Query, Read, RunRecord, Searched
from workbench.settings import Settings, resolve
from workbench.settings.load import as_texts
from workbench.settings.model import TIER2

HOSTS = (
    "water.gov", "a.water.gov", "physics.uni.edu", "docs.python.org", "en.wikipedia.org", "blog.example",
    "news.example", "shop.example", "bücher.example", "arxiv.org",
)  # fmt: skip
WORDS = (
    "river", "quality", "sewage", "works", "nine", "sites", "councils", "nitrate", "fell", "gates", "tide", "gauge",
    "mayfly", "larvae", "gravel", "farmers", "fenced", "cattle", "spring", "alarm", "the", "of", "and", "in", "a", "to",
)  # fmt: skip
LEADS = ("", "", "3 days ago - ", "2 years ago · ", "Mar 15, 2024 · ", "2026-11-01 — ", "Dec 24, 2026 - ")
TODAY = date(2026, 11, 29)
OLD_TIER2 = ",".join((*TIER2, "github.com", "medium.com", "dev.to"))  # with hosts of anyone's writing
NAMES = ("credibility", "snippet_quality", "recency", "uniqueness", "search_rank")


def snippet(chance: random.Random, base: list[str]) -> str:
    """Words of their own, or those of the base with a few changed."""
    own = chance.choices(WORDS, k=chance.choice((3, 9, 12, 22, 25, 33)))
    changed = [word if chance.random() < 0.93 else chance.choice(WORDS) for word in base]
    text = changed if chance.random() < 0.4 else own
    return chance.choice(LEADS) + " ".join(text) + chance.choice(("", "", "", " click here"))


def page(chance: random.Random, url: str) -> Page | None:
    """What was read there, mostly text."""
    return chance.choice(
        (
            *[Page(url, "ok", text=f"Page text of {url}.")] * 8,
            Page(url, "ok", final_url="https://moved.example/page", text="Page text."),
            Page(url, "blocked", reason="HTTP 403"),
            Page(url, "refused", reason="a private address"),
            None,
        )
    )


def stored(
    topic: str, hits: tuple[Hit, ...], pages: dict[str, Page | None], settings: Settings, number: int = 1
) -> RunRecord:
    """A run as the spine leaves it."""
    today = TODAY - timedelta(days=number)
    selected, dropped = select_hits(hits, settings)
    held = pages if settings.research.extract_web_content else {}
    reads = tuple(Read(hit, held.get(hit.url)) for hit in selected)
    judged = judge(reads, Query(topic, today), settings.research)
    return RunRecord(
        f"r{number}", number, topic, today, "ddg", "done", datetime(2026, 11, 1, tzinfo=UTC), as_texts(settings), 0,
        searched=Searched((Answer("ddg", "ok", hits),), selected, dropped), read=reads, judged=judged,
        context=render(judged.sources, (), (), settings),
    )  # fmt: skip


def run(seed: int, settings: Settings | None = None) -> RunRecord:
    """The generated run of that number."""
    chance = random.Random(seed)
    base = chance.choices(WORDS, k=24)
    hits = []
    for place in range(1, chance.randint(0, 14) + 1):
        url = f"https://{chance.choice(HOSTS)}/{chance.choice('abcdefgh')}"
        if chance.random() < 0.1:
            url = f"https://arxiv.org/abs/2301.0000{chance.randint(1, 3)}v{chance.randint(1, 2)}"
        published = chance.choice((None, None, TODAY - timedelta(days=chance.randint(0, 900))))
        hits.append(Hit(url, f"Title {place}", snippet(chance, base), place, "ddg", published))
    pages = {hit.url: page(chance, hit.url) for hit in hits}
    topic = " ".join(chance.choices(WORDS[:20], k=4))
    return stored(topic, tuple(hits), pages, settings or tried(chance), seed)


def tried(chance: random.Random) -> Settings:
    """Settings that judge in some way that may be saved."""
    weights = chance.choice(((0.4, 0.3, 0.2, 0.1, 0.4), (0.0,) * 5, tuple(round(chance.random(), 2) for _ in range(5))))
    research: dict[str, Any] = {f"{name}_weight": weight for name, weight in zip(NAMES, weights, strict=True)}
    research |= {
        "min_snippet_words": chance.choice((0, 10)),
        "min_snippet_length": chance.choice((0, 50)),
        "dedup_similarity_threshold": chance.choice((0.2, 0.5, 0.7, 0.9, 1.0)),
        "recency_fresh_days": chance.choice((7, 40)),
        "require_fetched_source_for_citation": chance.random() < 0.7,
        "extract_web_content": chance.random() < 0.8,
        "blocked_domains": chance.choice(((), ("water.gov",), ("blog.example", "news.example"))),
        "tier2_domains": chance.choice((("wikipedia.org", "python.org"), ("blog.example",), ("rust-lang.org",))),
    }
    return Settings.model_validate({"research": research, "web_research": {"results": chance.randint(1, 14)}})


def archive_of(count: int, first: int = 1) -> list[RunRecord]:
    """So many generated runs, half of them under a few common settings."""
    common = [tried(random.Random(seed)) for seed in range(3)]
    return [run(seed, common[seed % 3] if seed % 2 else None) for seed in range(first, first + count)]


def own(record: RunRecord) -> Settings:
    """The settings that a run was judged by."""
    return resolve(record.settings).settings


def changed(settings: Settings, **research: Any) -> Settings:
    """The settings with some of how sources are judged changed."""
    return settings.model_copy(update={"research": settings.research.model_copy(update=research)})


def without_texts(record: RunRecord) -> RunRecord:
    """The run as the store gives it without the texts of its pages."""
    bare = tuple(Read(one.hit, replace(one.page, text="") if one.page else None) for one in record.read or ())
    return replace(record, read=bare)
