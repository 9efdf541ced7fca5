"""What moved and why, in the words of the desk; the weight at which two sources swap is exact."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.quality import strategies
from tests.quality.strategies import QUERY
from workbench.quality import judge, overall
from workbench.quality.components import overall as average
from workbench.records import Components, Dropped, Hit, Judged, Page, Read, Source
from workbench.settings import ResearchSettings, Settings
from workbench.tuning import sentences
from workbench.tuning.moves import NAMES, Pair, called, passed, shares, swap_value

SHIPPED = ResearchSettings()
FIELDS = [f"{name}_weight" for name in ("credibility", "snippet_quality", "recency", "uniqueness", "search_rank")]
unit = st.floats(0, 1).map(lambda value: round(value, 3))
weight = st.floats(0, 10).map(lambda value: round(value, 3))
components = st.builds(Components, unit, unit, unit, unit, unit)
GOVERNMENT = Components(0.95, 1.0, 0.8, 0.91, 0.75)
BLOG = Components(0.65, 0.82, 0.9, 0.88, 1.0)


def source(host: str, parts: Components, settings: ResearchSettings = SHIPPED) -> Source:
    url = f"https://{host}/x"
    read = Read(Hit(url, "T", "S"), Page(url, "ok", text="t"))
    return Source(read, url, host, parts, overall(parts, settings), 1)


def judged(settings: ResearchSettings, *given_: tuple[str, Components], dropped: Sequence[Dropped] = ()) -> Judged:
    sources = [source(host, parts, settings) for host, parts in given_]
    ordered = sorted(sources, key=lambda one: -one.score)
    return Judged(tuple(ordered), tuple(dropped), len(sources))


def weighted(**changes: float) -> ResearchSettings:
    return SHIPPED.model_copy(update={f"{name}_weight": value for name, value in changes.items()})


def moved(now: ResearchSettings, *given_: tuple[str, Components], was: ResearchSettings = SHIPPED) -> list[str]:
    return sentences(judged(was, *given_), judged(now, *given_), was, now)


TWO = (("energy.gov.example", GOVERNMENT), ("blog.warmhouse.example", BLOG))


def test_a_near_tie_says_the_weight_at_which_they_swap() -> None:
    assert moved(weighted(search_rank=0.65), *TWO) == [
        "`blog.warmhouse.example` passes `energy.gov.example`, 0.863 to 0.860. "
        "A near-tie: they swap when search rank is 0.628."
    ]


def test_a_clear_move_says_the_weight_too() -> None:
    assert moved(weighted(search_rank=3.0), *TWO) == [
        "`blog.warmhouse.example` passes `energy.gov.example`, 0.944 to 0.795. They swap when search rank is 0.628."
    ]


def test_where_several_weights_moved_the_component_that_carries_it_is_named() -> None:
    assert moved(weighted(search_rank=1.0, credibility=0.3), *TWO) == [
        "`blog.warmhouse.example` passes `energy.gov.example`, 0.899 to 0.835. Search rank gives it +0.132."
    ]
    assert moved(weighted(search_rank=0.55, credibility=0.3), *TWO) == [
        "`blog.warmhouse.example` passes `energy.gov.example`, 0.868 to 0.861. Search rank gives it +0.095. A near-tie."
    ]


def test_nothing_moves() -> None:
    assert moved(weighted(search_rank=0.41), *TWO) == ["The order stays. The closest pair is 1 and 2, 0.039 apart."]
    assert moved(weighted(search_rank=0.65), TWO[0]) == ["The order stays."]
    assert moved(weighted(search_rank=0.65)) == ["The order stays."]


def test_weights_of_0_say_that_the_search_order_holds() -> None:
    none = weighted(credibility=0, snippet_quality=0, recency=0, uniqueness=0, search_rank=0)
    before, after = judged(SHIPPED, *TWO), judged(none, *TWO[::-1])
    assert sentences(before, after, SHIPPED, none) == [
        "`blog.warmhouse.example` passes `energy.gov.example`. All weights are 0, so the search order holds."
    ]
    assert sentences(after, after, none, none) == ["The order stays. All weights are 0, so the search order holds."]


def test_two_that_a_weight_alone_parts_swap_over_0() -> None:
    names = ("credibility", "snippet_quality", "recency", "uniqueness", "search_rank")
    none = weighted(**dict.fromkeys(names, 0))
    one = weighted(**{**dict.fromkeys(names, 0), "search_rank": 1})
    [told] = sentences(judged(none, *TWO), judged(one, *TWO[::-1]), none, one)[:1]
    assert told.endswith("They swap when search rank is over 0.")


def test_what_came_and_what_went_is_said_with_its_reason() -> None:
    before, after = judged(SHIPPED, TWO[0]), judged(SHIPPED, TWO[1])
    assert sentences(before, after, SHIPPED, SHIPPED) == [
        "`blog.warmhouse.example` is a source now.",
        "`energy.gov.example` is no source any more: it is folded into another source.",
    ]
    lost = Dropped(before.sources[0].read.hit, "judge", "thin", "thin: 9 words of snippet, 10 are asked for")
    after = judged(SHIPPED, TWO[1], dropped=[lost])
    assert sentences(before, after, SHIPPED, SHIPPED)[1] == (
        "`energy.gov.example` is no source any more: thin: 9 words of snippet, 10 are asked for."
    )


def test_a_new_source_between_two_does_not_hide_that_one_passed_the_other() -> None:
    now = weighted(search_rank=0.65)
    middle = Components(0.8, 0.91, 0.85, 0.895, 0.875)
    before, after = judged(SHIPPED, *TWO), judged(now, *TWO, ("new.example", middle))
    assert [one.domain for one in after.sources][1] == "new.example"
    assert [line.split(",")[0] for line in sentences(before, after, SHIPPED, now)] == [
        "`new.example` is a source now.",
        "`blog.warmhouse.example` passes `energy.gov.example`",
    ]


def test_beyond_three_changes_the_rest_is_counted_by_its_kind() -> None:
    hosts = [(f"h{n}.example", GOVERNMENT) for n in range(5)]
    before = judged(SHIPPED)
    assert sentences(before, judged(SHIPPED, *hosts), SHIPPED, SHIPPED)[3:] == ["And 2 more sources came or went."]
    assert sentences(before, judged(SHIPPED, *hosts[:4]), SHIPPED, SHIPPED)[3:] == ["And 1 more source came or went."]
    old = judged(SHIPPED, *((f"o{n}.example", replace(BLOG, credibility=0.9 - n / 10)) for n in range(6)))
    turned = Judged(old.sources[::-1], (), 0)
    assert sentences(old, turned, SHIPPED, SHIPPED)[3:] == ["And 2 more passes."]
    fuller = Judged((*turned.sources, *judged(SHIPPED, *hosts[:4]).sources), (), 0)
    assert sentences(old, fuller, SHIPPED, SHIPPED)[3:] == ["And 1 more source came or went and 5 more passes."]


@given(components, components, st.tuples(weight, weight, weight, weight, weight), st.integers(0, 4))
def test_at_the_swap_value_the_order_turns(
    first: Components, second: Components, weights: tuple[float, ...], place: int
) -> None:
    """Brute force: just below the value and just above it the two stand the other way round."""
    settings = SHIPPED.model_copy(update=dict(zip(FIELDS, weights, strict=True)))
    value = swap_value(Pair(source("a.example", first), source("b.example", second)), place, settings)
    assume(value is not None and 1e-3 < value < 900)
    assert value is not None
    assume(abs(first.values()[place] - second.values()[place]) > 1e-3)
    lead = [_lead(first, second, settings, place, value + step) for step in (-1e-6, 0, 1e-6)]
    assert lead[0] * lead[2] < 0
    assert lead[1] == pytest.approx(0, abs=1e-12)


def _lead(first: Components, second: Components, settings: ResearchSettings, place: int, value: float) -> float:
    tried = settings.model_copy(update={FIELDS[place]: value})
    return average(first, tried.weights) - average(second, tried.weights)


@given(components, components, st.tuples(weight, weight, weight, weight, weight), st.integers(0, 4))
def test_where_there_is_no_swap_value_no_weight_turns_the_order(
    first: Components, second: Components, weights: tuple[float, ...], place: int
) -> None:
    settings = SHIPPED.model_copy(update=dict(zip(FIELDS, weights, strict=True)))
    if swap_value(Pair(source("a.example", first), source("b.example", second)), place, settings) is not None:
        return
    leads = [_lead(first, second, settings, place, value) for value in (0.001, 0.1, 1.0, 50.0, 1000.0)]
    assert all(lead > -1e-12 for lead in leads) or all(lead < 1e-12 for lead in leads)


@given(components, st.tuples(weight, weight, weight, weight, weight))
def test_the_shares_sum_to_the_score(parts: Components, weights: tuple[float, ...]) -> None:
    settings = SHIPPED.model_copy(update=dict(zip(FIELDS, weights, strict=True)))
    one = source("a.example", parts, settings)
    assert sum(shares(one, settings)) == pytest.approx(one.score, abs=1e-12)


@effort(deadline=None, max_examples=80)
@given(strategies.reads(), strategies.settings(), strategies.settings())
def test_the_sentences_name_only_moves_that_happened(reads: list[Read], was: Settings, now: Settings) -> None:
    before, after = (judge(reads, QUERY, one.research) for one in (was, now))
    said = sentences(before, after, was.research, now.research)
    assert said
    assert len(said) <= 4
    orders: Any = [[f"`{one.domain or one.url}`" for one in judged_.sources] for judged_ in (before, after)]
    for line in said:
        if found := re.match(r"(`[^`]*`) passes (`[^`]*`), (\d\.\d{3}) to (\d\.\d{3})\.", line):
            assert found[1] in orders[1]
            assert found[2] in orders[1]
            assert found[3] >= found[4]
        elif line.startswith("The order stays"):
            assert [one.url for one in before.sources] == [one.url for one in after.sources]
    for pair in passed(before, after):
        urls = [one.url for one in before.sources], [one.url for one in after.sources]
        assert urls[0].index(pair.above.url) > urls[0].index(pair.below.url)
        assert urls[1].index(pair.above.url) < urls[1].index(pair.below.url)
    assert len(NAMES) == len(FIELDS)


def test_sources_on_one_host_are_called_by_their_addresses() -> None:
    urls = ("https://a.example/1", "https://www.a.example/2", "https://b.example/1")
    sources = [Source(Read(Hit(url, "", "", 1)), url, "", Components(1, 1, 1), 0.5, 1) for url in urls]
    assert set(called(sources).values()) == {"`https://a.example/1`", "`https://a.example/2`", "`b.example`"}
