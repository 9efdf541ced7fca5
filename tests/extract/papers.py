"""PDFs of every kind a reader meets: set in columns, ruled, scanned, with fonts that name no letters, and hostile."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Sequence

from PIL import Image
from reportlab.lib import colors, pdfencrypt
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, SimpleDocTemplate, Table

PROSE = (
    "The committee published its findings on river quality after eleven months of sampling across nine sites.",
    "Nitrate levels fell where two councils rebuilt their sewage works, and rose below the older farms.",
    "Anglers counted mayfly larvae every spring and sent their notebooks to the laboratory in the harbour.",
    "Engineers close the flood gates within twelve minutes when a tide gauge upstream sends an alarm.",
    "A second survey is planned for the dry months, when the water is low and the gravel beds lie open.",
)
PARTS = 9
Draw = Callable[[canvas.Canvas], None]


def drawn(*pages: Draw, title: str = "", lock: pdfencrypt.StandardEncryption | None = None) -> bytes:
    """A PDF whose pages are drawn one after another; the same every time."""
    file = io.BytesIO()
    paper = canvas.Canvas(file, pagesize=A4, encrypt=lock, invariant=1)
    paper.setTitle(title)
    for page in pages:
        page(paper)
        paper.showPage()
    paper.save()
    return file.getvalue()


def words(text: str, x: float = 72, y: float = 700, *, size: float = 11, font: str = "Helvetica") -> Draw:
    """Draws one line."""

    def draw(paper: canvas.Canvas) -> None:
        paper.setFont(font, size)
        paper.drawString(x, y, text)

    return draw


def lines(texts: Sequence[str], x: float = 72, y: float = 700, **more: float) -> Draw:
    """Draws lines under one another."""

    def draw(paper: canvas.Canvas) -> None:
        for number, text in enumerate(texts):
            words(text, x, y - 14 * number, **more)(paper)  # type: ignore[arg-type]

    return draw


def both(*draws: Draw) -> Draw:
    """Draws one thing over another."""

    def draw(paper: canvas.Canvas) -> None:
        for one in draws:
            one(paper)

    return draw


def picture(x: float, y: float, width: float, height: float) -> Draw:
    """Draws a picture into a box."""
    image = ImageReader(Image.new("RGB", (8, 8), "grey"))
    return lambda paper: paper.drawImage(image, x, y, width, height)


def scan() -> Draw:
    """Draws a picture over the whole page."""
    return picture(0, 0, *A4)


def columned(count: int, title: str = "") -> bytes:
    """A page of prose in columns, a title above them."""
    file = io.BytesIO()
    wide, high = A4
    gap, top = 18, 60 if title else 0
    width = (wide - 100 - gap * (count - 1)) / count
    frames = [
        Frame(50 + number * (width + gap), 60, width, high - 120 - top, leftPadding=0, rightPadding=0)
        for number in range(count)
    ]

    def head(paper: canvas.Canvas, _: object) -> None:
        words(title, 60, high - 70, size=18)(paper)

    paper = BaseDocTemplate(file, pagesize=A4, invariant=1)
    paper.addPageTemplates(PageTemplate(frames=frames, onPage=head if title else lambda *_: None))
    style = getSampleStyleSheet()["BodyText"]
    story: list[Flowable] = []
    for number in range(PARTS):
        story.append(Paragraph(f"Part {number}. " + " ".join(PROSE), style))
    paper.build(story)
    return file.getvalue()


def tabled(rows: Sequence[Sequence[str]], *, before: str = PROSE[0], after: str = PROSE[1]) -> bytes:
    """A ruled table between two paragraphs."""
    file = io.BytesIO()
    style = getSampleStyleSheet()["BodyText"]
    grid = Table([list(row) for row in rows], style=[("GRID", (0, 0), (-1, -1), 0.5, colors.black)])
    SimpleDocTemplate(file, pagesize=A4, invariant=1).build([Paragraph(before, style), grid, Paragraph(after, style)])
    return file.getvalue()


def raw(*objects: str | bytes, root: int = 1, trailer: str = "") -> bytes:
    """A PDF of hand-written objects, numbered from 1, with a sound table of places."""
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, thing in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + (thing.encode() if isinstance(thing, str) else thing) + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    out += f"trailer<</Root {root} 0 R/Size {len(places) + 1}{trailer}>>\nstartxref\n{start}\n%%EOF".encode()
    return bytes(out)


def stream(content: str | bytes, extra: str = "", *, packed: bool = False) -> bytes:
    """A stream object."""
    body = content.encode() if isinstance(content, str) else content
    body = zlib.compress(body) if packed else body
    coded = "/Filter/FlateDecode" if packed else ""
    return f"<</Length {len(body)}{coded}{extra}>>stream\n".encode() + body + b"\nendstream"


def one_page(content: str | bytes, fonts: str = "<</F1 5 0 R>>", *more: str | bytes) -> bytes:
    """A PDF of one page: its content is object 4, object 5 on are `more`."""
    resources = f"<</Font{fonts}>>"
    return raw(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources{resources}>>",
        content if isinstance(content, bytes) else stream(content),
        *more,
    )


def glyphs(texts: Sequence[str], shift: int = 0) -> str:
    """A content stream that draws lines by two-byte glyph numbers, letters moved by a shift."""
    shown = ["BT /F1 8 Tf 14 TL 72 700 Td"]
    for text in texts:
        numbers = "".join(f"{ord(char) + shift:04x}" for char in text)
        shown.append(f"<{numbers}> Tj T*")
    return "\n".join([*shown, "ET"])


def numbered(texts: Sequence[str], mapped: Callable[[int], int] | None = None) -> bytes:
    """A page whose font names glyphs by number only; `mapped` gives the letter that it claims for a number."""
    wide = "/DW 550/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
    font = "<</Type/Font/Subtype/Type0/BaseFont/Odd/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 7 0 R>>"
    under = f"<</Type/Font/Subtype/CIDFontType2/BaseFont/Odd/FontDescriptor 8 0 R{wide}>>"
    about = (
        "<</Type/FontDescriptor/FontName/Odd/Flags 4/FontBBox[0 0 1000 1000]/Ascent 800/Descent -200"
        "/ItalicAngle 0/CapHeight 700/StemV 80>>"
    )
    named = "".join(f"<{code:04x}> <{mapped(code):04x}>\n" for code in range(32, 127)) if mapped else ""
    table = (
        f"/CIDInit /ProcSet findresource begin begincmap 95 beginbfchar\n{named}endbfchar endcmap end" if named else ""
    )
    if not mapped:
        font = font.replace("/ToUnicode 7 0 R", "")
    return one_page(glyphs(texts), "<</F1 5 0 R>>", font, under, stream(table), about)


def spread(text: str) -> str:
    """The text with a blank between all letters, as a wide heading is set."""
    return re.sub(r"(?<=\w)(?=\w)", " ", text)
