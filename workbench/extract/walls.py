"""Pages that stand in the way of a page: challenges, logins, consent, "not found", shells that a script fills.

Only a short page is judged, by its words and its markup; an article that speaks of these things is long.
"""

from __future__ import annotations

from dataclasses import dataclass

from lxml.html import HtmlElement

from workbench.extract import wall_words as says
from workbench.records import PageOutcome
from workbench.text import one_line, words

NEEDS_BROWSER = "needs a browser"

_SHORT_WORDS = 150
_SHELL_WORDS = 25
_MOST_SHOWN = 4000
_MOST_HEADINGS = 4


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


def is_short(text: str) -> bool:
    """Whether a text is so short that it may be no page at all."""
    return len(words(text[: _SHORT_WORDS * 50])) <= _SHORT_WORDS


def wall_of(title: str, text: str, tree: HtmlElement, markup: str) -> Wall | None:
    """What stands in the way, None where the short text is the page."""
    shown = f"{title}\n{text}\n{_shown(tree)}"
    headings = [title, *_headings(tree)]
    if says.CHALLENGE_TITLE.search(title) or (says.CHALLENGE_MARKUP.search(markup) and says.CHALLENGE.search(shown)):
        return CHALLENGE
    if any(says.NOT_FOUND.search(heading) for heading in headings):
        return NOT_FOUND
    if _is_login(headings, shown, tree):
        return LOGIN
    return _shell(text, shown, tree, markup) if len(words(text)) <= _SHELL_WORDS else None


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
    scripted = next(tree.iter("script"), None) is not None
    return SHELL if scripted and (not text or says.NEEDS_SCRIPT.search(markup)) else None


def _headings(tree: HtmlElement) -> list[str]:
    found = [heading for level in ("h1", "h2") for heading in tree.iter(level)]
    return [one_line(heading.text_content())[:200] for heading in found[:_MOST_HEADINGS]]


def _shown(tree: HtmlElement) -> str:
    """The start of all words in the body, navigation included, scripts aside."""
    pieces: list[str] = []
    length = 0
    body = tree.find("body")
    for element in (tree if body is None else body).iter():
        if not isinstance(element.tag, str):
            continue
        own = "" if element.tag in {"script", "style", "noscript"} else element.text
        for piece in (own, element.tail):
            pieces.extend((piece or "").split())
            length += len(piece or "")
        if length > _MOST_SHOWN:
            break
    return " ".join(pieces)[:_MOST_SHOWN]
