"""The encoding that a page declares in its first bytes: `<meta>` or an XML declaration, as browsers look for it."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PRESCAN_BYTES = 16_384  # browsers begin with 1024; real pages put long comments and scripts before it
# Possessive all through: a page of unclosed tags costs one pass a tag, not a search.
_INSIDE = r"(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+"
_TAG = re.compile(
    r"<!--.*?(?:-->|$)"
    rf"|<meta(?=[\s/])(?P<meta>{_INSIDE})>"
    r"|<\?xml\s(?P<xml>[^>]*+)>"
    rf"|</?[a-z]{_INSIDE}>"
    r"|<[!/?][^>]*+>",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=/\"'>]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_IN_CONTENT = re.compile(r"charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"']+))", re.IGNORECASE)


def declared_labels(body: bytes) -> Iterator[str]:
    """The labels that a page declares, in order; UTF-16 declared in one-byte letters means UTF-8."""
    head = body[:_PRESCAN_BYTES].decode("latin-1")
    for tag in _TAG.finditer(head):
        label = ""
        if tag["meta"] is not None:
            label = _label(_attributes(tag["meta"]))
        elif tag["xml"] is not None and tag.start() == 0:
            label = _attributes(tag["xml"]).get("encoding", "")
        if label:
            yield "utf-8" if label.strip().lower().startswith(("utf-16", "unicode")) else label


def _attributes(text: str) -> dict[str, str]:
    """The attributes of a tag, lower-cased names; of a doubled one the first counts."""
    found: dict[str, str] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(text):
        found.setdefault(name.lower(), double or single or bare)
    return found


def _label(attributes: dict[str, str]) -> str:
    if "charset" in attributes:
        return attributes["charset"]
    if attributes.get("http-equiv", "").lower() != "content-type":
        return ""
    content = _IN_CONTENT.search(attributes.get("content", ""))
    return next(filter(None, content.groups()), "") if content else ""
