"""Keeps text from outside as text: on one line, without markup, or behind a mark on every line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.text import safe, shown
from workbench.urls import link_form

_MARKUP = re.compile(r"([\\`*_\[\]<>|~])")
_AUTOLINK = re.compile(r":(?=//)|(?<=\bwww)\.|(?<=\bmailto):", re.IGNORECASE)
_ENTITY = re.compile(r"&(?=#?\w+;)")
QUOTE = "  | "


def escaped(text: str) -> str:
    """One line of Markdown that shows the text letter for letter: no link, tag, code, table or entity in it."""
    text = _MARKUP.sub(r"\\\1", shown(text))
    text = _AUTOLINK.sub(lambda found: "\\" + found[0], text)
    return _ENTITY.sub(r"\\&", text)


def linked(url: str) -> str:
    """The address as the target of a link, letter for letter: nothing in it is read as an entity."""
    return _ENTITY.sub(r"\\&", link_form(url))


def quoted(text: str) -> Iterator[str]:
    """The lines of a text, each behind the mark; blank lines keep it, so nothing in the text can end the quote."""
    for line in safe(text).replace("\f", "\n").replace("\v", "\n").split("\n"):
        yield (QUOTE + line).rstrip()
