"""Where Judge stands: the run or topic of the address, and what is said when it is gone."""

from __future__ import annotations

import pytest

from tests.desk.sessions import TOPIC, finish
from tests.desk.test_judge_page import OTHER, PAGE, Opener, answer, counted, title
from workbench.compose import Workbench
from workbench.records import RunRecord


def test_a_run_in_the_address_is_the_one_that_is_judged(desk: Opener, bench: Workbench, done: RunRecord) -> None:
    newer = finish(bench, bench.new_run(TOPIC, engine="corpus", changes={"web_research_results": "10"}))
    assert newer.judged
    assert counted(desk().open(PAGE, run=done.id)) == "0 of 3 pairs judged"
    assert counted(desk().open(PAGE, topic=TOPIC.upper())) == "0 of 15 pairs judged"


def test_without_a_run_there_is_a_way_to_one(desk: Opener, bench: Workbench) -> None:
    bench.delete([bench.store.runs.get(1).id])
    shown = desk().open(PAGE)
    assert title(shown) == "Nothing to judge yet"
    assert shown.errors == []


def test_a_run_that_is_gone_unfinished_or_unknown_is_a_sentence(
    desk: Opener, bench: Workbench, done: RunRecord
) -> None:
    waiting = bench.new_run("river", engine="corpus")
    assert "is not finished" in desk().open(PAGE, run=waiting.id).errors[0]
    assert "There is no run" in desk().open(PAGE, run="<b>").errors[0]
    assert desk().open(PAGE, topic="<b>river").errors == ["No finished run of “<b>river” is stored."]
    bench.delete([done.id])
    assert "is deleted" in desk().open(PAGE, run=done.id).errors[0]


def test_a_topic_whose_runs_are_gone_says_that_its_judgments_are_kept_and_leads_to_another(
    desk: Opener, bench: Workbench, done: RunRecord
) -> None:
    answer(desk().open(PAGE, topic=TOPIC), "left")
    finish(bench, bench.new_run(OTHER, engine="corpus"))
    bench.delete([done.id])
    shown = desk().open(PAGE, topic=TOPIC)
    assert shown.errors == [f"No finished run of “{TOPIC}” is stored any more. Its judgments are kept."]
    shown.press("judge.elsewhere")
    assert title(shown) == "Which is the better source?"
    assert shown.at.query_params["topic"] == OTHER


@pytest.mark.parametrize("by", ["run", "topic"])
def test_an_answer_after_the_run_was_deleted_elsewhere_is_kept_and_leads_on(
    by: str, desk: Opener, bench: Workbench, done: RunRecord
) -> None:
    finish(bench, bench.new_run(OTHER, engine="corpus"))
    shown = desk().open(PAGE, **{by: done.id if by == "run" else TOPIC})
    bench.delete([done.id])
    answer(shown, "left")
    assert (title(shown), shown.errors) == ("The run was deleted meanwhile", [])
    assert "What you answered is kept" in shown.html
    assert [one.topic for one in bench.store.judgments.standing()] == [TOPIC]
    shown.press("judge.next")
    assert shown.at.query_params["topic"] == OTHER
    assert title(shown) == "Which is the better source?"


def test_a_run_deleted_elsewhere_comes_back_with_its_answer(desk: Opener, bench: Workbench, done: RunRecord) -> None:
    shown = desk().open(PAGE, run=done.id)
    bench.delete([done.id])
    answer(shown, "left")
    shown.press("run.restore")
    assert counted(shown) == "1 of 3 pairs judged"
