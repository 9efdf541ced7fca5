"""A lost result that comes back by itself stands where the interval said it could."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.quality import strategies
from tests.quality.strategies import QUERY
from workbench.quality import judge
from workbench.records import Page, Read
from workbench.settings import Settings
from workbench.tuning import Interval, interval
from workbench.tuning.moves import identity
from workbench.urls import canonical


@effort(deadline=None, max_examples=300)
@given(strategies.reads(), strategies.settings(), st.data())
def test_a_page_that_is_read_after_all_stands_within_its_interval(
    reads: list[Read], settings: Settings, data: st.DataObject
) -> None:
    judged = judge(reads, QUERY, settings.research)
    unread = [lost.hit for lost in judged.dropped if lost.state == "unread"]
    if not unread:
        return
    hit = data.draw(st.sampled_from(unread))
    back = [replace(one, page=Page(hit.url, "ok", text="t")) if one.hit == hit else one for one in reads]
    again = judge(back, QUERY, settings.research)
    own = canonical(hit.url) or hit.url
    before, after = set(map(identity, judged.sources)), list(map(identity, again.sources))
    if own in before or set(after) != before | {own}:
        return
    if any(member.reason == "text" for one in again.sources if identity(one) == own for member in one.cluster):
        return
    span = interval(hit, judged, reads, QUERY, settings.research)
    place = after.index(own) + 1
    assert span.low - 1e-12 <= again.sources[place - 1].score <= span.high + 1e-12
    assert span.best <= place <= span.worst


@effort(deadline=None, max_examples=300)
@given(strategies.reads(), strategies.settings(), st.data())
def test_a_copy_that_stands_by_itself_stands_within_its_interval(
    reads: list[Read], settings: Settings, data: st.DataObject
) -> None:
    research = settings.research
    judged = judge(reads, QUERY, research)
    copies = [member.hit for one in judged.sources for member in one.cluster if member.reason == "text"]
    if not copies:
        return
    hit = data.draw(st.sampled_from(copies))
    span = interval(hit, judged, reads, QUERY, research)
    apart = judge(reads, QUERY, research.model_copy(update={"dedup_similarity_threshold": 1.0}))
    before, after = {one.read.hit for one in judged.sources}, [one.read.hit for one in apart.sources]
    if set(after) != before | {hit}:
        return
    place = after.index(hit) + 1
    assert span.low - 1e-12 <= apart.sources[place - 1].score <= span.high + 1e-12
    assert span.best <= place <= span.worst


def test_one_rank_is_said_once() -> None:
    assert [Interval(0.1, 0.2, best, 4).ranks for best in (4, 2)] == ["4", "2 to 4"]
