"""Judge on the desk: asked by chance, answered by keys, taken back, moved in and out; nothing hints at the ranking."""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Callable

import pytest

from tests.desk.sessions import HOSTILE, TOPIC, Desk, finish, hostile_run
from workbench.compose import Workbench
from workbench.compose.judging import by_address
from workbench.records import RunRecord
from workbench.store.authors import user

PAGE = "pages/judge.py"
OTHER = "database connection pooling"
Opener = Callable[[], Desk]


@pytest.fixture
def judge(desk: Opener, done: RunRecord) -> Desk:
    return desk().open(PAGE)


def answer(shown: Desk, button: str) -> Desk:
    """Press a button of the question that is asked."""
    return shown.press(next(key for key in shown.buttons if key.startswith(f"judge.{button}.")))


def titles(shown: Desk) -> list[str]:
    """The titles that are shown, left first."""
    return [html.unescape(one) for one in re.findall(r'<h2 dir="auto">(.*?)</h2>', shown.html)]


def title(shown: Desk) -> str:
    return str(shown.at.title[0].value)


def counted(shown: Desk) -> str:
    found = re.search(r'role="progressbar" aria-label="([^"]*)"', shown.html)
    assert found
    return found[1]


def told(shown: Desk) -> str:
    """The line under the answers."""
    found = re.search(r'class="wb wb-told[^"]*" role="status">(.*?)</div>', shown.html)
    return re.sub("<[^>]*>", "", html.unescape(found[1])) if found else ""


def standing(bench: Workbench) -> list[tuple[str, str]]:
    return [(one.rater, one.answer) for one in bench.store.judgments.standing()]


def test_two_sources_stand_side_by_side_and_nothing_hints_at_their_rank(judge: Desk, done: RunRecord) -> None:
    assert done.judged
    assert title(judge) == "Which is the better source?"
    assert len(titles(judge)) == 2
    assert counted(judge) == "0 of 3 pairs judged"
    assert judge.at.query_params["topic"] == TOPIC
    drawn = judge.html + " ".join(button.label for button in judge.at.button)
    for source in done.judged.sources:
        assert f"{source.score:.3f}" not in drawn
    for phrase in ("ranks are hidden until you answer", "search rank"):
        drawn = drawn.lower().replace(phrase, "")
    assert "rank" not in drawn


def test_an_answer_is_on_what_was_shown_and_then_the_ranking_is_told(
    desk: Opener, bench: Workbench, done: RunRecord
) -> None:
    addresses = list(by_address(done))
    for side in ("left", "right", "left"):
        shown = desk().open(PAGE, topic=TOPIC)
        better = titles(shown)[side == "right"]
        answer(shown, side)
        last = bench.store.judgments.standing()[-1]
        chosen = last.first if last.answer == "first" else last.second
        assert by_address(done)[chosen].read.hit.title == better
        first, second = addresses.index(last.first), addresses.index(last.second)
        assert ("So does the ranking." in told(shown)) == ((first < second) == (last.answer == "first"))
        assert (last.topic, last.rater, last.guideline) == (TOPIC, user(), 1)
    assert title(shown) == "All 3 pairs judged"
    assert re.search(r"agree on \d of 3 pairs", shown.html)


def test_a_reload_keeps_the_place_and_another_rater_has_an_order_of_their_own(
    desk: Opener, bench: Workbench, judge: Desk
) -> None:
    answer(judge, "equal")
    assert titles(desk().open(PAGE, topic=TOPIC)) == titles(judge)
    judge.at.text_input(key="judge.rater").set_value("bob").run()
    assert counted(judge.checked()) == "0 of 3 pairs judged"
    answer(judge, "equal")
    assert standing(bench) == [(user(), "equal"), ("bob", "equal")]


def test_what_is_put_off_comes_last_and_what_is_skipped_can_be_asked_again(judge: Desk, bench: Workbench) -> None:
    first = titles(judge)
    answer(judge, "later")
    assert "comes again at the end" in told(judge)
    second = titles(judge)
    answer(judge, "skip")
    answer(judge, "left")
    assert titles(judge) == first
    answer(judge, "right")
    assert title(judge) == "2 of 3 pairs judged, 1 skipped"
    judge.press("judge.skipped")
    assert titles(judge) == second
    assert "2 of 3 pairs judged" in counted(judge)


def test_undo_takes_answers_back_one_by_one_and_asks_them_again(judge: Desk, bench: Workbench) -> None:
    assert judge.buttons["judge.undo"].disabled
    shown = []
    for button in ("left", "skip", "equal"):
        shown.append(titles(judge))
        answer(judge, button)
    for before in reversed(shown):
        judge.press("judge.undo")
        assert titles(judge) == before
    assert standing(bench) == []
    assert [one.answer for one in bench.store.judgments.history()][3:] == ["withdrawn"] * 3
    assert judge.buttons["judge.undo"].disabled


def test_a_source_is_graded_from_0_to_3(judge: Desk, bench: Workbench) -> None:
    judge.at.segmented_control(key="judge.way.pairs").set_value("grades").run()
    assert title(judge.checked()) == "How good is this source?"
    assert judge.at.query_params["as"] == "grades"
    for grade in "013":
        assert len(titles(judge)) == 1
        answer(judge, grade)
        assert re.search(rf"graded {grade}. The ranking has it \w+ of 3.", told(judge))
    assert [said for _, said in standing(bench)] == ["0", "1", "3"]
    assert title(judge) == "All 3 sources judged"
    judge.press("judge.other")
    assert title(judge) == "Which is the better source?"


def test_a_note_is_kept_with_the_answer_that_it_was_written_for(judge: Desk, bench: Workbench) -> None:
    answer(judge, "note")
    judge.at.text_area(key="judge.note.text").set_value(f" {HOSTILE} ")
    judge.press("judge.note.use")
    assert html.escape(HOSTILE) in judge.html
    answer(judge, "left")
    answer(judge, "left")
    assert [one.note for one in bench.store.judgments.standing()] == [HOSTILE, ""]


def test_no_key_answers_while_a_note_is_written(judge: Desk) -> None:
    keys = [button.proto.shortcut for button in judge.at.button]
    assert {"left", "right", "down", "s", "l", "u", "n"} <= set(keys)
    answer(judge, "note")
    assert not any(button.proto.shortcut for button in judge.at.button)


def test_a_second_press_on_a_question_that_is_answered_changes_nothing(desk: Opener, bench: Workbench) -> None:
    one, two = desk().open(PAGE, topic=TOPIC), desk().open(PAGE, topic=TOPIC)
    assert titles(one) == titles(two)
    answer(one, "left")
    answer(two, "right")
    assert "answered in the meantime" in two.errors[0]
    assert len(bench.store.judgments.history()) == 1
    assert titles(one) == titles(two)


def test_the_topic_with_the_fewest_judgments_comes_first_and_the_next_is_offered(
    desk: Opener, bench: Workbench, done: RunRecord
) -> None:
    finish(bench, bench.new_run(OTHER, engine="corpus"))
    source, other = list(by_address(done))[:2]
    bench.store.judgments.add(TOPIC, source, other, "first", rater="bob")
    shown = desk().open(PAGE)
    assert shown.at.query_params["topic"] == OTHER
    while "judge.next" not in shown.buttons:
        answer(shown, "equal")
    assert shown.buttons["judge.next"].label.startswith("Next topic: air")
    shown.press("judge.next")
    assert shown.at.query_params["topic"] == TOPIC
    assert counted(shown) == "0 of 3 pairs judged"
    key = str(shown.at.selectbox[0].key)
    shown.at.selectbox(key=key).set_value(OTHER).run()
    assert shown.checked().at.query_params["topic"] == OTHER


def test_a_run_with_one_source_or_none_says_so(desk: Opener, bench: Workbench) -> None:
    one = finish(bench, bench.new_run(TOPIC, engine="corpus", changes={"web_research_results": "1"}))
    shown = desk().open(PAGE, run=one.id)
    assert title(shown) == "Nothing to compare"
    assert "has one source" in shown.html
    shown.press("judge.other")
    assert title(shown) == "How good is this source?"
    none = finish(bench, bench.new_run("zzz qqq", engine="corpus"))
    shown = desk().open(PAGE, run=none.id)
    assert title(shown) == "No source to judge"
    assert "judge.other" not in shown.buttons


def test_a_store_that_is_only_read_shows_the_question_and_says_why_no_answer_is_kept(
    desk: Opener, bench: Workbench
) -> None:
    path = bench.store.database.path
    assert path
    shown = desk().open(PAGE)
    from pages.parts import session

    session.bench().store.database.frozen = "The database can only be read."
    answer(shown, "left")
    assert shown.errors == ["The database can only be read."]
    assert len(titles(shown)) == 2
    assert os.access(path, os.R_OK)


def test_text_from_the_web_and_from_raters_stays_text(desk: Opener, bench: Workbench) -> None:
    run = hostile_run(bench)
    first, second = list(by_address(run))[:2]
    for rater, said in ((HOSTILE[:100], "first"), ("ann", "second")):
        bench.store.judgments.add(run.topic, first, second, said, rater=rater, note=HOSTILE)  # type: ignore[arg-type]
    shown = desk().open(PAGE, run=run.id)
    shown.at.text_input(key="judge.rater").set_value(HOSTILE).run()
    answer(shown.checked(), "left")
    for raw in ("<img", "<script>x", "<b>b", "javascript:alert(1))<"):
        assert raw not in shown.html
    labels = [one.label for one in (*shown.at.button, *shown.at.expander)]
    labels += [str(one.proto.popover.label) for one in shown.at.get("popover")] + [
        one.value for one in shown.at.caption
    ]
    assert any("evil" in label or "img" in label for label in labels)
    for label in labels:
        assert "$a^2$" not in label
        assert ":material/home:" not in label


def test_raters_who_differ_are_named_with_what_they_said(judge: Desk, bench: Workbench, done: RunRecord) -> None:
    first, second, third = by_address(done)
    assert not any(one.label.startswith("2 raters") for one in judge.at.expander)
    for rater, answers in (("ann", ("first", "first")), ("bob", ("first", "second"))):
        for pair, said in zip(((first, second), (second, third)), answers, strict=True):
            bench.store.judgments.add(TOPIC, *pair, said, rater=rater)  # type: ignore[arg-type]
    judge.run()
    assert "2 raters agree on 1 of 2 questions that two or more answered" in [one.label for one in judge.at.expander]
    assert "<b>ann</b>" in judge.html
    assert "agree on 1 of 2 shared pairs" in judge.html


def uploaded(shown: Desk, name: str, data: bytes) -> Desk:
    shown.at.file_uploader(key="judge.file").set_value((name, data, "text/csv"))
    return shown.press("judge.import.go")


def test_an_import_keeps_the_good_rows_and_names_the_bad_ones(judge: Desk, bench: Workbench, done: RunRecord) -> None:
    url = next(iter(by_address(done)))
    data = f"topic,first,answer\n{TOPIC},{url},3\n{TOPIC},{url},<b>nine\n".encode()
    uploaded(judge, "judged.csv", data)
    assert "Imported 1 judgment." in judge.html
    assert judge.at.dataframe[0].value.to_dict("records")[0]["Row"] == 3
    assert standing(bench) == [(user(), "3")]
    uploaded(judge, "judged.csv", data)
    assert "Imported 0 judgments; 1 known before." in judge.html
    uploaded(judge, "x.csv", b"\xff\xfe\x00")
    assert judge.errors
    assert standing(bench) == [(user(), "3")]


def test_judgments_go_out_in_three_formats(judge: Desk) -> None:
    assert [one.proto.label for one in judge.at.get("download_button")] == ["CSV", "JSON", "qrels"]


def test_a_question_that_was_put_off_is_not_answered_by_what_was_drawn_before(desk: Opener, bench: Workbench) -> None:
    one, two = desk().open(PAGE, topic=TOPIC), desk().open(PAGE, topic=TOPIC)
    answer(one, "later")
    answer(two, "skip")
    assert "answered in the meantime" in two.errors[0]
    assert [said for _, said in standing(bench)] == ["later"]


def test_a_topic_that_was_judged_is_offered_again_when_a_later_run_has_other_sources(
    desk: Opener, bench: Workbench, done: RunRecord
) -> None:
    shown = desk().open(PAGE)
    while len(titles(shown)):
        answer(shown, "left")
    finish(bench, bench.new_run(OTHER, engine="corpus"))
    finish(bench, bench.new_run(TOPIC, engine="corpus", changes={"web_research_results": "10"}))
    shown = desk().open(PAGE, topic=OTHER)
    while len(titles(shown)):
        answer(shown, "left")
    shown.press("judge.next")
    assert counted(shown) == "3 of 15 pairs judged"


def test_two_pages_of_one_host_are_told_by_their_titles(desk: Opener, bench: Workbench, done: RunRecord) -> None:
    words = (
        "frost on coils and what the cold does to a compressor",
        "a boiler in its cellar that nobody ever took out again",
    )
    hits = [
        {"url": f"https://a.example/{at}", "title": f"Part `{at}`", "snippet": f"{words[at]} {at}"} for at in (0, 1)
    ]
    pages = {hit["url"]: {"status": 200, "content_type": "text/plain", "body": hit["snippet"] * 20} for hit in hits}
    recording = json.dumps({"topic": "heat", "today": "2026-11-29", "hits": hits, "pages": pages})
    run = finish(bench, bench.new_run("", recording=recording))
    shown = answer(desk().open(PAGE, run=run.id), "equal")
    assert re.search("No difference. The ranking has Part ’[01]’ above Part ’[01]’.", told(shown))
