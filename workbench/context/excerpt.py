"""Which cut of a page's text the writer sees: the first characters, or those from where a person moved it to."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.records import Page
from workbench.settings import Settings
from workbench.text import safe, word_start


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut of a page's text, in code points: `text` is what stands from `start` to `end`."""

    start: int
    end: int
    text: str


def page_text(page: Page) -> str:
    """The text of a page that excerpts are cut from and whose places are counted: blank ends aside."""
    return safe(page.text).strip()


def most_characters(settings: Settings) -> int:
    """How many characters of a page the writer sees at most."""
    return min(settings.research.web_content_chars_per_source, settings.web_research.max_content_chars)


def cut(text: str, start: int, most: int) -> Cut:
    """At most so many characters from the start on, which goes back to the beginning of the word that it lies in.

    A start that lies outside the text is its beginning.
    """
    begin = word_start(text, start) if 0 < start < len(text) else 0
    begin += len(text[begin:]) - len(text[begin:].lstrip())
    words = text[begin : begin + most].rstrip()
    return Cut(begin, begin + len(words), words)
