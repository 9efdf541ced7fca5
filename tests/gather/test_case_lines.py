"""The search engine's case lines and the reported faults as whole runs: what is read, cited, told and rendered."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import command
from tests.compose.benches import (
    TOPIC,
    WebPage,
    adds_up,
    benched,
    done,
    duck_of,
    extractor,
    item,
    items,
    lost,
    pages_for,
    text_page,
    web_of,
)
from tests.conftest import cases
from workbench.compose import clean_topic
from workbench.errors import BadRequest
from workbench.export import file_name
from workbench.records import Page, Response
from workbench.text import visible

LINES = {line["name"]: line for line in cases("adversarial/search_engine.jsonl")}
BUGS = {line["id"]: line for line in cases("bugs.jsonl")}
FETCHED = {
    "ok": text_page(),
    "timeout": WebPage(seconds=30),
    "403": WebPage(status=403),
    "ssrf-refused": text_page(),
}


def as_script(attempt: Any) -> list[dict[str, str]] | None:
    """The results of an attempt that gives some, else `None`."""
    match attempt:
        case {"results": list(given)} | {"http": 200, "items": list(given)}:
            return given
        case list() if attempt and all(isinstance(one, dict) for one in attempt):
            return attempt
    return None


def lines_with_results() -> Iterator[Any]:
    for name, line in LINES.items():
        attempts = line["input"].get("attempts") or [None]
        if len(attempts) == 1 and as_script(attempts[0]) is not None:
            yield pytest.param(line, id=name)


@pytest.mark.parametrize("line", list(lines_with_results()))
async def test_a_run_reads_and_cites_what_the_line_says(line: dict[str, Any], home: Path) -> None:
    (attempt,) = line["input"]["attempts"]
    results = as_script(attempt) or []
    fetched = attempt.get("fetch") if isinstance(attempt, dict) else None
    outcomes = fetched or ["ok"] * len(results)
    addresses = [str(result["href"]) for result in results]
    pages = {url: FETCHED[how] for url, how in zip(addresses, outcomes, strict=True)}
    private = [url.split("/")[2] for url, how in zip(addresses, outcomes, strict=True) if how == "ssrf-refused"]
    with benched(home, [results], pages, private=private) as bench:
        record = await done(bench, web_research_fetch_timeout_seconds=1, web_research_max_concurrent=16)
        asked = web_of(bench).asked
    assert record.state == "done"
    assert record.judged is not None
    assert adds_up(record)
    said: dict[str, Any] = {
        "count": len(asked),
        "citable": len(record.judged.sources),
        "ranks": [
            source.components.search_rank for source in sorted(record.judged.sources, key=lambda one: one.position)
        ],
        "notice": next(
            (one.kind.removeprefix("research_web_sources_") for one in record.findings if "all_" in one.kind), ""
        ),
    }
    expected = line["assert"]
    assert {key: said[key] for key in expected if key in said} == {
        key: expected[key] for key in expected if key in said
    }
    assert len(asked) == len(set(asked)) <= expected.get("max_fetches", 5)


async def test_two_of_five_pages_are_cited_in_the_order_of_their_scores_and_three_say_why_not(home: Path) -> None:
    if "partial-fetch-fail" not in LINES:
        pytest.skip("shared input cases/adversarial/search_engine.jsonl is absent")
    (attempt,) = LINES["partial-fetch-fail"]["input"]["attempts"]
    pages = {one["href"]: FETCHED[how] for one, how in zip(attempt["results"], attempt["fetch"], strict=True)}
    with benched(home, [attempt["results"]], pages, private=["good4.example"]) as bench:
        record = await done(bench, web_research_fetch_timeout_seconds=1)
    assert record.judged is not None
    assert [source.domain for source in record.judged.sources] == ["good0.example", "good3.example"]
    assert [(one.hit.url.split("/")[2], one.reason.partition(",")[0]) for one in lost(record)] == [
        ("good1.example", "unread: timeout"),
        ("good2.example", "unread: blocked"),
        ("good4.example", "unread: refused"),
    ]


async def test_the_engine_of_a_run_is_named_and_stored_and_is_never_auto(home: Path) -> None:
    """rank-nondeterministic-engines"""
    with benched(home, [items()], pages_for(items())) as bench:
        record = await done(bench)
        with pytest.raises(BadRequest, match="There is no engine “auto” to run"):
            bench.new_run(TOPIC, engine="auto")
    assert record.searched is not None
    assert (record.engine, [answer.engine for answer in record.searched.answers]) == ("ddg", ["ddg"])


async def test_an_address_that_only_names_an_encyclopedia_is_not_lifted(home: Path) -> None:
    """D03 and rank-spoof-wikipedia: the stored positions are the engine's own."""
    if "D03" not in BUGS:
        pytest.skip("shared input cases/bugs.jsonl is absent")
    given = BUGS["D03"]["input"]
    results = given["engine_items_in_order"]
    with benched(home, [results], pages_for(results)) as bench:
        record = await done(bench, given["topic"])
    assert record.searched is not None
    assert record.judged is not None
    assert [(hit.url, hit.position) for hit in record.searched.hits] == [
        ("https://good.example/models", 1),
        ("https://other.example/wikipedia.org/page", 2),
    ]
    first, second = record.judged.sources
    assert (first.url, first.components.search_rank) == ("https://good.example/models", 1.0)
    assert second.components.credibility == first.components.credibility
    assert second.components.snippet < first.components.snippet


TOPICS = [pytest.param(line["input"]["topic"], id=name) for name, line in LINES.items() if name.startswith("topic-")]


@pytest.mark.parametrize("topic", TOPICS)
async def test_a_topic_is_run_as_it_was_typed_or_refused_in_a_sentence(topic: str, home: Path) -> None:
    shown = " ".join(visible(topic).split())
    with benched(home, [items(1)], pages_for(items(1))) as bench:
        if not shown:
            with pytest.raises(BadRequest, match=r"^The topic is empty; "):
                bench.new_run(topic)
            return
        record = await done(bench, topic)
        assert bench.store.runs.get(record.id).topic == shown
        assert duck_of(bench).queries == [shown]
    name = file_name(record, "md")
    assert name.isascii()
    assert not set(name) & set('/\\:*?"<>| \n')
    assert record.id in name


@pytest.mark.parametrize(
    ("topic", "shown"),
    [
        ("C++ vector<int> performance", "C++ vector<int> performance"),
        ("AT&amp;T &lt;fibre&gt;", "AT&amp;T &lt;fibre&gt;"),
        ("  river\t\n quality ", "river quality"),
        ("x" * 400, "x" * 400),
    ],
)
def test_nothing_is_read_into_a_topic(topic: str, shown: str) -> None:
    assert clean_topic(topic) == shown


def test_a_topic_of_over_400_characters_is_refused_with_its_length() -> None:
    with pytest.raises(BadRequest, match=r"^The topic has 401 characters; at most 400 are searched for\.$"):
        clean_topic("x" * 401)


async def test_a_refused_search_leaves_the_other_sections_and_is_not_nothing_found(home: Path) -> None:
    """D01: three attempts, then a notice of its own, and the run is partial."""
    references = '{"river": [{"title": "River handbook", "url": "https://docs.river.example/"}]}'
    with benched(home, [202]) as bench:
        record = await done(bench, known_references_json=references)
        empty = await done(bench, "no such thing")
        attempts = len(duck_of(bench).queries)
    assert attempts == 6
    assert record.searched is not None
    assert [(one.outcome, one.status, one.attempts) for one in record.searched.answers] == [("blocked", 202, 3)]
    assert record.context is not None
    assert record.context.text.startswith("VERIFIED REFERENCE LINKS")
    assert "RECENT WEB SOURCES" not in record.context.text
    assert [(one.kind, one.title, one.body) for one in record.findings] == [
        ("web_search_failed", "Search by ddg ended as blocked", "HTTP 202"),
    ]
    assert empty.context is not None
    assert empty.context.text == ""


def test_the_command_line_tells_a_refusal_from_nothing_found(home: Path, tmp_path: Path) -> None:
    said = {}
    for hits in ('{"outcome": "blocked", "status": 202}', "[]"):
        file = tmp_path / "recording.json"
        file.write_text(f'{{"topic": "qqq", "today": "2026-11-29", "hits": {hits}, "pages": {{}}}}')
        run = command("run", "--recording", file, "--json")
        assert run.code == 0
        said[run.json["partial"]] = run.err.strip().splitlines()[-2:]
    assert said == {
        True: ["Notice: Search by recording ended as blocked. HTTP 202.", "The context is empty."],
        False: ["judged: 0 sources kept", "The search found nothing. The context is empty."],
    }


async def test_ten_of_twenty_results_are_used_and_ranked_over_ten(home: Path) -> None:
    """D02"""
    with benched(home, [items(10)], pages_for(items(10))) as bench:
        record = await done(bench, web_research_results=20, web_research_max_concurrent=16)
        assert len(duck_of(bench).queries) == 1
    assert record.searched is not None
    assert record.judged is not None
    assert record.searched.answers[0].detail == "asked for 20, got 10"
    by_place = sorted(record.judged.sources, key=lambda source: source.position)
    assert [source.components.search_rank for source in by_place] == pytest.approx([1 - n / 9 for n in range(10)])


async def test_three_spellings_of_one_address_are_one_source_and_one_fetch(home: Path) -> None:
    """D04"""
    if "D04" not in BUGS:
        pytest.skip("shared input cases/bugs.jsonl is absent")
    urls = [result["href"] for result in BUGS["D04"]["input"]["results"]]
    results = [item(url) for url in urls]
    with benched(home, [results], pages_for(results)) as bench:
        record = await done(bench)
        asked = web_of(bench).asked
    assert record.judged is not None
    assert asked == [urls[0], urls[3]]
    (source,) = record.judged.sources
    assert (source.url, source.position) == (urls[0], 1)
    assert [(member.hit.url, member.reason) for member in source.cluster] == [
        (urls[1], "url"),
        (urls[2], "url"),
        (urls[3], "text"),
    ]
    assert adds_up(record)


@pytest.mark.parametrize("hidden", [False, True])
async def test_a_generator_of_five_gives_five_the_first_among_them(hidden: bool, home: Path) -> None:
    """D19"""
    with benched(home, [lambda: (one for one in items())], pages_for(items())) as bench:
        record = await done(bench, research_extract_web_content=not hidden)
    assert record.judged is not None
    assert [source.domain for source in record.judged.sources] == [f"good{n}.example" for n in range(5)]


HANGING = """
import asyncio, sys, time
from pathlib import Path
from tests.compose.benches import benched, done

async def main():
    with benched(Path(sys.argv[1]), [lambda: time.sleep(30)]) as bench:
        started = time.monotonic()
        record = await done(bench, web_research_search_timeout_seconds=1)
        answer = record.searched.answers[0]
        print(answer.outcome, answer.attempts, time.monotonic() - started < 2, flush=True)

asyncio.run(main())
"""


def test_a_hanging_search_ends_at_its_limit_and_holds_up_neither_the_run_nor_the_exit(home: Path) -> None:
    """D05"""
    started = time.monotonic()
    run = subprocess.run(
        [sys.executable, "-c", HANGING, str(home)], capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stdout.split() == ["timeout", "1", "True"]
    assert time.monotonic() - started < 15


async def test_a_long_snippet_is_never_taken_for_the_page(home: Path) -> None:
    """D14: a blocked page is not cited; with the gate off the render says that only the snippet is known."""
    snippet = (
        "The river report covers nine sites and eleven months of sampling by two councils, three labs and one club."
    )
    results = [item("https://good.example/a", snippet)]
    with benched(home, [results], {"https://good.example/a": WebPage(status=403)}) as bench:
        gated = await done(bench)
        open_ = await done(bench, research_require_fetched_source_for_citation="false")
    assert gated.context is not None
    assert open_.context is not None
    assert (gated.context.text, gated.context.web) == ("", ())
    (excerpt,) = open_.context.web
    assert (excerpt.text, excerpt.page_read) == ("", False)
    assert "\n  (snippet only: the page was not read)\n" in open_.context.text


@dataclass(frozen=True, slots=True)
class Faulty:
    """An extractor that breaks over one page."""

    url: str

    async def __call__(self, response: Response) -> Page:
        if response.url == self.url:
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
        return await extractor()(response)


async def test_one_failing_address_leaves_the_others_in_order_with_reasons_of_their_own(home: Path) -> None:
    """D16"""
    hosts = ("good0.example", "good1.example", "good2.example", "xn--a.example", "good4.example:99999", "good5.example")
    results = [{**one, "href": f"https://{host}/report"} for one, host in zip(items(6), hosts, strict=True)]
    pages = pages_for(results) | {"https://good1.example/report": WebPage(broken=True)}
    with benched(home, [results], pages, extract=Faulty("https://good2.example/report")) as bench:
        record = await done(bench, web_research_results=6)
    assert record.read is not None
    told = [(read.page.outcome, read.page.reason) for read in record.read if read.page]
    assert [outcome for outcome, _ in told] == ["ok", "error", "error", "invalid", "refused", "ok"]
    assert len({reason for _, reason in told}) >= 4
    assert record.judged is not None
    assert [source.position for source in record.judged.sources] == [1, 2]
    assert [one.hit.position for one in lost(record)] == [2, 3, 4, 5]


async def test_pages_that_all_time_out_are_told_as_that_step_with_their_hosts(home: Path) -> None:
    """D17"""
    slow = {one["href"]: WebPage(seconds=30) for one in items()}
    with benched(home, [items()], slow) as bench:
        record = await done(bench, web_research_fetch_timeout_seconds=1, web_research_max_concurrent=5)
    unfetchable = next(one for one in record.findings if one.kind == "research_web_sources_all_unfetchable")
    assert unfetchable.title == "No page could be fetched"
    assert unfetchable.body == (
        "“river quality”: the pages of good0.example, good1.example, good2.example, good3.example, good4.example "
        "could not be fetched, so the context has no web section."
    )
    assert not any(word in unfetchable.body for word in ("setting", "model", "no results"))
