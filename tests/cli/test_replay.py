"""`workbench replay` and `flips`: what other settings would do to stored runs, as sentences and as one document."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import command
from tests.cli.homes import TOPIC, put_run
from workbench.compose import Workbench


@pytest.fixture(autouse=True)
def _ran(home: Path) -> None:
    put_run(home)


def sources() -> list[str]:
    return [one["url"] for one in command("runs", "show", "1", "--json").json["sources"]]


def test_the_runs_are_replayed_under_settings_that_are_not_saved() -> None:
    done = command("replay", "--set", "research_search_rank_weight=0.9", "--json")
    assert (done.code, done.err) == (0, "")
    found = done.json
    assert (found["runs"], found["unfinished"], found["base"]) == (1, 0, "saved")
    assert found["settings"] == {"research_search_rank_weight": {"old": 0.4, "new": 0.9}}
    assert found["sentences"][0].startswith("With search rank at 0.90, ")
    assert len(found["sentences"]) == 3
    assert [(line["run"], line["topic"]) for line in found["lines"]] == [(1, TOPIC)]
    assert command("settings", "get", "research_search_rank_weight").out.split()[-1] != "0.9"


def test_another_first_source_comes_with_its_lead_and_the_split_of_it() -> None:
    command("settings", "set", "research_dedup_similarity_threshold", "1")
    host = sources()[2].split("/")[2]
    tried = ("--set", f"research_tier1_domains={host}", "--set", "research_credibility_weight=50")
    [first] = command("replay", *tried, "--json").json["firsts"]
    assert (first["now"], first["cause"]) == (sources()[2], "credibility")
    assert sum(first["shares"].values()) == pytest.approx(first["gap"], abs=1e-9)
    lines = command("replay", *tried).out.splitlines()
    assert lines[0].endswith("1 of 1 run gets another first source, 0 another top three and 1 another context.")
    assert lines[-1].startswith("1    air-source heat pumps")


def test_under_its_own_settings_a_run_stays() -> None:
    found = command("replay", "--own", "--json").json
    assert (found["base"], found["first"], found["contexts"]) == ("own", 0, 0)


def test_another_context_is_counted_by_the_texts_of_the_pages() -> None:
    bench = Workbench.open()
    read = {one.address: one.page.text for one in bench.store.runs.get(1).read or () if one.page}
    bench.store.close()
    longest = max(len(read[url]) for url in sources())
    command("settings", "set", "research_web_content_chars_per_source", "20000")
    command("settings", "set", "web_research_max_content_chars", str(longest))
    counts = [
        command("replay", "--set", f"web_research_max_content_chars={most}", "--json").json["contexts"]
        for most in (longest + 1, longest - 1)
    ]
    assert counts == [0, 1]


def test_runs_are_chosen_by_words_tags_and_days_and_those_never_judged_are_counted() -> None:
    bench = Workbench.open()
    bench.new_run("River quality", engine="corpus")
    bench.store.close()
    command("runs", "tag", "1", "demo")
    counts = {
        choice: (found["runs"], found["unfinished"])
        for choice in (
            "--all",
            "--runs=river",
            "--tag=demo",
            "--from=2100-01-01",
            "--to=2001-01-01",
            "--runs=since:2100-01-01",
            "--runs=until:2100-01-01",
        )
        for found in [command("replay", choice, "--json").json]
    }
    assert counts == {
        "--all": (1, 1), "--runs=river": (0, 1), "--tag=demo": (1, 0), "--from=2100-01-01": (0, 0),
        "--to=2001-01-01": (0, 0), "--runs=since:2100-01-01": (0, 0), "--runs=until:2100-01-01": (1, 1),
    }  # fmt: skip
    assert "1 of the runs chosen was never judged, and is left out." in command("replay").out


def test_another_day_counts_as_today() -> None:
    found = command("replay", "--own", "--today", "2040-01-01", "--json").json
    assert (found["today"], found["runs"]) == ("2040-01-01", 1)


@pytest.mark.parametrize(
    "wrong",
    [("--from", "soon"), ("--runs", "since:soon"), ("--to", "soon"), ("--today", "soon"), ("--all", "--runs", "x")],
)
def test_a_wrong_choice_is_a_sentence(wrong: tuple[str, ...]) -> None:
    done = command("replay", *wrong)
    assert (done.code, done.out) == (2, "")
    assert ("since:" if wrong[0] == "--runs" else wrong[0]) in done.err


def test_flips_of_two_sources_are_told_by_weight_tier_and_slot() -> None:
    one, other = sources()[:2]
    found = command("flips", "1", other, one, "--json").json
    assert (found["above"], found["below"]) == (one, other)
    assert [line["name"] for line in found["weights"]] == [
        "credibility", "snippet", "recency", "uniqueness", "search rank",
    ]  # fmt: skip
    assert [slot["url"] for slot in found["slots"]] == sources()
    said = command("flips", "1", one, other).out.splitlines()
    assert " leads " in said[0]
    assert [line.partition(":")[0] for line in said[1:7]] == [*(line["name"] for line in found["weights"]), "tier"]


def test_a_flip_value_swaps_the_two_when_it_is_passed() -> None:
    one, other = sources()[:2]
    lines = command("flips", "1", one, other, "--json").json["weights"]
    flips = [(line["key"], flip["value"]) for line in lines for flip in line["flips"]]
    for key, value in flips:
        above = [
            command("flips", "1", one, other, "--set", f"{key}={value + step}", "--json").json["above"]
            for step in (-1e-6, 1e-6)
        ]
        assert sorted(above) == sorted((one, other))


def test_an_address_that_is_no_source_is_refused() -> None:
    done = command("flips", "1", sources()[0], "https://nowhere.example/")
    assert (done.code, done.err) == (2, "https://nowhere.example/ is no source of run 1.\n")
