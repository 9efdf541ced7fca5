"""A what-if over stored runs is what a plain script finds that judges and renders each run twice."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tuning.archives import NAMES, archive_of, changed, own, tried, without_texts
from workbench.records import Read, RunRecord
from workbench.settings import Settings
from workbench.tuning.archive import Archive
from workbench.tuning.compare import lines
from workbench.tuning.moves import identity
from workbench.tuning.overlap import jaccard, rank_biased_overlap
from workbench.tuning.replay import replay
from workbench.tuning.rescore import rescore
from workbench.tuning.whatif import UNWEIGHED, WhatIf, needs_texts, what_if

RUNS = archive_of(120)
CHANGES: tuple[dict[str, Any], ...] = (
    {"search_rank_weight": 0.65},
    {"tier2_domains": ("rust-lang.org",)},
    {"dedup_similarity_threshold": 0.3},
    {"blocked_domains": ("blog.example",)},
    {"min_snippet_words": 20},
    {"extract_web_content": False, "require_fetched_source_for_citation": False},
    {"web_content_chars_per_source": 5},
    {"web_content_chars_per_source": 20},
    {"web_content_chars_per_source": 20_000},
)
MOVED = {"web_content_chars_per_source": 700}


def by_hand(records: list[RunRecord], old: Settings | None, new: Settings) -> list[tuple[bool, bool, bool, bool]]:
    """Which of first slot, top three, top five and context differ, run by run."""
    found = []
    for record in records:
        sides = rescore(record, old or own(record)), rescore(record, new)
        before, after = ([identity(one) for one in side.judged.sources] for side in sides)
        heads = [set(before[:k]) != set(after[:k]) for k in (3, 5)]
        found.append((before[:1] != after[:1], heads[0], heads[1], sides[0].context.text != sides[1].context.text))
    return found


def asked(old: Settings | None, new: Settings) -> WhatIf:
    archive = Archive(RUNS)
    return what_if(replay(archive, old), replay(archive, new))


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_the_counts_are_those_of_a_plain_script(change: dict[str, Any]) -> None:
    new = changed(Settings(), **change)
    found, expected = asked(Settings(), new), by_hand(RUNS, Settings(), new)
    assert [(one.first, one.top3, one.top5, one.context) for one in found.lines] == expected
    assert (found.first, found.top3, found.top5, found.contexts) == tuple(map(sum, zip(*expected, strict=True)))
    assert (found.contexts > 0) == (change != {"web_content_chars_per_source": 20_000})


@pytest.mark.parametrize("seed", range(20))
def test_a_context_differs_exactly_where_its_text_does(seed: int) -> None:
    """Pages are short or long, some excerpts were moved, and pages may be read, unread or not asked for."""
    chance = random.Random(seed)
    records = [with_pages(chance, record) for record in archive_of(30, 1 + 30 * seed)]
    quoted = {"web_content_chars_per_source": chance.choice((0, 5, 40, 41, 600, 20_000))}
    new = changed(chance.choice((Settings(), tried(chance))), **quoted)
    base = chance.choice((None, Settings(), changed(new, web_content_chars_per_source=39)))
    archive = Archive(records)
    found = what_if(replay(archive, base), replay(archive, new))
    assert [one.context for one in found.lines] == [one[3] for one in by_hand(records, base, new)]


def with_pages(chance: random.Random, record: RunRecord) -> RunRecord:
    """The run with page texts of many lengths, blanks at the cuts among them; sometimes an excerpt was moved."""
    texts = (
        "Short.",
        "w" * 39 + "  end",
        "Forty letters stand here, then a blank: \n\n   x",
        "word " * 200,
        " " * 9 + "x",
    )
    reads = tuple(
        Read(one.hit, replace(one.page, text=chance.choice(texts)) if one.page and one.readable else one.page)
        for one in record.read or ()
    )
    record = replace(record, read=reads)
    held = rescore(record, own(record)).context
    web = tuple(replace(one, start=chance.randrange(30), pinned=chance.random() < 0.2) for one in held.web)
    return replace(record, context=replace(held, web=web))


def test_without_the_texts_of_the_pages_another_length_counts_wherever_a_page_was_read() -> None:
    archive = Archive([without_texts(record) for record in RUNS])
    found = what_if(replay(archive, Settings()), replay(archive, changed(Settings(), **MOVED)))
    read = [any(one.read.readable for one in rescore(record, Settings()).judged.sources) for record in RUNS]
    assert [one.context for one in found.lines] == read


def test_texts_are_needed_where_another_length_of_them_may_be_quoted() -> None:
    assert needs_texts(Settings(), changed(Settings(), **MOVED))
    assert needs_texts(None, Settings())
    assert not needs_texts(Settings(), changed(Settings(), search_rank_weight=2.0))


def test_what_moved_came_and_went_is_counted_run_by_run() -> None:
    new = changed(Settings(), dedup_similarity_threshold=0.3, search_rank_weight=2.0)
    found = asked(Settings(), new)
    for one, record in zip(found.lines, RUNS, strict=True):
        was, now = rescore(record, Settings()).judged.sources, rescore(record, new).judged.sources
        did = Counter(line.change for line in lines(was, now))
        assert (one.moved, one.added, one.removed) == (did["moved"], did["added"], did["removed"])
    assert sum(one.removed for one in found.lines) > 0


def test_each_run_s_own_settings_may_be_the_base() -> None:
    expected = by_hand(RUNS, None, Settings())
    found = asked(None, Settings())
    assert [(one.first, one.top3, one.top5, one.context) for one in found.lines] == expected
    assert asked(None, Settings()).sentences[0].startswith("Under these settings, ")


@pytest.mark.parametrize("seed", range(8))
def test_the_shares_of_every_lead_sum_to_it(seed: int) -> None:
    found = asked(tried(random.Random(seed)), tried(random.Random(seed + 100)))
    split = [one for one in found.firsts if one.gap is not None]
    for one in split:
        assert sum(one.shares) == pytest.approx(one.gap, abs=1e-9)
        assert one.gap is not None
        assert one.gap >= 0
        assert one.near_tie == (one.gap < 0.03 and one.cause != UNWEIGHED)
    assert sum(count for _, count in found.causes) == found.first == len(found.firsts)
    assert found.near_ties == sum(one.near_tie for one in split)


def test_nothing_changed_is_said_so() -> None:
    found = asked(Settings(), Settings())
    assert (found.first, found.top3, found.top5, found.contexts, found.firsts) == (0, 0, 0, 0, ())
    assert found.sentences[0] == (
        "With no setting changed, 0 of 120 runs get another first source, 0 another top three and 0 another context."
    )
    assert {(one.rbo, one.jaccard) for one in found.lines} == {(1.0, 1.0)}


def test_weights_of_0_decide_nothing_and_leave_no_near_tie() -> None:
    none = changed(Settings(), **{f"{name}_weight": 0.0 for name in NAMES})
    found = asked(Settings(), none)
    split = [one for one in found.firsts if one.gap is not None]
    assert split
    assert {one.cause for one in split} == {UNWEIGHED}
    assert (found.near_ties, any(one.near_tie for one in found.firsts)) == (0, False)
    assert "near-ties, decided" not in found.sentences[2]
    assert asked(none, none).sentences[1] == "All weights are 0, so the search order holds."


def test_three_sentences_say_what_changes_why_and_by_how_little() -> None:
    first, second, third = asked(Settings(), changed(Settings(), search_rank_weight=2.0)).sentences
    assert first.startswith("With search rank at 2.00, ")
    assert second.startswith("Search rank is the leading cause in ")
    assert "near-tie" in third


def test_without_runs_there_is_a_sentence_too() -> None:
    empty = Archive([])
    found = what_if(replay(empty, Settings()), replay(empty, changed(Settings(), search_rank_weight=2.0)))
    assert found.sentences[0].startswith("With search rank at 2.00, 0 of 0 runs get")


rankings = st.lists(st.integers(0, 9), unique=True, max_size=8)


@given(rankings, rankings)
def test_overlap_is_symmetric_and_within_0_and_1(one: list[int], other: list[int]) -> None:
    overlap = rank_biased_overlap(one, other)
    assert overlap == pytest.approx(rank_biased_overlap(other, one))
    assert -1e-12 <= overlap <= 1 + 1e-12
    assert 0 <= jaccard(one, other, 5) <= 1


@given(rankings)
def test_a_ranking_overlaps_wholly_with_itself(one: list[int]) -> None:
    assert rank_biased_overlap(one, one) == pytest.approx(1.0)
    assert rank_biased_overlap(one, [-1 - thing for thing in one]) == (0.0 if one else 1.0)


def test_overlap_at_even_lengths_is_the_sum_by_depth() -> None:
    p, one, other = 0.9, "abcde", "badce"
    agree = [len(set(one[:d]) & set(other[:d])) / d for d in range(1, 6)]
    expected = agree[-1] * p**5 + (1 - p) / p * sum(a * p**d for d, a in enumerate(agree, 1))
    assert rank_biased_overlap(one, other) == pytest.approx(expected)


def test_a_swap_at_the_top_counts_more_than_one_at_the_end() -> None:
    top, end = rank_biased_overlap("abcdef", "bacdef"), rank_biased_overlap("abcdef", "abcdfe")
    assert top < end < 1
    assert all(up < down for up, down in itertools.pairwise([top, end]))
