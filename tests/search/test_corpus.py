"""Answers and pages from installed documents, and from nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import date

import pytest

from workbench.errors import StoreError
from workbench.records import Answer, Document, Hit, Query, Response
from workbench.search import CorpusEngine, CorpusFetcher

QUERY = Query("heat pumps", date(2026, 11, 29))
URL = "https://docs.tool.example/pumps"
PUMPS = Document(URL, "Heat pumps", "Two winters in 412 homes.", content_type="text/html", body=b"<p>x</p>")


class Shelf:
    """Documents in a list; every search gives the hits it was made with."""

    def __init__(self, *documents: Document, hits: Sequence[Hit] = (), fault: Exception | None = None) -> None:
        self.documents, self.hits, self.fault = {document.url: document for document in documents}, hits, fault

    def __len__(self) -> int:
        return len(self.documents)

    def search(self, text: str, count: int) -> Sequence[Hit]:
        if self.fault:
            raise self.fault
        return self.hits[:count]

    def get(self, url: str) -> Document | None:
        return self.documents.get(url)


async def ask(shelf: Shelf, count: int = 5) -> Answer:
    return await CorpusEngine(shelf, shelf.__len__)(QUERY, count)


async def test_the_documents_answer_in_their_order() -> None:
    hits = [Hit(f"https://docs.tool.example/{at}", "T", "S", position=9, published=date(2026, 1, 1)) for at in (1, 2)]
    answer = await ask(Shelf(PUMPS, hits=hits))
    assert (answer.engine, answer.outcome, answer.attempts) == ("corpus", "ok", 1)
    assert [(hit.position, hit.engine, hit.url, hit.published) for hit in answer.hits] == [
        (1, "corpus", "https://docs.tool.example/1", date(2026, 1, 1)),
        (2, "corpus", "https://docs.tool.example/2", date(2026, 1, 1)),
    ]


async def test_a_corpus_without_a_match_is_empty_and_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="workbench.search"):
        assert (await ask(Shelf(PUMPS))).outcome == "empty"
    assert not caplog.records


async def test_a_corpus_without_a_document_is_an_error_that_says_what_to_do(caplog: pytest.LogCaptureFixture) -> None:
    answer = await ask(Shelf())
    assert (answer.outcome, answer.hits) == ("error", ())
    assert "`workbench corpus add" in answer.detail
    assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_a_store_that_fails_is_an_outcome(caplog: pytest.LogCaptureFixture) -> None:
    answer = await ask(Shelf(PUMPS, fault=StoreError("The database is locked.")))
    assert (answer.outcome, answer.detail) == ("error", "StoreError: The database is locked.")
    assert len(caplog.records) == 1


@pytest.mark.parametrize("asked", [URL, "http://www.docs.tool.example/pumps/?utm_source=x#top"])
async def test_a_document_is_found_by_any_spelling_of_its_address(asked: str) -> None:
    assert await CorpusFetcher(Shelf(PUMPS))(asked) == Response(
        asked, "ok", final_url=URL, status=200, content_type="text/html", body=b"<p>x</p>"
    )


async def test_a_corpus_address_is_read_from_its_document() -> None:
    note = Document("corpus://notes/1.md", "A note", body=b"# A note")
    response = await CorpusFetcher(Shelf(note))("corpus://notes/1.md")
    assert (response.outcome, response.body, response.content_type) == ("ok", b"# A note", "text/plain; charset=utf-8")


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(401, "blocked"), (403, "blocked"), (451, "blocked"), (999, "blocked"), (429, "rate_limited"),
     (404, "http_error"), (500, "http_error"), (204, "http_error"), (206, "http_error"), (304, "http_error")],
)  # fmt: skip
async def test_a_document_may_stand_for_a_refusal(status: int, outcome: str) -> None:
    response = await CorpusFetcher(Shelf(Document(URL, "x", status=status, body=b"no")))(URL)
    assert (response.outcome, response.status, response.body) == (outcome, status, b"")
    assert response.reason == f"HTTP {status}"


async def test_a_document_without_a_body_is_no_page() -> None:
    assert (await CorpusFetcher(Shelf(Document(URL, "x")))(URL)).outcome == "unreadable"


@pytest.mark.parametrize("address", ["https://elsewhere.example/", "http://127.0.0.1:8501/", "corpus://notes/9"])
async def test_nothing_else_is_reached(address: str) -> None:
    response = await CorpusFetcher(Shelf(PUMPS))(address)
    assert response.outcome == "error"
    assert response.reason == "not in the corpus; nothing else is reached in corpus-only mode"


@pytest.mark.parametrize(
    "address", ["", "javascript:alert(1)", "/relative", "https://", "https://a/\ufffd", "https://a/\n"]
)
async def test_what_is_no_address_is_invalid(address: str) -> None:
    assert (await CorpusFetcher(Shelf(PUMPS))(address)).outcome == "invalid"
