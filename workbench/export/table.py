"""A run as one table: a row a result, the ranked sources first; each row says what it was made from."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Literal

from workbench.errors import BadRequest
from workbench.export.cells import guarded, unguarded
from workbench.export.hashes import context_sha256, page_sha256, settings_sha256
from workbench.export.texts import headline
from workbench.records import Dropped, Hit, RunRecord, Source
from workbench.signals.dates import candidate
from workbench.text import safe

NOT_JUDGED = "not judged: the run had not come so far"

PageState = Literal["page read", "snippet only", ""]


@dataclass(frozen=True, slots=True)
class Row:
    """One result: a source with its rank, score and components, or a lost one with its state and reason.

    `date` is the day that counts for recency; `position` is the engine's place; a hash of nothing is empty.
    """

    rank: int | None = None
    title: str = ""
    url: str = ""
    domain: str = ""
    overall_score: float | None = None
    domain_credibility: float | None = None
    snippet_quality: float | None = None
    recency_score: float | None = None
    uniqueness_score: float | None = None
    search_rank_score: float | None = None
    position: int | None = None
    state: str = ""
    reason: str = ""
    copy_of: str = ""
    page: str = ""
    date: str = ""
    engine: str = ""
    page_text_sha256: str = ""
    topic: str = ""
    run: str = ""
    settings_version: int | None = None
    settings_sha256: str = ""
    context_sha256: str = ""


COLUMNS = tuple(field.name for field in fields(Row))
_WHOLE = frozenset({"rank", "position", "settings_version"})
_NUMBERS = frozenset(name for name in COLUMNS if name.endswith(("_score", "_credibility", "_quality")))


def table(run: RunRecord) -> tuple[Row, ...]:
    """Every result once: the sources best first, then the lost ones in the engine's order."""
    made = _made(run)
    sources = run.judged.sources if run.judged else ()
    kept = {_place(source.read.hit) for source in sources}
    lost = {_place(one.hit): one for one in dropped(run)}
    return (
        *(_kept(run, rank, source, made) for rank, source in enumerate(sources, 1)),
        *(_lost(hit, lost.get(_place(hit)), made) for hit in hits(run) if _place(hit) not in kept),
    )


def dropped(run: RunRecord) -> tuple[Dropped, ...]:
    """Every result that is no source, with the reason."""
    return (*(run.searched.dropped if run.searched else ()), *(run.judged.dropped if run.judged else ()))


def hits(run: RunRecord) -> Iterator[Hit]:
    """Every result of every engine, in its order."""
    for answer in run.searched.answers if run.searched else ():
        yield from answer.hits


def _place(hit: Hit) -> tuple[str, int]:
    return hit.engine, hit.position


def _made(run: RunRecord) -> Row:
    return Row(
        topic=safe(run.topic),
        run=safe(run.id),
        settings_version=run.settings_version,
        settings_sha256=settings_sha256(run),
        context_sha256=context_sha256(run),
    )


def _kept(run: RunRecord, rank: int, source: Source, made: Row) -> Row:
    hit, parts = source.read.hit, source.components
    counted = candidate(hit, run.today)
    page: PageState = "page read" if source.read.readable else "snippet only"
    return replace(
        made,
        rank=rank,
        title=headline(hit.title, source.url),
        url=safe(source.url),
        domain=safe(source.domain),
        overall_score=_finite(source.score),
        domain_credibility=_finite(parts.credibility),
        snippet_quality=_finite(parts.snippet),
        recency_score=_finite(parts.recency),
        uniqueness_score=_finite(parts.uniqueness),
        search_rank_score=_finite(parts.search_rank),
        position=hit.position,
        state="kept",
        page=page,
        date=counted.day.isoformat() if counted and counted.day and not counted.refused else "",
        engine=safe(hit.engine),
        page_text_sha256=page_sha256(source),
    )


def _lost(hit: Hit, lost: Dropped | None, made: Row) -> Row:
    return replace(
        made,
        title=headline(hit.title, hit.url),
        url=safe(hit.url),
        position=hit.position,
        state=lost.state if lost else "",
        reason=safe(lost.reason) if lost else NOT_JUDGED,
        copy_of=safe(lost.of) if lost else "",
        engine=safe(hit.engine),
    )


def _finite(number: float) -> float | None:
    return float(number) if math.isfinite(number) else None


def to_csv(rows: Iterable[Row], *, mark: bool = False) -> str:
    """The rows under their names; no text cell can be taken for a formula. `mark` adds a byte order mark."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in asdict(row).items()} for row in rows)
    return ("\ufeff" if mark else "") + out.getvalue()


def _cell(value: object) -> object:
    return guarded(value) if isinstance(value, str) else value


def read_csv(data: str | bytes) -> tuple[Row, ...]:
    """The rows that an exported CSV was made of, with or without a byte order mark."""
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        raise BadRequest(f"The table is not UTF-8 text (byte {error.start + 1:,}).") from error
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))  # of the process: it may only grow
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise BadRequest(f"The table is none of a run: its first line names {', '.join(COLUMNS)}.")
        return tuple(_row(number, cells) for number, cells in enumerate(reader, 1))
    except csv.Error as error:
        raise BadRequest(f"Row {reader.line_num} of the table cannot be read: {error}.") from error


def _row(number: int, cells: Mapping[str | None, str | None]) -> Row:
    held: dict[str, object] = {}
    for name in COLUMNS:
        cell = cells.get(name)
        if cell is None or None in cells:
            raise BadRequest(f"Row {number} of the table has not {len(COLUMNS)} cells.")
        try:
            held[name] = _value(name, cell)
        except ValueError as error:
            raise BadRequest(f"Row {number} of the table: {name} is no number.") from error
    return Row(**held)  # type: ignore[arg-type]  # each column by its own kind


def _value(name: str, cell: str) -> object:
    if name in _WHOLE:
        return int(cell) if cell else None
    if name in _NUMBERS:
        return float(cell) if cell else None
    return unguarded(cell)
