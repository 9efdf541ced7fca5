"""`WebResearcher` searches and reads into dicts, and formats them for a prompt."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.compose.benches import (
    AT_ONCE,
    SUBJECTS,
    TOPIC,
    WebPage,
    benched,
    item,
    items,
    pages_for,
    web_of,
)
from tests.services.worlds import lines
from workbench.compose import Workbench
from workbench.records import Answer, Hit, Page, Query
from workbench.services import (
    SiteConfig,
    WebResearcher,
)


@dataclass
class FakeEngine:
    """Gives two hits, whatever is asked; it keeps how many were asked for."""

    outcome: Any = "ok"
    asked: int = 0
    name: str = "fake"

    async def __call__(self, query: Query, count: int) -> Answer:
        self.asked = count
        hits = [Hit(f"https://good{n}.example/", f"T{n}", SUBJECTS[n], n + 1, "fake") for n in range(2)]
        return Answer("fake", self.outcome, tuple(hits) if self.outcome == "ok" else ())


@dataclass(frozen=True)
class FakeReader:
    """Reads the first host only."""

    async def __call__(self, url: str) -> Page:
        if "good0" in url:
            return Page(url, "ok", text="w" * 5000)
        return Page(url, "timeout", reason="10 s passed while waiting for the page")


async def test_search_gives_page_texts_and_empty_ones_where_a_page_failed(site_config: SiteConfig) -> None:
    engine = FakeEngine()
    found = await WebResearcher(site_config=site_config, engine=engine, reader=FakeReader()).search(TOPIC, 7)
    assert found == [
        {"title": "T0", "url": "https://good0.example/", "snippet": SUBJECTS[0], "content": "w" * 2000},
        {"title": "T1", "url": "https://good1.example/", "snippet": SUBJECTS[1], "content": ""},
    ]
    assert engine.asked == 7
    (kept,) = site_config.bench.store.findings.list()
    assert kept.finding.key == "web_research_extract_failed:good1.example"


async def test_search_reads_the_web_through_the_guard_and_keeps_no_body(home: Path) -> None:
    results = [item("https://good0.example/report"), item("http://10.0.0.1/x", SUBJECTS[1])]
    with benched(home, [results], pages_for(results)) as bench:
        found = await WebResearcher(site_config=SiteConfig(AT_ONCE, bench=bench)).search(TOPIC)
        assert bench.store.info()["counts"]["blobs"] == 0
        assert web_of(bench).asked == ["https://good0.example/report"]
    assert [bool(one["content"]) for one in found] == [True, False]


async def test_search_simple_gives_snippets_and_reads_nothing(bench: Workbench) -> None:
    found = await WebResearcher(site_config=SiteConfig(bench=bench)).search_simple(TOPIC, 3)
    assert [(one["url"], one["snippet"], one["content"]) for one in found] == [
        (f"https://good{n}.example/report", SUBJECTS[n], "") for n in range(3)
    ]
    assert web_of(bench).asked == []


@pytest.mark.parametrize("outcome", ["empty", "blocked", "timeout"])
async def test_no_results_are_an_empty_list_and_a_warning(
    outcome: str, site_config: SiteConfig, caplog: pytest.LogCaptureFixture
) -> None:
    researcher = WebResearcher(site_config=site_config, engine=FakeEngine(outcome))
    with caplog.at_level(logging.WARNING):
        assert await researcher.search(TOPIC) == await researcher.search_simple(TOPIC) == []
    assert lines(caplog, "workbench.web_research") == [f"No web results for 'river quality' ({outcome})"] * 2


async def test_an_empty_query_asks_nobody(site_config: SiteConfig) -> None:
    engine = FakeEngine()
    assert await WebResearcher(site_config=site_config, engine=engine).search_simple(" \u200b ") == []
    assert engine.asked == 0


async def test_a_missing_package_is_a_warning_and_an_empty_list(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    with benched(home, [ImportError("No module named 'ddgs'")]) as bench, caplog.at_level(logging.WARNING):
        assert await WebResearcher(site_config=SiteConfig(AT_ONCE, bench=bench)).search(TOPIC) == []
    assert lines(caplog, "workbench.search") == ["Search by ddg ended as error: ImportError: No module named 'ddgs'"]


async def test_a_blocked_page_is_never_given_as_text(home: Path) -> None:
    results = items(1)
    with benched(home, [results], {results[0]["href"]: WebPage("<p>Please log in.</p>", status=403)}) as bench:
        found = await WebResearcher(site_config=SiteConfig(AT_ONCE, bench=bench)).search(TOPIC)
    assert found == [{"title": results[0]["title"], "url": results[0]["href"], "snippet": SUBJECTS[0], "content": ""}]


HEADING = "WEB RESEARCH (current sources — cite these, do not fabricate URLs):"


def formatted(results: list[dict[str, Any]], *limit: int) -> list[str]:
    return WebResearcher(site_config=SiteConfig({})).format_for_prompt(results, *limit).split("\n")


def test_an_empty_list_is_the_empty_text() -> None:
    assert formatted([]) == [""]


def test_entries_are_numbered_with_snippet_and_the_first_line_of_the_text() -> None:
    long = "x" * 400
    results = [
        {"title": "One", "url": "https://a.example/1", "snippet": "A snippet.", "content": f"{long}\nsecond line"},
        {"title": "Two", "url": "https://a.example/2", "snippet": "", "content": ""},
    ]
    assert formatted(results) == [
        HEADING,
        "1. [One](https://a.example/1)",
        "   A snippet.",
        f"   Key content: {'x' * 300}",
        "2. [Two](https://a.example/2)",
    ]


@pytest.mark.parametrize(("limit", "entries"), [(0, 0), (27, 0), (28, 1), (56, 1), (57, 2), (3000, 3)])
def test_it_stops_before_the_entry_that_would_pass_the_limit(limit: int, entries: int) -> None:
    results = [{"title": f"T{n}", "url": f"https://a.example/{n}"} for n in range(3)]
    assert [len(line) for line in formatted(results, limit)[1:]] == [28] * entries


def test_a_hostile_title_stays_text() -> None:
    (_, entry) = formatted([{"title": "a](javascript:x)\n2. [b", "url": "https://a.example/ )"}])
    assert entry == r"1. [a\](javascript:x) 2. \[b](https://a.example/%20%29)"
