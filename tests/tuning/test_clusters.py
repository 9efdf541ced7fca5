"""A cluster opens to what merged each copy, the words shared, and by what the survivor won."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.quality import strategies
from tests.quality.strategies import QUERY
from tests.quality.test_copies import OTHER, SHIPPED, SNIPPET, A, B, C, read, ruling, rulings
from workbench.measure.similarity import similarity
from workbench.quality import judge
from workbench.records import Read
from workbench.settings import Settings
from workbench.text import plain, tokens
from workbench.tuning import clusters, shared_words

TIERED = SHIPPED.model_copy(update={"tier1_domains": ("b.example",)})


def test_an_edge_has_its_reason_its_words_and_the_margin_by_component() -> None:
    reads = [read(A, SNIPPET + " more"), read(B, "so " + SNIPPET, 2), read(C, OTHER, 3)]
    (found,) = clusters(judge(reads, QUERY, TIERED), reads, QUERY, TIERED)
    assert (found.source.url, found.own_position, found.position_from) == (B, 2, reads[0].hit)
    (edge,) = found.edges
    assert (edge.member.hit.url, edge.member.reason, edge.ruling, edge.work) == (A, "text", None, "")
    ((begin, end),) = edge.shared.survivor
    assert ("so " + SNIPPET)[begin:end] == SNIPPET
    ((begin, end),) = edge.shared.copy
    assert SNIPPET[begin:end] == SNIPPET
    assert edge.margin is not None
    assert edge.margin.total == pytest.approx(0.3 * 0.4 / 1.4)
    assert edge.margin.shares == pytest.approx((0.3 * 0.4 / 1.4, 0, 0, 0, 0))


def test_a_ruling_and_a_work_are_named() -> None:
    doi = "https://doi.org/10.1000/ab"
    reads = [read(A), read(B, OTHER, 2), read(doi, position=3), read("https://x.example/doi/10.1000/ab", OTHER, 4)]
    apart = [ruling(one, doi) for one in (A, B)]
    judged = judge(reads, QUERY, SHIPPED, [ruling(A, B, "same"), *apart])
    found = clusters(judged, reads, QUERY, SHIPPED)
    assert [(one.source.url, one.edges[0].ruling, one.edges[0].work) for one in found] == [
        (A, ruling(A, B, "same"), ""),
        (doi, None, "doi:10.1000/ab"),
    ]
    assert [one.position_from for one in found] == [None, None]


def test_a_second_address_has_no_margin() -> None:
    reads = [read(A), read("http://www.a.example/x/", position=2)]
    (found,) = clusters(judge(reads, QUERY, SHIPPED), reads, QUERY, SHIPPED)
    assert (found.edges[0].member.reason, found.edges[0].margin) == ("url", None)


def test_a_second_address_of_a_copy_is_none_of_the_source() -> None:
    twin, own = "https://twin.example/p", "https://www.a.example/x"
    reads = [read(A), read(own, position=2), read(B, SNIPPET + " more", 3), read(twin, OTHER, 4, final=B)]
    (found,) = clusters(judge(reads, QUERY, SHIPPED), reads, QUERY, SHIPPED)
    told = [(edge.member.hit.url, edge.member.reason, edge.second_of and edge.second_of.url) for edge in found.edges]
    assert told == [(own, "url", None), (B, "text", None), (twin, "url", B)]


def test_one_page_stays_one_source_whatever_is_ruled_on_its_addresses() -> None:
    twin = "https://twin.example/p"
    reads = [read(A), read(twin, OTHER, 2, final=A)]
    judged = judge(reads, QUERY, SHIPPED, [ruling(A, twin)])
    assert [one.url for one in judged.sources] == [A]


def test_settings_under_which_nothing_weighs_give_no_share() -> None:
    names = ("credibility", "snippet_quality", "recency", "uniqueness", "search_rank")
    none = SHIPPED.model_copy(update={f"{name}_weight": 0.0 for name in names})
    reads = [read(A), read(B, position=2)]
    (found,) = clusters(judge(reads, QUERY, none), reads, QUERY, none)
    assert found.edges[0].margin is not None
    assert (found.edges[0].margin.total, set(found.edges[0].margin.shares)) == (0, {0.0})


@effort(deadline=None, max_examples=100)
@given(st.data(), strategies.reads(), strategies.settings())
def test_shares_sum_to_the_margin_and_the_survivor_never_scored_less(
    data: st.DataObject, reads: list[Read], settings: Settings
) -> None:
    judged = judge(reads, QUERY, settings.research, data.draw(rulings(reads)))
    for found in clusters(judged, reads, QUERY, settings.research):
        assert (found.position_from is None) == (found.source.position == found.own_position)
        assert [edge.member for edge in found.edges] == list(found.source.cluster)
        for edge in found.edges:
            assert (edge.ruling is not None) == (edge.member.reason == "ruling")
            assert bool(edge.work) == (edge.member.reason == "work id")
            if edge.margin:
                assert edge.margin.total >= 0
                assert abs(sum(edge.margin.shares) - edge.margin.total) < 1e-9


@effort(deadline=None, max_examples=100)
@given(strategies.snippets().map(plain), strategies.snippets().map(plain))
def test_the_words_marked_are_those_in_which_the_similarity_lies(one: str, other: str) -> None:
    shared = shared_words(one, other)
    marked = [
        [text[begin:end].lower() for begin, end in spans]
        for text, spans in ((one, shared.survivor), (other, shared.copy))
    ]
    assert marked[0] == marked[1]
    size = len(tokens(one)) + len(tokens(other))
    alike = 2 * len(tokens(" ".join(marked[0]))) / size if size else 0
    assert alike == pytest.approx(similarity(tokens(other), tokens(one)))
