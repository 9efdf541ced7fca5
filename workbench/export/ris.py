"""A run's sources as RIS: a tag a line, and no text holds a line break."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from workbench.export.citations import Citation, citations
from workbench.records import RunRecord


def as_ris(run: RunRecord) -> str:
    """One record a source."""
    return "".join(f"{tag}  - {value}\r\n" for one in citations(run) for tag, value in _tags(one))


def _tags(one: Citation) -> Iterator[tuple[str, str]]:
    yield "TY", "ELEC"
    yield "ID", one.key
    yield "TI", one.title
    if one.site:
        yield "T2", one.site
    if one.issued:
        yield "PY", str(one.issued.year)
        yield "DA", _day(one.issued)
    if one.url:
        yield "UR", one.url
    yield "Y2", _day(one.accessed)
    if one.language:
        yield "LA", one.language
    if one.abstract:
        yield "AB", one.abstract
    yield "N1", one.note
    yield "ER", ""


def _day(day: date) -> str:
    return f"{day:%Y/%m/%d}/"
