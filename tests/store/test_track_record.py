"""How engines and hosts did: counted over the last runs, deleted and damaged ones aside."""

from __future__ import annotations

from collections import Counter
from datetime import date

from sqlalchemy import update
from sqlmodel import col

from workbench.records import Components, Hit, Judged, Page, Read, Source
from workbench.store import HostRecord, Store
from workbench.store.tables import StageRow

A, B = Hit("https://a.example/1"), Hit("https://www.b.example:8080/2")


def finished(store: Store, *reads: Read, kept: int = 0) -> str:
    run = store.runs.create("t", date(2026, 1, 1), "corpus", {}, 0, {}).id
    sources = [Source(read, read.hit.url, "x", Components(1, 1, 1), 0.5, 1) for read in reads[:kept]]
    store.runs.save_stage(run, "read", reads, 0.1)
    store.runs.save_stage(run, "judge", Judged(tuple(sources), (), len(reads)), 0.1)
    store.runs.set_state(run, "done")
    return run


def test_a_host_counts_results_pages_and_sources(store: Store) -> None:
    read, lost = Read(A, Page(A.url, "ok", text="t")), Read(B, Page(B.url, "blocked", reason="403"))
    finished(store, read, lost, kept=1)
    finished(store, read, Read(B))
    first, second = store.track_record.hosts()
    assert first == HostRecord("a.example", 2, 1, Counter(ok=2))
    assert (second.results, second.kept, second.pages) == (2, 0, Counter({"blocked": 1, "": 1}))
    assert "b.example" in second.host


def test_only_the_last_runs_count_and_no_deleted_or_damaged_one(store: Store) -> None:
    ids = [finished(store, Read(A, Page(A.url, "ok", text="t"))) for _ in range(4)]
    assert store.track_record.hosts(runs=3)[0].results == 3
    store.archive.hide(ids[:1])
    with store.database.writing() as session:
        damaged = update(StageRow).where(col(StageRow.run_id) == ids[1]).values(record="{")
        session.connection().execute(damaged)
    assert store.track_record.hosts()[0].results == 2
    assert [line.first for line in store.archive.lines()] == ["", "", ""]


def test_answers_are_told_newest_first_with_what_they_held(store: Store) -> None:
    run = finished(store)
    store.runs.event(run, "engine.answered", {"engine": "ddg", "outcome": "blocked", "status": 202, "detail": "no"})
    store.runs.event(run, "page.done", {"url": A.url})
    store.runs.event(run, "engine.answered", {"engine": "corpus", "outcome": "ok", "results": 3, "seconds": 0.5})
    new, old = store.track_record.answers()
    assert (new.engine, new.outcome, new.results, new.seconds, new.status) == ("corpus", "ok", 3, 0.5, None)
    assert (old.engine, old.outcome, old.status, old.detail) == ("ddg", "blocked", 202, "no")
    store.archive.hide([run])
    assert store.track_record.answers() == []
