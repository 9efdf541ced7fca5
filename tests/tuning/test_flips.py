"""At a flip two sources swap and beside it they do not: asked of the real judging, also where other copies survive."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.tuning.archives import NAMES, changed, own, run, stored
from workbench.errors import BadRequest
from workbench.quality import judge
from workbench.records import Hit, Page, RunRecord, Source
from workbench.settings import Settings
from workbench.tuning import swaps
from workbench.tuning.flips import TierChange, flips, orders, placed, stability
from workbench.tuning.moves import NAMES as COMPONENTS
from workbench.tuning.moves import identity
from workbench.tuning.rescore import rescore
from workbench.tuning.segments import HEAVIEST, segments

BESIDE = 1e-6


def sources_at(record: RunRecord, settings: Settings, weight: int, value: float) -> tuple[Source, ...]:
    return rescore(record, changed(settings, **{f"{NAMES[weight]}_weight": value})).judged.sources


def order_at(record: RunRecord, settings: Settings, weight: int, value: float) -> tuple[str, ...]:
    return tuple(identity(one) for one in sources_at(record, settings, weight, value))


def far_from_ties(sources: tuple[Source, ...]) -> bool:
    """Whether the order is one that rounding does not decide."""
    scores = [one.score for one in sources]
    return all(up - down > 1e-11 or up == down for up, down in itertools.pairwise(scores))


@effort(deadline=None, max_examples=150)
@given(st.integers(1, 5_000), st.integers(0, 4))
def test_the_order_is_what_the_judging_gives_on_both_sides_of_every_boundary(seed: int, weight: int) -> None:
    record = run(seed)
    settings = own(record)
    assume(any(settings.research.weights))
    found = segments(record, settings, weight)
    assert (found[0].low, found[-1].high) == (0, HEAVIEST)
    for left, right in itertools.pairwise(found):
        assert left.high == right.low
        for part, value in ((left, left.high - BESIDE), (right, right.low + BESIDE)):
            if part.high - part.low > 2 * BESIDE and value > 0:
                judged = sources_at(record, settings, weight, value)
                if far_from_ties(judged):
                    assert tuple(map(identity, judged)) == part.order


@effort(deadline=None, max_examples=60)
@given(st.integers(1, 5_000), st.integers(0, 4), st.floats(0.001, 5))
def test_between_the_boundaries_nothing_moves(seed: int, weight: int, value: float) -> None:
    record = run(seed)
    settings = own(record)
    part = next(one for one in segments(record, settings, weight) if one.low <= value <= one.high)
    assume(min(value - part.low, part.high - value) > BESIDE)
    judged = sources_at(record, settings, weight, value)
    assume(far_from_ties(judged))
    assert tuple(map(identity, judged)) == part.order


@effort(deadline=None, max_examples=80)
@given(st.integers(1, 5_000))
def test_two_sources_swap_at_each_flip_and_nowhere_else(seed: int) -> None:
    record = run(seed)
    settings = own(record)
    sources = rescore(record, settings).judged.sources
    assume(len(sources) > 1 and any(settings.research.weights))
    chance = random.Random(seed)
    one, other = chance.sample(sources, 2)
    found = flips(record, settings, one.url, other.url)
    assert {found.above.url, found.below.url} == {one.url, other.url}
    for weight, line in enumerate(found.weights):
        for flip in line.flips:
            parts = [part for part in line.stretches if flip.value in (part.low, part.high) and part.low < part.high]
            if all(part.above and part.high - part.low > 2 * BESIDE for part in parts) and flip.value:
                sides = [order_at(record, settings, weight, flip.value + step) for step in (-BESIDE, BESIDE)]
                before, after = ([name for name in side if name in (identity(one), identity(other))] for side in sides)
                assert before == after[::-1]
                assert len(before) == 2


def copies() -> RunRecord:
    """Two near copies, of which the weight of recency says which survives, and one page between them."""
    text = (
        "river quality after the sewage works fell at nine sites and councils fenced cattle near the gravel tide gauge"
    )
    other = "mayfly larvae alarm in spring while farmers wait for nitrate gates to open along both banks of a stream"
    hits = (
        Hit("https://copy.gov/a", "Old copy", f"2 years ago - {text} today", 1),
        Hit("https://between.example/b", "Between", f"100 days ago - {other}", 2),
        Hit("https://copy.example/c", "New copy", f"1 day ago - {text} again", 3),
    )
    pages: dict[str, Page | None] = {hit.url: Page(hit.url, "ok", text="Text.") for hit in hits}
    return stored("river quality", hits, pages, Settings())


def test_a_flip_is_found_where_another_copy_survives() -> None:
    record, settings = copies(), Settings()
    found = segments(record, settings, 2)
    survivors = [frozenset(part.order) for part in found]
    assert len(set(survivors)) == 2
    for left, right in itertools.pairwise(found):
        assert order_at(record, settings, 2, left.high - BESIDE) == left.order
        assert order_at(record, settings, 2, right.low + BESIDE) == right.order
    line = flips(record, settings, "https://copy.gov/a", "https://between.example/b").weights[2]
    assert line.stretches[-1].above == ""
    assert line.key == "research_recency_weight"


@effort(deadline=None, max_examples=60)
@given(st.integers(1, 5_000))
def test_a_tier_change_swaps_them_and_no_smaller_one_does(seed: int) -> None:
    record = run(seed)
    settings = own(record)
    sources = rescore(record, settings).judged.sources
    assume(len(sources) > 1)
    above, below = sources[0], sources[1]
    found = flips(record, settings, below.url, above.url, [()] * 5).tier

    def swaps(host: str, tier: int) -> bool:
        research = placed(settings.research, host, tier)[0]
        order = [identity(one) for one in judge(rescore(record, settings).reads, record.query, research).sources]
        both = [name for name in order if name in (identity(above), identity(below))]
        return both == [identity(below), identity(above)]

    all_of_them = [(host, tier) for host in (above.domain, below.domain) if host for tier in (0, 1, 2)]
    if found is None:
        assert not any(swaps(*one) for one in all_of_them)
    else:
        assert swaps(found.host, found.now)
        assert found.lead >= 0


@effort(deadline=None, max_examples=60)
@given(st.integers(1, 5_000))
def test_a_slot_is_another_s_just_beyond_its_radius_and_not_before(seed: int) -> None:
    record = run(seed)
    settings = own(record)
    assume(any(settings.research.weights))
    held = orders(record, settings)
    for one in stability(record, settings, held):
        if one.radius is None or one.radius < 1e-4:
            continue
        weight = COMPONENTS.index(one.weight)
        now = settings.research.weights[weight]
        step = BESIDE if one.value > now else -BESIDE
        beyond = order_at(record, settings, weight, one.value + step)
        judged = sources_at(record, settings, weight, one.value - step)
        if far_from_ties(judged):
            assert identity(judged[one.slot - 1]) != one.then
        if step > 0 or one.value + step > 0:
            assert (beyond[one.slot - 1] if len(beyond) >= one.slot else "") == one.then


def test_with_weights_of_0_the_search_order_stays_and_a_weight_alone_is_asked() -> None:
    record = copies()
    still = changed(Settings(), **{f"{name}_weight": 0.0 for name in NAMES})
    positions = [one.position for one in rescore(record, still).judged.sources]
    assert positions == sorted(positions)
    assert [one.radius for one in stability(record, still)] == [None] * len(positions)


@effort(deadline=None, max_examples=60)
@given(st.integers(1, 5_000), st.booleans())
def test_a_weight_that_swaps_them_has_a_flip_between_now_and_there(seed: int, still: bool) -> None:
    record = run(seed)
    settings = changed(own(record), **{f"{name}_weight": 0.0 for name in NAMES}) if still else own(record)
    sources = rescore(record, settings).judged.sources
    assume(len(sources) > 1)
    chance = random.Random(seed)
    one, other = chance.sample(sources, 2)
    found = flips(record, settings, one.url, other.url)
    for weight, line in enumerate(found.weights):
        for value in (0.0, BESIDE, 0.01, chance.random(), 1 + 4 * chance.random(), 1000.0):
            judged = sources_at(record, settings, weight, value)
            names = [one.url for one in judged if one.url in (found.above.url, found.below.url)]
            if names == [found.below.url, found.above.url] and (far_from_ties(judged) or value == 0):
                assert [flip for flip in line.flips if min(line.now, value) <= flip.value <= max(line.now, value)]


def test_where_all_weights_are_0_any_value_over_it_swaps_what_the_search_had_the_other_way_round() -> None:
    record, none = copies(), {f"{name}_weight": 0.0 for name in NAMES}
    still = changed(Settings(), **none, dedup_similarity_threshold=1.0)
    found = flips(record, still, "https://copy.gov/a", "https://copy.example/c")
    assert found.above.url == "https://copy.gov/a"
    recency = found.weights[2]
    assert (recency.flips[0].value, swaps.values(recency)) == (0, "any value over 0")
    assert (recency.stretches[0].low, recency.stretches[0].high) == (0, 0)
    assert swaps.values(found.weights[0]) == ""
    assert swaps.head(found, still.research) == "its place alone: all weights are 0"
    weighed = flips(record, changed(still, recency_weight=0.4), "https://copy.gov/a", "https://copy.example/c")
    assert weighed.above.url == "https://copy.example/c"
    assert swaps.values(weighed.weights[2]) == "0"


def test_the_tier_sentence_names_what_goes() -> None:
    settings = Settings.model_validate({"research": {"tier1_domains": ["gov"], "dedup_similarity_threshold": 1.0}})
    settings = changed(settings, search_rank_weight=0.0)
    found = flips(copies(), settings, "https://copy.gov/a", "https://copy.example/c")
    change = TierChange("copy.gov", 1, 0, (), ((1, "gov"),), 0.0331)
    assert swaps.tier(replace(found, tier=change)) == (
        f"with `copy.gov` in no tier, `{found.below.domain}` leads by 0.033; the entry `gov` of tier 1 goes"
    )
    assert swaps.tier(replace(found, tier=None)) == ""


def test_what_is_no_source_is_refused_by_name() -> None:
    with pytest.raises(BadRequest, match=r"https://nowhere\.example/ is no source of run 1\."):
        flips(copies(), Settings(), "https://copy.gov/a", "https://nowhere.example/")
    with pytest.raises(BadRequest, match="lead to one"):
        flips(copies(), Settings(), "https://copy.gov/a", "https://www.copy.gov/a/")


def test_a_host_leaves_the_entries_that_cover_it() -> None:
    research = Settings.model_validate({"research": {"tier1_domains": ["gov"], "tier2_domains": ["a.gov"]}}).research
    lower, added, removed = placed(research, "b.a.gov", 2)
    assert (lower.tier1_domains, lower.tier2_domains, added, removed) == ((), ("a.gov",), (), ((1, "gov"),))
    none, added, removed = placed(research, "b.a.gov", 0)
    assert (none.tier1_domains, none.tier2_domains, added, removed) == ((), (), (), ((1, "gov"), (2, "a.gov")))
