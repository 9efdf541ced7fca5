"""Every recipe under "Common ops" of the sources system, in the terms of this one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import command
from tests.compose.benches import SUBJECTS, TOPIC, benched, done, duck_of, item, items, pages_for, put_sample, web_of
from workbench.compose import Workbench
from workbench.records import Judged, RunRecord
from workbench.services import SiteConfig, research_topic

WEIGHTS = (
    "research_credibility_weight",
    "research_snippet_quality_weight",
    "research_recency_weight",
    "research_uniqueness_weight",
    "research_search_rank_weight",
)
NEAR_COPY = SUBJECTS[1].replace("twelve", "eleven")
MIXED = [
    item("https://shop.example/listing", SUBJECTS[1], "A listing"),
    item("https://good2.example/report", SUBJECTS[2], "Mayflies"),
    item("https://water.gov/gates", NEAR_COPY, "Flood gates"),
    item("https://docs.hydro.example/guide", SUBJECTS[0], "A guide"),
    item("https://blog.example/weir", SUBJECTS[4], "The weir"),
]


def ran(bench: Workbench, topic: str = TOPIC) -> RunRecord:
    return asyncio.run(done(bench, topic))


def ask(query: str, *, site_config: SiteConfig, engine: str = "") -> str:
    return asyncio.run(research_topic(query, site_config=site_config, engine=engine))


def urls(record: RunRecord) -> list[str]:
    assert record.judged is not None
    return [source.url for source in record.judged.sources]


def saved(key: str, value: str) -> None:
    done_ = command("settings", "set", key, value, "--note", "a recipe")
    assert done_.code == 0, done_.err


def test_see_what_the_writer_was_given_for_a_recent_run(home: Path) -> None:
    with benched(home, [items()], pages_for(items())) as bench:
        record = ran(bench)
    assert record.context is not None
    (last,) = command("runs", "list", "--limit", "1", "--json").json
    shown = command("runs", "show", last["number"], "--json")
    assert shown.json["context"] == record.context.text != ""
    assert command("runs", "show", last["number"]).out.endswith(f"\n\n{record.context.text}\n")


def test_build_a_corpus_without_the_pipeline(home: Path) -> None:
    results = [{**one, "title": f"FastAPI streaming {at}"} for at, one in enumerate(items())]
    with benched(home, [results], pages_for(results)) as bench:
        text = ask("FastAPI streaming", site_config=SiteConfig(bench=bench))
        assert duck_of(bench).queries == ["FastAPI streaming"]
    assert "- [FastAPI streaming 0](https://good0.example/report)" in text
    assert text.split("\n", 2)[0] == "VERIFIED REFERENCE LINKS (use these as citations):"
    assert "https://fastapi.tiangolo.com" in text.split("\n\n")[0]


def test_a_corpus_is_built_from_installed_documents_without_any_network(home: Path) -> None:
    put_sample(home)
    with benched(home) as bench:
        text = ask("air-source heat pumps in cold climates", site_config=SiteConfig(bench=bench), engine="corpus")
        assert web_of(bench).hosts == []
    assert text.startswith("VERIFIED REFERENCE LINKS")
    assert "RECENT WEB SOURCES" in text


@pytest.fixture
def mixed(home: Path) -> Any:
    with benched(home, [MIXED], pages_for(MIXED)) as bench:
        yield bench


def test_keep_the_engine_s_order_exactly(mixed: Workbench) -> None:
    """All five weights 0: filter and dedup only, and a cluster keeps its first-listed copy."""
    for key in WEIGHTS:
        saved(key, "0")
    record = ran(mixed)
    assert record.judged is not None
    assert urls(record) == [MIXED[0]["href"], MIXED[1]["href"], MIXED[3]["href"], MIXED[4]["href"]]
    assert {source.score for source in record.judged.sources} == {0.0}
    assert _folded(record.judged) == {"https://shop.example/listing": ["https://water.gov/gates"]}
    (copy,) = record.judged.dropped
    assert copy.reason == "duplicate: 0.94 like https://shop.example/listing, which comes first"


def test_a_cluster_keeps_its_best_copy_at_the_shipped_weights(mixed: Workbench) -> None:
    record = ran(mixed)
    assert record.judged is not None
    assert _folded(record.judged) == {"https://water.gov/gates": ["https://shop.example/listing"]}
    first = record.judged.sources[0]
    assert (first.url, first.position, first.components.search_rank) == ("https://water.gov/gates", 1, 1.0)
    assert record.judged.dropped[0].reason == "duplicate: 0.94 like https://water.gov/gates, which scores higher"


def _folded(judged: Judged) -> dict[str, list[str]]:
    return {one.url: [member.hit.url for member in one.cluster] for one in judged.sources if one.cluster}


def test_rank_on_quality_alone(mixed: Workbench) -> None:
    """Search rank 0: a shuffled engine order gives the same order of sources."""
    saved("research_search_rank_weight", "0")
    forward = ran(mixed)
    duck_of(mixed).script = [MIXED[::-1]]
    backward = ran(mixed)
    assert set(urls(forward)) == set(urls(backward))
    scores = [{source.url: source.score for source in run.judged.sources} for run in (forward, backward) if run.judged]
    assert scores[0] == pytest.approx(scores[1])
    assert urls(forward)[0] == "https://water.gov/gates"


def test_lift_a_publication(mixed: Workbench) -> None:
    """A host in tier 2 scores 0.85, its subdomains follow."""
    before = ran(mixed)
    tier2 = command("settings", "get", "research_tier2_domains").out.strip()
    saved("research_tier2_domains", f"{tier2}, hydro.example")
    after = ran(mixed)
    assert [_credibility(run, "docs.hydro.example") for run in (before, after)] == [0.65, 0.85]
    assert [_credibility(run, "blog.example") for run in (before, after)] == [0.65, 0.65]
    place = [urls(run).index("https://docs.hydro.example/guide") for run in (before, after)]
    assert place[1] <= place[0]


def _credibility(record: RunRecord, domain: str) -> float:
    assert record.judged is not None
    return next(source.components.credibility for source in record.judged.sources if source.domain == domain)


def test_bring_your_own_niche_references(home: Path, tmp_path: Path) -> None:
    guide = "https://www.kingarthurbaking.example/learn/guides/sourdough"
    niche = {"sourdough": [{"title": "King Arthur Sourdough Guide", "url": guide}]}
    (tmp_path / "references.json").write_text(json.dumps(niche))
    assert command("references", "set", tmp_path / "references.json").code == 0
    assert command("references", "list", "--json").json == niche
    with benched(home, [()]) as bench:
        record = ran(bench, "sourdough starters for beginners")
        other = ran(bench, "FastAPI streaming")
    assert record.context is not None
    assert other.context is not None
    assert [(one.title, one.url) for one in record.context.references] == [("King Arthur Sourdough Guide", guide)]
    assert other.context.references == ()
    assert command("settings", "reset", "known_references_json").code == 0
    assert "fastapi" in command("references", "list", "--json").json


def test_tighten_the_timeout_of_the_search_when_it_hangs(home: Path) -> None:
    """`workbench settings set web_research_search_timeout_seconds 1`; the next attempt is given a second."""
    with benched(home, [items()], pages_for(items())) as bench:
        saved("web_research_search_timeout_seconds", "1")
        record = ran(bench)
        given = duck_of(bench).seconds
    assert given == [1]
    assert record.settings["web_research_search_timeout_seconds"] == 1
    refused = command("settings", "set", "web_research_search_timeout_seconds", "0")
    assert (refused.code, refused.out) == (2, "")
    assert "must be between 1 and 120" in refused.err
    assert command("settings", "get", "web_research_search_timeout_seconds").out == "1\n"
