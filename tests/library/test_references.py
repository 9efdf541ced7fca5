"""Which curated links fit a topic: whole words, never a pattern, at most eight."""

from __future__ import annotations

import json
import logging
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import cases
from workbench.library import matching, reference_map
from workbench.library.references import built_in
from workbench.records import Reference

COUNTS = {
    "fastapi": 3, "postgresql": 2, "docker": 3, "kubernetes": 2, "grafana": 2, "prometheus": 2, "next.js": 2,
    "nextjs": 1, "python": 2, "ollama": 3, "llm": 2, "rag": 2, "redis": 2, "graphql": 2, "terraform": 2, "ci/cd": 2,
    "ai agent": 2, "edge computing": 2, "monitoring": 3,
}  # fmt: skip
HOSTS = {
    "fastapi.tiangolo.com", "www.postgresql.org", "docs.docker.com", "kubernetes.io", "grafana.com", "prometheus.io",
    "nextjs.org", "docs.python.org", "pypi.org", "ollama.com", "huggingface.co", "python.langchain.com", "redis.io",
    "graphql.org", "developer.hashicorp.com", "docs.github.com", "docs.gitlab.com", "docs.anthropic.com",
    "developers.cloudflare.com", "docs.aws.amazon.com", "opentelemetry.io",
}  # fmt: skip


def test_the_built_in_map_has_its_keywords_in_order_and_official_hosts_only() -> None:
    assert {keyword: len(links) for keyword, links in built_in().items()} == COUNTS
    assert list(built_in()) == list(COUNTS)
    links = [link for links in built_in().values() for link in links]
    assert {urlsplit(link.url).hostname for link in links} == HOSTS
    assert all(link.url.startswith("https://") and link.title for link in links)


def own(**links: int | list[str]) -> str:
    return json.dumps(
        {
            key: [{"title": f"T {url}", "url": f"https://{url}.example/"} for url in urls]
            for key, urls in ((key.replace("_", " "), urls) for key, urls in links.items())
            if isinstance(urls, list)
        }
    )


def found(known: str, topic: str) -> list[str]:
    return [urlsplit(link.url).netloc.removesuffix(".example") for link in matching(reference_map(known), topic)]


@pytest.mark.parametrize(
    ("keyword", "topic", "matches"),
    [
        ("go", "google ads", False),
        ("go", "Go for web services", True),
        ("go", "Why go?", True),
        ("go", "cargo", False),
        ("rag", "storage of dragons", False),
        ("rag", "RAG-based search", True),
        ("llm", "LLMs at home", False),
        ("llm", "A local LLM.", True),
        ("ci/cd", "CI/CD for small teams", True),
        ("ci/cd", "ci / cd", False),
        ("next.js", "Next.js caching", True),
        ("next.js", "nextxjs caching", False),
        ("next.js", "What comes next in batteries", False),
        ("ai agent", "building an AI\xa0 agent", True),
        ("ai agent", "AI agents", False),
        ("c++", "modern C++ by example", True),
        (".net", "the .NET runtime", True),
        ("c++", "C++17 features", True),
        ("FastAPI", "fastapi streaming", True),
        ("straße", "STRASSE am Fluss", True),
        (".*", "anything at all", False),
        ("(a+)+$", "a" * 5000, False),
        ("a_b", "a_b", True),
        ("a", "a_b", False),
        ("क", "की", False),
        ("量子", "量子計算の基礎", True),
        ("データ", "データベース", False),
        ("river", "ri\u200bver", True),
    ],
)
def test_a_keyword_stands_in_a_topic_as_whole_words(keyword: str, topic: str, matches: bool) -> None:
    known = reference_map(json.dumps({keyword: [{"title": "T", "url": "https://a.example/"}]}))
    assert bool(matching(known, topic)) is matches


def test_a_keyword_that_stands_in_the_topic_gives_all_its_links_and_one_that_shares_a_word_its_first() -> None:
    known = own(edge_computing=["e1", "e2"], docker=["d1", "d2"], cloud_cost=["c1", "c2"], a_b_cloud=["x1", "x2"])
    assert found(known, "docker at the edge of the cloud") == ["d1", "d2", "e1", "c1", "x1"]
    assert found(known, "Edge computing") == ["e1", "e2"]
    assert found(known, "the cost of a b") == ["c1"]


def test_a_shared_word_is_a_whole_one_of_four_or_more_characters() -> None:
    known = own(edge_computing=["e1"], the_sun=["s1"])
    assert found(known, "Hedges") == []
    assert found(known, "the sum") == []
    assert found(known, "Cutting-edge tools") == ["e1"]


def test_links_are_listed_once_at_their_first_place_and_at_most_eight() -> None:
    known = own(docker=["a", "b"], python=["b", "c", "a"], many=[f"m{at}" for at in range(9)])
    assert found(known, "docker python") == ["a", "b", "c"]
    assert found(known, "docker python many") == ["a", "b", "c", "m0", "m1", "m2", "m3", "m4"]


def test_the_built_in_map_answers_its_topics() -> None:
    titles = [link.title for link in matching(built_in(), "FastAPI streaming")]
    assert titles == ["FastAPI: documentation", "FastAPI: tutorial and user guide", "FastAPI: deployment"]
    assert matching(built_in(), "tidal power") == ()
    assert matching(built_in(), "") == ()


KEY = "known_references_json"
SETTINGS = [line for line in cases("adversarial/settings.jsonl") if isinstance(line["input"], dict)]
LINES = [line for line in SETTINGS if line["input"].get("key") == KEY]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["name"])
def test_a_stored_map_ends_as_the_line_says(line: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    value = line["input"]["value"]
    text = value["repeat"] * value["count"] if isinstance(value, dict) else value or ""
    known = reference_map(text)
    said = {"map": "built-in" if known is built_in() else "own", "warnings": len(caplog.records), "raises": None}
    expected = line["assert"]
    assert {key: said[key] for key in expected if key in said} == {k: v for k, v in expected.items() if k in said}
    for links in known.values():
        for link in links:
            f"{link.title}{link.url}".encode()
            assert "\n" not in link.title + link.url


def test_invalid_entries_are_left_out_and_the_rest_counts(caplog: pytest.LogCaptureFixture) -> None:
    stored = {
        "Docker": [{"title": "T", "url": "https://a.example/"}, {"url": "https://b.example/"}, 5],
        " ": [],
        "x": 1,
    }
    with caplog.at_level(logging.DEBUG):
        assert dict(reference_map(json.dumps(stored))) == {"docker": (Reference("T", "https://a.example/"),)}
    assert not caplog.records


@settings(deadline=None)
@given(st.text(max_size=40), st.text(max_size=40))
def test_no_text_raises(keyword: str, topic: str) -> None:
    known = {keyword.lower(): (Reference("T", "https://a.example/"),)} if keyword.strip() else {}
    assert len(matching(known, topic)) <= 1
