"""The words of a document that a reader sees; no file and no address is opened on the way."""

from __future__ import annotations

from typing import Any

from workbench.records import Document
from workbench.store.stored_text import clean

_UNSEEN = "//head|//script|//style|//noscript|//template|//comment()|//svg|//iframe|//object"


def visible_text(document: Document) -> str:
    """What a search looks through where the caller gives no text: HTML without its markup, plain text as it is."""
    kind = document.content_type.partition(";")[0].strip().lower()
    if "html" in kind:
        return clean(_of_html(document.body))
    if kind == "application/pdf":
        return ""
    return clean(document.body.decode("utf-8-sig", "replace"))


def _of_html(body: bytes) -> str:
    from lxml import etree, html

    try:
        root: Any = html.document_fromstring(body, parser=html.HTMLParser(encoding=_encoding(body), no_network=True))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return ""
    for unseen in root.xpath(_UNSEEN):
        if unseen.getparent() is not None:
            unseen.drop_tree()
    return " ".join(" ".join(root.itertext()).split())


def _encoding(body: bytes) -> str | None:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"
