"""A run as a Word document: the same run gives the same bytes, and only http(s) addresses are links."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Sequence
from zipfile import ZipFile

from docx import Document
from docx.document import Document as WordDocument
from docx.enum.section import WD_ORIENT
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from workbench.export.archive import zipped
from workbench.export.made import components, ended_at, facts, funnel_line, number
from workbench.export.table import Row, table
from workbench.export.texts import web_link
from workbench.records import RunRecord
from workbench.text import safe, shown

AUTHOR = "Research Workbench"
_LONGEST_PROPERTY = 255
_LONGEST_LINK = 2000  # Word opens no longer one
_AFTER_DIRECTION = ("w:adjustRightInd", "w:snapToGrid", "w:spacing", "w:ind", "w:jc", "w:rPr", "w:sectPr")
_LINK_BLUE = RGBColor(0x05, 0x63, 0xC1)


def as_docx(run: RunRecord) -> bytes:
    """What was asked, every result with its state, and what the writer gets."""
    rows = table(run)
    document = Document()
    section = document.sections[0]
    section.orientation = WD_ORIENT.LANDSCAPE
    section.page_width, section.page_height = section.page_height, section.page_width
    _properties(document, run)
    _say(document.add_heading(level=1), shown(run.topic) or "No topic")
    for name, value in facts(run):
        _say(document.add_paragraph(style="List Bullet"), f"{name}: {value}")
    _say(document.add_paragraph(), f"{funnel_line(rows)}.")
    _sources(document, [row for row in rows if row.rank is not None])
    _lost(document, [row for row in rows if row.rank is None])
    _context(document, run.context.text if run.context else "")
    return _packed(document, run)


def _properties(document: WordDocument, run: RunRecord) -> None:
    properties = document.core_properties
    at = ended_at(run).replace(tzinfo=None)
    properties.author = properties.last_modified_by = AUTHOR
    properties.title = shown(run.topic)[:_LONGEST_PROPERTY]
    properties.comments = f"Run {run.number}, settings version {run.settings_version}"
    properties.identifier = shown(run.id)[:_LONGEST_PROPERTY]
    properties.created = properties.modified = at
    properties.revision = 1


def _sources(document: WordDocument, rows: Sequence[Row]) -> None:
    if rows:
        document.add_heading("Sources", level=2)
    for row in rows:
        head = document.add_paragraph()
        _say(head, f"{row.rank}. ").bold = True
        _linked(head, row.title, web_link(row.url)).bold = True
        _say(document.add_paragraph(), row.url)
        parts = " · ".join(f"{name} {value}" for name, value in components(row))
        told = document.add_paragraph()
        _say(told, f"Score {number(row.overall_score)} · {parts} · ")
        _say(told, row.page).bold = row.page == "snippet only"
        if row.page_text_sha256:
            _say(document.add_paragraph(), f"SHA-256 of the page text: {row.page_text_sha256}")


def _lost(document: WordDocument, rows: Sequence[Row]) -> None:
    if not rows:
        return
    document.add_heading("Lost results", level=2)
    grid = document.add_table(rows=0, cols=5, style="Table Grid")
    _line(grid.add_row().cells, ("Engine’s place", "Result", "Address", "State", "Reason"))
    for row in rows:
        state = (row.state or "undecided").replace("_", " ")
        _line(grid.add_row().cells, (str(row.position), row.title, row.url, state, row.reason))


def _line(cells: Iterable[object], texts: Iterable[str]) -> None:
    for cell, text in zip(cells, texts, strict=True):
        _say(cell.paragraphs[0], text)  # type: ignore[attr-defined]


def _context(document: WordDocument, text: str) -> None:
    document.add_heading("What the writer gets", level=2)
    if not text:
        document.add_paragraph("Nothing: the context is the empty text.")
    for line in safe(text).split("\n") if text else ():
        paragraph = document.add_paragraph()
        paragraph.paragraph_format.space_after = Pt(0)
        written = _say(paragraph, line)
        written.font.name, written.font.size = "Courier New", Pt(9)


def _say(paragraph: Paragraph, text: str) -> Run:
    """Add the text as XML can hold it, from right to left if its first letter is."""
    run = paragraph.add_run(safe(text))
    if _from_the_right(text):
        run.font.rtl = True
        _turned(paragraph)
    return run


def _turned(paragraph: Paragraph) -> None:
    """Set the paragraph from right to left."""
    held = paragraph._p.get_or_add_pPr()  # noqa: SLF001  the library names no direction
    if held.find(qn("w:bidi")) is None:
        held.insert_element_before(OxmlElement("w:bidi"), *_AFTER_DIRECTION)


def _from_the_right(text: str) -> bool:
    strong = (unicodedata.bidirectional(char) for char in text)
    return next((kind in ("R", "AL") for kind in strong if kind in ("L", "R", "AL")), False)


def _linked(paragraph: Paragraph, text: str, url: str) -> Run:
    """Add the text, as a link if there is an address to follow."""
    run = _say(paragraph, text)
    if not url or len(url) > _LONGEST_LINK:
        return run
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), paragraph.part.relate_to(url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
    paragraph._p.append(link)  # noqa: SLF001  the library has no call that makes a link
    link.append(run._r)  # noqa: SLF001
    run.font.color.rgb, run.font.underline = _LINK_BLUE, True
    return run


def _packed(document: WordDocument, run: RunRecord) -> bytes:
    """The document with every file in it of the run's moment."""
    held = io.BytesIO()
    document.save(held)
    with ZipFile(held) as archive:
        return zipped(((name, archive.read(name)) for name in archive.namelist()), ended_at(run))
