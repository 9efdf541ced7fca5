"""What put a part there: the setting with its value, the keyword, the word, the source."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.compose.benches import benched, done, items, pages_for
from workbench.compose import Workbench, from_snapshot
from workbench.context import parts_of
from workbench.records import Post, RunRecord
from workbench.tuning import Origin, Reason, origin

MAP = (
    '{"river": [{"title": "River handbook", "url": "https://docs.river.example/"}],'
    ' "water quality": [{"title": "Water", "url": "https://docs.water.example/"}]}'
)


@pytest.fixture
def ran(home: Path) -> RunRecord:
    with benched(home, [items(2)], pages_for(items(2))) as bench:
        bench.store.posts.add((Post("Rivers in spring", "rivers"),))
        return asyncio.run(done(bench, known_references_json=MAP))


def whys(run: RunRecord, kind: str) -> list[Origin]:
    assert run.context is not None
    settings = from_snapshot(run.settings)
    return [origin(part, run, settings) for part in parts_of(run.context) if part.kind == kind]


def test_a_reference_names_its_keyword_and_how_it_matched(ran: RunRecord) -> None:
    whole, shared = whys(ran, "reference")
    assert whole.reasons == (
        Reason("known_references_json", "a map of your own", "its keyword `river` stands in the topic"),
    )
    assert "its keyword `water quality` shares `quality` with the topic" in shared.reasons[0].why


def test_a_post_names_the_word_it_holds(ran: RunRecord) -> None:
    (found,) = whys(ran, "post")
    assert "It holds `river`, a word of the topic." in found.sentence


def test_a_source_line_names_rank_score_and_the_settings_that_let_it_in(ran: RunRecord) -> None:
    first, second = whys(ran, "source")
    assert ran.judged
    assert first.sentence.startswith(f"Ranked 1 of 2, with {ran.judged.sources[0].score:.3f}.")
    assert (first.source, first.rank, second.rank) == (ran.judged.sources[0], 1, 2)
    assert [(reason.key, reason.value) for reason in first.reasons] == [
        ("web_research_results", "5"),
        ("research_require_fetched_source_for_citation", "true"),
    ]


@pytest.mark.parametrize(
    ("quoted", "kept", "first", "second"),
    [
        (
            40,
            2000,
            "the most that is quoted of a page",
            "the most that a writer is given of a page; that cuts nothing here",
        ),
        (
            600,
            100,
            "the most that is quoted of a page, unless fewer are given",
            "the most that a writer is given of a page; that is fewer, so it cuts here",
        ),
        (
            9000,
            10_000,
            "the most that is quoted of a page; the page has only {length:,} in all",
            "the most that a writer is given of a page; that cuts nothing here",
        ),
    ],
)
def test_a_quotation_names_the_two_limits_and_which_one_cuts(
    home: Path, quoted: int, kept: int, first: str, second: str
) -> None:
    limits = {"research_web_content_chars_per_source": quoted, "web_research_max_content_chars": kept}
    with benched(home, [items(1)], pages_for(items(1))) as bench:
        run = asyncio.run(done(bench, **{key: str(value) for key, value in limits.items()}))
    (found,) = whys(run, "excerpt")
    assert found.reasons == (
        Reason("research_web_content_chars_per_source", f"{quoted:,}", first.format(length=found.length)),
        Reason("web_research_max_content_chars", f"{kept:,}", second),
    )


def test_a_moved_quotation_says_that_a_person_moved_it(ran: RunRecord) -> None:
    assert "Nobody moved it" in whys(ran, "excerpt")[0].sentence
    bench = Workbench.open()
    pinned = bench.pin(ran, ran.judged.sources[0].url if ran.judged else "", 30)
    bench.store.close()
    assert "A person moved it there." in whys(pinned, "excerpt")[0].sentence


def test_the_settings_of_a_part_are_those_that_the_render_names(ran: RunRecord) -> None:
    assert ran.context is not None
    for part in parts_of(ran.context):
        assert tuple(reason.key for reason in origin(part, ran, from_snapshot(ran.settings)).reasons) == part.keys


def test_headings_and_guidance_say_that_no_setting_changes_them(ran: RunRecord) -> None:
    assert len(whys(ran, "heading")) == 3
    for found in whys(ran, "heading") + whys(ran, "footer"):
        assert "No setting changes its words." in found.sentence
        assert found.reasons == ()
