"""The names and calls that people of the sources system know are still there."""

from __future__ import annotations

import inspect
import logging
from dataclasses import fields
from typing import Any

import pytest

from tests.services.worlds import lines
from workbench import services
from workbench.services import (
    ResearchQualityService,
    ResearchService,
    ScoredSource,
    SiteConfig,
    WebResearcher,
    get_known_references,
    research_topic,
)


def test_every_name_is_there() -> None:
    assert set(services.__all__) == {
        "KNOWN_REFERENCES",
        "RESEARCH_RENDER_SENTINEL",
        "ResearchQualityService",
        "ResearchService",
        "ScoredSource",
        "SiteConfig",
        "WebResearcher",
        "get_known_references",
        "is_research_render",
        "research_topic",
    }


@pytest.mark.parametrize(
    ("what", "parameters"),
    [
        (ResearchService, ["pool=None", "settings_service=None", "*site_config", "*research_quality=None"]),
        (ResearchService.build_context, ["self", "topic", "category='technology'"]),
        (get_known_references, ["*site_config"]),
        (research_topic, ["query", "max_sources=None", "*site_config"]),
        (ResearchQualityService, ["*site_config"]),
        (ResearchQualityService.filter_and_score, ["self", "results", "query=None"]),
        (WebResearcher, ["*site_config"]),
        (WebResearcher.search, ["self", "query", "num_results=5"]),
        (WebResearcher.search_simple, ["self", "query", "num_results=5"]),
        (WebResearcher.format_for_prompt, ["self", "results", "max_chars=3000"]),
    ],
    ids=lambda value: getattr(value, "__qualname__", ""),
)
def test_a_call_of_old_still_fits(what: Any, parameters: list[str]) -> None:
    found = list(inspect.signature(what).parameters.values())
    ours = [_written(one) for one in found]
    assert ours[: len(parameters)] == parameters
    assert all(one.kind is one.KEYWORD_ONLY and one.default is not one.empty for one in found[len(parameters) :])


def test_a_scored_source_has_the_fields_of_old_and_the_fifth_component() -> None:
    assert [one.name for one in fields(ScoredSource)] == [
        "title",
        "url",
        "snippet",
        "content",
        "domain",
        "domain_credibility",
        "snippet_quality",
        "recency_score",
        "uniqueness_score",
        "search_rank_score",
        "overall_score",
    ]


def _written(one: inspect.Parameter) -> str:
    star = "*" if one.kind is one.KEYWORD_ONLY else ""
    return f"{star}{one.name}" + ("" if one.default is one.empty else f"={one.default!r}")


def test_values_are_typed_and_an_unknown_key_gives_the_default() -> None:
    config = SiteConfig({"web_research_results": "7", "research_credibility_weight": "0.5"})
    assert (config.get("web_research_results"), config.get("research_credibility_weight")) == (7, 0.5)
    assert config.get("research_tier1_domains") == ("edu", "gov", "ac.uk")
    assert config.get("no_such_key", "fallback") == "fallback"


def test_a_malformed_value_gives_the_default_and_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    config = SiteConfig({"web_research_max_concurrent": "0"})
    with caplog.at_level(logging.WARNING):
        assert [config.get("web_research_max_concurrent") for _ in range(3)] == [3, 3, 3]
    (line,) = lines(caplog, "workbench.settings")
    assert line.startswith("web_research_max_concurrent: 0 must be between 1 and 16")
