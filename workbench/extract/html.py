"""Reads an HTML page: text as Markdown, title, language, dates, and what stands in its place if it is no page."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import trafilatura
from lxml.html import HtmlElement
from trafilatura.metadata import examine_meta, extract_title

from workbench.extract import dates
from workbench.extract.blank import described, kept, unreadable
from workbench.extract.charset import MOJIBAKE, decode
from workbench.extract.hidden import HIDDEN_TEXT, take_out, without_smuggled
from workbench.extract.walls import wall_of
from workbench.records import DateCandidate, Page, Response
from workbench.text import safe

TITLE_CHARACTERS = 200

# benchmarks/extraction.py: the best of trafilatura's modes on pages with human bodies
_MODE: dict[str, Any] = {
    "output_format": "markdown",
    "favor_precision": True,
    "include_comments": False,
    "include_tables": True,
    "include_links": False,
    "include_images": False,
    "deduplicate": False,
}
_FEWEST_CHARACTERS = 250  # below this the precise mode may have thrown the page away: the plain one is asked too
_INLINE_TAG = re.compile(r"</?(?:u|sup|sub|del|ins|small|mark)>")
_ESCAPED = re.compile(
    r"\\([_*`~\[\]<])"
)  # a text is data wherever it goes: what a reader saw is kept letter for letter
_NO_TEXT = "no text was found in the page"


def read_html(response: Response, today: date) -> Page:
    """The page that an HTML body holds."""
    decoded = decode(response.body, response.content_type)
    tree = trafilatura.load_html(decoded.text)
    if tree is None:
        return unreadable(response, _NO_TEXT)
    title, language = _title(tree), _language(tree)
    claims = _dates(tree, decoded.text, response, today)
    hidden = take_out(tree)
    text = without_smuggled(_text(tree, response))
    signs = ((MOJIBAKE, decoded.mojibake), (HIDDEN_TEXT, hidden))
    flags = tuple(flag for flag, holds in signs if holds)
    if wall := wall_of(title, text, decoded.text):
        return unreadable(response, wall.reason, wall.outcome, title=title)
    if not text:
        return unreadable(response, _NO_TEXT, title=title)
    return described(response, title=title, text=text, language=language, flags=flags, dates=claims)


def _text(tree: HtmlElement, response: Response) -> str:
    """The main text as Markdown, without tags; a short find is compared with that of the plain mode."""
    url = response.final_url or response.url
    text = trafilatura.extract(tree, url=url, **_MODE) or ""
    if len(text) < _FEWEST_CHARACTERS:
        plain = trafilatura.extract(tree, url=url, **{**_MODE, "favor_precision": False}) or ""
        text = max(text, plain, key=len)
    return kept(_ESCAPED.sub(r"\1", _INLINE_TAG.sub("", text)))


def _title(tree: HtmlElement) -> str:
    """The title on one line, cut; the page's own `<title>` where metadata has none."""
    named = examine_meta(tree).title or extract_title(tree)
    if not named:
        element = tree.find(".//title")
        named = element.text_content() if element is not None else ""
    return " ".join(safe(str(named)[: 10 * TITLE_CHARACTERS]).split())[:TITLE_CHARACTERS].strip()


def _language(tree: HtmlElement) -> str:
    """The language that the page declares, as its first subtag."""
    declared = str(tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang") or "")
    code = re.match(r"\s*([a-zA-Z]{2,3})(?:[-_]|\s*$)", declared)
    return code[1].lower() if code else ""


def _dates(tree: HtmlElement, markup: str, response: Response, today: date) -> tuple[DateCandidate, ...]:
    """Every date that the page claims, the publication date first."""
    url = response.final_url or response.url
    claims = [
        *dates.in_json_ld(tree, today),
        *dates.in_meta(tree, today),
        *dates.in_url(url, today),
        *dates.in_words(tree, markup, url, today),
        *dates.in_header(response.modified, today),
    ]
    return dates.ordered(claims)
