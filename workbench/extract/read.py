"""Reads a response by its kind; every fault of a library inside is a page that says so."""

from __future__ import annotations

from datetime import date

from workbench.extract.blank import passed_on, unreadable
from workbench.extract.html import read_html
from workbench.extract.pdf import read_pdf
from workbench.extract.plain import read_plain
from workbench.records import Page, Response

_MARKUP = {"text/html", "application/xhtml+xml"}


def read(response: Response, today: date) -> Page:
    """The page that a response holds."""
    if response.outcome != "ok":
        return passed_on(response)
    kind = response.content_type.partition(";")[0].strip().lower()
    try:
        if kind == "application/pdf":
            return read_pdf(response, today)
        if kind in _MARKUP:
            return read_html(response, today)
        return read_plain(response, today)
    except MemoryError:
        return unreadable(response, "the text could not be read: out of memory")
    except Exception as error:  # noqa: BLE001  whatever a library raises over a page
        return unreadable(response, f"the text could not be read ({type(error).__name__})")
