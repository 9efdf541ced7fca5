"""Which installed documents a topic finds: the stems of its words, in title or text, a title counting five times."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from workbench.text import terms

_MOST_TERMS = 64
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
SELECT d.url, d.title, d.snippet, d.published,
       ts_headline('english', d.text, q, 'StartSel="", StopSel="", MinWords=20, MaxWords=40') AS part
FROM documents AS d, to_tsquery('english', :words) AS q,
     LATERAL (SELECT setweight(to_tsvector('english', d.title), 'A')
                     || setweight(to_tsvector('english', d.text), 'D') AS v) AS w
WHERE w.v @@ q
ORDER BY ts_rank('{0.2, 0.2, 0.2, 1.0}', w.v, q) DESC, d.url LIMIT :count
"""


def find(session: Session, topic: str, count: int) -> Sequence[Any]:
    """Url, title, snippet, day and a part of the text around the first match, best first."""
    words = _words(topic)
    if not words or count < 1:
        return []
    sqlite = session.get_bind().dialect.name == "sqlite"
    quoted = " OR ".join(f'"{word}"' for word in words) if sqlite else " | ".join(f"'{word}'" for word in words)
    statement = text(_SQLITE if sqlite else _SERVER)
    return session.execute(statement, {"words": quoted, "count": min(count, 1000)}).all()


def _words(topic: str) -> list[str]:
    """Runs of letters and digits only, so that no syntax of the index can be among them."""
    found = list(dict.fromkeys(terms(topic)))
    telling = [word for word in found if word not in _COMMON]
    return (telling or found)[:_MOST_TERMS]
