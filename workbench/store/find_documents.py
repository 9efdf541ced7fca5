"""Which installed documents a topic finds: the stems of its words, in title or text, a title counting five times.

SQLite ranks by its own bm25; on PostgreSQL the same formula is reckoned here, so that both give one order.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import text
from sqlmodel import Session

from workbench.store.bigrams import paired

_MOST_TERMS = 64
_WORD = re.compile(r"[^\W_]+")
_PART, _LEAD = 40, 12  # words of a part, and of it before the word that was found
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be by can did do does for from had has have how i if in into is it its my of on or our so"
        " than that the their there these they this those to us was we were what when where which who why will with"
        " would you your",
    )
)

_SQLITE = """
SELECT d.url, d.title, d.snippet, d.published,
       snippet(document_index, 1, '', '', '…', 40) AS part
FROM document_index JOIN documents AS d ON d.id = document_index.rowid
WHERE document_index MATCH :words
ORDER BY bm25(document_index, 5.0, 1.0), d.url LIMIT :count
"""
_SERVER = """
WITH asked AS (SELECT lexeme FROM unnest(document_words('', :words))),
wanted AS (SELECT string_agg('''' || lexeme || '''', ' | ')::tsquery AS query FROM asked),
found AS MATERIALIZED (
    SELECT id, url, octet_length(title) + octet_length(text) AS octets, document_index,
           (SELECT sum(cardinality(positions)) FROM unnest(document_index)) AS size
    FROM documents, wanted WHERE document_index @@ query),
said AS MATERIALIZED (
    SELECT id, url, size, lexeme,
           (SELECT sum(CASE weight WHEN 'A' THEN 5.0 ELSE 1.0 END) FROM unnest(weights) AS weight) AS times,
           (SELECT min(place) FROM unnest(positions, weights) AS at(place, weight) WHERE weight = 'D') AS place
    FROM found, unnest(document_index) WHERE lexeme IN (SELECT lexeme FROM asked)),
whole AS (
    SELECT count(*) AS documents,
           avg(octet_length(title) + octet_length(text)) * (SELECT sum(size) / sum(octets) FROM found) AS size
    FROM documents),
worth AS (
    SELECT lexeme, greatest(ln((documents - count(*) + 0.5) / (count(*) + 0.5)), 0.000001) AS weight
    FROM said, whole GROUP BY lexeme, documents),
best AS (
    SELECT id, min(place) AS place,
           sum(weight * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * said.size / whole.size)) ORDER BY lexeme) AS rank
    FROM said JOIN worth USING (lexeme), whole GROUP BY id, url ORDER BY rank DESC, url LIMIT :count)
SELECT d.url, d.title, d.snippet, d.published, left(d.text, 250000) AS text, place
FROM best JOIN documents AS d USING (id) ORDER BY rank DESC, d.url
"""


class Match(NamedTuple):
    """A document that was found, and the part of its text around the first word that was asked for."""

    url: str
    title: str
    snippet: str
    published: date | None
    part: str


def find(session: Session, topic: str, count: int) -> list[Match]:
    """At most `count` documents that hold a word of the topic, best first."""
    words = _words(topic)
    if not words or count < 1:
        return []
    sqlite = session.get_bind().dialect.name == "sqlite"
    asked = " OR ".join(f'"{word}"' for word in words) if sqlite else " ".join(words)
    statement = text(_SQLITE if sqlite else _SERVER)
    rows = session.execute(statement, {"words": asked, "count": min(count, 1000)}).all()
    return [_match(row) if sqlite else _server_match(row) for row in rows]


def _match(row: Any) -> Match:
    day = date.fromisoformat(row.published) if row.published else None
    return Match(row.url, row.title, row.snippet, day, row.part or "")


def _server_match(row: Any) -> Match:
    """The server counts the words of title and text in one row."""
    first = (row.place or 1) - len(_WORD.findall(row.title)) - 1
    return Match(row.url, row.title, row.snippet, row.published, _around(row.text, first))


def _around(said: str, first: int) -> str:
    """Forty words with the one in that place among them, from the beginning of its sentence if that is near."""
    starts = [found.start() for found in _WORD.finditer(said)]
    if not starts:
        return said
    first = min(max(first, 0), len(starts) - 1)
    begins = [place for place in range(max(first - _LEAD, 0), first) if _opens(said, starts, place)]
    begin = max(begins, default=max(first - _LEAD, 0) if first > _LEAD else 0)
    end = begin + _PART
    whole = said[0 if begin == 0 else starts[begin] : starts[end] if end < len(starts) else None]
    return f"{'…' if begin else ''}{whole.rstrip()}{'…' if end < len(starts) else ''}"


def _opens(said: str, starts: list[int], place: int) -> bool:
    """Whether a sentence begins with the word in that place."""
    return place == 0 or said[: starts[place]].rstrip()[-1:] in {".", "!", "?", ":"}


def _words(topic: str) -> list[str]:
    """Runs of letters and digits only, so that no syntax of the index can be among them."""
    found = list(dict.fromkeys(_WORD.findall(paired(topic.lower()))))
    telling = [word for word in found if word not in _COMMON]
    return (telling or found)[:_MOST_TERMS]
