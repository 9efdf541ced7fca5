"""Why an address is not here: every end that a result can come to is told, with the setting behind it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.quality import strategies
from tests.quality.test_copies import OTHER, A, B, C, read
from tests.tuning.archives import changed, own, run
from tests.tuning.test_rescore import stored
from workbench.compose import from_snapshot
from workbench.errors import BadRequest
from workbench.records import Hit, Page, Read, Ruling, RunRecord
from workbench.settings import Settings
from workbench.tuning import Rescored, Why, rescore, why
from workbench.urls import canonical

D, E = "https://news.d.example/1", "https://d.example/2"


def settings(**changes: object) -> Settings:
    return Settings.model_validate({"research": changes})


def asked(reads: list[Read], url: str, of: Settings | None = None) -> Why:
    of = of or Settings()
    return why(stored(reads, of), url, of)


def test_a_source_says_where_it_stands() -> None:
    found = asked([read(A), read(B, OTHER, 2)], "http://www.b.example/x/")
    assert (found.state, found.place) == ("kept", 2)
    assert found.sentences[0].startswith(f"It is here as {B}: ranked 2 of 2, with 0.")


def test_what_the_search_never_returned_has_its_neighbours() -> None:
    found = asked([read(A), read(D, OTHER, 2), read(E, HALVES, 3)], "https://d.example/9")
    assert (found.state, [hit.url for hit in found.nearest], found.interval) == ("never returned", [D, E], None)
    assert found.sentences == (
        "The search never returned it: it is none of the 3 results.",
        "Of `news.d.example` it returned https://news.d.example/1, number 2.",
        "Of `d.example` it returned https://d.example/2, number 3.",
    )
    assert asked([read(A)], "https://else.org/9").nearest == ()


HALVES = "alpha beta gamma delta epsilon zeta eta theta iota kappa"


def test_a_copy_says_of_which_how_alike_and_where_it_could_stand() -> None:
    found = asked([read(A), read(B, position=2), read(C, OTHER, 3)], B)
    assert (found.state, found.of, found.similarity) == ("duplicate", A, 1.0)
    assert found.setting is not None
    assert (found.setting.key, found.setting.value) == ("research_dedup_similarity_threshold", "0.70")
    assert found.sentences[0] == f"duplicate: 1.00 like {A}, which comes first."
    assert "With the ruling *not the same* it would be a source, ranked 2 of 3." in found.sentences
    assert found.setting.otherwise == "1 is the most, and its text is wholly alike"
    assert found.interval is not None
    assert 1 <= found.interval.best <= found.interval.worst <= 3


def test_another_address_of_a_source_is_told_without_an_interval() -> None:
    other = "https://m.example/y"
    found = asked([read(A), read(other, OTHER, 2, final=A)], other)
    assert (found.state, found.of, found.interval) == ("duplicate", A, None)


def test_another_address_of_a_copy_is_followed_to_where_the_copy_went() -> None:
    other = "https://m.example/y"
    found = asked([read(A), read(B, position=2), read(other, OTHER, 3, final=B)], other)
    assert found.sentences == (
        f"duplicate: it leads to the same page as {B}.",
        f"That one is no source either, duplicate: 1.00 like {A}, which comes first. That one is ranked 1 of 1.",
        "One page is one source: no ruling parts its addresses.",
    )


def test_the_limit_that_is_needed_is_named_or_that_there_is_none() -> None:
    reads = [read(f"https://h{place}.example/", f"{place} {HALVES}", place) for place in range(1, 24)]
    of = Settings.model_validate({"web_research": {"results": 3}, "research": {"dedup_similarity_threshold": 1.0}})
    record = stored(reads, of)
    needed = why(record, "https://h7.example/", of).setting
    assert needed is not None
    assert needed.otherwise.startswith("with 7 it would be ")
    beyond = why(record, "https://h21.example/", of).setting
    assert beyond is not None
    assert beyond.otherwise == "20 is the most, and this one comes after"


@pytest.mark.parametrize("first", range(1, 3_000, 300))
def test_what_is_advised_comes_true(first: int) -> None:
    for seed in range(first, first + 60):
        record = run(seed)
        of, judged = own(record), record.judged
        assert judged is not None
        assert record.searched is not None
        for lost in (*record.searched.dropped, *judged.dropped):
            found = why(record, lost.hit.url, of)
            if found.hit == lost.hit:
                _holds(record, of, found)


def _holds(record: RunRecord, of: Settings, found: Why) -> None:
    """Whether each thing that is said would come of a change is what the judging gives with it."""
    assert record.judged is not None
    for sentence in found.sentences:
        if said := re.match(r"With the ruling \*not the same\* (.+)\.$", sentence):
            assert found.hit is not None
            pair = sorted(map(canonical, (found.hit.url, found.of)))
            ruled = Ruling(pair[0], pair[1], "not the same", "", "", datetime(2026, 1, 1, tzinfo=UTC))
            _came(said[1], rescore(record, of, (*record.judged.rulings, ruled)), found)
    if found.setting is None:
        return
    head, _, tail = found.setting.otherwise.partition(" it would ")
    match found.setting.key:
        case "web_research_results":
            now = of.model_copy(update={"web_research": of.web_research.model_copy(update={"results": int(head[5:])})})
        case "research_blocked_domains":
            gone = set(re.findall("`([^`]+)`", head))
            now = changed(of, blocked_domains=tuple(one for one in of.research.blocked_domains if one not in gone))
        case "research_require_fetched_source_for_citation":
            now = changed(of, require_fetched_source_for_citation=False)
        case "research_dedup_similarity_threshold":
            if head.startswith("1 is the most"):
                assert found.similarity == 1
                return
            now = changed(of, dedup_similarity_threshold=float(head[3:]))
        case key:
            pairs = [(key, head.split()[1]), *re.findall(r"`(research_\w+)` at (\d+)", head)]
            now = changed(of, **{name.removeprefix("research_"): int(value) for name, value in pairs})
    _came(f"it would {tail}", rescore(record, now), found)


def _came(said: str, then: Rescored, found: Why) -> None:
    assert found.hit is not None
    places = [place for place, one in enumerate(then.judged.sources, 1) if one.read.hit.url == found.hit.url]
    if places:
        assert said == f"it would be a source, ranked {places[0]} of {len(then.judged.sources)}"
        return
    [lost] = [one for one in then.dropped if (one.hit.url, one.hit.position) == (found.hit.url, found.hit.position)]
    if said == "it would be read":
        assert [read.page for read in then.reads if read.hit.url == found.hit.url] == [None]
    else:
        assert said == f"it would still be no source, {lost.state.replace('_', ' ')}: {lost.reason.partition(': ')[2]}"


def test_a_thin_snippet_names_the_setting() -> None:
    found = asked([read(A), read(B, "short", 2)], B)
    assert found.state == "thin"
    assert found.setting is not None
    assert found.setting.key == "research_min_snippet_length"
    assert found.interval is not None


def test_a_blocked_host_names_the_setting() -> None:
    found = asked([read(A), read(B, OTHER, 2)], B, settings(blocked_domains=("b.example",)))
    assert found.state == "filtered_domain"
    assert found.setting is not None
    assert found.setting.key == "research_blocked_domains"


def test_a_page_that_was_not_read_says_why() -> None:
    blocked = Read(Hit(B, "T", OTHER, 2), Page(B, "blocked", reason="HTTP 403"))
    found = asked([read(A), blocked], B)
    assert found.state == "unread"
    assert found.sentences[0] == "unread: blocked, HTTP 403."
    assert found.interval is not None


def test_a_result_beyond_the_limit_says_what_came_before_it() -> None:
    one = Settings.model_validate({"web_research": {"results": 1}})
    found = asked([read(A), read(B, OTHER, 2)], B, one)
    assert (found.state, [hit.url for hit in found.outranked]) == ("over_limit", [A])
    assert "The search put it at 2, behind `a.example`." in found.sentences
    assert found.interval is not None


@pytest.mark.parametrize("url", ["", "nothing", "javascript:alert(1)"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadRequest, match="no address"):
        asked([read(A)], url)


def test_a_run_that_was_not_judged_says_so() -> None:
    record = replace(stored([read(A)], Settings()), judged=None, today=date(2026, 11, 29))
    with pytest.raises(BadRequest, match="not judged"):
        why(record, A, Settings())


@effort(deadline=None, max_examples=100)
@given(strategies.reads(), strategies.settings(), st.data())
def test_every_result_of_a_run_is_told_of(reads: list[Read], of: Settings, data: st.DataObject) -> None:
    record = stored(reads, of)
    assert record.searched is not None
    hits = [
        hit
        for answer in record.searched.answers
        for hit in answer.hits
        if hit.url.startswith("https://") and hit.url[8:9] != "["
    ]
    if not hits:
        return
    hit = data.draw(st.sampled_from(hits))
    found = why(record, hit.url, from_snapshot(record.settings))
    assert found.state != "never returned"
    assert (found.place > 0) == (found.state == "kept")
    assert all(sentence.endswith(".") for sentence in found.sentences)
    if found.interval:
        kept = len(record.judged.sources) if record.judged else 0
        assert 0 <= found.interval.low <= found.interval.high <= 1
        assert 1 <= found.interval.best <= found.interval.worst <= kept + 1
