"""Rows that were changed by hand into what cannot be read: each is named with its table, and the rest is shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.desk.sessions import TOPIC, Desk, finish
from tests.desk.test_health_page import seen
from tests.store.fault_lines import by_hand
from workbench.compose import Workbench
from workbench.records import Finding, RunRecord

Opener = Callable[[], Desk]
CASES = {
    "findings": "UPDATE findings SET at = 'nope' WHERE id = (SELECT max(id) FROM findings)",
    "runs": "UPDATE runs SET created_at = 'garbage' WHERE number = 1",
    "setting_versions": "UPDATE setting_versions SET at = 'x' WHERE version = 1",
    "presets": "UPDATE presets SET at = 7",
}


@pytest.fixture
def other(bench: Workbench, done: RunRecord) -> RunRecord:
    """A second finished run, beside findings, two versions of the settings and a preset."""
    for title in ("The first", "The second"):
        bench.store.findings.emit(Finding("k", title, "body", "critical", title), done.id, datetime.now(UTC))
    for share in (0.2, 0.3):
        bench.store.settings.write({"research_search_rank_weight": share})
    bench.store.presets.save("news", {})
    return finish(bench, bench.new_run("solar roofs", engine="corpus"))


@pytest.mark.parametrize("table", CASES)
def test_health_names_the_row_and_keeps_every_part(table: str, home: Path, desk: Opener, other: RunRecord) -> None:
    by_hand(home / "workbench.db", CASES[table])
    health = desk().open("pages/health.py")
    assert health.errors == []
    assert [one.value for one in health.at.header][-2:] == ["Doctor", "Keys"]
    assert f"of the table {table} cannot be read: its " in seen(health)
    assert "remove the row, or restore the database from a backup." in seen(health)
    health.press("health.examine")
    assert f"of the table {table} cannot be read" in health.errors[0]
    assert other


def test_the_other_findings_stand(home: Path, desk: Opener, other: RunRecord) -> None:
    by_hand(home / "workbench.db", CASES["findings"])
    shown = desk().open("pages/health.py").at.dataframe[1].value
    assert "The first" in set(shown["Finding"])
    assert "The second" not in set(shown["Finding"])
    assert other


def test_a_part_that_cannot_be_drawn_leaves_the_others(home: Path, desk: Opener, other: RunRecord) -> None:
    by_hand(home / "workbench.db", "DROP TABLE findings")
    health = desk().open("pages/health.py")
    assert [one.value for one in health.at.title] == ["Health"]
    assert "lacks the table findings" in seen(health)
    assert "Doctor" in [one.value for one in health.at.header]
    assert "health.examine" in health.buttons
    assert other


def test_the_other_runs_stand_on_runs_and_the_first_page(home: Path, desk: Opener, other: RunRecord) -> None:
    by_hand(home / "workbench.db", CASES["runs"])
    runs = desk().open("pages/runs.py")
    assert list(runs.at.dataframe[0].value["Topic"]) == [other.topic]
    assert "(run 1) of the table runs cannot be read: its created_at is “garbage”." in seen(runs)
    first = desk().open()
    assert first.errors == []
    (recent,) = [one for one in first.at.get("button_group") if one.key == "run.recent"]
    assert [one.content for one in recent.proto.options] == [other.topic]


def test_judge_asks_of_the_others(home: Path, desk: Opener, other: RunRecord) -> None:
    by_hand(home / "workbench.db", CASES["runs"])
    shown = desk().open("pages/judge.py")
    assert shown.errors == []
    assert shown.at.query_params["topic"] == other.topic


@pytest.mark.parametrize("table", ["setting_versions", "presets"])
def test_the_other_versions_and_presets_stand_on_settings(
    table: str, home: Path, desk: Opener, other: RunRecord
) -> None:
    by_hand(home / "workbench.db", CASES[table])
    shown = desk().open("pages/settings.py")
    assert shown.errors == []
    assert f"of the table {table} cannot be read" in seen(shown)
    assert "v2" in shown.html
    assert other


def test_a_history_that_cannot_be_read_is_not_told_to_be_empty(home: Path, desk: Opener, other: RunRecord) -> None:
    by_hand(home / "workbench.db", "UPDATE setting_versions SET at = 'x'")
    shown = desk().open("pages/settings.py")
    told = [one.value for one in shown.at.caption]
    assert "Version 3. A change is live in the next run." in told
    assert "No version can be read." in told
    assert "Correct them in" in seen(shown)
    assert other


def test_a_damaged_run_that_is_asked_for_is_a_sentence_that_names_it(home: Path, desk: Opener, done: RunRecord) -> None:
    by_hand(home / "workbench.db", CASES["runs"])
    said = desk().open(run=done.id).errors[0]
    assert f"Row {done.id} (run 1) of the table runs" in said
    assert f"Correct it in {home}/workbench.db or remove the row" in said
    assert TOPIC not in said
