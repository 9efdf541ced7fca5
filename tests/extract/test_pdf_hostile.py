"""PDFs that loop, swell or lock: each read, or refused in words, by a worker that lives on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import date

import pytest
from reportlab.lib import pdfencrypt
from reportlab.pdfgen import canvas

from tests.extract.papers import PROSE, drawn, lines, one_page, raw, stream, words
from workbench.extract.pdf import MAX_PAGES, PAGE_BREAK, read_pdf
from workbench.extract.pool import ExtractorPool
from workbench.extract.time_limit import OutOfTime, limited
from workbench.records import Page, Response

TODAY = date(2026, 11, 29)
FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
SHOWN = "BT /F1 11 Tf 72 700 Td (Nine sites.) Tj ET "
PAGE = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>{0}>>{1}>>"
CATALOG, TREE = "<</Type/Catalog/Pages 2 0 R{0}>>", "<</Type/Pages/Kids[3 0 R]/Count 1{0}>>"

DRAWN = {"resources": "/XObject<</X 6 0 R>>", "content": "/X Do"}


def answer(body: bytes) -> Response:
    return Response("https://good.example/report.pdf", "ok", status=200, content_type="application/pdf", body=body)


def looped(*more: str | bytes, content: str = "", trailer: str = "", **inside: str) -> bytes:
    """A one-page PDF with something wrong in it; `inside` goes into the object of its name."""
    catalog, tree = (text.format(inside.get(name, "")) for text, name in ((CATALOG, "catalog"), (TREE, "tree")))
    page = PAGE.format(inside.get("resources", ""), inside.get("page", ""))
    return raw(catalog, tree, page, stream(SHOWN + content), *more, trailer=trailer)


def form(draws: str, resources: str) -> bytes:
    return stream(draws, f"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<<{resources}>>>>")


def heavy(paper: canvas.Canvas) -> None:
    """Draws more letters than there is time to read."""
    for number in range(6000):
        paper.drawString(5, 5 + number % 800, "x" * 60)


READ = {
    "a form that draws itself": looped(FONT, form("/X Do", "/X 6 0 R"), **DRAWN),
    "two forms that draw each other": looped(
        FONT, form("/Y Do /Y Do", "/Y 7 0 R"), form("/X Do /X Do", "/X 6 0 R"), **DRAWN
    ),
    "a parent that is its own": looped(FONT, tree="/Parent 2 0 R"),
    "information that is itself": looped(FONT, "<</Title 6 0 R/CreationDate 6 0 R>>", trailer="/Info 6 0 R"),
    "an outline in a circle": looped(FONT, "<</First 6 0 R/Next 6 0 R/Parent 6 0 R>>", catalog="/Outlines 6 0 R"),
    "marks in a circle": looped(FONT, "<</K[6 0 R]/P 6 0 R>>", catalog="/StructTreeRoot 6 0 R"),
    "a script that runs on opening": looped(FONT, catalog="/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>"),
    "a launched program": looped(FONT, page="/AA<</O<</S/Launch/F(/bin/sh)>>>>"),
    "an attached file": looped(FONT, "<</F(x.html)>>", catalog="/Names<</EmbeddedFiles<</Names[(x) 6 0 R]>>>>"),
    "an unknown kind of stream": looped(FONT, stream("x", "/Filter/Brotli"), **DRAWN),
    "operators without operands": looped(FONT, content="Tj TJ Tf cm Do re l c Q Q Q Q EMC BI ID EI " * 50),
    "states that are never restored": looped(FONT, content="q " * 50_000),
    "a font at the size of nothing": looped(FONT, content="BT /F1 0 Tf (x) Tj ET"),
    "a font nobody defined": looped(FONT, content="BT /F9 11 Tf 0 0 Td ( ) Tj ET"),
}  # fmt: skip
WITHOUT_TEXT = {
    "a page tree in a circle": raw(CATALOG.format(""), "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>"),
    "a tree of ten thousand floors": raw(
        CATALOG.format(""), *(f"<</Type/Pages/Kids[{number + 3} 0 R]/Count 1>>" for number in range(10_000)), "null"
    ),
    "a catalogue that is none": raw("[1 0 R]"),
    "a root that is nowhere": raw("null", root=99),
    "a font that descends from itself": one_page(
        SHOWN, "<</F1 5 0 R>>", "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[5 0 R]>>"
    ),
    "letters drawn by themselves": one_page(
        SHOWN,
        "<</F1 5 0 R>>",
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 6 0 R>>"
        "/Encoding<</Differences[78/a]>>"
        "/FirstChar 78/LastChar 78/Widths[9]/Resources<</Font<</F1 5 0 R>>>>>>",
        stream("BT /F1 11 Tf (N) Tj ET"),
    ).replace(b"[78/a]", b"[78/N]"),
    "a length that is itself": one_page(b"<</Length 4 0 R>>stream\n" + SHOWN.encode(), "<</F1 9 0 R>>"),
    "a page as large as a country": looped(FONT).replace(b"[0 0 600 800]", b"[0 0 1e308 -1e308]"),
    "a page without a size": looped(FONT).replace(b"/MediaBox[0 0 600 800]", b""),
    "a turn of a page by a word": looped(FONT, page="/Rotate/Left"),
    "a bomb of blanks": one_page(stream(b" " * (256 << 20), packed=True), "<</F1 5 0 R>>", FONT),
    "numbers without an end": one_page(stream("1 " * 3_000_000, packed=True), "<</F1 5 0 R>>", FONT),
    "arrays in arrays": one_page(stream("[" * 200_000), "<</F1 5 0 R>>", FONT),
    "a table of places in a circle": looped(FONT, trailer="/Prev 9").replace(b"startxref\n", b"startxref\n9 "),
    "an object stream inside itself": raw(
        CATALOG.format(""), stream("3 0 <</Type/Page>>", "/Type/ObjStm/N 1/First 4/Extends 2 0 R")
    ),
    "a filter a thousand times": one_page(
        b"<</Length 3/Filter[" + b"/FlateDecode" * 1000 + b"]>>stream\nabc\nendstream", "<</F1 5 0 R>>", FONT
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def pool() -> Iterator[ExtractorPool]:
    workers = ExtractorPool(workers=2, today=lambda: TODAY)
    workers.start()
    yield workers
    asyncio.run(workers.aclose())


async def read(pool: ExtractorPool, body: bytes) -> Page:
    started = time.monotonic()
    page = await pool(answer(body))
    assert time.monotonic() - started < 11
    assert (page.outcome == "ok") == bool(page.text)
    assert page.reason or page.outcome == "ok"
    return page


@pytest.mark.parametrize("body", READ.values(), ids=READ)
async def test_what_goes_round_in_circles_beside_the_text_leaves_the_text(body: bytes, pool: ExtractorPool) -> None:
    page = await read(pool, body)
    assert page.text == "Nine sites.", page.reason


@pytest.mark.parametrize("body", WITHOUT_TEXT.values(), ids=WITHOUT_TEXT)
async def test_what_cannot_be_read_is_said_in_words(body: bytes, pool: ExtractorPool) -> None:
    page = await read(pool, body)
    assert (page.outcome, page.text) in {("unreadable", ""), ("ok", "Nine sites.")}, page


async def test_three_hundred_pages_are_read_to_the_cap(pool: ExtractorPool) -> None:
    body = drawn(*(words(f"Page {number} of the report on river quality.") for number in range(300)))
    page = await read(pool, body)
    assert page.outcome == "ok"
    assert page.truncated
    assert page.text.startswith("Page 0 of the report on river quality." + PAGE_BREAK + "Page 1 ")
    assert 20 < page.text.count("Page ") <= MAX_PAGES


async def test_a_heavy_page_is_left_out_and_what_stands_before_it_is_kept(pool: ExtractorPool) -> None:
    page = await read(pool, drawn(lines(PROSE), heavy, lines(PROSE)))
    assert (page.outcome, page.text, page.truncated) == ("ok", "\n".join(PROSE), True)


async def test_a_heavy_first_page_is_said_and_does_not_cost_the_worker(pool: ExtractorPool) -> None:
    page = await read(pool, drawn(heavy))
    assert page.reason == "the PDF is too slow to read: 3.5 s passed over its first page"


@pytest.mark.parametrize("strength", [40, 128])
async def test_a_locked_pdf_says_so_and_one_that_only_forbids_printing_is_read(
    strength: int, pool: ExtractorPool
) -> None:
    locked = pdfencrypt.StandardEncryption("secret", "owner", strength=strength)
    page = await read(pool, drawn(lines(PROSE), lock=locked))
    assert (page.outcome, page.reason) == ("unreadable", "the PDF is locked with a password")
    guarded = pdfencrypt.StandardEncryption("", "owner", canPrint=0, canCopy=0, strength=strength)
    assert (await read(pool, drawn(lines(PROSE), lock=guarded))).text == "\n".join(PROSE)


async def test_an_encryption_that_nobody_knows_says_so(pool: ExtractorPool) -> None:
    body = looped(FONT, "<</Filter/Adobe.APS/V 4>>", trailer="/Encrypt 6 0 R/ID[<00><00>]")
    assert (await read(pool, body)).reason == "the PDF is encrypted in a way that is not read"


async def test_one_broken_page_leaves_the_others(pool: ExtractorPool) -> None:
    body = raw(
        CATALOG.format(""), "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>",
        PAGE.format("", "").replace("/Contents 4 0 R", "/Contents 7 0 R"), stream(SHOWN), FONT,
        PAGE.format("", ""), stream("BT /F1 [1] Tf (x) Tj ET /P <</MCID 1 BDC"),
    )  # fmt: skip
    assert (await read(pool, body)).text.endswith("Nine sites.")


def test_the_time_limit_ends_a_loop_and_leaves_the_clock_as_it_was() -> None:
    def stubborn() -> None:
        while True:
            try:
                time.sleep(0.01)
            except Exception:  # noqa: BLE001  what a library might do
                continue

    started = time.monotonic()
    with limited(5):
        with pytest.raises(OutOfTime), limited(0.1):
            stubborn()
        assert time.monotonic() - started < 1
    time.sleep(0.15)


async def test_off_the_main_thread_the_time_is_looked_at_between_pages() -> None:
    body = drawn(*(lines(PROSE) for _ in range(3)))
    page = await asyncio.to_thread(read_pdf, answer(body), TODAY, seconds=0.001)
    assert (page.text, page.truncated) == ("\n".join(PROSE), True)
