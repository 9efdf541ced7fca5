"""DuckDuckGo's own pages as whole durable runs: its order, its dates, its refusal; recorded, and replayed the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.compose.benches import adds_up, article, extractor, lost
from tests.compose.loopback_sites import Site, Sites, serving
from tests.conftest import shared
from tests.stores import fresh_store
from workbench.compose import Workbench, World
from workbench.quality.explain import why
from workbench.records import Post, RunRecord
from workbench.search import write_recording
from workbench.search.duck import Duck
from workbench.settings import Settings

TOPIC = "does caffeine affect sleep"
TODAY = date(2026, 11, 29)
REFERENCES = json.dumps({"caffeine": [{"title": "Caffeine handbook", "url": "https://docs.caffeine.example/"}]})


@dataclass
class Saved:
    """The real result page with a saved body in place of the request."""

    text: str
    status: int = 200

    def __call__(self, _seconds: int) -> Duck:
        saved = self

        class Page(Duck):
            def request(self, *args: Any, **kwargs: Any) -> str | None:
                self.status, self.page = saved.status, saved.text
                return self.page

        return Page()

    def hrefs(self) -> list[str]:
        """The addresses of the results, as the engine unwraps them."""
        from workbench.search.hits import hits_from

        page = Duck()
        page.status, page.page = self.status, self.text
        return [hit.url for hit in hits_from(page.items(), "ddg")]


def saved(name: str, status: int = 200) -> Saved:
    return Saved(shared("data", "search", name).read_text(encoding="utf-8"), status)


def opened(home: Path, duck: Saved, sites: Sites | None = None, name: str = "workbench.db") -> Workbench:
    store = fresh_store(home, name)
    store.posts.add([Post("Coffee, caffeine and us", "coffee-and-us")])
    world = World(duck=duck, extract=extractor())
    if sites:
        world = World(sites.resolve, sites.dial, sites.client, duck, extractor())
    return Workbench(store, world)


async def run(bench: Workbench, **changes: Any) -> RunRecord:
    given = {"known_references_json": REFERENCES, "web_research_ddg_retry_base_delay_ms": 0, **changes}
    return await bench.do(bench.new_run(TOPIC, engine="ddg", today=TODAY, changes=given))


def page(number: int) -> Site:
    return Site(article(f"Measured sleep was shorter by {number + 30} minutes.", f"Page {number}").encode())


def sites_of(urls: list[str]) -> Mapping[str, Site]:
    """A page for every result, but for one that is blocked, one that is gone, one that moved, one that is limited."""
    sites = {url: page(number) for number, url in enumerate(urls)}
    sites[urls[1]] = Site(status=301, location="/moved")
    sites["https://knight-hennessy.stanford.edu/moved"] = page(1)
    sites[urls[2]] = Site(status=403)
    sites[urls[4]] = Site(status=429)
    sites[urls[5]] = Site(status=404)
    return sites


async def test_a_run_has_the_order_the_dates_and_the_outcomes_of_the_real_page(home: Path) -> None:
    duck = saved("ddg_html.html")
    urls = duck.hrefs()
    assert len(urls) == 9
    async with serving(sites_of(urls), []) as sites:
        bench = opened(home, duck, sites)
        record = await run(bench, web_research_results=9)
        stored = bench.store.runs.get(record.id)
        recording = write_recording(record, bench.store.blobs.get, bench.store.posts.list())
        asked = list(sites.asked)
        bench.store.close()
    assert stored == record
    assert record.searched is not None
    assert record.read is not None
    assert record.judged is not None
    assert record.context is not None
    (answer,) = record.searched.answers
    assert (answer.outcome, answer.status, answer.attempts) == ("ok", 200, 1)
    assert [hit.url for hit in record.searched.hits] == urls
    assert [hit.position for hit in record.searched.hits] == list(range(1, 10))
    assert [hit.published.isoformat() if hit.published else "" for hit in record.searched.hits] == [
        "2025-07-16", "2025-08-15", "2026-05-01", "", "", "", "2026-02-23", "2024-10-08", "2025-07-24",
    ]  # fmt: skip
    assert [read.page.outcome for read in record.read if read.page] == [
        "ok", "ok", "blocked", "ok", "rate_limited", "http_error", "ok", "ok", "ok",
    ]  # fmt: skip
    assert sorted(asked) == sorted([*urls, "https://knight-hennessy.stanford.edu/moved"])
    by_place = sorted(record.judged.sources, key=lambda source: source.position)
    assert [(source.domain, source.components.recency) for source in by_place] == [
        ("sleepfoundation.org", 0.6),
        ("knight-hennessy.stanford.edu", 0.6),
        ("pmc.ncbi.nlm.nih.gov", 0.7),
        ("verywellhealth.com", 0.8),
        ("academic.oup.com", 0.6),
        ("sleep.me", 0.6),
    ]
    assert [source.components.search_rank for source in by_place] == [1.0, 0.8, 0.6, 0.4, 0.19999999999999996, 0.0]
    assert by_place[1].url == "https://knight-hennessy.stanford.edu/moved"
    assert [one.reason.partition(",")[0] for one in lost(record)] == [
        "unread: blocked", "unread: rate_limited", "unread: http_error",
    ]  # fmt: skip
    assert adds_up(record)
    first = by_place[3]
    assert why(first, by_place, record.query, Settings().research)[2] == (
        "279 days old by the engine’s date, 23 Feb 2026. Over 7 days, under 365."
    )
    await _replays_the_same(home, record, recording)


async def _replays_the_same(home: Path, record: RunRecord, recording: str) -> None:
    """The recording gives the same judgement and the same context, in a workbench that knows nothing else."""
    bench = Workbench(fresh_store(home, "other.db"), World(extract=extractor()))
    changes = {"known_references_json": REFERENCES, "web_research_results": 9}
    again = await bench.do(bench.new_run("", recording=recording, changes=changes))
    bench.store.close()
    assert (again.topic, again.today, again.engine) == (record.topic, record.today, "recording")
    assert again.context == record.context
    assert again.judged is not None
    assert record.judged is not None
    assert [(one.url, one.score, one.position) for one in again.judged.sources] == [
        (one.url, one.score, one.position) for one in record.judged.sources
    ]
    assert [one.reason for one in lost(again)] == [one.reason for one in lost(record)]


async def test_five_pages_are_read_of_nine_results_unless_more_are_asked_for(home: Path) -> None:
    duck = saved("ddg_html.html")
    urls = duck.hrefs()
    async with serving({url: page(number) for number, url in enumerate(urls)}, []) as sites:
        bench = opened(home, duck, sites)
        record = await run(bench)
        asked = list(sites.asked)
        bench.store.close()
    assert sorted(asked) == sorted(urls[:5])
    assert set(sites.dialled) == {"93.184.215.14:443"}
    assert [(one.state, one.hit.url) for one in lost(record)] == [("over_limit", url) for url in urls[5:]]
    assert adds_up(record)


@pytest.mark.parametrize("status", [200, 202])
async def test_the_real_bot_check_is_a_refusal_and_the_other_sections_render(status: int, home: Path) -> None:
    with ExitStack() as stack:
        bench = opened(home, saved("ddg_lite.html", status))
        stack.callback(bench.store.close)
        record = await run(bench)
        empty = opened(home, Saved("<html><body>No results.</body></html>"), name="other.db")
        stack.callback(empty.store.close)
        nothing = await run(empty)
    assert record.searched is not None
    assert record.context is not None
    assert record.state == "done"
    (answer,) = record.searched.answers
    assert (answer.outcome, answer.status, answer.attempts, answer.hits) == ("blocked", status, 3, ())
    assert record.context.text.split("\n")[:5] == [
        "VERIFIED REFERENCE LINKS (use these as citations):",
        "- [Caffeine handbook](https://docs.caffeine.example/)",
        "",
        "EXISTING POSTS ON OUR SITE (link to these where relevant):",
        "- [Coffee, caffeine and us](/posts/coffee-and-us)",
    ]
    assert "RECENT WEB SOURCES" not in record.context.text
    assert [(one.kind, one.severity) for one in record.findings] == [("web_search_failed", "warn")]
    assert nothing.searched is not None
    assert [one.outcome for one in nothing.searched.answers] == ["empty"]
    assert nothing.findings == ()
