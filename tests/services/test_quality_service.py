"""`filter_and_score` takes dicts and gives scored sources, by the settings of the moment."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from tests.compose.benches import (
    SUBJECTS,
    TODAY,
)
from tests.services.worlds import lines
from workbench.services import (
    ResearchQualityService,
    ScoredSource,
    SiteConfig,
)


def test_an_empty_input_gives_an_empty_list_and_no_log_line(
    site_config: SiteConfig, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        assert ResearchQualityService(site_config=site_config).filter_and_score([]) == []
    assert lines(caplog) == []


def test_dicts_become_scored_sources_highest_first(site_config: SiteConfig, caplog: pytest.LogCaptureFixture) -> None:
    results = [
        {"title": "Own blog", "url": "https://blog.example/x", "snippet": SUBJECTS[0], "content": " Page text. "},
        {"title": "A copy", "url": "https://copy.example/x", "snippet": SUBJECTS[0], "content": ""},
        {"title": "Agency", "url": "https://water.gov/x", "snippet": SUBJECTS[1], "content": "More."},
        {"title": "Thin", "url": "https://thin.example/x", "snippet": "short", "content": "x"},
    ]
    service = ResearchQualityService(site_config=site_config)
    with caplog.at_level(logging.INFO):
        first, second = service.filter_and_score(results, "river gates", today=TODAY)
    assert lines(caplog) == ["ResearchQualityService: Processed 4 results, kept 2 (1 thin snippet, 1 duplicate)"]
    assert (first.title, first.content, first.domain) == ("Own blog", "Page text.", "blog.example")
    assert first == ScoredSource(
        "Own blog", "https://blog.example/x", SUBJECTS[0], "Page text.", "blog.example",
        0.65, first.snippet_quality, 0.7, first.uniqueness_score, 1.0, first.overall_score,
    )  # fmt: skip
    assert (second.domain, second.domain_credibility) == ("water.gov", 0.95)
    assert second.search_rank_score == pytest.approx(1 / 3)
    assert first.overall_score > second.overall_score


def test_a_page_that_was_not_read_is_no_reason_to_drop_a_result(site_config: SiteConfig) -> None:
    """The gate is the caller's; here only thin and repeated ones go."""
    result = {"title": "T", "url": "https://a.example/x", "snippet": SUBJECTS[0], "content": ""}
    assert len(ResearchQualityService(site_config=site_config).filter_and_score([result])) == 1


def test_odd_values_never_raise(site_config: SiteConfig) -> None:
    odd: list[dict[str, Any]] = [{}, {"url": None, "snippet": 5}, {"url": "http://[", "snippet": SUBJECTS[0]}]
    found = ResearchQualityService(site_config=site_config).filter_and_score(odd)
    assert [(one.url, one.domain, one.domain_credibility) for one in found] == [("http://[", "", 0.65)]


def test_a_changed_setting_counts_at_the_next_call(site_config: SiteConfig) -> None:
    service = ResearchQualityService(site_config=site_config)
    results = [{"title": "T", "url": "https://blog.example/x", "snippet": SUBJECTS[0], "content": "x"}]
    assert service.filter_and_score(results)[0].domain_credibility == 0.65
    site_config.bench.store.settings.write({"research_tier2_domains": "blog.example"})
    assert service.filter_and_score(results)[0].domain_credibility == 0.85
    site_config.bench.store.settings.write({"research_min_snippet_words": "100"}, reason="a test")
    assert service.filter_and_score(results) == []
