"""Text that a page holds and no reader sees: taken out, and said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

HIDDEN_TEXT = "hidden_text"

_STYLE = re.compile(
    r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:font-size|opacity)\s*:\s*0(?![.\d])"
    r"|(?:left|right|top|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}"
    r"|clip(?:-path)?\s*:\s*(?:rect\(0|inset\((?:50|100)%))",
    re.IGNORECASE,
)
# A flag of a region is seven tag characters, a family of emoji a few joiners; a hidden sentence is longer.
_SMUGGLED = re.compile(
    "[\U000e0000-\U000e007f]{8,}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}|[\u200b-\u200f\u2060-\u2064\ufeff]{8,}"
)
_NEVER_SHOWN = frozenset({"script", "style", "noscript", "head", "meta", "link", "svg", "title", "iframe"})
_FURNITURE = frozenset({"nav", "header", "footer", "aside", "form", "dialog", "button", "menu", "label", "select"})
_PROSE = frozenset({"p", "li", "td", "blockquote", "h1", "h2", "h3", "h4", "figcaption"})
_FEWEST_WORDS = 3
_PARAGRAPH_WORDS = 10
_MOST_LOOKED_AT = 200


def without_smuggled(text: str) -> str:
    """The text without long runs of characters that no font draws: words hidden from all but machines."""
    return _SMUGGLED.sub("", text)


def take_out(tree: HtmlElement) -> bool:
    """Remove the hidden parts of a tree; whether there were words in the text that no reader sees.

    Where most words are hidden a script will show them, and they stay.
    """
    found = list(_hidden(tree))
    telling = any(_stands_in_text(element) for element in found[:_MOST_LOOKED_AT])
    words = len(_words(tree))
    if sum(len(_words(element)) for element in found) * 2 <= words:
        for element in found:
            element.drop_tree()
    return telling or _SMUGGLED.search(tree.text_content()) is not None


def _hidden(tree: HtmlElement) -> Iterator[HtmlElement]:
    """The outermost hidden elements."""
    element = tree
    while element is not None:
        hides = isinstance(element.tag, str) and element.tag not in _NEVER_SHOWN and _is_hidden(element)
        if hides:
            yield element
        element = _next(element, inside=not hides)


def _is_hidden(element: HtmlElement) -> bool:
    if element.tag in {"html", "body"}:
        return False
    if element.tag == "template":
        return element.get("shadowrootmode") is None
    style = element.get("style")
    return (
        element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or (style is not None and _STYLE.search(style) is not None)
    )


def _next(element: HtmlElement, *, inside: bool) -> HtmlElement | None:
    """The element that follows in the order of the page, its own children first or left out."""
    if inside and len(element):
        return element[0]
    while element is not None and element.getnext() is None:
        element = element.getparent()
    return None if element is None else element.getnext()


def _stands_in_text(element: HtmlElement) -> bool:
    """Whether a hidden element holds words and stands beside paragraphs, where a reader would have read it."""
    parent = element.getparent()
    if parent is None or element.tag == "template" or element.tag in _FURNITURE or len(_words(element)) < _FEWEST_WORDS:
        return False
    if parent.tag in _PROSE:
        return True
    return any(len(_words(beside)) >= _PARAGRAPH_WORDS for beside in parent.iterchildren("p") if beside is not element)


def _words(element: HtmlElement) -> list[str]:
    """The words of an element, the text of scripts and styles aside."""
    return [
        word
        for part in element.iter()
        for text in ((part.text if part.tag not in _NEVER_SHOWN else ""), part.tail if part is not element else "")
        for word in (text or "").split()
    ]
