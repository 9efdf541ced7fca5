"""The funnel adds up, the way back of a lost result is named, progress is read from events."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from pages.parts import funnel
from pages.parts.bars import bar, shown_shares
from pages.parts.changes import in_words
from pages.parts.groups import GROUPS, keys_of
from pages.parts.keep import change_table
from pages.parts.rescue import Rescue, rescue
from pages.parts.steps import steps
from tests.desk.sessions import finish
from tests.tuning.archives import archive_of, changed, own
from workbench.compose import Workbench, from_snapshot
from workbench.installing import sample_topics
from workbench.records import Dropped, Event, Hit, RunRecord
from workbench.settings import FIELDS
from workbench.tuning import rescore

AT = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize("topic", [one.title for one in sample_topics()])
def test_every_result_stands_in_the_funnel_once(bench: Workbench, topic: str) -> None:
    run = finish(bench, bench.new_run(topic, engine="corpus", changes={"web_research_results": 8}))
    assert run.searched is not None
    results = sum(len(answer.hits) for answer in run.searched.answers)
    counts = funnel.counted(run)
    assert sum(counts.values()) == results > 0
    assert funnel.sentence(counts).startswith(f"{results} results: ")


def test_shown_shares_of_every_source_sum_to_its_shown_score(done: RunRecord) -> None:
    settings = from_snapshot(done.settings).research
    assert done.judged is not None
    for source in done.judged.sources:
        assert sum(shown_shares(source, settings)) == round(source.score * 1000)
        assert f"sum {source.score:.3f}, saved 0.500" in bar(source, settings, 0.5)


def _lost(state: Any, reason: str, url: str = "https://a.example/x") -> Dropped:
    return Dropped(Hit(url, "A", "words"), "judge", state, reason)


@pytest.mark.parametrize(
    ("lost", "way"),
    [
        (_lost("over_limit", "over_limit: only the first 5 pages are read"), Rescue("Read more pages.", "Limits")),
        (
            _lost("filtered_domain", "filtered_domain: coldhome.example", "https://forum.coldhome.example/1"),
            Rescue("Take `forum.coldhome.example` off the blocked hosts.", "Filters"),
        ),
        (
            _lost("unread", "unread: blocked, HTTP 403"),
            Rescue("Open the page by hand and give it here, or add a copy with `workbench corpus add`."),
        ),
        (
            _lost("unread", "unread: strange, x"),
            Rescue("Give its page here, or add a copy with `workbench corpus add`."),
        ),
        (
            _lost("duplicate", "duplicate: another address"),
            Rescue("Nothing is lost: it is the same page under another address."),
        ),
    ],
)  # fmt: skip
def test_the_way_back_is_named(done: RunRecord, lost: Dropped, way: Rescue) -> None:
    assert rescue(lost, done) == way


def test_a_copy_comes_back_just_above_its_similarity(done: RunRecord) -> None:
    assert done.judged is not None
    copy = next(one for one in done.judged.dropped if one.state == "duplicate")
    alike = next(
        member.similarity for source in done.judged.sources for member in source.cluster if member.hit == copy.hit
    )
    way = rescue(copy, done)
    assert way.step == "threshold"
    assert alike < way.value <= alike + 0.0101


@pytest.mark.parametrize(
    ("reason", "command"), [("ruling", "`workbench rulings withdraw`"), ("work id", "`workbench rulings apart`")]
)
def test_a_copy_by_a_ruling_or_a_work_is_kept_by_a_ruling(done: RunRecord, reason: Any, command: str) -> None:
    assert done.judged is not None
    copy = next(one for one in done.judged.dropped if one.state == "duplicate")
    sources = [
        replace(source, cluster=tuple(replace(member, reason=reason) for member in source.cluster))
        for source in done.judged.sources
    ]
    way = rescue(copy, replace(done, judged=replace(done.judged, sources=tuple(sources))))
    assert command in way.words
    assert way.step == ""


def test_what_a_copy_is_promised_is_what_judging_gives() -> None:
    promised = 0
    for run in archive_of(150):
        settings = own(run)
        for lost in run.judged.dropped if run.judged else ():
            way = rescue(lost, run)
            if lost.state != "duplicate" or not way.words.startswith("With copies from"):
                continue
            value = way.value or float(way.words.split()[3])
            after = rescore(run, changed(settings, dedup_similarity_threshold=value)).judged
            is_source = any(source.read.hit == lost.hit for source in after.sources)
            assert is_source == (way.step == "threshold")
            promised += is_source
    assert promised > 20


def _events(*told: tuple[str, dict[str, Any]]) -> list[Event]:
    return [Event(name, AT, detail) for name, detail in told]


def test_progress_is_read_from_the_events() -> None:
    now = steps(
        _events(
            ("run.running", {"worker": "w"}),
            ("search.started", {}),
            ("search.done", {"results": 3, "seconds": 0.2}),
            ("read.started", {}),
            ("page.waiting", {"url": "a", "title": "A"}),
            ("page.waiting", {"url": "b", "title": "B"}),
            ("page.started", {"url": "a"}),
            ("page.started", {"url": "b"}),
            ("page.done", {"url": "a", "outcome": "blocked", "reason": "HTTP 403"}),
        )
    )
    assert now.current == "read"
    assert [(page.title, page.state) for page in now.pages] == [("A", "blocked"), ("B", "reading")]
    assert now.ended == 1
    assert now.fraction == pytest.approx(0.5)


def test_a_stage_that_a_kill_cut_short_begins_again() -> None:
    now = steps(
        _events(
            ("read.started", {}),
            ("page.started", {"url": "a"}),
            ("read.started", {}),
            ("page.waiting", {"url": "a", "title": "A"}),
        )
    )
    assert [(page.title, page.state) for page in now.pages] == [("A", "waiting")]


def test_every_setting_stands_in_one_group() -> None:
    placed = [key for group in GROUPS for key in keys_of(group)]
    assert sorted(placed) == sorted(FIELDS)


@pytest.mark.parametrize(
    ("key", "old", "new", "words"),
    [
        ("research_min_snippet_words", 10, 12, "Shortest snippet `10` → `12` words."),
        ("research_search_rank_weight", None, "0.65", "Search rank `0.40` → `0.65`."),
        ("research_search_rank_weight", "0.65", None, "Search rank `0.65` → `0.40`, the default."),
        ("research_search_rank_weight", "0.4", 0.558, "Search rank `0.400` → `0.558`."),
        ("research_search_rank_weight", 0.4, 1, "Search rank `0.40` → `1.00`."),
        ("research_search_rank_weight", "much", "0.5", "Search rank `much` → `0.50`."),
        ("web_research_max_content_chars", 2000, "12000", "Page text used `2,000` → `12,000` characters."),
        ("web_research_results", 5, 8, "Pages read `5` → `8`."),
        ("research_extract_web_content", None, "false", "Pages are read `on` → `off`."),
        ("crawler_contact_url", None, "https://a.example", "Contact address the default → `https://a.example`."),
        ("research_tier2_domains", ("a.example", "b.example"), ("b.example", "c.example"),
         "Tier 2 hosts: `c.example` added, `a.example` taken off."),
        ("research_blocked_domains", ("a.example",), (), "Blocked hosts: back to the default list."),
        ("desk_engine", "corpus", "ddg", "Engine of the desk `Corpus` → `DuckDuckGo`."),
        ("gone_key", "a", None, "gone_key `a` → the default."),
    ],
)  # fmt: skip
def test_a_change_is_told_in_words(key: str, old: Any, new: Any, words: str) -> None:
    assert in_words(key, old, new) == words


def test_a_table_of_changes_shows_numbers_with_the_decimals_that_all_need() -> None:
    weights = {"research_credibility_weight": 0.4, "research_recency_weight": 0.2, "research_min_snippet_words": 10}
    told = change_table(weights, {"research_credibility_weight": 0.558, "research_recency_weight": 0.25,
                                  "research_min_snippet_words": "12"})  # fmt: skip
    cells = re.findall(r'<td class="[^"]*wb-end">(?:<b>)?([^<]+)', told)
    assert cells == ["0.400", "0.558", "0.200", "0.250", "10", "12"]
    assert "<td>Shortest snippet, words</td>" in told
    assert "wb-end" not in change_table({}, {"research_tier1_domains": "a.example", "research_recency_weight": "0.5"})


def links(**changes: list[tuple[str, str]]) -> str:
    """A reference map of these links by keyword."""
    return json.dumps({word: [{"title": title, "url": url} for title, url in found] for word, found in changes.items()})


KILN = ("Kiln book", "https://kiln.example/")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (links(kiln=[KILN]), links(kiln=[KILN], rye=[("Rye", "https://rye.example/")]),
         "`Rye` (`https://rye.example/`) added to `rye`."),
        (links(kiln=[KILN], rye=[("Rye", "https://rye.example/")]), links(kiln=[KILN]),
         "`Rye` (`https://rye.example/`) taken off `rye`."),
        (links(kiln=[KILN]), links(kiln=[("The kiln book", KILN[1])]),
         "`kiln`: title `Kiln book` → `The kiln book`."),
        (links(kiln=[KILN]), links(kiln=[(KILN[0], "https://new.example/")]),
         "`kiln`: address of `Kiln book` `https://kiln.example/` → `https://new.example/`."),
        (links(kiln=[KILN]), links(oven=[KILN]),
         "keyword of `Kiln book` `kiln` → `oven`."),
        (links(kiln=[KILN, KILN]), links(kiln=[KILN]), "`Kiln book` (`https://kiln.example/`) taken off `kiln`."),
        (links(a=[KILN], b=[KILN]), links(b=[KILN], a=[KILN]), "put in another order."),
        ("[1]", links(kiln=[("a`b", KILN[1])]), "`a'b` (`https://kiln.example/`) added to `kiln`."),
        ("{}", links(kiln=[(f"{n}", f"https://{n}.example/") for n in range(6)]),
         "`0` added to `kiln`; `1` added to `kiln`; `2` added to `kiln`; `3` added to `kiln`; and 2 more."),
    ],
)  # fmt: skip
def test_a_change_of_the_reference_map_names_each_link(old: str, new: str, words: str) -> None:
    assert in_words("known_references_json", old, new) == f"Reference links: {words}"


def test_a_reference_map_that_is_given_up_says_what_goes() -> None:
    told = in_words("known_references_json", links(kiln=[KILN]), None)
    assert told.startswith("Reference links: back to the map that came with the program; ")
    assert "and " in told


def test_dates_of_the_run_are_its_own(done: RunRecord) -> None:
    assert isinstance(done.today, date)
