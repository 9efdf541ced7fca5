"""What a PostgreSQL server has that a file has not: going away, other encodings, waiting writers, other orders."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import psycopg
import pytest

from tests.cli.commands import command
from tests.store.fault_lines import by_hand, url_of
from tests.store.hammer import made_run, open_and_report, outcomes, share_texts
from tests.stores import Server, fresh_store, own_server, shared_server
from workbench.errors import StoreError
from workbench.extract.read import read
from workbench.installing import SAMPLE, sample_topics
from workbench.library.documents import files_under, is_opaque, read_document
from workbench.records import Document, Response
from workbench.store import Store, open_store
from workbench.store.migrate import newest

KEY = "research_recency_weight"


@pytest.fixture
def store(server_url: str) -> Iterator[Store]:
    opened = open_store(server_url)
    yield opened
    opened.close()


def driven(store: Store) -> str:
    """The address as the driver itself takes it."""
    return url_of(store).replace("+psycopg", "")


def test_many_starts_make_one_schema() -> None:
    server = shared_server()
    server.do("CREATE DATABASE empty")
    assert outcomes(open_and_report, [(server.url("empty"),)] * 4) == [newest()] * 4
    server.do("DROP DATABASE empty")


def test_every_text_is_compared_by_its_code_points(store: Store) -> None:
    query = """SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'character varying'
        AND collation_name IS DISTINCT FROM 'C' AND table_name != 'alembic_version'"""
    with psycopg.connect(driven(store)) as line:
        assert line.execute(query).fetchall() == []


def _words(one: Document) -> str:
    return read(Response(one.url, "ok", content_type=one.content_type, body=one.body), date(2026, 11, 29)).text


def test_both_databases_find_the_same_in_the_same_order(store: Store, home: Path) -> None:
    documents = [read_document(path, name, sample=True) for path, name in files_under([SAMPLE / "documents"])]
    other = fresh_store(home)
    texts = {one.url: _words(one) for one in documents if is_opaque(one.content_type, one.body)}
    for each in (store, other):
        each.documents.add(documents, texts)
    for topic in (*(topic.title for topic in sample_topics()), "under the floor", "measured in 2024", "CAFÉ"):
        found, again = store.documents.search(topic, 5), other.documents.search(topic, 5)
        assert [hit.url for hit in found] == [hit.url for hit in again], topic
        assert found
    other.close()


def test_words_are_found_whatever_joins_them(store: Store) -> None:
    said = "Feed and/or rest; see notes.on_starters, air-source, “Crème” 3.5-7 me@mill.example. ½ cup"
    store.documents.add([Document("https://a.example/", "A", body=said.encode())])
    for word in ("rest", "starters", "source", "creme", "CRÈME", "7", "mill", "cup", "and-or rest"):
        assert [hit.url for hit in store.documents.search(word, 5)] == ["https://a.example/"], word


def test_a_part_is_the_sentence_around_the_first_word_found(store: Store) -> None:
    said = "Nothing here. " * 30 + "The mill, they say, turns slowly. " + "Nothing more. " * 30
    store.documents.add([Document("https://a.example/", "Two words", body=said.encode())])
    (found,) = store.documents.search("milling", 5)
    assert found.snippet.startswith("…The mill, they say, turns slowly. Nothing more.")
    assert found.snippet.endswith("…")
    assert len(found.snippet.split()) == 40


def test_a_huge_document_is_kept_and_found(store: Store) -> None:
    chance = random.Random(1)
    words = " ".join("".join(chance.choices("語東京都河川水質", k=12)) for _ in range(100_000))
    store.documents.add([Document("https://a.example/", "Rivers", body=f"Unique start. {words}".encode())])
    assert [hit.url for hit in store.documents.search("unique", 5)] == ["https://a.example/"]
    assert [hit.url for hit in store.documents.search("river", 5)] == ["https://a.example/"]


@pytest.mark.parametrize(("first", "last"), [("가", "힣"), ("一", "鿿"), ("a", "z"), ("\u0900", "\u0950")])
def test_words_that_are_all_different_are_kept_and_found_at_the_beginning(first: str, last: str, store: Store) -> None:
    chance = random.Random(1)
    letters = [chr(point) for point in range(ord(first), ord(last) + 1)]
    words = " ".join("".join(chance.choices(letters, k=9)) for _ in range(40_000))
    store.documents.add([Document("https://a.example/", "Rivers", body=f"Unique start. {words}".encode())])
    assert [hit.url for hit in store.documents.search("unique", 5)] == ["https://a.example/"]


def test_bytes_that_another_run_needs_are_never_removed(store: Store) -> None:
    kept = [run for runs in outcomes(share_texts, [(url_of(store), seed, 20) for seed in range(3)]) for run in runs]
    assert len(kept) > 10
    for run in kept:
        assert all(read.page and read.page.text for read in store.runs.get(run).read or ())


def test_a_writer_waits_for_its_turn_and_says_so_when_it_never_comes(store: Store) -> None:
    with psycopg.connect(driven(store)) as line:
        line.execute("SELECT pg_advisory_xact_lock(7264002)")
        start = time.monotonic()
        with pytest.raises(StoreError, match=r"is busy.*Nothing was saved"):
            store.settings.write({KEY: 0.5})
        assert 4 < time.monotonic() - start < 6
        assert store.settings.rows() == {}
    store.settings.write({KEY: 0.5})


def test_a_missing_table_or_column_is_named(store: Store) -> None:
    by_hand(store, "ALTER TABLE runs DROP COLUMN kept", "DROP TABLE posts")
    with pytest.raises(StoreError, match=r"lacks the column (runs\.)?kept: it was changed by hand"):
        store.runs.list()
    with pytest.raises(StoreError, match=r"lacks the column (runs\.)?kept"):
        made_run(store)
    with pytest.raises(StoreError, match=r"lacks the table posts"):
        store.posts.list()


def test_a_read_only_server_is_read_and_refuses_to_write(store: Store) -> None:
    name = store.database.engine.url.database
    store.settings.write({KEY: 0.5})
    shared_server().do(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    again = open_store(url_of(store))
    assert again.settings.rows() == {KEY: "0.5"}
    with pytest.raises(StoreError, match="cannot be written: its server is read-only"):
        again.settings.write({KEY: 0.6})
    again.close()


def test_a_database_that_cannot_hold_every_character_is_refused() -> None:
    server = shared_server()
    server.do("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    with pytest.raises(StoreError, match="has the encoding LATIN1; make one with UTF8"):
        open_store(server.url("latin"))
    server.do("DROP DATABASE latin")


def test_a_backup_names_the_tool_of_the_server(
    server_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", server_url)
    done = command("backup", tmp_path / "copy.db")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(
        "This database is on a PostgreSQL server: back it up with the server's own tool, pg_dump"
    )
    assert not (tmp_path / "copy.db").exists()


@pytest.fixture(scope="module")
def restarted() -> Iterator[Server]:
    with own_server() as server:
        yield server


def test_a_server_that_goes_away_is_a_sentence_and_is_found_again(restarted: Server) -> None:
    store = open_store(restarted.url("postgres"))
    run = made_run(store)
    restarted.stop()
    for act in (lambda: store.runs.list(), lambda: store.settings.write({KEY: 0.5}), lambda: store.info()):
        with pytest.raises(StoreError, match=r"The server of the database .* cannot be reached"):
            act()
    assert "cannot be reached" in store.settings.resolve().warnings[0]
    restarted.start()
    assert store.runs.get(run).read
    store.settings.write({KEY: 0.5})
    store.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://somebody:hunter2@127.0.0.1:1/none", "somebody:***@127.0.0.1:1/none cannot be reached"),
        ("postgres://somebody:hunter2@127.0.0.1:1/none", "cannot be reached"),
        ("postgresql+psycopg://somebody:hun/ter2@127.0.0.1:1/none", "cannot be reached"),
        ("postgresql://somebody:hun:ter2@127.0.0.1:1/none", "cannot be reached"),
        ("postgresql://somebody:hun@ter2@127.0.0.1:1/none", "in a password it is written %40"),
        ("postgresql://somebody:hunter2@127.0.0.1:port/none", "its port is no number"),
        ("postgresql://127.0.0.1:1/none?password=hunter2", "cannot be reached"),
        ("postgresql://somebody:hunter2@127.0.0.1:1/none?ter2=1", "invalid connection option"),
        ("mysql://somebody:hunter2@127.0.0.1/none", "begins with sqlite:/// or postgresql://"),
    ],
)
def test_an_address_that_leads_nowhere_is_a_sentence_without_the_password(
    url: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StoreError) as refused:
        open_store(url)
    assert words in str(refused.value)
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", url)
    for arguments in (("doctor",), ("doctor", "--json"), ("runs", "list"), ("run", "a topic"), ("worker", "--drain")):
        done = command(*arguments)
        assert done.code == 1
        assert words in done.err
        for secret in ("hunter2", "hun/ter2", "hun:ter2", "hun@"):
            assert secret not in done.out + done.err
