"""Bytes, documents, posts, findings and flags."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from tests.store.fault_lines import by_hand, on_server
from tests.store.hammer import made_run
from workbench.errors import StalePosts, StoreError
from workbench.records import Document, Finding, Hit, Post
from workbench.store import Store
from workbench.store.migrate import newest

LOAVES = "More about loaves. " * 20
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def document(name: str, title: str = "Title", body: str = "words", **others: object) -> Document:
    return Document(f"https://blog.example/{name}", title, body=body.encode(), **others)  # type: ignore[arg-type]


def test_the_same_bytes_are_kept_once(store: Store) -> None:
    key = store.blobs.put(b"\x00bytes" * 1000)
    assert store.blobs.put(b"\x00bytes" * 1000) == key
    assert len(key) == 64
    assert store.blobs.get(key) == b"\x00bytes" * 1000
    assert store.blobs.get("0" * 64) is None
    assert store.blobs.get(store.blobs.put(b"")) == b""
    assert store.info()["counts"]["blobs"] == 2


def test_documents_come_back_by_any_spelling_of_their_address(store: Store) -> None:
    kept = Document(
        "https://www.blog.example/a/", "A title", "A snippet.", "bread", date(2026, 1, 2), 200, "text/html",
        b"<p>A page</p>", sample=True,
    )  # fmt: skip
    assert store.documents.add([kept, document("b", topic="ants")]) == 2
    for url in (kept.url, "http://blog.example/a?utm_source=x#y"):
        assert store.documents.get(url) == kept
    assert store.documents.get("https://blog.example/c") is None
    assert [found.url for found in store.documents.list()] == ["https://blog.example/b", kept.url]
    assert store.documents.list()[1].body == b""
    assert store.documents.topics() == ["ants", "bread"]
    assert store.documents.count() == 2


def test_a_document_added_again_is_replaced(store: Store) -> None:
    store.documents.add([document("a", body="ancient words"), document("b", body="other")])
    store.documents.add([document("a", body="modern words")])
    assert store.documents.count() == 2
    assert store.documents.search("ancient", 5) == []
    assert [hit.url for hit in store.documents.search("modern", 5)] == ["https://blog.example/a"]
    assert store.info()["counts"]["blobs"] == 2
    assert store.documents.remove(["https://blog.example/a", "https://blog.example/none"]) == 1
    assert store.documents.search("modern", 5) == []
    assert store.info()["counts"]["blobs"] == 1


def test_a_search_goes_by_stems_and_a_title_counts_more(store: Store) -> None:
    titled = document("title", "Keep starters lively", LOAVES, snippet="By hand.", published=date(2026, 1, 2))
    others = [document(str(number), "Ants", "Ants carry leaves.") for number in range(5)]
    store.documents.add([document("text", "Bread", "We keep a starter lively. " + LOAVES), titled, *others])
    found = store.documents.search("keeping the STARTER", 5)
    assert found[0] == Hit(titled.url, titled.title, "By hand.", 1, "corpus", date(2026, 1, 2))
    assert found[1].url == "https://blog.example/text"
    assert found[1].snippet.startswith("We keep a starter lively.")
    assert len(found) == 2
    assert len(store.documents.search("keeping the starter", 1)) == 1
    assert store.documents.search("the of and", 5) == []
    assert store.documents.search("leaves", 0) == []


def test_text_is_searched_as_it_is_and_other_bytes_by_the_words_given_for_them(store: Store) -> None:
    page = Document("https://a.example/", "T", body=b"<p>secretword</p>", content_type="text/html; charset=utf-8")
    paper = Document("https://b.example/", "P", body=b"%PDF-1.7 binary", content_type="application/pdf")
    note = Document("https://c.example/", "N", body="\ufeffCaf\u00e9 <b>bold</b>".encode(), content_type="text/plain")
    store.documents.add([page, paper, note], {paper.url: "A paper on yeast."})
    for unseen in ("secretword", "binary"):
        assert store.documents.search(unseen, 5) == []
    assert store.documents.search("yeasts", 5)[0].snippet == "A paper on yeast."
    assert store.documents.search("café", 5)[0].snippet == "Café <b>bold</b>"


@pytest.mark.parametrize(
    ("title", "body", "asked"),
    [
        ("河川の水質", "調査報告", "水質"),
        ("Report", "二つの町は河川の水質調査報告書を公開した。", "水質"),
        ("Report", "二つの町は河川の水質調査報告書を公開した。", "東京都の水質は"),
        ("Report", "国际河流水质监测网络", "水质"),
        ("Report", "リバークオリティの報告", "クオリティ"),
        ("Report", "서울에서 강물의 수질을 조사했다", "수질"),
        ("Report", "PostgreSQL水質データ", "postgresql"),
        ("Report", "水質データ2026年", "2026"),
        ("Report", "𠮷野家の𩸽", "野家"),
    ],
)
def test_a_word_inside_a_run_of_chinese_japanese_or_korean_is_found(
    title: str, body: str, asked: str, store: Store
) -> None:
    store.documents.add([document("a", title, body), document("b", "Bread", "麺麭 茶")])
    assert store.documents.search(asked, 5) == [Hit("https://blog.example/a", title, body, 1, "corpus")]
    assert store.documents.get("https://blog.example/a") == document("a", title, body)
    assert store.documents.search("魚類", 5) == []


def test_equal_documents_keep_one_order(store: Store) -> None:
    names = [f"{number:02}" for number in range(12)]
    store.documents.add([document(name, "Same", "same words") for name in reversed(names)])
    found = [hit.url for hit in store.documents.search("same", 12)]
    store.documents.add([document("05", "Same", "same words")])
    assert [hit.url for hit in store.documents.search("same", 12)] == found == sorted(found)
    assert [hit.position for hit in store.documents.search("same", 12)] == list(range(1, 13))


def test_posts_hold_a_word_as_it_is_written(store: Store) -> None:
    posts = [
        Post("100% Rye", "rye-bread"), Post("100 Loaves", "loaves_x"), Post("Über Brot", "ueber"),
        Post("Rye draft", "rye-draft", "draft"),
    ]  # fmt: skip
    assert store.posts.add(posts) == 4

    def slugs(*words: str, count: int = 5) -> list[str]:
        return [post.slug for post in store.posts.containing(words, count)]

    assert slugs("rye") == slugs("RYE") == ["rye-bread"]
    assert slugs("0%") == ["rye-bread"]
    assert slugs("s_x") == ["loaves_x"]
    assert slugs("ÜBER") == ["ueber"]
    assert slugs("100", "brot") == ["loaves_x", "rye-bread", "ueber"]
    assert slugs("100", "brot", count=2) == ["loaves_x", "rye-bread"]
    assert slugs() == slugs("") == slugs("rye", count=0) == []
    store.posts.add([Post("Rye is out", "rye-draft")])
    assert slugs("rye") == ["rye-bread", "rye-draft"]
    assert len(store.posts.list()) == 4


def test_a_finding_is_sent_once_a_day_for_each_kind_and_key(store: Store) -> None:
    finding, run = Finding("filtered", "All were filtered", "body", "warn", "topic"), made_run(store)
    other, later = made_run(store), NOW + timedelta(hours=24)
    assert store.findings.emit(finding, run, NOW)
    assert not store.findings.emit(finding, run, NOW)
    assert not store.findings.emit(finding, other, later - timedelta(seconds=1))
    assert store.findings.emit(Finding("filtered", "t", "b", key="another"), other, NOW)
    assert store.findings.emit(Finding("fetch", "t", "b", key="topic"), other, NOW)
    assert store.findings.emit(finding, other, later)
    assert not store.findings.emit(finding, run, later + timedelta(hours=1))
    held = store.findings.list(run_id=run)
    assert [(each.finding.kind, each.sent) for each in held] == [("filtered", True), ("kind", False)]
    assert len(store.findings.list(run_id=other)) == 4
    assert len(store.findings.list(limit=3)) == 3


def test_a_cooldown_outlives_its_run_and_a_clock_set_back(store: Store) -> None:
    finding, run = Finding("filtered", "t", "b"), made_run(store)
    assert store.findings.emit(finding, run, NOW)
    store.runs.delete(run)
    assert store.findings.list() == []
    assert not store.findings.emit(finding, "", NOW)
    assert store.findings.emit(finding, "", NOW - timedelta(days=3650))
    assert [each.run_id for each in store.findings.list()] == ["", ""]


def test_flags(store: Store) -> None:
    assert store.meta.get("sample installed") is None
    store.meta.set("sample installed", "1")
    store.meta.set("sample installed", "2")
    assert store.meta.get("sample installed") == "2"


def test_what_there_is_to_know(store: Store, home: Path) -> None:
    made_run(store)
    found = store.info()
    assert found["database"] == store.database.name
    assert on_server(store) or found["database"] == str(home / "workbench.db")
    assert (found["schema"], found["counts"]["runs"]) == (newest(), 1)
    assert found["bytes"] > 4096


def test_damaged_bytes_are_said(store: Store) -> None:
    key = store.blobs.put(b"x" * 100)
    by_hand(store, "UPDATE blobs SET data = ?", values=(b"\x00\xff",))
    with pytest.raises(StoreError, match="damaged"):
        store.blobs.get(key)


def test_posts_change_all_or_none_and_never_over_what_another_made_of_them(store: Store) -> None:
    first, second, third = Post("One", "one"), Post("Two", "two"), Post("Three", "three")
    store.posts.add([first, second])
    store.posts.change({"one": (first, Post("1", "one")), "two": (second, None), "three": (None, third)})
    assert store.posts.list() == [Post("1", "one"), third]
    for stale in (
        {"one": (first, Post("Mine", "one"))},
        {"two": (second, Post("Mine", "two"))},
        {"three": (None, Post("Mine", "three"))},
    ):
        with pytest.raises(StalePosts, match=r"Somebody else changed the same posts.*Nothing was saved"):
            store.posts.change({**stale, "four": (None, Post("Four", "four"))})
        assert store.posts.list() == [Post("1", "one"), third]
    store.posts.change({"one": (first, Post("1", "one")), "two": (second, None)})
    assert store.posts.list() == [Post("1", "one"), third]
