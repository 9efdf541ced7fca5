"""Writer context: every part letter for letter, what put it there, and the window that an editor moves and pins."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from pages.parts import writer_window
from tests.desk.sessions import HOSTILE, TOPIC, Desk, finish, perform
from workbench.compose import Workbench
from workbench.context import Cut, parts_of, render
from workbench.records import Context, RunRecord, Source
from workbench.settings import Settings

PAGE = "pages/writer_context.py"
Opener = Callable[[], Desk]


def letters(shown: Desk) -> list[str]:
    """The text of every part as a reader sees it."""
    return [html.unescape(found) for found in re.findall(r'<div class="wb-letters">(.*?)</div>', shown.html, re.DOTALL)]


def source(run: RunRecord, place: int = 0) -> Source:
    assert run.judged
    return run.judged.sources[place]


def slider_key(run: RunRecord, place: int = 0) -> str:
    return f"writer.{run.id}.{source(run, place).url}"


def stored(bench: Workbench, run: RunRecord) -> Context:
    context = bench.store.runs.get(run.id).context
    assert context
    return context


def test_every_part_stands_there_letter_for_letter(desk: Opener, done: RunRecord) -> None:
    shown = desk().open(PAGE, run=done.id)
    assert done.context
    parts = parts_of(done.context)
    assert letters(shown) == [part.text.rstrip("\n") for part in parts]
    assert shown.at.title[0].value == "The writer gets 3 sources, 4 references and 2 own posts"
    assert {f"writer.why.{number}" for number in range(1, len(parts) + 1)} <= shown.buttons.keys()
    assert shown.at.code[0].value == done.context.text


def test_without_a_run_in_the_address_the_newest_finished_one_is_shown(desk: Opener, bench: Workbench) -> None:
    second = finish(bench, bench.new_run(TOPIC, engine="corpus"))
    bench.new_run("another", engine="corpus")
    assert any(f"run {second.number}," in one.value for one in desk().open(PAGE).at.caption)


def test_the_first_quotation_is_opened_with_its_source_its_place_and_its_settings(
    desk: Opener, done: RunRecord
) -> None:
    shown = desk().open(PAGE, run=done.id)
    first = source(done)
    assert first.domain in shown.html
    assert f"ranked 1 with {first.score:.3f}" in shown.html
    assert "<code>research_web_content_chars_per_source</code> is <b>600</b>" in shown.html
    assert "<code>web_research_max_content_chars</code> is <b>2,000</b>" in shown.html
    assert re.search(r"Characters 0 to \d+ of [\d,]+", shown.html)
    assert shown.html.count('aria-current="true"') == 1


def test_why_opens_a_part_and_the_address_names_it(desk: Opener, done: RunRecord) -> None:
    shown = desk().open(PAGE, run=done.id).press("writer.why.2")
    assert shown.at.query_params["part"] == "2"
    assert "Part 2 of" in shown.html
    assert (
        "<code>known_references_json</code> is <b>the built-in map</b>" in shown.html
        or "a map of your own" in shown.html
    )
    shown.press("writer.next")
    assert shown.at.query_params["part"] == "3"
    shown.press("writer.previous").press("writer.previous")
    assert shown.at.query_params["part"] == "1"
    assert shown.buttons["writer.previous"].disabled


@pytest.mark.parametrize("wanted", ["0", "999", "x", "-1", "²", ""])
def test_a_part_that_is_none_opens_the_first_quotation(desk: Opener, done: RunRecord, wanted: str) -> None:
    shown = desk().open(PAGE, run=done.id, part=wanted)
    assert "· source text</div>" in shown.html


def test_a_moved_window_is_announced_and_changes_nothing_until_it_is_pinned(
    desk: Opener, bench: Workbench, done: RunRecord
) -> None:
    shown = desk().open(PAGE, run=done.id)
    assert shown.buttons["writer.pin"].disabled
    shown.at.slider(key=slider_key(done)).set_value(400).run()
    shown.checked()
    assert "until you pin the window" in shown.html
    assert "<u>" in shown.html
    assert not shown.buttons["writer.pin"].disabled
    assert stored(bench, done) == done.context
    shown.press("writer.back")
    assert shown.at.slider(key=slider_key(done)).value == 0
    assert "until you pin the window" not in shown.html


def test_the_slider_stands_where_the_window_begins_and_moves_on_from_word_to_word(
    desk: Opener, done: RunRecord
) -> None:
    shown, key = desk().open(PAGE, run=done.id), slider_key(done)
    for step in (400, 1, 1, -1):
        was = shown.at.session_state[key]
        shown.at.slider(key=key).set_value(was + step).run()
        now = shown.checked().at.session_state[key]
        assert f"Characters {now:,} to " in shown.html
        assert (now - was) * step > 0


def test_a_pinned_window_is_what_the_writer_gets_and_can_be_given_back(
    desk: Opener, bench: Workbench, done: RunRecord
) -> None:
    shown = desk().open(PAGE, run=done.id)
    shown.at.slider(key=slider_key(done)).set_value(400).run()
    shown.press("writer.pin")
    after = stored(bench, done)
    excerpt = next(one for one in after.web if one.url == source(done).url)
    assert excerpt.pinned
    assert 390 <= excerpt.start <= 400
    assert letters(shown) == [part.text.rstrip("\n") for part in parts_of(after)]
    assert f"Pinned at {excerpt.start}" in shown.html
    assert "pinned by" in shown.html
    other = desk().open(PAGE, run=done.id)
    assert other.at.slider(key=slider_key(done)).value == excerpt.start
    shown.press("writer.back")
    assert stored(bench, done) == done.context
    assert "Back at the start." in shown.html


def test_a_pin_of_another_run_is_said_and_can_be_taken_over(desk: Opener, bench: Workbench, done: RunRecord) -> None:
    second = finish(bench, bench.new_run(TOPIC, engine="corpus"))
    bench.pin(second, source(done).url, 400, "ada")
    shown = desk().open(PAGE, run=done.id)
    assert any("ada pinned this text" in one.value.replace("\\", "") for one in shown.at.caption)
    shown.press("writer.take")
    assert stored(bench, done).web[0].pinned
    assert "writer.take" not in shown.buttons


def test_a_run_is_compared_with_the_previous_one_of_its_topic(desk: Opener, bench: Workbench, done: RunRecord) -> None:
    assert "Since run" not in desk().open(PAGE, run=done.id).html
    bench.store.settings.write({"research_search_rank_weight": "0.9", "web_research_results": "7"})
    second = finish(bench, bench.new_run(TOPIC.upper(), engine="corpus"))
    shown = desk().open(PAGE, run=second.id)
    assert "<b>Since run 1 of" in shown.html
    assert "+ added" not in shown.html
    shown.at.toggle(key="writer.compare").set_value(True).run()
    assert shown.at.query_params["compare"] == "1"
    assert "+ added" in shown.html
    assert "↕ moved" in shown.html
    reopened = desk().open(PAGE, run=second.id, compare="1", part="2")
    assert reopened.at.toggle(key="writer.compare").value is True
    reopened.at.toggle(key="writer.compare").set_value(False).run()
    assert "compare" not in reopened.at.query_params
    assert "+ added" not in reopened.html


def test_a_run_that_is_gone_is_a_sentence_with_a_way_on(desk: Opener, done: RunRecord) -> None:
    shown = desk().open(PAGE, run="rzzzz")
    assert shown.at.title[0].value == "No run to show"
    assert shown.errors[0].startswith("There is no run “rzzzz”")


def test_before_the_first_run_the_page_says_what_to_do(desk: Opener, bench: Workbench, done: RunRecord) -> None:
    bench.store.runs.delete(done.id)
    shown = desk().open(PAGE)
    assert shown.at.title[0].value == "No run yet"
    assert not shown.at.error


def test_a_run_that_is_not_done_says_so(desk: Opener, bench: Workbench) -> None:
    run = bench.new_run(TOPIC, engine="corpus")
    assert desk().open(PAGE, run=run.id).at.title[0].value == "The run is queued"
    bench.cancel(run.id)
    assert desk().open(PAGE, run=run.id).at.title[0].value == "The run was cancelled"


def test_a_run_with_nothing_for_the_writer_says_so(desk: Opener, bench: Workbench) -> None:
    run = finish(bench, bench.new_run("zzqx", engine="corpus"))
    assert run.context is not None
    assert run.context.text == ""
    shown = desk().open(PAGE, run=run.id)
    assert shown.at.title[0].value == "The writer gets nothing"
    assert "No source, no reference and no post" in shown.html


def test_nothing_from_the_web_is_markup(desk: Opener, bench: Workbench, done: RunRecord) -> None:
    run = bench.new_run(HOSTILE, engine="corpus")
    perform(bench, run, "search")
    hostile = f"</div><script>alert(1)</script>{HOSTILE} \u202eمرحبا 漢字\n" * 40
    first = source(done)
    assert first.read.page
    page = replace(first.read.page, text=hostile)
    hit = replace(first.read.hit, title=HOSTILE)
    read = replace(first.read, hit=hit, page=page)
    sources = (replace(first, read=read),)
    assert done.judged
    bench.store.runs.save_stage(run.id, "read", (read,), 0.1)
    bench.store.runs.save_stage(run.id, "judge", replace(done.judged, sources=sources), 0.1)
    bench.store.runs.save_stage(run.id, "render", render(sources, (), (), Settings()), 0.1)
    bench.store.runs.set_state(run.id, "done")
    shown = desk().open(PAGE, run=run.id)
    body = "\n".join(one.proto.body for one in shown.at.get("html") if not one.proto.unsafe_allow_javascript)
    assert "<img" not in body
    assert "<script" not in body
    assert letters(shown) == [part.text.rstrip("\n") for part in parts_of(stored(bench, run))]
    scripts = [one.proto.body for one in shown.at.get("html") if one.proto.unsafe_allow_javascript]
    assert len(scripts) == 2
    assert all(one.isascii() and "alert" not in one for one in scripts)


@pytest.mark.parametrize(
    ("saved", "tried", "pieces"),
    [
        ((0, 2), (0, 2), '<mark class="wb-first">ab</mark>c&lt;ef'),
        ((0, 2), (3, 5), '<u>ab</u>c<mark class="wb-first">&lt;e</mark>f'),
        ((0, 3), (2, 5), '<u>ab</u><mark class="wb-first"><u>c</u></mark><mark class="">&lt;e</mark>f'),
        ((0, 0), (0, 0), "abc&lt;ef"),
    ],
)
def test_saved_and_tried_are_marked_apart(saved: tuple[int, int], tried: tuple[int, int], pieces: str) -> None:
    text = "abc<ef"
    cuts = [Cut(begin, end, text[begin:end]) for begin, end in (saved, tried)]
    assert f">{pieces}</div>" in writer_window.marked_page(text, *cuts)


def test_the_run_page_leads_here(desk: Opener, done: RunRecord) -> None:
    shown = desk().open(run=done.id)
    assert shown.buttons["run.writer"].label == "Writer context"
    shown.at.button(key="run.writer").click().run()
    assert shown.checked().at.title[0].value.startswith("The writer gets")
