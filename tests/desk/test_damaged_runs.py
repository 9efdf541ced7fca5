"""A run that is damaged in the database, on the desk: the pages that read many runs leave it out and say so."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.desk.sessions import Desk
from tests.desk.tuned import keep_close
from workbench.compose import Workbench
from workbench.records import RunRecord

LEFT_OUT = "Run 1 is damaged in the database and is left out."
Opener = Callable[[], Desk]


@pytest.fixture
def runs(home: Path, bench: Workbench, done: RunRecord) -> list[RunRecord]:
    """A damaged run, and three sound ones of other topics."""
    made = keep_close(bench, range(1, 4))
    with closing(sqlite3.connect(home / "workbench.db")) as database, database:
        database.execute("update stages set record = '{broken' where stage = 'judge' and run_id = ?", (done.id,))
    return made


def captions(shown: Desk) -> list[str]:
    return [one.value for one in shown.at.caption]


def test_tuning_replays_and_sweeps_the_others(desk: Opener, runs: list[RunRecord]) -> None:
    shown = desk().open("pages/tuning.py")
    assert shown.errors == []
    assert LEFT_OUT in captions(shown)
    assert runs


def test_what_a_save_would_do_is_told_over_the_others(desk: Opener, runs: list[RunRecord]) -> None:
    shown = desk().open("pages/settings.py")
    assert shown.errors == []
    shown.at.number_input(key="settings.research_search_rank_weight").set_value(0.2).run()
    shown.press("settings.save")
    assert LEFT_OUT in shown.html
    assert runs


def test_judge_asks_of_a_sound_run_and_measures_name_the_damaged_one(desk: Opener, runs: list[RunRecord]) -> None:
    shown = desk().open("pages/judge.py")
    assert shown.errors == []
    assert shown.at.query_params["topic"] in {run.topic for run in runs}


def test_judge_says_of_a_damaged_topic_why_there_is_nothing_and_leads_elsewhere(
    desk: Opener, runs: list[RunRecord], done: RunRecord
) -> None:
    shown = desk().open("pages/judge.py", topic=done.topic)
    assert "Run 1 is damaged" in shown.errors[0]
    assert runs


def test_a_pin_on_a_damaged_topic_can_still_be_written(desk: Opener, runs: list[RunRecord], done: RunRecord) -> None:
    shown = desk().open("pages/pins.py")
    shown.at.text_input(key="pins.line").set_value(f"a.example first for {done.topic}").run()
    assert shown.checked().errors == []
    assert LEFT_OUT in shown.html
    assert runs
