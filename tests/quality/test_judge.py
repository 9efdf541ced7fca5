"""Which results are kept, in which order, and where each of the others went."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.quality import strategies
from tests.quality.strategies import QUERY, TODAY
from workbench.measure.similarity import similarity
from workbench.quality import judge, overall
from workbench.records import Components, Hit, Judged, Member, Page, Query, Read
from workbench.settings import ResearchSettings, Settings
from workbench.text import plain, tokens

SNIPPET = "amber basil cedar delta ember fjord garnet hazel indigo jasper kelp lilac"
OTHER = "one two three four five six seven eight nine ten eleven twelve thirteen"
SHIPPED = ResearchSettings()

many = effort(deadline=None, max_examples=60)


def read(url: str, snippet: str = SNIPPET, position: int = 1, **page: Any) -> Read:
    return Read(Hit(url, "T", snippet, position), Page(url, page.pop("outcome", "ok"), text="text", **page))


def domains(judged: Judged) -> list[str]:
    return [source.domain for source in judged.sources]


@many
@given(strategies.reads(), strategies.settings())
def test_every_number_is_finite_and_lies_in_its_range(reads: list[Read], settings: Settings) -> None:
    for source in judge(reads, QUERY, settings.research).sources:
        for value in (*source.components.values(), source.score):
            assert math.isfinite(value)
            assert 0 <= value <= 1
        assert source.score == overall(source.components, settings.research)


@many
@given(strategies.reads(), strategies.settings())
def test_every_result_ends_once_with_a_reason_that_names_its_state(reads: list[Read], settings: Settings) -> None:
    judged = judge(reads, QUERY, settings.research)
    ends = [source.read.hit.position for source in judged.sources] + [lost.hit.position for lost in judged.dropped]
    assert sorted(ends) == [one.hit.position for one in reads]
    assert all(lost.reason.startswith(f"{lost.state}: ") for lost in judged.dropped)
    counts = Counter(lost.state for lost in judged.dropped)
    distinct_twins = sum("leads to the same page" in lost.reason for lost in judged.dropped)
    assert judged.considered == len(reads) - counts["unread"] - distinct_twins


@many
@given(strategies.reads(), strategies.settings())
def test_the_order_is_by_score_and_ties_keep_what_came_first(reads: list[Read], settings: Settings) -> None:
    sources = judge(reads, QUERY, settings.research).sources
    assert [source.score for source in sources] == sorted((source.score for source in sources), reverse=True)
    if not any(settings.research.weights):
        places = [source.read.hit.position for source in sources]
        assert places == sorted(places)


@many
@given(strategies.reads(), strategies.settings())
def test_a_cluster_has_one_survivor_at_the_best_place_of_any_copy(reads: list[Read], settings: Settings) -> None:
    judged = judge(reads, QUERY, settings.research)
    threshold = settings.research.dedup_similarity_threshold
    homes = {source.url: source for source in judged.sources}
    for lost in judged.dropped:
        if lost.state == "duplicate" and "leads to the same page" not in lost.reason:
            assert lost.hit in [member.hit for member in homes[lost.of].cluster]
    for source in judged.sources:
        text = [member for member in source.cluster if member.reason == "text"]
        assert all(threshold <= member.similarity <= 1 for member in text)
        assert all(source.position <= member.hit.position for member in text)
    for first, second in ((a, b) for at, a in enumerate(judged.sources) for b in judged.sources[at + 1 :]):
        pair = [tokens(plain(one.read.hit.snippet)) for one in (first, second)]
        assert min(similarity(pair[0], pair[1]), similarity(pair[1], pair[0])) < threshold


@many
@given(strategies.reads(), strategies.settings(), st.integers(-6, 6))
def test_weights_are_relative(reads: list[Read], settings: Settings, power: int) -> None:
    """Scaled by one factor they give the same scores; a power of two scales without rounding."""
    names = [name for name in ResearchSettings.model_fields if name.endswith("_weight")]
    scaled = settings.research.model_copy(
        update={name: getattr(settings.research, name) * 2.0**power for name in names}
    )
    assert judge(reads, QUERY, scaled) == judge(reads, QUERY, settings.research)


@many
@given(strategies.reads(), strategies.settings())
def test_an_unread_page_changes_nothing_but_the_list_of_the_lost(reads: list[Read], settings: Settings) -> None:
    gated = settings.research.model_copy(update={"require_fetched_source_for_citation": True})
    more = [*reads, read("https://late.example/x", OTHER, 99, outcome="timeout")]
    before, after = judge(reads, QUERY, gated), judge(more, QUERY, gated)
    assert (after.sources, after.considered) == (before.sources, before.considered)
    assert [lost.hit.position for lost in after.dropped if lost not in before.dropped] == [99]


def test_nothing_in_is_nothing_out() -> None:
    assert judge([], QUERY, SHIPPED) == Judged((), (), 0)


def test_a_lone_neutral_undated_source_scores_three_quarters() -> None:
    (source,) = judge([read("https://a.example/x")], Query("", TODAY), SHIPPED).sources
    assert source.components == Components(0.65, 0.5, 0.7, 1.0, 1.0)
    assert source.score == pytest.approx((0.26 + 0.15 + 0.14 + 0.1 + 0.4) / 1.4)


@pytest.mark.parametrize(("host", "passes"), [("water.gov", True), ("python.org", False)])
def test_of_five_a_tier_1_host_passes_its_neighbour_and_a_tier_2_host_alone_does_not(host: str, passes: bool) -> None:
    hosts = ["a.example", "b.example", host, "c.example", "d.example"]
    reads = [
        read(f"https://{name}/x", " ".join(f"word{at}x{n}" for n in range(12)), at) for at, name in enumerate(hosts, 1)
    ]
    order = domains(judge(reads, Query("", TODAY), SHIPPED))
    assert (order.index(host) < order.index("b.example")) is passes


def test_dedup_is_greedy_and_not_transitive() -> None:
    """A is like B and B like C; A, the best, keeps B, and C stays."""
    a = [f"a{n}" for n in range(10)]
    b = [*a[:7], "x", "y", "z"]
    c = [*b[3:], "p", "q", "r"]
    texts = [" ".join(words) for words in (a, b, c)]
    reads = [
        read(f"https://{name}.example/x", text, at) for at, (name, text) in enumerate(zip("abc", texts, strict=True), 1)
    ]
    settings = SHIPPED.model_copy(update={"min_snippet_length": 0})
    assert domains(judge(reads, Query("", TODAY), settings)) == ["a.example", "c.example"]
    lifted = settings.model_copy(update={"tier2_domains": ("b.example",)})
    judged = judge(reads, Query("", TODAY), lifted)
    assert domains(judged) == ["b.example"]
    assert judged.sources[0].position == 1
    assert [member.hit for member in judged.sources[0].cluster] == [reads[0].hit, reads[2].hit]
    assert [member.similarity for member in judged.sources[0].cluster] == pytest.approx([0.7, 0.7])


def test_search_rank_and_uniqueness_sit_out_the_choice_of_a_copy() -> None:
    reads = [read("https://shop.example/book", position=1), read("https://press.gov/book", position=5)]
    (source,) = judge(reads, Query("", TODAY), SHIPPED).sources
    assert (source.domain, source.position, source.components.search_rank) == ("press.gov", 1, 1.0)


def test_two_results_that_redirect_to_one_page_are_one_source() -> None:
    reads = [
        read("https://a.example/old", SNIPPET, 1, final_url="https://new.example/page"),
        read("https://b.example/old", OTHER, 2, final_url="https://www.new.example/page/"),
    ]
    judged = judge(reads, QUERY, SHIPPED)
    assert [(source.url, source.domain) for source in judged.sources] == [("https://new.example/page", "new.example")]
    assert judged.sources[0].cluster == (Member(reads[1].hit, 1.0, "url"),)
    assert judged.dropped[0].reason == "duplicate: it leads to the same page as https://a.example/old"


@pytest.mark.parametrize(
    ("snippet", "reason"),
    [
        ("", "thin: the result has no snippet"),
        ("<b></b>\u200b", "thin: the result has no snippet"),
        ("x" * 49, "thin: 49 characters of snippet, 50 are asked for"),
        ("x" * 60, "thin: 1 word of snippet, 10 are asked for"),
        (" - ".join(["abcdefgh"] * 9), "thin: 9 words of snippet, 10 are asked for"),
        ("abcde\u00a0" * 10, ""),
        ("abcde\u3000" * 10, ""),
    ],
)
def test_a_thin_snippet_says_how_thin_it_is(snippet: str, reason: str) -> None:
    assert [lost.reason for lost in judge([read("https://a.example/x", snippet)], QUERY, SHIPPED).dropped] == (
        [reason] if reason else []
    )


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (Page("u", "blocked", reason="HTTP 403"), "unread: blocked, HTTP 403"),
        (Page("u", "timeout"), "unread: timeout, no reason was given"),
        (None, "unread: the page was not read"),
    ],
)
def test_an_unread_page_is_lost_with_its_state(page: Page | None, reason: str) -> None:
    one = Read(Hit("https://a.example/x", "T", SNIPPET), page)
    (lost,) = judge([one], QUERY, SHIPPED).dropped
    assert (lost.stage, lost.state, lost.reason) == ("read", "unread", reason)


@pytest.mark.parametrize("outcome", ["invalid", "refused"])
def test_an_address_that_may_not_be_asked_is_never_cited(outcome: str) -> None:
    open_ = SHIPPED.model_copy(update={"require_fetched_source_for_citation": False})
    judged = judge([read("http://127.0.0.1/", outcome=outcome, reason="not a public address")], QUERY, open_)
    assert [lost.reason for lost in judged.dropped] == [f"unread: {outcome}, not a public address"]


@pytest.mark.parametrize("changes", [{"extract_web_content": False}, {"require_fetched_source_for_citation": False}])
def test_the_gate_can_be_off(changes: dict[str, bool]) -> None:
    one = Read(Hit("https://a.example/x", "T", SNIPPET), Page("https://a.example/x", "blocked"))
    assert len(judge([one], QUERY, SHIPPED.model_copy(update=changes)).sources) == 1


def test_the_log_line_counts_thin_and_duplicate() -> None:
    reads = [read("https://a.example/x"), read("https://b.example/x", position=2), read("https://c.example/x", "s", 3)]
    log = "ResearchQualityService: Processed 3 results, kept 1 (1 thin snippet, 1 duplicate)"
    assert judge(reads, QUERY, SHIPPED).log == log
