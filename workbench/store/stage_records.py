"""A stage's records as they are stored: JSON without the page texts, which are kept once by their hash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.errors import StoreError
from workbench.records import Context, Judged, Read, Searched, Source, Stage, dump, load
from workbench.store.stored_text import clean, from_json, to_json

StageRecord = Searched | tuple[Read, ...] | Judged | Context

KINDS: dict[Stage, Any] = {"search": Searched, "read": tuple[Read, ...], "judge": Judged, "render": Context}


@dataclass(frozen=True, slots=True)
class Packed:
    """A stage ready to be stored: its JSON, a text for each page in order, the keys of the raw bodies."""

    record: str
    texts: tuple[str, ...]
    body_keys: tuple[str, ...]


def pack(stage: Stage, record: StageRecord) -> Packed:
    """What is stored for a stage."""
    reads = _reads(record)
    pages = [read.page for read in reads if read.page]
    bare = _with_texts(record, [""] * len(reads))
    return Packed(
        record=to_json(dump(bare, KINDS[stage])),
        texts=tuple(clean(read.page.text) if read.page else "" for read in reads),
        body_keys=tuple(page.body_key for page in pages if page.body_key),
    )


def unpack(stage: Stage, record: str, texts: Sequence[str] | None, what: str) -> Any:
    """The stage's records; without `texts` the pages stay empty."""
    try:
        loaded = load(KINDS[stage], from_json(record, what))
    except ValueError as error:
        raise StoreError(f"{what} is damaged in the database: its {stage} stage cannot be read.") from error
    if texts is None:
        return loaded
    if len(texts) != len(_reads(loaded)):
        raise StoreError(f"{what} is damaged in the database: its {stage} stage lacks page texts.")
    return _with_texts(loaded, texts)


def _reads(record: StageRecord) -> Sequence[Read]:
    match record:
        case Judged(sources=sources):
            return [source.read for source in sources]
        case tuple():
            return record
        case _:
            return []


def _with_texts(record: StageRecord, texts: Sequence[str]) -> StageRecord:
    match record:
        case Judged(sources=sources):
            return replace(record, sources=tuple(map(_source, sources, texts)))
        case tuple():
            return tuple(map(_read, record, texts))
        case _:
            return record


def _read(read: Read, text: str) -> Read:
    return replace(read, page=replace(read.page, text=text)) if read.page else read


def _source(source: Source, text: str) -> Source:
    return replace(source, read=_read(source.read, text))
