"""A recording is parsed with suspicion, replayed as it stands, and written so that it replays the same."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import BadRequest
from workbench.records import Answer, DateCandidate, Hit, Page, Post, Query, Read, Response, RunRecord, Searched
from workbench.search import RecordedEngine, RecordedFetcher, Recording, parse_recording, write_recording
from workbench.search.hits import hits_from

TODAY = date(2026, 11, 29)
URL = "https://a.example/x"
SMALL: dict[str, Any] = {"topic": "river quality", "today": "2026-11-29", "hits": []}


def parsed(**changes: Any) -> Recording:
    return parse_recording(json.dumps(SMALL | changes))


def answer_of(recording: Recording) -> Answer:
    return asyncio.run(RecordedEngine(recording)(Query("anything", TODAY), 5))


def page_of(recording: Recording, url: str = URL) -> Response:
    return asyncio.run(RecordedFetcher(recording)(url))


def test_a_recording_is_a_topic_a_day_an_answer_pages_and_posts() -> None:
    recording = parsed(
        hits=[{"url": URL, "title": "A report", "snippet": "3 days ago - Fees rose.", "published": "2026-11-01"}],
        pages={URL: {"status": 200, "content_type": "text/html", "body": "<p>Ü</p>"}},
        posts=[{"title": "Our rivers", "slug": "our-rivers"}, {"title": "Draft", "slug": "d", "status": "Draft"}],
    )
    hit = Hit(URL, "A report", "3 days ago - Fees rose.", 1, "recording", date(2026, 11, 1))
    assert recording == Recording(
        topic="river quality",
        today=TODAY,
        answer=Answer("recording", "ok", (hit,)),
        pages=(Response(URL, "ok", status=200, content_type="text/html", body="<p>Ü</p>".encode()),),
        posts=(Post("Our rivers", "our-rivers"), Post("Draft", "d", "draft")),
    )
    assert answer_of(recording) == recording.answer


def test_no_hits_are_an_empty_answer_and_an_outcome_is_replayed() -> None:
    assert answer_of(parsed()).outcome == "empty"
    assert answer_of(parsed(hits={"outcome": "blocked", "status": 202})) == Answer("recording", "blocked", status=202)


def test_a_hit_without_a_usable_address_stays() -> None:
    hits = parsed(hits=[{"url": "javascript:x"}, {"title": "t"}, {"url": URL}]).answer.hits
    assert [hit.url for hit in hits] == ["javascript:x", "", URL]


@pytest.mark.parametrize(
    ("page", "outcome", "reason"),
    [
        ({"status": 403}, "blocked", "HTTP 403"),
        ({"status": 999}, "blocked", "HTTP 999"),
        ({"status": 429}, "rate_limited", "HTTP 429"),
        ({"status": 404, "body": "<p>not here</p>"}, "http_error", "HTTP 404"),
        ({"status": 206, "body": "x"}, "http_error", "HTTP 206"),
        ({"status": 200, "body": ""}, "unreadable", "the page is empty"),
        ({"error": "timeout"}, "timeout", "recorded as timeout"),
        ({"error": "timeout", "reason": ""}, "timeout", "recorded as timeout"),
        ({"status": 403, "reason": " \x00\n"}, "blocked", "HTTP 403"),
        ({"error": "refused", "reason": "not a public address"}, "refused", "not a public address"),
        ({"error": "not_text", "status": 200, "body": "x"}, "not_text", "recorded as not_text"),
    ],
)
def test_a_lost_page_is_lost_again(page: dict[str, Any], outcome: str, reason: str) -> None:
    response = page_of(parsed(pages={URL: page}))
    assert (response.outcome, response.reason, response.body, response.status) == (
        outcome, reason, b"", page.get("status"),
    )  # fmt: skip


def test_a_page_is_found_by_any_spelling_and_its_redirect_is_kept() -> None:
    recording = parsed(pages={URL: {"status": 200, "body": "x", "final_url": "https://b.example/y"}})
    asked = "http://www.a.example/x/?utm_source=n#top"
    assert (page_of(recording, asked).url, page_of(recording, asked).final_url) == (asked, "https://b.example/y")
    assert page_of(parsed(pages={URL: {"status": 200, "body": "x"}}), asked).final_url == asked


def test_a_final_address_keeps_no_credentials_and_a_title_is_text() -> None:
    page = {"status": 200, "body": "x", "final_url": "https://me:hunter2@b.example/"}
    recording = parsed(pages={URL: page}, hits=[{"url": URL, "title": "Map<b> &amp; vector<int>"}])
    assert page_of(recording).final_url == "https://***@b.example/"
    assert recording.answer.hits[0].title == "Map<b> &amp; vector<int>"


@pytest.mark.parametrize(
    ("address", "outcome"), [("https://elsewhere.example/", "error"), ("javascript:x", "invalid"), ("", "invalid")]
)
def test_nothing_else_is_reached(address: str, outcome: str) -> None:
    response = page_of(parsed(pages={URL: {"status": 200, "body": "x"}}), address)
    assert response.outcome == outcome
    assert response.reason


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"topic": None}, "has no topic"),
        ({"topic": 5}, "the topic of the recording is not text"),
        ({"topic": " \x00 "}, "its topic is empty"),
        ({"today": None}, "has no today"),
        ({"today": "29.11.2026"}, "no day like 2026-11-29"),
        ({"hits": None}, "hits is not a list"),
        ({"hits": "x"}, "hits is not a list"),
        ({"hits": [5]}, "hit 1 is not an object"),
        ({"hits": [{"url": URL}, None]}, "hit 2 is not an object"),
        ({"hits": [{}]}, "hits holds no result"),
        ({"hits": {"status": 202}}, "hits has no outcome"),
        ({"hits": {"outcome": "ok"}}, "the outcome of hits is “ok”"),
        ({"hits": {"outcome": "blocked", "status": "202"}}, "the status of hits"),
        ({"pages": []}, "pages is not an object"),
        ({"pages": {URL: "x"}}, "the page “https://a.example/x” is not an object"),
        ({"pages": {URL: {}}}, "neither a status nor an error"),
        ({"pages": {URL: {"status": True}}}, "is not a number from 100 to 999"),
        ({"pages": {URL: {"status": 200.5}}}, "is not a number from 100 to 999"),
        ({"pages": {URL: {"status": 10**30}}}, "is not a number from 100 to 999"),
        ({"pages": {URL: {"error": "ok"}}}, "the error of the page"),
        ({"pages": {URL: {"error": ["x"]}}}, "the error of the page “https://a.example/x” is not text"),
        ({"pages": {URL: {"status": 200, "body": 5}}}, "the body of the page"),
        ({"pages": {URL: {"status": 200, "body_base64": "ü"}}}, "is no base64"),
        ({"pages": {URL: {"status": 200, "body_base64": "a"}}}, "is no base64"),
        ({"pages": {URL: {"status": 200, "body": "x", "final_url": "javascript:x"}}}, "is no address"),
        ({"posts": {}}, "posts is not a list"),
        ({"posts": [{"title": "t"}]}, "post 1 has no slug"),
        ({"posts": [{"title": "", "slug": "s"}]}, "post 1 has an empty title or slug"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRequest) as raised:
        parsed(**changes)
    assert words in str(raised.value)
    assert str(raised.value).startswith("The recording cannot be read: ")
    assert str(raised.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no JSON"),
        ("[]", "is not an object"),
        ("null", "is not an object"),
        ("{", "no JSON"),
        ('{"topic": NaN}', "NaN is no JSON value"),
        ('{"topic": -Infinity}', "-Infinity is no JSON value"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"topic": ' + "9" * 5000 + "}", "a number of more than 4,300 digits"),
        (" " * ((64 << 20) + 1), "larger than 64 MiB"),
    ],
)
def test_a_text_that_is_no_recording_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        parse_recording(text)


def test_no_surrogate_and_no_control_character_comes_in() -> None:
    text = '{"topic": "river\\ud800\\u0000", "today": "2026-11-29", "hits": [{"url": "https://a.example/\\ud800",' \
        ' "title": "t\\ud800", "snippet": "s\\u0000"}], "pages": {"https://a.example/": {"status": 200,' \
        ' "body": "b\\ud800"}}}'  # fmt: skip
    recording = parse_recording("\ufeff" + text)
    assert recording.topic == "river"
    assert recording.answer.hits[0].url == "https://a.example/\ufffd"
    assert (recording.answer.hits[0].title, recording.answer.hits[0].snippet) == ("t", "s")
    assert recording.pages[0].body == b"b?"


def run_of(answer: Answer, reads: tuple[Read, ...] = ()) -> RunRecord:
    return RunRecord(
        id="r1",
        number=1,
        topic="river quality",
        today=TODAY,
        engine="ddg",
        state="done",
        created_at=datetime(2026, 11, 29, tzinfo=UTC),
        settings={},
        settings_version=1,
        searched=Searched((answer,), answer.hits),
        read=reads,
    )


def read_of(outcome: Any, **changes: Any) -> Read:
    url = f"https://a.example/{outcome}-{changes.get('status')}-{changes.get('body_key', '')}"
    return Read(Hit(url, "T", "S"), Page(url, outcome, **changes))


BODIES = {"text": "<p>Ü\r\n</p>".encode(), "bytes": b"\xff\xfe\x00", "cut": b"<p>cut", "login": b"<form>log in</form>"}


def test_a_written_run_replays_the_same_hits_outcomes_and_pages() -> None:
    hits = hits_from(
        [{"url": f"https://a.example/{at}", "title": f"T &amp;amp; {at}", "body": f"S {at}"} for at in range(3)]
        + [{"url": "javascript:x", "title": "x"}, {"url": None, "title": "y"}],
        "ddg",
    )
    http = (DateCandidate("http", "Mon, 02 Nov 2026 10:00:00 GMT", date(2026, 11, 2)),)
    reads = (
        read_of("ok", status=200, content_type="text/html", body_key="text", final_url="https://b.example", dates=http),
        read_of("ok", status=200, content_type="application/pdf", body_key="bytes"),
        read_of("ok", status=200, content_type="text/html", body_key="cut", truncated=True),
        read_of("blocked", status=200, content_type="text/html", body_key="login", reason="a login page"),
        read_of("blocked", status=403, reason="HTTP 403"),
        read_of("http_error", status=404, reason="HTTP 404"),
        read_of("rate_limited", status=429, reason="HTTP 429"),
        read_of("timeout", reason="no answer within 10 s"),
        read_of("not_text", status=200, content_type="image/png", reason="image/png is no text"),
        read_of("too_large", status=200, reason="3 MiB are declared"),
        read_of("refused", reason="not a public address"),
        Read(Hit("https://a.example/unread")),
    )  # fmt: skip
    posts = (Post("Our rivers", "our-rivers"), Post("Draft", "d", "draft"))
    recording = parse_recording(write_recording(run_of(Answer("ddg", "ok", hits), reads), BODIES.get, posts))
    assert (recording.topic, recording.today, recording.posts) == ("river quality", TODAY, posts)
    assert [(hit.url, hit.title, hit.snippet, hit.position, hit.published) for hit in recording.answer.hits] == [
        (hit.url, hit.title, hit.snippet, hit.position, hit.published) for hit in hits
    ]
    assert len(recording.pages) == 11
    for read in reads[:-1]:
        page = read.page
        assert page is not None
        again = page_of(recording, page.url)
        body = BODIES.get(page.body_key, b"")
        assert again.outcome == ("ok" if body else page.outcome)
        assert (again.status, again.body, again.truncated) == (page.status, body, page.truncated)
        assert (again.final_url or page.url) == page.address
        assert body or again.reason == page.reason
    assert page_of(recording, reads[0].hit.url).modified == http[0].text


def test_the_bytes_of_a_page_are_text_where_they_are_utf_8() -> None:
    reads = tuple(read_of("ok", status=200, body_key=key) for key in ("text", "bytes"))
    pages = list(json.loads(write_recording(run_of(Answer("ddg", "empty"), reads), BODIES.get))["pages"].values())
    assert pages[0]["body"] == BODIES["text"].decode()
    assert base64.b64decode(pages[1]["body_base64"]) == BODIES["bytes"]


def test_a_page_whose_bytes_are_gone_keeps_its_text() -> None:
    run = run_of(Answer("ddg", "empty"), (read_of("ok", status=200, text="Nine sites.", body_key="gone"),))
    (page,) = parse_recording(write_recording(run, BODIES.get)).pages
    assert (page.outcome, page.body, page.content_type) == ("ok", b"Nine sites.", "text/plain; charset=utf-8")


@pytest.mark.parametrize(
    "answer",
    [
        Answer("ddg", "blocked", status=202, detail="HTTP 202"),
        Answer("ddg", "timeout", detail="no answer within 20 s"),
        Answer("ddg", "empty"),
    ],
)
def test_a_search_without_hits_is_replayed_with_its_outcome(answer: Answer) -> None:
    again = answer_of(parse_recording(write_recording(run_of(answer), BODIES.get)))
    assert (again.outcome, again.status, again.detail) == (answer.outcome, answer.status, answer.detail)


@settings(deadline=None)
@given(st.lists(st.fixed_dictionaries({"href": st.text(), "title": st.text(), "body": st.text(), "date": st.text()})))
def test_whatever_the_hits_a_replay_gives_them_again(items: list[dict[str, str]]) -> None:
    hits = hits_from(items, "recording")
    run = run_of(Answer("recording", "ok", hits))
    assert parse_recording(write_recording(run, BODIES.get)).answer.hits == hits


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(["topic", "today", "hits", "pages", "posts"]), json_values))
def test_hostile_values_are_a_sentence_or_a_recording(changes: dict[str, Any]) -> None:
    with contextlib.suppress(BadRequest):
        assert parsed(**changes).topic
