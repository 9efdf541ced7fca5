"""Runs: made once, stored stage by stage, found again, ended, removed."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.store.hammer import hits, made_run
from workbench.errors import NotFound
from workbench.records import (
    Components,
    Context,
    DateCandidate,
    Dropped,
    Event,
    Excerpt,
    Finding,
    Hit,
    Judged,
    Member,
    Page,
    Read,
    Searched,
    Source,
)
from workbench.store import Store, key_of

TODAY = date(2026, 3, 1)
HITS = hits(3)


def page(number: int, **changes: Any) -> Page:
    text = f"Text of page {number}. " * 30
    dates = (DateCandidate("meta", "2026-01-02", date(2026, 1, 2)),)
    return replace(Page(HITS[number].url, "ok", text=text, dates=dates, fetched_at=datetime.now(UTC)), **changes)


READ = (Read(HITS[0], page(0)), Read(HITS[1], page(1)), Read(HITS[2], None))
COPIES = (Member(HITS[2], 0.9, "text"),)
JUDGED = Judged(
    sources=tuple(
        Source(read, read.hit.url, "site.example", Components(0.65, 0.5, 0.7), 0.6, place, COPIES)
        for place, read in enumerate(READ, start=1)
    ),
    dropped=(Dropped(HITS[2], "judge", "duplicate", "duplicate of", HITS[0].url),),
    considered=3,
)  # fmt: skip
CONTEXT = Context("RECENT WEB SOURCES", web=(Excerpt("Title", HITS[0].url, "teaser", "text"),))
SEARCHED = Searched((), HITS, (Dropped(HITS[2], "search", "duplicate", "duplicate"),))


def whole(store: Store) -> str:
    run = store.runs.create("Sourdough 100% rye", TODAY, "corpus", {"a": 1}, 3, {"depth": "fast"}).id
    assert store.runs.save_stage(run, "search", SEARCHED, 0.1)
    assert store.runs.save_stage(run, "read", READ, 0.2, [Finding("k", "t", "b", "warn", "key")])
    assert store.runs.save_stage(run, "judge", JUDGED, 0.3)
    assert store.runs.save_stage(run, "render", CONTEXT, 0.4)
    return run


def test_a_run_comes_back_as_it_was(store: Store) -> None:
    run = store.runs.get(whole(store))
    assert (run.number, run.topic, run.today, run.engine, run.state) == (
        1,
        "Sourdough 100% rye",
        TODAY,
        "corpus",
        "queued",
    )
    assert (run.settings, run.settings_version, run.options) == ({"a": 1}, 3, {"depth": "fast"})
    assert (run.searched, run.read, run.judged, run.context) == (SEARCHED, READ, JUDGED, CONTEXT)
    assert run.findings == (Finding("k", "t", "b", "warn", "key"),)
    assert run.timings == {"search": 0.1, "read": 0.2, "judge": 0.3, "render": 0.4}
    assert run.stages_done == ("search", "read", "judge", "render")
    assert run.created_at.tzinfo is UTC


def test_without_texts_only_the_texts_are_missing(store: Store) -> None:
    bare = store.runs.get(whole(store), texts=False)
    empty = tuple(replace(read, page=replace(read.page, text="")) if read.page else read for read in READ)
    assert bare.read == empty
    assert bare.judged
    assert [source.score for source in bare.judged.sources] == [0.6, 0.6, 0.6]
    assert bare.context == CONTEXT


def test_a_summary_counts(store: Store) -> None:
    run = whole(store)
    (found,) = store.runs.list()
    assert (found.id, found.number, found.results, found.kept, found.settings_version) == (run, 1, 4, 3, 3)


def test_a_stage_is_stored_once(store: Store) -> None:
    run = whole(store)
    assert not store.runs.save_stage(run, "read", (), 9.0, [Finding("other", "t", "b")])
    assert store.runs.get(run).read == READ
    assert len(store.runs.get(run).findings) == 1


def test_a_stage_of_a_cancelled_or_deleted_run_is_not_stored(store: Store) -> None:
    run, other = made_run(store), made_run(store)
    assert store.runs.cancel(run)
    assert not store.runs.save_stage(run, "judge", JUDGED, 0.1)
    store.runs.delete(other)
    assert not store.runs.save_stage(other, "judge", JUDGED, 0.1)
    assert store.runs.get(run).judged is None


def test_only_cancel_ends_a_run_for_good(store: Store) -> None:
    run = made_run(store)
    assert store.runs.set_state(run, "running")
    assert store.runs.set_state(run, "failed", "no engine answered")
    assert store.runs.get(run).error == "no engine answered"
    assert store.runs.get(run).finished_at
    assert store.runs.set_state(run, "running")
    assert (store.runs.get(run).error, store.runs.get(run).finished_at) == ("", None)
    assert store.runs.cancel(run)
    assert not store.runs.set_state(run, "done")
    assert store.runs.state(run) == "cancelled"
    assert not store.runs.cancel(run)


def test_a_done_run_is_not_cancelled(store: Store) -> None:
    run = made_run(store)
    store.runs.set_state(run, "done")
    assert not store.runs.cancel(run)
    assert store.runs.state(run) == "done"


def test_a_run_is_found_by_id_number_and_beginning(store: Store) -> None:
    ids = [made_run(store) for _ in range(40)]
    assert ids == sorted(ids)
    assert len({run[6:] for run in ids}) == 40
    for number, run in enumerate(ids, start=1):
        for wanted in (run, run.upper(), f" {run} ", number, str(number), run[:7]):
            assert store.runs.get(wanted).number == number
    with pytest.raises(NotFound, match="More than one run begins with “r”"):
        store.runs.get("r")
    for wanted in ("", "41", "0", "-1", "x", "18446744073709551616", "%", "r_"):
        with pytest.raises(NotFound, match="no run"):
            store.runs.get(wanted)


def test_numbers_are_not_given_twice(store: Store) -> None:
    store.runs.delete(made_run(store))
    assert store.runs.get(made_run(store)).number == 2


def test_the_list_is_searched_and_paged(store: Store) -> None:
    topics = ["Größe und ÜBERMUT", "100% rye", "100 rye", "snake_case", "snakeXcase"]
    ids = [store.runs.create(topic, TODAY, "corpus", {}, 0, {}).id for topic in topics]
    store.runs.set_state(ids[1], "done")

    def found(**options: Any) -> list[int]:
        return [run.number for run in store.runs.list(**options)]

    assert found() == [5, 4, 3, 2, 1]
    assert found(search="GRÖSSE") == found(search="übermut GRÖ") == [1]
    assert found(search="100%") == [2]
    assert found(search="snake_") == [4]
    assert found(search="rye 100") == [3, 2]
    assert found(state="done") == [2]
    assert found(limit=2, offset=1) == [4, 3]
    assert (store.runs.count(), store.runs.count(search="rye"), store.runs.count(state="done")) == (5, 2, 1)


def test_a_deleted_run_takes_along_what_only_it_needs(store: Store) -> None:
    shared, own = store.blobs.put(b"shared body"), store.blobs.put(b"own body")
    first, second = (store.runs.create("t", TODAY, "corpus", {"a": 1}, 0, {}).id for _ in range(2))
    one, two = Read(HITS[0], page(0, body_key=shared)), Read(HITS[1], page(1, body_key=own))
    store.runs.save_stage(first, "read", (one, two), 0.1)
    store.runs.save_stage(second, "read", (one,), 0.1)
    store.runs.event(first, "read.done", {})
    store.runs.delete(first)
    assert (store.blobs.get(shared), store.blobs.get(own)) == (b"shared body", None)
    assert store.runs.get(second).read == (one,)
    assert store.info()["counts"]["blobs"] == 3
    for gone in (lambda: store.runs.get(first), lambda: store.runs.state(first), lambda: store.runs.delete(first)):
        with pytest.raises(NotFound):
            gone()
    assert not store.runs.set_state(first, "done")
    store.runs.delete(second)
    assert store.info()["counts"] == dict.fromkeys(store.info()["counts"], 0)


def test_bytes_are_a_runs_from_the_moment_they_are_put(store: Store) -> None:
    first, second = (store.runs.create("t", TODAY, "corpus", {}, 0, {}, bodies=[b"recording"]).id for _ in range(2))
    key = store.blobs.put(b"body", first)
    store.runs.save_stage(first, "read", (Read(HITS[0], page(0, body_key=key)),), 0.1)
    assert store.blobs.put(b"body", second) == key
    store.runs.delete(first)
    assert (store.blobs.get(key), store.blobs.get(key_of(b"recording"))) == (b"body", b"recording")
    store.blobs.put(b"late", first)
    store.runs.delete(second)
    assert (store.blobs.get(key), store.blobs.get(key_of(b"recording"))) == (None, None)


def test_events_are_read_from_where_the_reader_was(store: Store) -> None:
    run, other = made_run(store), made_run(store)
    for number in range(5):
        store.runs.event(run, "page.read", {"number": number, "when": TODAY})
        store.runs.event(other, "page.read", {})
    found = store.runs.events(run)
    assert [event.detail for _, event in found] == [{"number": number, "when": "2026-03-01"} for number in range(5)]
    assert isinstance(found[0][1], Event)
    assert found[0][1].at.tzinfo is UTC
    assert store.runs.events(run, after=found[2][0]) == found[3:]
    assert store.runs.events(run, after=found[4][0]) == []
    store.runs.delete(run)
    store.runs.event(run, "page.read", {})
    assert store.runs.events(run) == []


def test_no_control_character_and_no_half_character_is_stored(store: Store) -> None:
    run = store.runs.create("a\0b\ud800c", TODAY, "corpus", {}, 0, {"n": "\x07"}).id
    hit = Hit("https://a.example", "ti\0tle", "sni\ud83dppet 🌊 \\u0000")
    store.runs.save_stage(run, "search", Searched((), (hit,)), 0.1)
    store.runs.save_stage(run, "read", (Read(hit, Page(hit.url, "ok", text="x\0y\udfffz\n\tü 🌊")),), 0.1)
    store.runs.set_state(run, "failed", "bro\0ken")
    found = store.runs.get(run)
    assert (found.topic, found.options, found.error) == ("abc", {"n": ""}, "broken")
    assert found.searched == Searched((), (Hit("https://a.example", "title", "snippet 🌊 \\u0000"),))
    assert found.read
    assert found.read[0].page
    assert found.read[0].page.text == "xyz\n\tü 🌊"


def test_two_hundred_runs_are_loaded_in_a_second(store: Store) -> None:
    runs = [whole(store) for _ in range(20)] * 10
    store.runs.get(runs[0])
    start = time.perf_counter()
    found = store.runs.several(runs)
    assert time.perf_counter() - start < 1
    assert len(found) == 200
    assert found[7] == store.runs.get(runs[7], texts=False)
    one, other = store.runs.get(runs[1]), store.runs.get(runs[3])
    assert store.runs.several([other.id, "gone", one.id], texts=True) == [other, one]
