"""Reads a PDF: its text page by page, until the pages or the time run out, and why where there is none."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFEncryptionError, PDFPasswordIncorrect
from pdfplumber.utils.exceptions import PdfminerException

from workbench.extract import dates
from workbench.extract.blank import described, kept, unreadable
from workbench.extract.hidden import HIDDEN_TEXT
from workbench.extract.pdf_info import claims_of, title_of
from workbench.extract.pdf_page import PdfPage, read_pdf_page
from workbench.extract.time_limit import OutOfTime, limited
from workbench.records import Page, Response

PAGE_BREAK = "\n\n---\n\n"
MAX_PAGES = 200
READ_SECONDS = 3.5  # inside the 5 s of a worker, so that what was read by then is kept
SOME_PICTURES = "some pages are pictures"
SOME_ILLEGIBLE = "some pages are illegible"

_TITLE_CHARACTERS = 200
_COVERED = 0.5  # of a page: a picture of a page, not in a page
_LOCKED = "the PDF is locked with a password"
_ENCRYPTED = "the PDF is encrypted in a way that is not read"
_PICTURES = "the pages are pictures; no text was found (OCR is not done)"
_ILLEGIBLE = "the text is illegible: the fonts of the PDF do not say which letters they draw"
_DIGITS = re.compile(r"\d+")


@dataclass(slots=True)
class _Reading:
    """What was read of a document by the time it ended."""

    document: Any = None
    pages: list[PdfPage] = field(default_factory=list)
    count: int = 0
    broken: str = ""


def read_pdf(response: Response, today: date, *, max_pages: int = MAX_PAGES, seconds: float = READ_SECONDS) -> Page:
    """The page that a PDF body holds; a locked, scanned, illegible or broken one says so."""
    reading = _Reading()
    try:
        with limited(seconds):
            _read_into(reading, response.body, max_pages, time.monotonic() + seconds)
    except OutOfTime:
        if not reading.pages:
            return unreadable(response, f"the PDF is too slow to read: {seconds:g} s passed over its first page")
    except PdfminerException as error:
        return unreadable(response, _why_closed(error))
    return _page(reading, response, today)


def _read_into(reading: _Reading, body: bytes, most: int, until: float) -> None:
    """Read page after page; a broken one leaves the others."""
    reading.document = pdfplumber.open(io.BytesIO(body))
    every = reading.document.pages
    reading.count = len(every)
    for page in every[:most]:
        try:
            reading.pages.append(read_pdf_page(page))
        except PdfminerException as error:
            reading.broken = _cause(error)
        page.close()
        if time.monotonic() > until:
            return


def _page(reading: _Reading, response: Response, today: date) -> Page:
    metadata = reading.document.metadata or {}
    pages = _without_stamps(reading.pages)
    text = kept(PAGE_BREAK.join(page.text for page in pages if page.text))
    title = title_of(metadata)
    if not text:
        return unreadable(response, _why_empty(reading, pages), title=title)
    claims = [
        *dates.in_url(response.final_url or response.url, today),
        *claims_of(metadata, today),
        *dates.in_header(response.modified, today),
    ]
    return described(
        response,
        title=(title or pages[0].headline or text.partition("\n")[0])[:_TITLE_CHARACTERS].strip(),
        text=text,
        flags=_flags(pages),
        dates=dates.ordered(claims),
        truncated=len(pages) < reading.count,
    )


def _flags(pages: Sequence[PdfPage]) -> tuple[str, ...]:
    signs = (
        (HIDDEN_TEXT, any(page.hidden for page in pages)),
        (SOME_ILLEGIBLE, any(not page.legible for page in pages)),
        (SOME_PICTURES, any(page.pictured > _COVERED and page.legible and not page.text for page in pages)),
    )
    return tuple(flag for flag, holds in signs if holds)


def _without_stamps(pages: list[PdfPage]) -> list[PdfPage]:
    """The pages as they are; where all are pictures with one and the same stamp on them, without it."""
    if len(pages) < 2 or not all(page.pictured > _COVERED for page in pages):
        return pages
    stamps = {_DIGITS.sub("", page.text) for page in pages if page.text}
    return [replace(page, text="") for page in pages] if len(stamps) == 1 else pages


def _why_empty(reading: _Reading, pages: Sequence[PdfPage]) -> str:
    if any(not page.legible for page in pages):
        return _ILLEGIBLE
    if any(page.pictured for page in pages):
        return _PICTURES
    if reading.broken or not pages:
        return f"the PDF is broken ({reading.broken})" if reading.broken else "the PDF is broken: it has no pages"
    return "the PDF holds no text"


def _why_closed(error: PdfminerException) -> str:
    """Why a document does not open."""
    match error.args[0] if error.args else None:
        case PDFPasswordIncorrect():
            return _LOCKED
        case PDFEncryptionError():
            return _ENCRYPTED
    return f"the PDF is broken ({_cause(error)})"


def _cause(error: Exception) -> str:
    return type(error.args[0] if error.args and isinstance(error.args[0], Exception) else error).__name__
