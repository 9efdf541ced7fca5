"""Reads a PDF: its text page by page, until the pages or the time run out."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from datetime import date
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFEncryptionError, PDFPasswordIncorrect
from pdfplumber.utils.exceptions import PdfminerException

from workbench.extract import dates
from workbench.extract.blank import described, kept, unreadable
from workbench.records import Page, Response
from workbench.text import one_line, safe

PAGE_BREAK = "\n\n---\n\n"
MAX_PAGES = 200
READ_SECONDS = 3.5  # inside the 5 s of a worker, so that what was read by then is kept

_TITLE_CHARACTERS = 200
_LOCKED = "the PDF is locked with a password"


def read_pdf(response: Response, today: date, *, max_pages: int = MAX_PAGES, seconds: float = READ_SECONDS) -> Page:
    """The page that a PDF body holds; a locked, scanned or broken one says so."""
    try:
        with pdfplumber.open(io.BytesIO(response.body)) as document:
            pages = list(_pages(document, max_pages, time.monotonic() + seconds))
            return _read(document, pages, response, today)
    except PdfminerException as error:
        locked = isinstance(error.args[0] if error.args else None, (PDFPasswordIncorrect, PDFEncryptionError))
        return unreadable(response, _LOCKED if locked else f"the PDF is broken ({_cause(error)})")


def _read(document: Any, pages: list[tuple[str, bool]], response: Response, today: date) -> Page:
    if not pages:
        return unreadable(response, "the PDF is broken: it has no pages")
    text = kept(PAGE_BREAK.join(filter(None, (text.strip() for text, _ in pages))))
    if not text:
        scanned = any(pictures for _, pictures in pages)
        return unreadable(response, "the PDF holds pictures of pages, no text" if scanned else "the PDF holds no text")
    claims = [*dates.in_url(response.final_url or response.url, today), *dates.in_header(response.modified, today)]
    return described(
        response,
        title=_title(document, text),
        text=text,
        dates=dates.ordered(claims),
        truncated=len(pages) < len(document.pages),
    )


def _pages(document: Any, most: int, until: float) -> Iterator[tuple[str, bool]]:
    """The text of each page and whether it holds pictures, as far as pages and time go."""
    for page in document.pages[:most]:
        yield page.extract_text() or "", bool(page.images)
        page.close()
        if time.monotonic() > until:
            return


def _title(document: Any, text: str) -> str:
    """The title in the document's own words, else its first line."""
    named = (document.metadata or {}).get("Title")
    title = one_line(safe(named)) if isinstance(named, str) else ""
    return (title or text.partition("\n")[0])[:_TITLE_CHARACTERS].strip()


def _cause(error: Exception) -> str:
    return type(error.args[0] if error.args and isinstance(error.args[0], Exception) else error).__name__
