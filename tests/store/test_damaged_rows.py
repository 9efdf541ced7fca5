"""A row with a value of no kind that its column knows is named, and ends the reading of no other."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.commands import command
from tests.store.fault_lines import by_hand
from tests.store.hammer import made_run
from tests.stores import fresh_store
from workbench.compose import Workbench
from workbench.errors import StoreError
from workbench.records import Finding
from workbench.store import Store


@pytest.fixture
def kept(home: Path) -> Store:
    """A database in a file, with three runs of which each has said something."""
    store = fresh_store(home)
    for _ in range(3):
        store.findings.emit(Finding("k", "t", "b"), made_run(store), datetime.now(UTC))
    return store


@pytest.mark.parametrize(
    ("column", "value"), [("created_at", "garbage"), ("today", "2026-02-31"), ("kept", "many"), ("deleted_at", 7)]
)
def test_a_damaged_run_is_left_out_of_lists_and_named(column: str, value: object, kept: Store) -> None:
    three, two, one = kept.runs.list()
    by_hand(kept, f"UPDATE runs SET {column} = ? WHERE number = 2", values=(value,))
    (damaged,) = kept.damaged()
    assert str(damaged) == (f"Row {two.id} (run 2) of the table runs cannot be read: its {column} is “{value}”.")
    if column == "deleted_at":  # it counts as deleted
        return
    assert [line.run.id for line in kept.archive.lines()] == [three.id, one.id]
    assert kept.archive.ids(limit=9) == [three.id, two.id, one.id]
    assert [run.id for run in kept.runs.list()] == [three.id, one.id]
    found = kept.runs.sound([one.id, two.id, three.id])
    assert [run.id for run in found.runs] == [one.id, three.id]
    assert [run.number for run in found.damaged] == [2]
    assert [run.id for run in kept.runs.unfinished()] == [one.id, three.id]
    if column == "kept":
        return
    with pytest.raises(StoreError, match="run 2"):
        kept.runs.get(two.id)
    with pytest.raises(StoreError, match="run 2"):
        kept.runs.set_state(two.id, "done")


def test_a_run_is_read_without_its_damaged_finding(kept: Store) -> None:
    run = kept.runs.list()[0].id
    before = len(kept.runs.get(run).findings)
    by_hand(kept, "UPDATE findings SET at = 'nope' WHERE id = (SELECT max(id) FROM findings)")
    assert len(kept.runs.get(run).findings) == before - 1
    assert len(kept.runs.sound([run]).runs) == 1


def test_a_sound_database_has_no_damaged_row(kept: Store) -> None:
    kept.settings.write({"research_recency_weight": 0.5})
    by_hand(kept, "UPDATE app_settings SET value = 5")  # a setting may be anything
    assert kept.damaged() == ()


def test_a_worker_goes_on_with_the_runs_that_can_be_read(kept: Store) -> None:
    by_hand(kept, "UPDATE runs SET created_at = 'garbage' WHERE number = 1")
    bench = Workbench.open()
    assert [one.run_id for one in bench.job("worker-1").unfinished()] == [run.id for run in kept.runs.list()][::-1]
    asyncio.run(bench.aclose())


def test_commands_name_the_row(kept: Store) -> None:
    by_hand(kept, "UPDATE runs SET created_at = 'garbage' WHERE number = 2")
    said = "(run 2) of the table runs cannot be read: its created_at is “garbage”."
    listed = command("runs", "list", "--json")
    assert (listed.code, [one["number"] for one in listed.json]) == (0, [3, 1])
    assert said in listed.err
    doctor = command("doctor")
    assert doctor.code == 1
    assert said in doctor.err
    assert said in command("runs", "show", "2").err
    replayed = command("replay")
    assert "Run 2 is damaged in the database and is left out." in replayed.err
