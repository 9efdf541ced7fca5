"""Where people moved the excerpts of pages to: a pin belongs to a page's text, wherever it was read.

A pin is stored together with the context of the run that it was made in, rendered again in the same transaction, so
that every surface shows the same. Other runs that read the same text keep what they rendered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete
from sqlmodel import Session, col, select

from workbench.errors import BadRequest
from workbench.records import Context, RunRecord, Source
from workbench.store.authors import author_of
from workbench.store.blobs import key_of
from workbench.store.database import Database, upsert
from workbench.store.run_rows import find, record
from workbench.store.stage_records import pack
from workbench.store.stored_text import clean
from workbench.store.tables import ExcerptPinRow, StageRow

Rendering = Callable[[RunRecord, Mapping[str, int]], Context]


@dataclass(frozen=True, slots=True)
class ExcerptPin:
    """Where the excerpt of a text begins, in code points, and who moved it there, when."""

    start: int
    author: str
    at: datetime


def text_key(source: Source) -> str:
    """The key of the page text that an excerpt of the source is cut from; "" if it has none."""
    page = source.read.page
    return key_of(clean(page.text).encode()) if page and page.text else ""


class ExcerptPins:
    """The moved excerpts of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, sources: Iterable[Source]) -> dict[str, ExcerptPin]:
        """The pins of the sources' page texts, by the sources' addresses."""
        with self._database.reading() as session:
            return _of(session, sources)

    def starts(self, sources: Iterable[Source]) -> dict[str, int]:
        """Where moved excerpts begin, by the sources' addresses."""
        return {url: pin.start for url, pin in self.of(sources).items()}

    def set(self, run: str, url: str, start: int | None, author: str, render: Rendering) -> RunRecord:
        """Move the excerpt of a run's source, or with no start give it back its own; the run as it then stands.

        The run's context is rendered again with every pin of its texts, in the same transaction.
        """
        with self._database.writing() as session:
            row = find(session, run)
            held = record(session, row, texts=True)
            sources = held.judged.sources if held.judged else ()
            key = _key_in(held, url)
            if start is None:
                session.execute(delete(ExcerptPinRow).where(col(ExcerptPinRow.text_key) == key))
            else:
                pin = {"text_key": key, "start": start, "author": author_of(author)}
                upsert(session, ExcerptPinRow, [{**pin, "at": datetime.now(UTC)}], ["text_key"])
            starts = {address: pin.start for address, pin in _of(session, sources).items()}
            _replace(session, row.id, render(held, starts))
            session.flush()
            return record(session, row, texts=True)


def _of(session: Session, sources: Iterable[Source]) -> dict[str, ExcerptPin]:
    keys = {source.url: key for source in sources if (key := text_key(source))}
    rows = session.exec(select(ExcerptPinRow).where(col(ExcerptPinRow.text_key).in_(set(keys.values()))))
    found = {row.text_key: ExcerptPin(row.start, row.author, row.at) for row in rows}
    return {url: found[key] for url, key in keys.items() if key in found}


def _key_in(run: RunRecord, url: str) -> str:
    """The key of the text whose excerpt stands in the run's context under the address."""
    if run.context is None:
        raise BadRequest(f"Run {run.number} has no context yet, so there is no excerpt to move.")
    sources: Sequence[Source] = run.judged.sources if run.judged else ()
    source = next((one for one in sources if one.url == url), None)
    if source is None:
        raise BadRequest(f"Run {run.number} has no source {url[:200]}.")
    if not (key := text_key(source)):
        raise BadRequest(f"The page of {url[:200]} was not read, so there is no excerpt to move.")
    return key


def _replace(session: Session, run: str, context: Context) -> None:
    row = session.exec(select(StageRow).where(col(StageRow.run_id) == run, col(StageRow.stage) == "render")).one()
    row.record = pack("render", context).record
    session.add(row)
