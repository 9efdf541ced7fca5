"""The sources of a run as a bibliography names them, before any format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from workbench.export.made import facts_line, judged
from workbench.export.table import Row, table
from workbench.export.texts import cited
from workbench.records import RunRecord, Source
from workbench.signals.dates import candidate
from workbench.text import plain, shown

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_LONGEST_PLACE = 40


@dataclass(frozen=True, slots=True)
class Citation:
    """One web page as it is cited: every text is one line; `key` is ASCII and one of its kind."""

    key: str
    title: str
    url: str
    site: str
    accessed: date
    issued: date | None
    language: str
    abstract: str
    note: str


def citations(run: RunRecord) -> tuple[Citation, ...]:
    """The sources, best first; each note says score, components, what was read, settings and hashes."""
    rows = table(run)
    made = facts_line(run, rows)
    sources = run.judged.sources if run.judged else ()
    return tuple(_citation(run, row, source, made) for row, source in zip(rows, sources, strict=False))


def _citation(run: RunRecord, row: Row, source: Source, made: str) -> Citation:
    page = source.read.page
    read_on = page.fetched_at.date() if page and page.fetched_at else run.today
    language = page.language if page and _LANGUAGE.fullmatch(page.language) else ""
    return Citation(
        key=f"{_place(source.domain)}-r{run.number}-{row.rank}",
        title=row.title or "Untitled",
        url=cited(source.url),
        site=shown(source.domain),
        accessed=read_on,
        issued=_issued(source, run.today),
        language=language,
        abstract=plain(source.read.hit.snippet),
        note=shown(f"{judged(row)}; {made}"),
    )


def _place(domain: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", domain.lower())[:_LONGEST_PLACE].strip("-") or "source"


def _issued(source: Source, today: date) -> date | None:
    """The day the page claims for itself, else the day of the result."""
    page, counted = source.read.page, candidate(source.read.hit, today)
    own = page.published if page else None
    return own or (counted.day if counted and not counted.refused else None)
