"""Tuning on the desk: when sources swap, clusters with rulings, the sweep, and why an address is missing."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.desk.sessions import Desk
from tests.desk.tuned import keep, keep_made, weighed
from tests.tuning.archives import stored
from workbench.compose import Workbench
from workbench.export.rulings import rulings_document, rulings_file
from workbench.records import Hit, Page, RunRecord
from workbench.settings import Settings
from workbench.tuning import rescore

PAGE = "pages/tuning.py"
RANK = "research_search_rank_weight"
WHY = "Why is it not here?"


def test_two_sources_swap_at_a_value_that_is_told(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(PAGE, tool="Flips")
    assert done.judged
    above, below = (source.domain for source in done.judged.sources[:2])
    assert f"<code>{above}</code> leads <code>{below}</code> by" in shown.html
    assert shown.html.count("They swap when") + shown.html.count("swaps them.</td>") == 5
    assert len(shown.at.get("plotly_chart")) == 1
    shown.at.selectbox(key=f"tuning.flips.{done.id}.run.1").set_value(done.judged.sources[0].url).run()
    assert "Choose two different sources." in shown.checked().html


def test_flips_and_clusters_are_shown_under_the_settings_that_are_tried(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    shown = weighed(desk().open(PAGE), RANK, 1.0)
    shown.at.slider(key="tuning.0.research_dedup_similarity_threshold").set_value(1.0).run()
    changes = {RANK: 1.0, "research_dedup_similarity_threshold": 1.0}
    tried = rescore(done, bench.store.settings.resolve(changes).settings).judged
    shown = shown.open(PAGE, tool="Flips")
    shown.at.segmented_control(key="tuning.flips.under").set_value("tried").run()
    above, below = (source.domain for source in tried.sources[:2])
    lead = tried.sources[0].score - tried.sources[1].score
    assert f"<code>{above}</code> leads <code>{below}</code> by {lead:.3f} under the settings tried" in shown.html
    shown = shown.open(PAGE, tool="Clusters")
    assert "alike</b>, folded by alike text" in shown.html
    shown.at.segmented_control(key="tuning.clusters.under").set_value("tried").run()
    assert "alike</b>, folded by alike text" not in shown.checked().html
    assert f"of {len(tried.sources)} sources" in shown.html


def test_a_ruling_made_elsewhere_is_neither_overruled_nor_undone(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    one, other = desk().open(PAGE, tool="Clusters"), desk().open(PAGE, tool="Clusters")
    one.press("tuning.not the same.1.1")
    other.press("tuning.same.1.1")
    assert "ruled not the same on these two pages. Nothing was changed" in other.errors[0]
    other.press("tuning.withdraw.1.1")
    one.press("tuning.undo")
    assert "the ruling was withdrawn on these two pages. Nothing was changed" in one.errors[0]
    assert [ruled.verdict for ruled in bench.store.rulings.history()] == ["not the same", "withdrawn"]


def test_the_rulings_that_stand_are_a_file(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    shown = desk().open(PAGE, tool="Clusters")
    assert not shown.at.get("download_button")
    shown.press("tuning.not the same.1.1")
    assert len(shown.at.get("download_button")) == 1
    standing = bench.store.rulings.standing()
    assert json.loads(rulings_file(standing)) == rulings_document(standing)


def test_a_ruling_is_stored_undone_and_withdrawn(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    shown = desk().open(PAGE, tool="Clusters")
    assert "alike</b>, folded by alike text" in shown.html
    assert "<mark>" in shown.html
    shown.press("tuning.not the same.1.1")
    [ruling] = bench.store.rulings.standing()
    assert ruling.verdict == "not the same"
    assert "are not the same. It counts from the next run on." in shown.html
    assert "By the rulings that stand now" in shown.html
    shown.press("tuning.undo")
    assert bench.store.rulings.standing() == ()
    assert '<div class="wb" role="status">Taken back: <code>' in shown.html
    assert "are judged by their texts again." in shown.html
    shown.press("tuning.same.1.1").press("tuning.withdraw.1.1")
    assert bench.store.rulings.standing() == ()
    assert [one.verdict for one in bench.store.rulings.history()] == ["not the same", "withdrawn", "same", "withdrawn"]


def test_two_sources_that_stand_are_ruled_the_same(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    desk().open(PAGE, tool="Clusters").press("tuning.same.two")
    assert done.judged
    [ruling] = bench.store.rulings.standing()
    assert ruling.pair == {source.url for source in done.judged.sources[:2]}


def test_the_sweep_names_every_threshold_at_which_a_pair_merges(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    keep(bench, range(81, 121))
    shown = desk().open(PAGE, tool="Clusters")
    assert "which holds," in shown.html
    table = shown.at.dataframe[0].value
    assert list(table["Threshold"]) == sorted(table["Threshold"], reverse=True)
    assert all(round(value, 3) == value for value in table["Threshold"])
    assert list(table["Sources"]) == sorted(table["Sources"], reverse=True)


def test_an_address_is_answered_in_words_and_escaped(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(PAGE, tool=WHY)
    line = shown.at.text_input(key="tuning.why.url")
    line.set_value("https://evil.example/<img src=x>").run()
    assert "The search never returned it" in shown.checked().html
    assert "<img" not in shown.html
    line.set_value("nothing").run()
    assert "is no address of a page" in shown.checked().errors[0]


def test_a_lost_result_has_a_rank_interval(desk: Callable[[], Desk], done: RunRecord) -> None:
    assert done.judged
    lost = next(one for one in done.judged.dropped if one.state == "duplicate")
    shown = desk().open(PAGE, tool=WHY)
    shown.at.text_input(key="tuning.why.url").set_value(lost.hit.url).run()
    assert "As a source of its own it would score from" in shown.checked().html
    assert 'class="wb-ranks" role="img"' in shown.html


def test_why_says_no_state_twice_and_none_as_it_is_stored(desk: Callable[[], Desk], done: RunRecord) -> None:
    assert done.searched
    beyond = next(one for one in done.searched.dropped if one.state == "over_limit")
    shown = desk().open(PAGE, tool="Why is it not here?")
    shown.at.text_input(key="tuning.why.url").set_value(beyond.hit.url).run()
    assert "<b>Over limit</b>" in shown.checked().html
    assert "<p class='wb-any'>Only the first 5 pages are read" in shown.html
    assert "over_limit" not in shown.html


def test_of_many_runs_the_last_200_are_swept_until_all_are_asked_for(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    keep(bench, range(1, 203))
    shown = desk().open(PAGE, tool="Clusters")
    assert "pairs of 200 runs are merged" in shown.html
    assert not any(one.key == "tuning.sweep.all" for one in shown.at.toggle)
    shown.at.toggle(key="tuning.more").set_value(True).run()
    assert any("Swept over the last 200" in one.value for one in shown.checked().at.caption)
    shown.at.toggle(key="tuning.sweep.all").set_value(True).run()
    assert "pairs of 203 runs are merged" in shown.checked().html


def one_host(bench: Workbench) -> RunRecord:
    """A stored run of four pages on one host, the third nearly a copy of the first, and one on another."""
    text = "river quality of the nine sites below the sewage works fell again in spring "
    words = ("gates", "councils farmers cattle gravel larvae mayfly alarm", "gates", "tide gauge nitrate", "fenced")
    hits = tuple(
        Hit(f"https://{host}/{at}", f"Title {at}", text * (at in (1, 3)) + f"{word} " * 12, at)
        for at, (host, word) in enumerate(zip((*["arxiv.org"] * 4, "b.example"), words, strict=True), 1)
    )
    return keep_made(
        bench, stored("river", hits, {one.url: Page(one.url, "ok", text="Text.") for one in hits}, Settings())
    )


def test_sources_on_one_host_are_told_apart_in_every_tool(desk: Callable[[], Desk], bench: Workbench) -> None:
    run = one_host(bench)
    shown = desk().open(PAGE, tool="Flips", run=run.id)
    above, below = "https://arxiv.org/1", "https://arxiv.org/2"
    shown.at.selectbox(key=f"tuning.flips.{run.id}.run.0").set_value(above).run()
    shown.at.selectbox(key=f"tuning.flips.{run.id}.run.1").set_value(below).run()
    assert f"<code>{above}</code> leads <code>{below}</code> by" in shown.checked().html
    assert "<td class='wb-whole'>b.example<div" in shown.html
    assert "<code>arxiv.org</code>" not in shown.html
    assert all(
        "· arxiv.org ·" not in option for option in shown.at.selectbox(key=f"tuning.flips.{run.id}.run.0").options
    )
    shown = desk().open(PAGE, tool="Clusters", run=run.id)
    pair = "<code>https://arxiv.org/1</code> and <code>https://arxiv.org/3</code>"
    shown.press("tuning.not the same.1.1")
    assert f"Ruled: {pair} are not the same." in shown.html
    assert "<code>https://arxiv.org/3</code> is a source now." in shown.html
    assert "copy, https://arxiv.org/3" in shown.html
    merged = "; ".join(shown.at.dataframe[0].value["What merges or parts here"])
    assert f"run {run.number}: https://arxiv.org/3 into https://arxiv.org/1" in merged
    assert "arxiv.org into" not in merged.replace("//arxiv.org", "")
