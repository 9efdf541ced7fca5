"""`workbench score` gives the orders and scores of the formulas, and one document however odd the input."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import command
from tests.conftest import SHARED, cases
from workbench.store import open_store

SNIPPET = "amber basil cedar delta ember fjord garnet hazel indigo jasper kelp lilac"
RANKING = SHARED / "cases" / "ranking.json"
CASES: dict[str, Any] = json.loads(RANKING.read_text()) if RANKING.exists() else {"cases": [], "host_credibility": []}


def scored(tmp_path: Path, results: list[Any], *options: str) -> dict[str, Any]:
    file = tmp_path / "results.json"
    file.write_text(json.dumps(results))
    done = command("score", file, "--json", *options)
    assert done.code == 0, done.err
    found: dict[str, Any] = done.json
    return found


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["id"])
def test_the_order_and_the_scores_are_those_of_the_formulas(case: dict[str, Any], tmp_path: Path) -> None:
    sets = [part for key, value in case["settings"].items() for part in ("--set", f"{key}={value}")]
    found = scored(tmp_path, case["results"], "--topic", case["query"] or "", *sets)
    expect = case["expect"]
    assert [source["url"] for source in found["sources"]] == expect["order_urls"]
    if "overall_scores" in expect:
        assert [source["overall_score"] for source in found["sources"]] == pytest.approx(
            expect["overall_scores"], abs=1e-6
        )
    for source in found["sources"]:
        if source["domain"] in expect.get("components", {}):
            names = ("domain_credibility", "snippet_quality", "recency_score", "uniqueness_score", "search_rank_score")
            parts = [source[name] for name in names]
            assert parts == pytest.approx(expect["components"][source["domain"]], abs=1e-6)
    states = [lost["reason"].partition(":")[0] for lost in found["dropped"]]
    assert states.count("duplicate") == expect.get("duplicates_collapsed", states.count("duplicate"))
    assert states.count("thin") == expect.get("thin_dropped", states.count("thin"))


@pytest.mark.parametrize(("host", "credibility"), CASES["host_credibility"])
def test_a_host_has_the_credibility_of_its_tier(host: str, credibility: float, tmp_path: Path) -> None:
    found = scored(tmp_path, [{"title": "T", "url": f"https://{host}/x", "snippet": SNIPPET}])
    assert found["sources"][0]["domain_credibility"] == credibility


@pytest.mark.parametrize("case", cases("adversarial/domains.jsonl"), ids=lambda case: case["name"])
def test_tier_lists_written_by_hand_cover_what_they_name_and_no_more(
    case: dict[str, Any], tmp_path: Path, home: Path
) -> None:
    given = dict(case["input"])
    url = given.pop("url")
    open_store().close()
    with sqlite3.connect(home / "workbench.db") as database:
        database.executemany("INSERT INTO app_settings (key, value) VALUES (?, ?)", given.items())
    database.close()
    results = [{"title": "T", "url": url or "https://", "snippet": SNIPPET}]
    assert scored(tmp_path, results)["sources"][0]["domain_credibility"] == case["assert"]["credibility"]


@pytest.mark.parametrize("case", cases("adversarial/recency.jsonl"), ids=lambda case: case["name"])
def test_a_date_counts_only_at_the_head_of_a_snippet(case: dict[str, Any], tmp_path: Path) -> None:
    given = case["input"]
    sets = [part for key in given if key.startswith("research_") for part in ("--set", f"{key}={given[key]}")]
    results = [{"title": "T", "url": "https://good.example/x", "snippet": given["snippet"]}]
    found = scored(tmp_path, results, "--today", utc_day(given["now"]), *sets)
    assert found["sources"][0]["recency_score"] == case["assert"]["score"]


def utc_day(now: str) -> str:
    """The calendar day in UTC; a leap second is the last of its day."""
    return datetime.fromisoformat(now.replace(":60", ":59")).astimezone(UTC).date().isoformat()


def test_two_spellings_of_one_address_are_one_source(tmp_path: Path) -> None:
    results = [
        {"title": "T", "url": "https://a.example/x", "snippet": SNIPPET},
        {"title": "T", "url": "http://www.a.example/x/?utm_source=feed#top", "snippet": "other " + SNIPPET},
        {
            "title": "T",
            "url": "https://a.example/x?id=2",
            "snippet": "one two three four five six seven eight nine ten eleven",
        },
    ]
    found = scored(tmp_path, results)
    assert [source["url"] for source in found["sources"]] == ["https://a.example/x", "https://a.example/x?id=2"]
    assert found["sources"][0]["cluster"] == [{"url": results[1]["url"], "similarity": 1.0, "reason": "url"}]
    assert found["dropped"][0]["of"] == "https://a.example/x"


def test_the_log_line_counts_what_was_processed(tmp_path: Path) -> None:
    results = [
        {"title": "T", "url": "https://a.example/x", "snippet": SNIPPET},
        {"title": "T", "url": "https://b.example/x", "snippet": SNIPPET},
        {"title": "T", "url": "https://c.example/x", "snippet": "short"},
    ]
    log = "ResearchQualityService: Processed 3 results, kept 1 (1 thin snippet, 1 duplicate)"
    assert scored(tmp_path, results)["log"] == log


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", "[" * 100_000, "nonsense", '[{"url": 5, "snippet": null}, null]'], ids=range(6)
)
def test_a_file_that_is_no_list_of_results_is_named_in_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(text)
    done = command("score", file, "--json")
    assert (done.code, done.out) == (2, "")
    assert "Traceback" not in done.err


def test_a_result_of_odd_values_is_thin_and_never_an_error(tmp_path: Path) -> None:
    found = scored(tmp_path, [{"url": 5, "title": [], "snippet": None}, {}])
    assert [lost["reason"][:4] for lost in found["dropped"]] == ["thin", "thin"]


def test_a_missing_file_is_a_wrong_call(tmp_path: Path) -> None:
    assert command("score", tmp_path / "none.json").code == 2


def test_an_address_that_names_who_asks_is_masked_and_dropped_as_in_a_run(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    words = "a snippet with https://bob:hunter2@b.example/ in it and enough words to be counted as one"
    items = [
        {"url": "https://bob:hunter2@a.example/x", "title": "T", "snippet": words},
        {"url": "https://c.example/x", "title": "At https://bob:hunter2@c.example/", "snippet": words},
    ]
    file.write_text(json.dumps(items))
    for form in ((), ("--json",)):
        done = command("score", file, *form)
        assert done.code == 0
        assert "hunter2" not in done.out + done.err
    assert [one["url"] for one in command("score", file, "--json").json["sources"]] == ["https://c.example/x"]
    assert "unread: refused, credentials in the address  https://***@a.example/x" in command("score", file).out
