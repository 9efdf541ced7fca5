"""`build_context`, the reference map and `research_topic` do what they did in the sources system."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from tests.compose.benches import (
    AT_ONCE,
    TOPIC,
    benched,
    duck_of,
    web_of,
)
from tests.services.worlds import RIVER, last_run, lines
from workbench.compose import Workbench
from workbench.services import (
    KNOWN_REFERENCES,
    RESEARCH_RENDER_SENTINEL,
    ResearchQualityService,
    ResearchService,
    SiteConfig,
    get_known_references,
    is_research_render,
    research_topic,
)


async def test_three_sections_and_a_footer_stand_in_their_order(site_config: SiteConfig) -> None:
    site_config.bench.store.settings.write({"known_references_json": RIVER})
    text = await ResearchService(site_config.bench, site_config=site_config).build_context(TOPIC)
    heads = [line for line in text.split("\n") if line.endswith(":") and line.isascii() and line[0].isupper()]
    assert heads == [
        "VERIFIED REFERENCE LINKS (use these as citations):",
        "EXISTING POSTS ON OUR SITE (link to these where relevant):",
        "RECENT WEB SOURCES (cite if relevant):",
        "CITATION GUIDANCE:",
    ]
    assert "- [River handbook](https://docs.river.example/)" in text
    assert "- [How we measured the river](/posts/river-measured)" in text
    assert "river-draft" not in text


async def test_the_category_is_reserved(site_config: SiteConfig) -> None:
    service = ResearchService(site_config=site_config)
    assert await service.build_context(TOPIC) == await service.build_context(TOPIC, category="cooking")
    assert await service.build_context(TOPIC, "cooking") != ""


async def test_no_pool_links_none_of_our_posts(site_config: SiteConfig) -> None:
    text = await ResearchService(pool=None, site_config=site_config).build_context(TOPIC)
    assert "EXISTING POSTS" not in text
    assert "RECENT WEB SOURCES" in text


async def test_the_log_says_what_was_judged_and_what_was_built(
    site_config: SiteConfig, caplog: pytest.LogCaptureFixture
) -> None:
    site_config.bench.store.settings.write({"known_references_json": RIVER})
    topic = f"{TOPIC} and what the councils of nine towns did about it"
    with caplog.at_level(logging.INFO):
        await ResearchService(site_config.bench, site_config=site_config).build_context(topic)
    assert lines(caplog) == [
        "ResearchQualityService: Processed 5 results, kept 5 (0 thin snippet, 0 duplicate)",
        "[RESEARCH] Built context for 'river quality and what the councils of n': 1 refs, 1 internal, 5 web",
    ]


async def test_settings_are_live_without_a_new_instance(site_config: SiteConfig) -> None:
    service = ResearchService(site_config=site_config)
    assert (await service.build_context(TOPIC)).count("\n- [River") == 5
    site_config.bench.store.settings.write({"web_research_results": "2"})
    assert (await service.build_context(TOPIC)).count("\n- [River") == 2


async def test_a_config_of_values_is_made_of_those_alone(bench: Workbench) -> None:
    bench.store.settings.write({"research_blocked_domains": "good0.example", "web_research_results": "1"})
    given = SiteConfig({**AT_ONCE, "web_research_results": "3"}, bench=bench)
    await ResearchService(site_config=given).build_context(TOPIC)
    record = last_run(bench)
    assert record.judged is not None
    assert [source.domain for source in record.judged.sources] == [f"good{n}.example" for n in range(3)]


async def test_without_page_text_the_gate_lets_snippets_through(bench: Workbench) -> None:
    bench.store.settings.write({"research_extract_web_content": "false"})
    text = await ResearchService(site_config=SiteConfig(bench=bench)).build_context(TOPIC)
    assert text.count("(snippet only: the page was not read)") == 5
    assert web_of(bench).asked == []


async def test_a_stored_render_is_used_again_and_nothing_is_searched(site_config: SiteConfig) -> None:
    service = ResearchService(site_config=site_config)
    text = await service.build_context(TOPIC)
    searched = len(duck_of(site_config.bench).queries)
    assert is_research_render(text)
    assert await service.build_context("another topic", stored=text) == text
    assert len(duck_of(site_config.bench).queries) == searched


@pytest.mark.parametrize(
    "stored", ["", "My own notes.", "The CITATION GUIDANCE: of our house", "  | CITATION GUIDANCE:"]
)
async def test_what_is_no_render_is_built_anew(stored: str, site_config: SiteConfig) -> None:
    service = ResearchService(site_config=site_config)
    assert is_research_render(await service.build_context(TOPIC, stored=stored))
    assert len(duck_of(site_config.bench).queries) == 1


def test_the_sentinel_is_the_head_of_the_footer() -> None:
    assert RESEARCH_RENDER_SENTINEL == "CITATION GUIDANCE:"


def test_the_quality_service_is_its_own_unless_one_is_given(site_config: SiteConfig) -> None:
    own = ResearchQualityService(site_config=site_config)
    assert ResearchService(site_config=site_config, research_quality=own).research_quality is own
    assert isinstance(ResearchService(site_config=site_config).research_quality, ResearchQualityService)


def test_the_built_in_map_is_the_default(site_config: SiteConfig) -> None:
    assert get_known_references(site_config=site_config) == KNOWN_REFERENCES
    counts = {keyword: len(entries) for keyword, entries in KNOWN_REFERENCES.items()}
    assert counts == {
        "fastapi": 3, "postgresql": 2, "docker": 3, "kubernetes": 2, "grafana": 2, "prometheus": 2, "next.js": 2,
        "nextjs": 1, "python": 2, "ollama": 3, "llm": 2, "rag": 2, "redis": 2, "graphql": 2, "terraform": 2,
        "ci/cd": 2, "ai agent": 2, "edge computing": 2, "monitoring": 3,
    }  # fmt: skip
    assert all(set(entry) == {"title", "url"} for entries in KNOWN_REFERENCES.values() for entry in entries)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", KNOWN_REFERENCES),
        ("{", KNOWN_REFERENCES),
        ("[]", KNOWN_REFERENCES),
        ("{}", KNOWN_REFERENCES),
        ('{"river": "x"}', KNOWN_REFERENCES),
        ('{"river": [{"title": "", "url": "https://a.example/"}]}', KNOWN_REFERENCES),
        (RIVER, {"river": [{"title": "River handbook", "url": "https://docs.river.example/"}]}),
    ],
)
def test_a_map_that_is_none_gives_the_built_in_one(
    value: str, expected: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    config = SiteConfig({"known_references_json": value})
    with caplog.at_level(logging.WARNING):
        assert get_known_references(site_config=config) == expected
        assert get_known_references(site_config=config) == expected
    warned = [record.getMessage() for record in caplog.records]
    assert len(warned) == (1 if value not in ("", RIVER) else 0)
    assert all("known_references_json" in line for line in warned)


async def test_it_is_the_context_without_our_posts(site_config: SiteConfig, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="workbench.research"):
        text = await research_topic(TOPIC, site_config=site_config)
    assert text == await ResearchService(site_config=site_config).build_context(TOPIC)
    assert lines(caplog)[0] == "research_topic: at most 2 sources are advised"


async def test_the_cap_is_advice_that_is_logged_and_not_enforced(
    site_config: SiteConfig, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="workbench.research"):
        text = await research_topic(TOPIC, 1, site_config=site_config)
    assert text.count("\n- [River") == 5
    assert lines(caplog)[0] == "research_topic: at most 1 sources are advised"


async def test_nothing_to_show_is_the_empty_text_and_no_stub(home: Path) -> None:
    with benched(home, [()]) as bench:
        assert await research_topic("qqq", site_config=SiteConfig(AT_ONCE, bench=bench)) == ""
        assert bench.store.findings.list() == []


@pytest.mark.parametrize("query", ["", "x" * 401])
async def test_a_failure_is_a_stub_and_a_finding_with_its_words(
    query: str, site_config: SiteConfig, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert await research_topic(query, site_config=site_config) == f"[research stub for: {query}]"
    (found,) = site_config.bench.store.findings.list()
    assert (found.finding.kind, found.finding.severity) == ("research_topic_failed", "warn")
    assert found.finding.body.startswith("BadRequest: The topic ")
    assert any("research_topic failed: BadRequest" in line for line in lines(caplog))


async def test_a_database_that_is_none_is_a_stub_too(home: Path) -> None:
    (home / "workbench.db").write_bytes(b"no database" * 500)
    assert await research_topic(TOPIC, site_config=SiteConfig()) == f"[research stub for: {TOPIC}]"
