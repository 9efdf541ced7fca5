"""PDFs: text with page breaks, and a reason in words for those that hold none."""

from __future__ import annotations

import io
from datetime import date

import pytest
from reportlab.lib import pdfencrypt
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

from tests.extract.recipes import bomb, pdf_with_stream
from workbench.extract.pdf import PAGE_BREAK, read_pdf
from workbench.extract.read import read
from workbench.records import Page, Response

TODAY = date(2026, 11, 29)
URL = "https://good.example/2026/03/04/report.pdf"


def document(pages: list[str], title: str = "", password: str = "", *, scanned: bool = False) -> bytes:
    file = io.BytesIO()
    lock = pdfencrypt.StandardEncryption(password, canPrint=0) if password else None
    paper = canvas.Canvas(file, encrypt=lock)
    if title:
        paper.setTitle(title)
    for text in pages:
        if scanned:
            paper.drawImage(picture(), 100, 400, 50, 50)
        paper.drawString(72, 700, text)
        paper.showPage()
    paper.save()
    return file.getvalue()


def picture() -> ImageReader:
    from PIL import Image

    return ImageReader(Image.new("RGB", (8, 8), "red"))


def answer(body: bytes) -> Response:
    return Response(URL, "ok", status=200, content_type="application/pdf", body=body)


def page(body: bytes) -> Page:
    return read(answer(body), TODAY)


def test_text_comes_page_by_page_with_the_document_s_title() -> None:
    found = page(document(["River quality fell.", "It fell at nine sites."], "River report"))
    assert (found.outcome, found.title) == ("ok", "River report")
    assert found.text == f"River quality fell.{PAGE_BREAK}It fell at nine sites."
    assert (found.truncated, found.published) == (False, date(2026, 3, 4))


def test_without_a_title_the_first_line_stands_for_it() -> None:
    assert page(document(["River quality fell."], " ")).title == "River quality fell."


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (document(["secret"], password="x"), "the PDF is locked with a password"),
        (document([""], scanned=True), "the pages are pictures; no text was found (OCR is not done)"),
        (document([""]), "the PDF holds no text"),
        (b"%PDF-1.7\nno more", "the PDF is broken"),
        (document(["River"])[:400], "the PDF is broken"),
    ],
)
def test_what_holds_no_text_says_why(body: bytes, reason: str) -> None:
    found = page(body)
    assert (found.outcome, found.text) == ("unreadable", "")
    assert found.reason.startswith(reason)


def test_pages_over_the_cap_are_left_out_and_said() -> None:
    found = read_pdf(answer(document(["One.", "Two.", "Three."])), TODAY, max_pages=2)
    assert (found.text, found.truncated) == (f"One.{PAGE_BREAK}Two.", True)


def test_what_was_read_when_the_time_ran_out_is_kept() -> None:
    found = read_pdf(answer(document(["One.", "Two."])), TODAY, seconds=0)
    assert (found.text, found.truncated) == ("One.", True)


def test_a_stream_that_is_no_text_gives_none() -> None:
    assert page(b"%PDF-1.4\n" + pdf_with_stream(bomb("deflate", " ", 64))).outcome == "unreadable"
