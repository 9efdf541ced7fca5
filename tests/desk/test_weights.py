"""Trying weights: at once, without a socket, in words; kept as settings only when a person says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from pages.parts import weights
from tests.desk.sessions import Desk
from workbench.compose import Workbench, from_snapshot
from workbench.records import RunRecord
from workbench.settings import flat, from_flat
from workbench.tuning import rescore

RANK = "research_search_rank_weight"


def slide(shown: Desk, run: RunRecord, key: str, value: float) -> Desk:
    shown.at.slider(key=weights.widget(run.id, key)).set_value(value).run()
    return shown.checked()


def test_a_moved_slider_says_who_passes_whom_and_queues_and_saves_nothing(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord, home: Path
) -> None:
    shown = slide(desk().open(run=done.id), done, RANK, 0.7)
    assert "<b>blog.warmhouse.example passes energy.gov.example</b>" in shown.html
    assert bench.store.runs.count() == 1
    assert not (home / "jobs.db").exists()
    assert bench.store.settings.version() == 1


def test_the_ranking_is_the_cores(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = slide(desk().open(run=done.id), done, RANK, 0.7)
    now = from_flat({**flat(from_snapshot(done.settings)), RANK: 0.7})
    expected = [f"{source.score:.3f}" for source in rescore(done, now).judged.sources]
    assert re.findall(r'wb-score" title="[^"]*">([^<]*)<', shown.html) == expected
    for place, score in enumerate(expected, 1):
        assert f"{place} · {score}" in shown.html


def test_nothing_moves_is_said(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = slide(desk().open(run=done.id), done, RANK, 0.41)
    assert "The order stays." in shown.html


def test_reset_goes_back_to_what_the_run_was_made_with(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = slide(desk().open(run=done.id), done, RANK, 0.7)
    assert not shown.buttons["run.reset"].disabled
    shown.press("run.reset")
    assert shown.at.slider(key=weights.widget(done.id, RANK)).value == 0.4
    assert shown.buttons["run.reset"].disabled
    assert shown.buttons["run.keep"].disabled


def test_tried_weights_survive_a_change_of_page(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = slide(desk().open(run=done.id), done, RANK, 0.7)
    shown.at.switch_page("pages/settings.py").run()
    shown.checked().at.switch_page("pages/run_a_topic.py")
    shown.at.query_params["run"] = done.id
    assert shown.run().at.slider(key=weights.widget(done.id, RANK)).value == 0.7


def test_kept_weights_are_a_version_with_author_and_note(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = slide(desk().open(run=done.id), done, RANK, 0.7).press("run.keep")
    shown.at.text_input(key="keep.author").set_value("editor")
    shown.at.text_input(key="keep.note").set_value("the engine knows")
    shown.press("keep.save")
    last = bench.store.settings.history(limit=1)[0]
    assert (last.version, last.author, last.note) == (2, "editor", "the engine knows")
    assert last.changes == {RANK: (None, "0.7")}
    assert "Saved as v2. The next run uses it." in shown.html
    assert shown.buttons["run.keep"].disabled
    assert bench.new_run("x", engine="corpus").settings[RANK] == 0.7


def test_a_stale_save_is_told_and_changes_nothing(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    shown = slide(desk().open(run=done.id), done, RANK, 0.7).press("run.keep")
    bench.store.settings.write({RANK: 0.5}, author="another")
    shown.press("keep.save")
    assert "Another editor saved v2 while you were editing" in shown.errors[0]
    assert bench.store.settings.resolve().settings.research.search_rank_weight == 0.5


def test_all_weights_zero_keeps_the_engines_order(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(run=done.id)
    for key in weights.KEYS:
        slide(shown, done, key, 0.0)
    shown.press("run.open.1")
    assert "All weights are 0." in shown.html


def test_only_what_was_moved_is_saved_whatever_another_person_saved_meanwhile(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = desk().open(run=done.id)
    bench.store.settings.write({weights.THRESHOLD: 0.9}, author="another")
    shown = slide(shown, done, RANK, 0.7).press("run.keep").press("keep.save")
    held = bench.store.settings.resolve().settings.research
    assert (held.search_rank_weight, held.dedup_similarity_threshold) == (0.7, 0.9)
    assert bench.store.settings.history(limit=1)[0].changes == {RANK: (None, "0.7")}


def test_a_save_counts_from_when_the_sliders_were_first_moved(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = slide(desk().open(run=done.id), done, RANK, 0.6)
    bench.store.settings.write({RANK: 0.5}, author="another")
    shown = slide(shown, done, RANK, 0.7).press("run.keep").press("keep.save")
    assert "Another editor saved v2 while you were editing" in shown.errors[0]
    assert "0.5 now, you want 0.7" in shown.errors[0]
    shown.press("keep.compared").press("keep.save")
    assert bench.store.settings.resolve().settings.research.search_rank_weight == 0.7


def test_what_another_saved_meanwhile_is_told_before_the_save(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = slide(desk().open(run=done.id), done, RANK, 0.6)
    bench.store.settings.write({RANK: 0.5}, author="another")
    shown = shown.press("run.keep")
    assert "v2 changed the same while you were editing" in shown.at.warning[0].value
    assert shown.buttons["keep.save"].label == "Save as v3"
    bench.store.settings.write({RANK: 0.55}, author="another")
    assert shown.press("keep.compared").at.warning[0].value.startswith("v3 changed the same")
    assert shown.press("keep.compared").buttons["keep.save"].label == "Save as v4"
    assert not shown.at.warning
    shown.press("keep.save")
    assert bench.store.settings.resolve().settings.research.search_rank_weight == 0.6


def test_another_key_that_somebody_saved_meanwhile_is_no_warning(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = slide(desk().open(run=done.id), done, RANK, 0.6)
    bench.store.settings.write({weights.THRESHOLD: 0.9}, author="another")
    shown = shown.press("run.keep")
    assert not shown.at.warning
    assert shown.buttons["keep.save"].label == "Save as v3"


def test_what_another_saved_is_not_offered_to_be_taken_back(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    bench.store.settings.write({RANK: 0.9}, author="another")
    shown = desk().open(run=done.id)
    assert shown.buttons["run.keep"].disabled
    assert any("differs from what this run was made with" in one.value for one in shown.at.caption)


def test_a_threshold_is_tried_like_a_weight(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    assert done.judged is not None
    shown = desk().open(run=done.id).unfold(f"run.{done.id}.limits")
    words = max(len(source.read.hit.snippet.split()) for source in done.judged.sources)
    shown.at.slider(key=weights.widget(done.id, "research_min_snippet_words")).set_value(words + 1)
    assert "is no source any more: thin" in shown.run().html
    shown.press("run.keep").press("keep.save")
    assert bench.store.settings.history(limit=1)[0].changes == {"research_min_snippet_words": (None, str(words + 1))}


def test_an_excerpt_that_grows_says_what_the_writer_would_read(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(run=done.id).unfold(f"run.{done.id}.limits")
    shown.at.slider(key=weights.widget(done.id, "research_web_content_chars_per_source")).set_value(900)
    shown.run()
    assert any(one.value.startswith("The writer would read ") for one in shown.at.caption)
    assert "The order stays." in shown.html


def test_a_tried_limit_counts_also_while_its_slider_is_folded_away(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(run=done.id).unfold(f"run.{done.id}.limits")
    shown.at.slider(key=weights.widget(done.id, "research_min_snippet_words")).set_value(60)
    assert "is no source any more: thin" in shown.run().html
    shown.at.session_state[f"run.{done.id}.limits"] = False
    assert "is no source any more: thin" in shown.run().html
    assert "is no source any more: thin" in slide(shown, done, RANK, 0.6).html
    assert "is no source any more" not in shown.press("run.reset").html


def test_before_and_after_stand_side_by_side(desk: Callable[[], Desk], done: RunRecord) -> None:
    assert done.judged is not None
    shown = slide(desk().open(run=done.id), done, RANK, 1.0)
    shown.at.segmented_control(key="run.view").set_value("Before and after").run()
    sides = [body for body in shown.checked().html.split('<div class="wb">') if "wb-side" in body]
    assert len(sides) == 2
    assert [f"{source.score:.3f}" for source in done.judged.sources] == re.findall(r'wb-score">([^<]*)<', sides[0])
    assert "<b>saved " in sides[1]
