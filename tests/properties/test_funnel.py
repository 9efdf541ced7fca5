"""Every result of the engines ends in exactly one state, for any mixture of hits, pages and settings."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, get_args

from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.properties import strategies
from tests.properties.strategies import TODAY
from workbench.context import is_render
from workbench.gather import Gathered, Run, gather
from workbench.records import Answer, Dropped, Hit, Page, Post, Query, Source, State
from workbench.settings import Settings

many = effort(deadline=None, max_examples=150)


@dataclass(frozen=True)
class Says:
    """An engine with one answer."""

    answer: Answer

    @property
    def name(self) -> str:
        return self.answer.engine

    async def __call__(self, query: Query, count: int) -> Answer:
        return self.answer


@dataclass(frozen=True)
class NoPosts:
    """Knows none."""

    def containing(self, words: object, count: int) -> tuple[Post, ...]:
        return ()


def gathered(answers: list[Answer], data: st.DataObject, settings: Settings) -> tuple[Gathered, list[str]]:
    """A whole run, and the addresses that were read."""
    asked: list[str] = []

    async def reader(url: str) -> Page:
        asked.append(url)
        return data.draw(strategies.pages(url))

    engines = [Says(answer) for answer in answers]
    run = Run(Query("river quality", TODAY), settings, engines, reader, lambda topic: (), NoPosts())
    return asyncio.run(gather(run)), asked


def as_given(hit: Hit) -> Hit:
    return replace(hit, twins=())


def lost_in(done: Gathered) -> tuple[Dropped, ...]:
    assert done.searched is not None
    assert done.judged is not None
    return (*done.searched.dropped, *done.judged.dropped)


@many
@given(st.lists(strategies.answers(), min_size=1, max_size=1), strategies.settings(), st.data())
def test_kept_and_lost_are_the_results_of_the_engine(
    answers: list[Answer], values: dict[str, Any], data: st.DataObject
) -> None:
    check(answers, Settings.model_validate(values), data)


@many
@given(strategies.answers("ddg"), strategies.answers("other", 6), strategies.settings(), st.data())
def test_kept_and_lost_are_the_results_of_two_engines(
    first: Answer, second: Answer, values: dict[str, Any], data: st.DataObject
) -> None:
    check([first, second], Settings.model_validate(values), data)


def check(answers: list[Answer], settings: Settings, data: st.DataObject) -> None:
    done, asked = gathered(answers, data, settings)
    assert done.searched is not None
    assert done.read is not None
    assert done.judged is not None
    assert done.context is not None
    results = Counter(hit for answer in answers for hit in answer.hits)
    kept = Counter(as_given(source.read.hit) for source in done.judged.sources)
    lost = lost_in(done)
    assert kept + Counter(as_given(one.hit) for one in lost) == results
    states: tuple[State, ...] = get_args(State)
    assert all(one.state in states and one.state != "kept" for one in lost)
    assert all(one.reason.startswith(f"{one.state}: ") and len(one.reason) > len(one.state) + 2 for one in lost)
    assert len(done.read) == len(done.searched.hits) <= settings.web_research.results
    chosen = [hit.url for hit in done.searched.hits]
    assert Counter(asked) == Counter(chosen if settings.research.extract_web_content else ())
    assert len(done.context.web) == len(done.judged.sources)
    assert is_render(done.context.text) == bool(done.judged.sources)
    check_copies(done.judged.sources, lost)


def check_copies(sources: tuple[Source, ...], lost: tuple[Dropped, ...]) -> None:
    """A copy names what it is a copy of; no two sources are one address; positions are places among the read."""
    copies = [one for one in lost if one.state == "duplicate"]
    assert all(one.of for one in copies)
    assert len({source.url for source in sources}) == len(sources)
    assert all(0 <= source.score <= 1 and source.position >= 1 for source in sources)
