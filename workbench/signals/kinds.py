"""What kind of page a body is, by its declared type and its first bytes."""

from __future__ import annotations

import re

HTML, XHTML, TEXT, PDF = "text/html", "application/xhtml+xml", "text/plain", "application/pdf"
READ = frozenset({HTML, XHTML, TEXT, PDF})

_HEAD_BYTES = 1024
_MARKUP = re.compile(
    rb"(?:\s|\xef\xbb\xbf|<!--.{0,900}?-->|<\?xml[^>]{0,300}>)*"
    rb"<(?:!doctype\s+html|html|head|title|meta|link|script|style|body|main|article|header|h[1-6]|div|p|a|b|br|table"
    rb"|font|iframe|section|nav|ul|frameset)\b",
    re.IGNORECASE | re.DOTALL,
)
_OTHER_MAGIC = (
    b"\x1f\x8b", b"PK\x03\x04", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"RIFF", b"BZh", b"\xfd7zXZ\x00",
    b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf", b"Rar!", b"OggS", b"ID3", b"\x7fELF", b"%!PS", b"\xd0\xcf\x11\xe0", b"wOF2",
)  # fmt: skip


def essence(content_type: str) -> str:
    """The type and subtype that a header names, lower-cased, of several the last; "" where it names none."""
    return content_type.partition(";")[0].rpartition(",")[2].strip().lower()


def looks_html(body: bytes) -> bool:
    """Whether the first bytes are the start of an HTML page, in one or two bytes a letter."""
    head = body[:_HEAD_BYTES].removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
    return _MARKUP.match(head.replace(b"\x00", b"")) is not None


def looks_pdf(body: bytes) -> bool:
    """Whether the first bytes are the start of a PDF."""
    return body[:_HEAD_BYTES].lstrip(b"\xef\xbb\xbf \t\r\n\x00").startswith(b"%PDF-")


def kind_of(content_type: str, body: bytes) -> str:
    """The kind to read a body as, "" if it is none that is read.

    A declared type that is not read decides; a missing one is sniffed; between HTML and PDF the bytes win.
    """
    declared = essence(content_type)
    if declared and declared not in READ:
        return ""
    if looks_pdf(body):
        return PDF
    if declared == TEXT:
        return "" if body.startswith(_OTHER_MAGIC) else TEXT
    if looks_html(body):
        return XHTML if declared == XHTML else HTML
    return "" if body.startswith(_OTHER_MAGIC) else declared


def typed(declared: str, body: bytes) -> tuple[str, str]:
    """The content type to read a body by, parameters kept; or "" and why it is no page."""
    kind = kind_of(declared, body)
    if not kind:
        return "", f"not a page ({essence(declared)[:80] or 'no type, and not HTML'})"
    return kind + "".join(declared.partition(";")[1:]), ""
