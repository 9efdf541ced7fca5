"""One run that is damaged in the database: every command that reads many runs leaves it out, says so, and goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.commands import command
from tests.desk.tuned import keep_close
from workbench.compose import Workbench
from workbench.compose.judging import by_address
from workbench.records import RunRecord

RED = "never `wikipedia.org` in the top 5 of any topic"
LEFT_OUT = "Run 1 is damaged in the database and is left out."
DAMAGE = {
    "stage": "update stages set record = '{broken' where stage = 'judge' and run_id = ?",
    "shape": "update stages set record = '{}' where stage = 'search' and run_id = ?",
    "row": "update runs set created_at = 'garbage' where id = ?",
    "options": "update runs set options = '{' where id = ?",
    "settings": "update blobs set data = x'00' where key = (select settings_key from runs where id = ?)",
}


def damage(home: Path, run: str, how: str = "stage") -> None:
    with closing(sqlite3.connect(home / "workbench.db")) as database, database:
        assert database.execute(DAMAGE[how], (run,)).rowcount == 1


@pytest.fixture
def runs(home: Path) -> list[RunRecord]:
    """Five finished runs of five topics, all with Wikipedia among their first, of which the first is damaged."""
    bench = Workbench.open()
    made = keep_close(bench, range(1, 6))
    asyncio.run(bench.aclose())
    damage(home, made[0].id)
    return made


@pytest.mark.parametrize("how", ["stage", "row"])
def test_a_pin_that_is_red_on_a_sound_run_stays_red_and_names_the_damaged_one(
    how: str, runs: list[RunRecord], home: Path
) -> None:
    damage(home, runs[0].id, how)
    added = command("pins", "add", RED, "--json").json
    assert added["state"] == "red"
    assert added["runs"] == [run.number for run in runs[:0:-1]]
    assert added["sentence"].endswith(LEFT_OUT)
    assert command("check", "--json").code == 1


def test_settings_that_leave_such_a_pin_red_ask_for_a_reason(runs: list[RunRecord]) -> None:
    assert runs
    command("pins", "add", RED)
    refused = command("settings", "set", "research_search_rank_weight", "0.39")
    assert refused.code != 0
    assert "A pin would be red" in refused.err
    assert command("settings", "set", "research_search_rank_weight", "0.39", "--reason", "measured").code == 0


def test_a_pin_whose_only_run_is_damaged_has_nothing_to_check_and_says_why(runs: list[RunRecord]) -> None:
    told = command("pins", "add", f"wikipedia.org first for {runs[0].topic}", "--json").json
    assert (told["state"], told["sentence"], told["runs"]) == ("nothing to check", LEFT_OUT, [])


def test_several_damaged_runs_are_named_together(runs: list[RunRecord], home: Path) -> None:
    damage(home, runs[2].id)
    assert "Runs 1 and 3 are damaged in the database and are left out." in command("replay").err


@pytest.mark.parametrize("how", DAMAGE)
def test_whatever_of_a_run_is_damaged_the_others_are_replayed(how: str, runs: list[RunRecord], home: Path) -> None:
    damage(home, runs[0].id, how)
    done = command("replay", "--json")
    if how != "settings":  # which all of them share
        assert (done.code, done.json["runs"]) == (0, 4)
        assert LEFT_OUT in done.err
    assert "damaged" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "arguments", [("judge", "next"), ("judge", "next", "--as", "grades"), ("check",), ("replay",), ("sweep",), ("fit",)]
)
def test_no_command_ends_on_it(arguments: tuple[str, ...], runs: list[RunRecord]) -> None:
    for run in runs:
        for url in by_address(run):
            assert command("judge", "add", run.topic, "2", url, "--rater", "ann").code == 0
    done = command(*arguments)
    assert done.code == 0
    assert LEFT_OUT in done.err


def test_what_is_asked_next_is_of_a_sound_run(runs: list[RunRecord]) -> None:
    asked = {command("judge", "next", "--as", way, "--json").json["next"]["run"] for way in ("pairs", "grades")}
    assert asked <= {run.number for run in runs[1:]}


@pytest.mark.parametrize("how", ["stage", "row"])
def test_measures_are_over_the_sound_runs_and_a_damaged_topic_is_not_gone(
    how: str, runs: list[RunRecord], home: Path
) -> None:
    damage(home, runs[0].id, how)
    for run in runs[:2]:
        for grade, url in enumerate(by_address(run)):
            assert command("judge", "add", run.topic, str(grade % 4), url).code == 0
    told = command("measure", "--json").json
    assert [one["run"] for one in told["topics"]] == [2]
    assert (told["damaged"], told["gone"], told["informative"]) == ([1], 0, 1)
    assert LEFT_OUT in told["sentences"]
    assert LEFT_OUT in command("measure").out
