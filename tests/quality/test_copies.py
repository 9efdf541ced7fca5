"""A person’s ruling comes before the work that two pages name, and that before their text."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.quality import strategies
from tests.quality.strategies import QUERY
from workbench.quality import candidates, judge
from workbench.records import Hit, Judged, Page, Read, Ruling, Verdict, dump, load
from workbench.settings import ResearchSettings, Settings
from workbench.urls import canonical

SNIPPET = "amber basil cedar delta ember fjord garnet hazel indigo jasper kelp lilac"
OTHER = "one two three four five six seven eight nine ten eleven twelve thirteen"
SHIPPED = ResearchSettings()
AT = datetime(2026, 11, 29, tzinfo=UTC)
A, B, C = "https://a.example/x", "https://b.example/x", "https://c.example/x"

many = effort(deadline=None, max_examples=100)


def ruling(first: str, second: str, verdict: Verdict = "not the same") -> Ruling:
    return Ruling(first, second, verdict, "ada", "", AT)


def read(url: str, snippet: str = SNIPPET, position: int = 1, final: str = "") -> Read:
    return Read(Hit(url, "T", snippet, position), Page(url, "ok", final_url=final, text="text"))


def merged(judged: Judged) -> dict[str, list[tuple[str, str]]]:
    return {source.url: [(member.hit.url, member.reason) for member in source.cluster] for source in judged.sources}


def clusters(judged: Judged, reads: list[Read]) -> dict[str, str]:
    """For each distinct page that may be a source the one it stands in, by address."""
    by_hit = {id(one.hit): canonical(one.address) for one in reads}
    homes = {canonical(source.url): canonical(source.url) for source in judged.sources}
    for lost in judged.dropped:
        if lost.state == "duplicate" and "leads to the same page" not in lost.reason:
            homes[by_hit[id(lost.hit)]] = canonical(lost.of)
    return homes


def test_copies_are_found_by_the_work_they_name_before_their_text() -> None:
    reads = [
        read("https://doi.org/10.1000/ab", OTHER, 1),
        read("https://journal.example/doi/full/10.1000/AB", SNIPPET, 2),
        read(A, SNIPPET + " more", 3),
    ]
    judged = judge(reads, QUERY, SHIPPED)
    assert merged(judged) == {reads[0].hit.url: [(reads[1].hit.url, "work id")], A: []}
    (lost,) = judged.dropped
    assert lost.reason == ("duplicate: the same work (doi:10.1000/ab) as https://doi.org/10.1000/ab, which comes first")
    assert judged.sources[0].cluster[0].similarity == 0


def test_a_work_is_known_by_where_a_result_led_from_and_to() -> None:
    reads = [
        read("https://doi.org/10.1000/ab", SNIPPET, 1, "https://journal.example/article/7"),
        read("https://journal.example/doi/10.1000/ab", OTHER, 2),
    ]
    assert [one.reason for one in judge(reads, QUERY, SHIPPED).sources[0].cluster] == ["work id"]


def test_one_address_comes_before_one_work() -> None:
    reads = [read("https://doi.org/10.1000/ab"), read("http://www.doi.org/10.1000/ab", position=2)]
    assert [one.reason for one in judge(reads, QUERY, SHIPPED).sources[0].cluster] == ["url"]


def test_pages_ruled_apart_both_stand_and_the_ruling_is_kept_with_what_was_judged() -> None:
    reads = [read(A), read(B, position=2), read(C, OTHER, 3)]
    assert len(judge(reads, QUERY, SHIPPED).sources) == 2
    judged = judge(reads, QUERY, SHIPPED, [ruling(A, B), ruling(A, "https://elsewhere.example/")])
    assert merged(judged) == {C: [], A: [], B: []}
    assert judged.rulings == (ruling(A, B),)
    assert load(Judged, dump(judged)) == judged


def test_pages_ruled_apart_do_not_meet_through_a_third() -> None:
    reads = [read(A), read(B, position=2), read(C, position=3)]
    assert merged(judge(reads, QUERY, SHIPPED, [ruling(B, C)])) == {A: [(B, "text")], C: []}


def test_a_ruling_comes_before_the_work_two_pages_name() -> None:
    one, two = "https://doi.org/10.1000/ab", "https://a.example/doi/10.1000/ab"
    reads = [read(one), read(two, position=2)]
    assert merged(judge(reads, QUERY, SHIPPED, [ruling(one, two)])) == {one: [], two: []}


def test_pages_ruled_the_same_are_one_however_alike_they_are() -> None:
    reads = [read(A), read(B, OTHER, 2)]
    judged = judge(reads, QUERY, SHIPPED, [ruling(B, A, "same")])
    assert merged(judged) == {A: [(B, "ruling")]}
    assert judged.sources[0].cluster[0].similarity == 0
    assert judged.dropped[0].reason == f"duplicate: ruled the same as {A}, which comes first"


def test_a_page_ruled_the_same_as_a_copy_goes_where_the_copy_goes() -> None:
    reads = [read(A), read(B, position=2), read(C, OTHER, 3)]
    judged = judge(reads, QUERY, SHIPPED, [ruling(B, C, "same")])
    assert merged(judged) == {A: [(B, "text"), (C, "ruling")]}
    apart = judge(reads, QUERY, SHIPPED, [ruling(B, C, "same"), ruling(A, C)])
    assert merged(apart) == {A: [], B: [(C, "ruling")]}


def test_the_last_ruling_on_a_pair_counts_and_a_withdrawn_one_does_not() -> None:
    reads = [read(A), read(B, position=2)]
    plain = judge(reads, QUERY, SHIPPED)
    assert judge(reads, QUERY, SHIPPED, [ruling(A, B), ruling(B, A, "withdrawn")]) == plain
    assert len(judge(reads, QUERY, SHIPPED, [ruling(A, B, "same"), ruling(B, A)]).sources) == 2


def test_a_record_from_before_there_were_rulings_loads() -> None:
    held = dump(judge([read(A)], QUERY, SHIPPED))
    del held["rulings"]
    assert load(Judged, held).rulings == ()


@st.composite
def rulings(draw: st.DrawFn, reads: list[Read]) -> list[Ruling]:
    addresses = sorted({canonical(one.address) for one in reads})
    pairs = [(a, b) for a, b in itertools.permutations(addresses, 2)]
    if not pairs:
        return []
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=6))
    return [
        ruling(a, b, draw(st.sampled_from(("same", "not the same", "not the same", "withdrawn")))) for a, b in chosen
    ]


@many
@given(st.data(), strategies.reads(), strategies.settings())
def test_a_ruling_not_the_same_always_wins(data: st.DataObject, reads: list[Read], settings: Settings) -> None:
    given_rulings = data.draw(rulings(reads))
    judged = judge(reads, QUERY, settings.research, given_rulings)
    homes = clusters(judged, reads)
    last = {one.pair: one for one in given_rulings}
    for one in last.values():
        if one.verdict == "not the same" and one.first in homes and one.second in homes:
            assert homes[one.first] != homes[one.second]
    apart = any(one.verdict == "not the same" for one in last.values())
    for one in last.values():
        if one.verdict == "same" and not apart and one.first in homes and one.second in homes:
            assert homes[one.first] == homes[one.second]


@many
@given(st.data(), strategies.reads(), strategies.settings())
def test_withdrawn_rulings_leave_everything_as_it_was(
    data: st.DataObject, reads: list[Read], settings: Settings
) -> None:
    given_rulings = data.draw(rulings(reads))
    taken_back = [ruling(one.first, one.second, "withdrawn") for one in given_rulings]
    assert judge(reads, QUERY, settings.research, given_rulings + taken_back) == judge(reads, QUERY, settings.research)


@many
@given(st.data(), strategies.reads(), strategies.settings())
def test_the_rulings_that_come_out_give_the_same_again(
    data: st.DataObject, reads: list[Read], settings: Settings
) -> None:
    judged = judge(reads, QUERY, settings.research, data.draw(rulings(reads)))
    assert judge(reads, QUERY, settings.research, judged.rulings) == judged


@many
@given(strategies.reads(), strategies.settings())
def test_the_candidates_are_what_was_kept_or_folded_best_first(reads: list[Read], settings: Settings) -> None:
    found = candidates(reads, QUERY, settings.research)
    homes = clusters(judge(reads, QUERY, settings.research), reads)
    assert {canonical(one.url) for one in found} == homes.keys()
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
