"""Which curated links to official documentation fit a topic."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from workbench.records import Reference
from workbench.settings import kinds
from workbench.text import joined, one_line, safe, shown, visible
from workbench.urls import canonical

log = logging.getLogger("workbench.library")

ReferenceMap = Mapping[str, tuple[Reference, ...]]

_MOST = 8
_SHORTEST_SHARED = 4
_WORD = re.compile(r"\w+(?:\.\w+)*")


@lru_cache(maxsize=1)
def built_in() -> ReferenceMap:
    """The map that came with the program."""
    text = files("workbench.library").joinpath("known_references.json").read_text(encoding="utf-8")
    return _typed(kinds.reference_map(text))


def reference_map(stored: str) -> ReferenceMap:
    """The map in a setting's text; the built-in one if it is empty or, with a warning, if it holds no valid entry."""
    if not stored.strip():
        return built_in()
    try:
        found = _typed(kinds.reference_map(stored))
    except ValueError as error:
        log.warning("known_references_json is no reference map, the built-in one is used: %s", one_line(str(error)))
        return built_in()
    if not found:
        log.warning("known_references_json has no valid entry, the built-in map is used")
        return built_in()
    return found


def _typed(raw: Mapping[str, list[dict[str, str]]]) -> ReferenceMap:
    typed = {
        keyword: tuple(
            Reference(title, one_line(safe(entry["url"]))) for entry in entries if (title := shown(entry["title"]))
        )
        for keyword, entries in raw.items()
    }
    return {keyword: entries for keyword, entries in typed.items() if entries and _folded(keyword)}


@dataclass(frozen=True, slots=True)
class Match:
    """A link that fits a topic, its keyword, and the words that they share; none if the whole keyword stands there."""

    link: Reference
    keyword: str
    shared: tuple[str, ...] = ()


def matches(known: ReferenceMap, topic: str) -> tuple[Match, ...]:
    """At most eight links: all of each keyword that stands in the topic, then the first of each that shares a word."""
    text = _folded(topic)
    words = _long_words(text)
    spoken = {keyword for keyword in known if holds(text, _folded(keyword))}
    whole = [Match(link, keyword) for keyword in known if keyword in spoken for link in known[keyword]]
    near = [
        Match(known[keyword][0], keyword, tuple(sorted(shared)))
        for keyword in known
        if keyword not in spoken and (shared := words & _long_words(_folded(keyword)))
    ]
    first: dict[str, Match] = {}
    for match in whole + near:
        first.setdefault(canonical(match.link.url), match)
    return tuple(first.values())[:_MOST]


def matching(known: ReferenceMap, topic: str) -> tuple[Reference, ...]:
    """The links of `matches`."""
    return tuple(match.link for match in matches(known, topic))


def holds(text: str, phrase: str) -> bool:
    """Whether a phrase stands in a text as whole words; neither is a pattern."""
    at = text.find(phrase) if phrase else -1
    while at >= 0:
        end = at + len(phrase)
        if not (joined(text[at - 1 : at], phrase[0]) or joined(phrase[-1], text[end : end + 1])):
            return True
        at = text.find(phrase, at + 1)
    return False


def _long_words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text) if len(word) >= _SHORTEST_SHARED}


def _folded(text: str) -> str:
    return one_line(visible(text)).casefold()
