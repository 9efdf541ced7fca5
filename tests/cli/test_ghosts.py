"""`workbench why` and `workbench sweep` over a stored run."""

from __future__ import annotations

from pathlib import Path

from tests.cli.commands import command
from tests.cli.homes import put_run
from workbench.records import STATES


def test_why_tells_of_every_result_and_of_what_was_never_returned(home: Path) -> None:
    put_run(home)
    hits = command("runs", "show", 1, "--json").json["hits"]
    for hit in hits:
        found = command("why", 1, hit["url"], "--json").json
        assert found["state"] in STATES
        assert found["state"] in (hit["state"], "kept")
        assert (found["rank"] is not None) == (found["state"] == "kept")
    never = command("why", 1, "https://never.example/")
    assert (never.code, never.out.splitlines()[0]) == (
        0, f"The search never returned it: it is none of the {len(hits)} results.",
    )  # fmt: skip
    assert command("why", 1, "nothing").code == 2


def test_why_judges_under_the_settings_that_are_given(home: Path) -> None:
    put_run(home)
    source = command("runs", "show", 1, "--json").json["sources"][0]["url"]
    host = source.split("/")[2]
    found = command("why", 1, source, "--set", f"research_blocked_domains={host}", "--json").json
    assert (found["state"], found["setting"]["key"]) == ("filtered_domain", "research_blocked_domains")
    assert found["setting"]["otherwise"].startswith(f"without `{host}` it would be a source, ranked 1 of ")
    assert command("why", 1, source, "--json").json["state"] == "kept"


def test_a_sweep_steps_down_over_the_archive(home: Path) -> None:
    put_run(home)
    found = command("sweep", "--from-threshold", 0.1, "--json").json
    values = [step["threshold"] for step in found["steps"]]
    assert (found["runs"], values[0]) == (1, 1.0)
    assert values == sorted(values, reverse=True)
    assert found["steps"][-1]["sources"] <= found["steps"][0]["sources"]
    assert command("sweep", "--from-threshold", 0.1).out.startswith("1 run, thresholds from 1 down to 0.1\n")
    assert command("sweep", "--runs", "tag:none", "--json").json["runs"] == 0
    assert command("sweep", "--from-threshold", 0.9, "--to", 0.2).code == 2


def test_the_threshold_that_a_sweep_prints_merges_what_it_is_printed_for(home: Path) -> None:
    put_run(home)
    steps = command("sweep", "--from-threshold", 0.1, "--json").json["steps"]
    printed = [line.split()[0] for line in command("sweep", "--from-threshold", 0.1).out.splitlines()[2:]]
    assert len(printed) == len(steps)
    for value, step in zip(printed, steps, strict=True):
        assert step["threshold"] - 0.001 < float(value) <= step["threshold"]


def test_without_a_finished_run_there_is_one_sentence(home: Path) -> None:
    for name in ("replay", "sweep"):
        done = command(name)
        assert (done.code, done.out) == (0, "No finished run is stored yet.\n")
    put_run(home)
    for name in ("replay", "sweep"):
        assert command(name, "--runs", "tag:none").out == "No finished run is among those chosen.\n"
