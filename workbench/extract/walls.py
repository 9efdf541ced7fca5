"""Pages that stand in the way of a page: challenges, logins, consent, "not found", shells that a script fills.

Only a short page is judged, by its words and its markup; an article that speaks of these things is long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml.html import HtmlElement
from trafilatura import load_html

from workbench.extract import wall_words as says
from workbench.records import PageOutcome
from workbench.text import one_line, words

NEEDS_BROWSER = "needs a browser"

_SHORT_WORDS = 150
_SHELL_WORDS = 25
_MOST_SHOWN = 4000
_MOST_OUTSIDE_LINKS = 10
_SENTENCE = re.compile(r"(?:\S+[ \t]+){7,}\S+[.!?…。！？]|[。！？]")
_UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_UNSEEN = frozenset({"script", "style", "noscript", "title", "head", "meta", "link", "template"})


@dataclass(frozen=True, slots=True)
class Wall:
    """What stands where the page should be."""

    outcome: PageOutcome
    reason: str


CHALLENGE = Wall("blocked", "a challenge page stands in its place")
LOGIN = Wall("blocked", "a login page stands in its place")
CONSENT = Wall("blocked", "a consent page stands in its place")
NOT_FOUND = Wall("unreadable", "a 'not found' page stands in its place")
SHELL = Wall("unreadable", NEEDS_BROWSER)
LINKS = Wall("unreadable", "the page holds only links")
FRAMES = Wall("unreadable", "the page is a set of frames")


def wall_of(title: str, text: str, markup: str) -> Wall | None:
    """What stands in the way, None where the text is the page; long prose is, and is not looked at further."""
    text = text[:_MOST_SHOWN]
    short, prose = _size(text) <= _SHORT_WORDS, _SENTENCE.search(text) is not None
    tree = load_html(markup) if short or not prose else None
    if tree is None:
        return None
    return (_in_short(title, text, tree, markup) if short else None) or (None if prose else _only_links(tree))


def _size(text: str) -> int:
    """How many words a text has; scripts without blanks count by their letters, two a word."""
    return len(words(text)) + len(_UNSPACED.findall(text)) // 2


def _in_short(title: str, text: str, tree: HtmlElement, markup: str) -> Wall | None:
    """The wall that a page of few words is."""
    shown = f"{title}\n{text}\n{_shown(tree)}"
    headings = [title, *(one_line(heading.text_content())[:200] for heading in tree.iter("h1"))]
    if says.CHALLENGE_TITLE.search(title) or (says.CHALLENGE_MARKUP.search(markup) and says.CHALLENGE.search(shown)):
        return CHALLENGE
    if any(says.NOT_FOUND.search(heading) for heading in headings):
        return NOT_FOUND
    if any(says.CONSENT_TITLE.search(heading) for heading in headings) and says.CONSENT.search(shown):
        return CONSENT
    if _is_login(headings, shown if _size(text) <= _SHELL_WORDS else f"{title}\n{text}", tree):
        return LOGIN
    return _shell(text, shown, tree, markup) if _size(text) <= _SHELL_WORDS else None


def _only_links(tree: HtmlElement) -> Wall | None:
    """The wall that a page is whose words all stand in links."""
    if next(tree.iter("a"), None) is None:
        return None
    outside = 0
    for element in tree.iter():
        in_link = next(element.iterancestors("a"), None) is not None
        own = isinstance(element.tag, str) and element.tag not in _UNSEEN and element.tag != "a" and not in_link
        outside += len(words(element.text or "")) if own else 0
        outside += 0 if in_link else len(words(element.tail or ""))
        if outside > _MOST_OUTSIDE_LINKS:
            return None
    return LINKS


def _is_login(headings: list[str], shown: str, tree: HtmlElement) -> bool:
    """Whether the page asks to sign in, and has a field to do it or says nothing else in its headings."""
    fields = next(tree.iter("input"), None) is not None
    titled = any(says.LOGIN_TITLE.search(heading) for heading in headings)
    return (fields and titled) or ((fields or titled) and says.LOGIN.search(shown) is not None)


def _shell(text: str, shown: str, tree: HtmlElement, markup: str) -> Wall | None:
    """What a page of next to no words is: a challenge, a consent form, or a shell that a script would fill."""
    if says.CHALLENGE.search(shown):
        return CHALLENGE
    if says.CONSENT.search(shown):
        return CONSENT
    if tree.find(".//frameset") is not None:
        return FRAMES
    scripted = next(tree.iter("script", "noscript"), None) is not None
    return SHELL if scripted and (not text or says.NEEDS_SCRIPT.search(markup)) else None


def _shown(tree: HtmlElement) -> str:
    """The start of all words in the body, navigation included, scripts aside."""
    pieces: list[str] = []
    length = 0
    body = tree.find("body")
    for element in (tree if body is None else body).iter():
        if not isinstance(element.tag, str):
            continue
        own = "" if element.tag in _UNSEEN else element.text
        for piece in (own, element.tail):
            pieces.extend((piece or "").split())
            length += len(piece or "")
        if length > _MOST_SHOWN:
            break
    return " ".join(pieces)[:_MOST_SHOWN]
