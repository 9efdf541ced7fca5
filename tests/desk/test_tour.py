"""The tour: three steps, each done by its own button, over once and for good."""

from __future__ import annotations

from collections.abc import Callable

from pages.parts import weights
from pages.parts.ranking import OPEN
from pages.parts.tour import RANK
from tests.desk.sessions import TOPIC, Desk, finish
from workbench.compose import Workbench
from workbench.records import RunRecord


def emptied(bench: Workbench) -> None:
    for one in bench.store.runs.list():
        bench.store.runs.delete(one.id)


def test_the_three_steps_run_open_and_move(desk: Callable[[], Desk], bench: Workbench) -> None:
    emptied(bench)
    shown = desk().open()
    assert "Step 1 of 3" in shown.html
    shown.press("tour.do")
    run = finish(bench, bench.store.runs.get(bench.store.runs.list(limit=1)[0].id))
    shown.run()
    assert "Step 2 of 3" in shown.html
    shown.press("tour.do")
    assert run.judged is not None
    assert shown.at.session_state[OPEN] == run.judged.sources[0].url
    assert "Step 3 of 3" in shown.html
    shown.press("tour.do")
    assert shown.at.slider(key=weights.widget(run.id, RANK)).value == 1.0
    assert "tour.do" not in shown.buttons
    assert "tour.do" not in desk().open(run=run.id).buttons


def test_a_visitor_who_begins_with_a_topic_of_their_own_keeps_the_tour(
    desk: Callable[[], Desk], bench: Workbench
) -> None:
    emptied(bench)
    shown = desk().open()
    shown.at.text_input(key="run.topic").set_value("zzqxv vvkpq")
    shown.press("run.go")
    finish(bench, bench.store.runs.get(bench.store.runs.list(limit=1)[0].id))
    assert "tour.do" not in shown.run().buttons
    assert "Step 1 of 3" in desk().open().html
    own = bench.new_run(TOPIC, engine="corpus")
    finish(bench, own)
    shown = desk().open(run=own.id)
    assert "Step 2 of 3" in shown.html
    shown.press("tour.do").press("tour.do")
    assert "tour.do" not in desk().open().buttons


def test_skip_ends_the_tour_for_good(desk: Callable[[], Desk], bench: Workbench) -> None:
    emptied(bench)
    desk().open().press("tour.skip")
    assert "tour.do" not in desk().open().buttons


def test_a_desk_that_has_runs_needs_no_tour(desk: Callable[[], Desk], done: RunRecord) -> None:
    assert "tour.do" not in desk().open().buttons
    assert "tour.do" not in desk().open(run=done.id).buttons
