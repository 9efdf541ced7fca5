"""The publication dates that a page's JSON-LD claims."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

from lxml.html import HtmlElement

_MOST_BLOCKS = 50
_LONGEST_BLOCK = 500_000
_DEEPEST = 20
_COMMENT = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*.*?\*/|<!\[CDATA\[)|(?:-->|//\s*\]\]>|\]\]>)\s*$", re.DOTALL)
_TRAILING = re.compile(r",(\s*[}\]])")
_PUBLISHED = re.compile(r'"datePublished"\s*:\s*"([^"]{4,60})"')
_ASIDE = frozenset({"comment", "comments", "review", "reviews", "mentions", "isbasedon", "haspart", "itemlistelement"})
_WRITING = re.compile(r"article|posting|report|blog|review|paper|story|thesis|recipe|howto", re.IGNORECASE)


def published_claims(tree: HtmlElement) -> list[str]:
    """The values of `datePublished`, those of articles first, in the order of the page."""
    found: list[tuple[int, str]] = []
    for number, script in enumerate(tree.iter("script")):
        if number > _MOST_BLOCKS * 20 or len(found) > _MOST_BLOCKS:
            break
        if "ld+json" in (script.get("type") or "").lower() and script.text and len(script.text) < _LONGEST_BLOCK:
            found.extend(_claims(script.text))
    return [text for _, text in sorted(found, key=lambda claim: claim[0])]


def _claims(block: str) -> Iterator[tuple[int, str]]:
    data = _parsed(block)
    if data is None:
        yield from ((1, text) for text in _PUBLISHED.findall(block))
    else:
        yield from _walk(data, 0)


def _parsed(block: str) -> Any:
    """The data of a block, a common slip or two forgiven; None if it is no JSON."""
    cleaned = _COMMENT.sub("", block.strip())
    for attempt in (cleaned, _TRAILING.sub(r"\1", cleaned), html.unescape(cleaned)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _walk(data: Any, depth: int) -> Iterator[tuple[int, str]]:
    if depth > _DEEPEST:
        return
    if isinstance(data, list):
        for item in data:
            yield from _walk(item, depth + 1)
    elif isinstance(data, dict):
        claimed = data.get("datePublished")
        if isinstance(claimed, str) and claimed.strip():
            yield (0 if _WRITING.search(str(data.get("@type"))) else 1), claimed
        for key, value in data.items():
            if isinstance(value, (dict, list)) and str(key).lower() not in _ASIDE:
                yield from _walk(value, depth + 1)
