"""The installed documents, which answer searches where no network is wanted."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import func, or_
from sqlmodel import Session, col, select

from workbench.records import Document, Hit
from workbench.store.bigrams import paired, unpaired
from workbench.store.blobs import fetched, keep, packed, remove_unused
from workbench.store.database import Database, upsert
from workbench.store.find_documents import Match, find
from workbench.store.stored_text import clean
from workbench.store.tables import DocumentRow
from workbench.text import one_line
from workbench.urls import canonical

ENGINE = "corpus"
_INDEXED = 250_000  # characters of a text, by the function document_words of the schema
_INDEX_BYTES, _PLACE_BYTES = 1_000_000, 5  # of one row, and beside a word for its place
_TEXTS = frozenset({"text/plain", "text/markdown"})
Listed = list[Document]
Topics = list[str]
Hits = list[Hit]


class Documents:
    """The documents of a store, each known by its address."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, documents: Iterable[Document], texts: Mapping[str, str] | None = None) -> int:
        """Keep the documents, each over the one with its address; `texts` says by address what is searched.

        Without it a text is searched as it is, and of what is no text only the title.
        """
        given = {clean(document.url): document for document in documents}
        bodies = {url: packed(document.body) for url, document in given.items()}
        rows = [_row(one, bodies[url]["key"], (texts or {}).get(one.url)) for url, one in given.items()]
        if self._database.path is None:
            rows = [{**row, "text": fitting(row["text"])} for row in rows]
        with self._database.writing() as session:
            replaced = session.exec(select(DocumentRow.body_key).where(col(DocumentRow.url).in_(given))).all()
            keep(session, bodies.values())
            upsert(session, DocumentRow, rows, ["url"])
            remove_unused(session, replaced)
        return len(rows)

    def list(self) -> Listed:
        """Every document by topic and address, without its body."""
        query = select(DocumentRow).order_by(col(DocumentRow.topic), col(DocumentRow.url))
        with self._database.reading() as session:
            return [_document(row) for row in session.exec(query)]

    def get(self, url: str) -> Document | None:
        """The document that stands for the address, in whatever spelling."""
        with self._database.reading() as session:
            row = _at(session, url)
            return _document(row, fetched(session, [row.body_key]).get(row.body_key, b"")) if row else None

    def remove(self, urls: Iterable[str]) -> int:
        """Remove the documents with these addresses; how many there were."""
        with self._database.writing() as session:
            rows = session.exec(select(DocumentRow).where(col(DocumentRow.url).in_(list(urls)))).all()
            for row in rows:
                session.delete(row)
            session.flush()
            remove_unused(session, [row.body_key for row in rows])
        return len(rows)

    def count(self) -> int:
        """How many documents there are."""
        with self._database.reading() as session:
            return session.exec(select(func.count()).select_from(DocumentRow)).one()

    def topics(self) -> Topics:
        """The topics that the documents are about."""
        query = select(DocumentRow.topic).where(col(DocumentRow.topic) != "").distinct()
        with self._database.reading() as session:
            return sorted(session.exec(query))

    def search(self, text: str, count: int) -> Hits:
        """At most `count` documents that hold a word of the text, best first."""
        with self._database.reading() as session:
            found = find(session, text, count)
        return [_hit(each, position) for position, each in enumerate(found, start=1)]


def _at(session: Session, url: str) -> DocumentRow | None:
    url = clean(url)
    address = canonical(url)
    query = select(DocumentRow).where(or_(col(DocumentRow.url) == url, col(DocumentRow.address) == address))
    rows = session.exec(query.order_by(col(DocumentRow.url))).all()
    return next((row for row in rows if row.url == url), rows[0] if rows else None)


def _row(document: Document, body_key: str, text: str | None) -> dict[str, Any]:
    return {
        "url": clean(document.url),
        "address": canonical(clean(document.url)),
        "title": paired(clean(document.title)),
        "snippet": clean(document.snippet),
        "topic": clean(document.topic),
        "published": document.published,
        "status": document.status,
        "content_type": clean(document.content_type),
        "body_key": body_key,
        "sample": document.sample,
        "text": paired(clean(_words(document) if text is None else text)),
    }


def fitting(text: str) -> str:
    """The beginning of a text whose words a server's index surely holds, were they all different."""
    head = text[:_INDEXED]
    size = len(unicodedata.normalize("NFKD", head).encode()) + _PLACE_BYTES * len(head.split())
    return text if size <= _INDEX_BYTES else head[: len(head) * _INDEX_BYTES // size // 2]


def _words(document: Document) -> str:
    kind = document.content_type.partition(";")[0].strip().lower()
    return document.body.decode("utf-8-sig", "replace") if kind in _TEXTS else ""


def _document(row: DocumentRow, body: bytes = b"") -> Document:
    return Document(
        url=row.url,
        title=unpaired(row.title),
        snippet=row.snippet,
        topic=row.topic,
        published=row.published,
        status=row.status,
        content_type=row.content_type,
        body=body,
        sample=row.sample,
    )


def _hit(found: Match, position: int) -> Hit:
    title, part = unpaired(found.title), one_line(unpaired(found.part))
    return Hit(found.url, title, found.snippet or part, position, ENGINE, found.published)
