"""What a person expects of a topic's ranking, as one line of text and as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from workbench.errors import BadRequest
from workbench.text import counted, one_line, visible
from workbench.urls import canonical, has_credentials, host_of, normal_host

Kind = Literal["above", "never", "first", "top"]
ANY_TOPIC = "any topic"
LARGEST_TOP = 20  # as many pages as web_research_results can ask for
LONGEST_TOPIC, LONGEST_ADDRESS = 400, 2000
FORMS = (
    "A above B for TOPIC",
    "never A in the top N of TOPIC",
    "A first for TOPIC",
    "A in the top N of TOPIC",
)
_H, _TOP = r"`?([^\s`]+)`?", r"in the top ([0-9]{1,4}) of"
_SHAPES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("above", re.compile(rf"{_H} above {_H} for (.+)", re.IGNORECASE)),
    ("never", re.compile(rf"never {_H} {_TOP} (.+)", re.IGNORECASE)),
    ("first", re.compile(rf"{_H} first for (.+)", re.IGNORECASE)),
    ("top", re.compile(rf"{_H} {_TOP} (.+)", re.IGNORECASE)),
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """One expectation; a host covers its subdomains, an address is a canonical one, no topic means every topic.

    Only *above* has a `second`, and only *never* and *top* count down to `top`.
    """

    kind: Kind
    first: str
    topic: str
    second: str = ""
    top: int = 0

    def __str__(self) -> str:
        topic = self.topic or ANY_TOPIC
        match self.kind:
            case "above":
                return f"`{self.first}` above `{self.second}` for {topic}"
            case "never":
                return f"never `{self.first}` in the top {self.top} of {topic}"
            case "first":
                return f"`{self.first}` first for {topic}"
            case "top":
                return f"`{self.first}` in the top {self.top} of {topic}"


def expectation(text: str) -> Expectation:
    """The expectation in a line; `BadRequest` says why it is none and which forms there are."""
    line = one_line(visible(text))
    for kind, shape in _SHAPES:
        if found := shape.fullmatch(line):
            return _checked(kind, list(found.groups()))
    raise BadRequest(f"“{line[:120]}” is no pin. {forms()}")


def forms() -> str:
    """The four forms in a sentence."""
    return f"A pin is one of: {'; '.join(FORMS)}. A and B are hosts or full addresses; TOPIC may be {ANY_TOPIC}."


def expectations(text: str) -> Iterator[Expectation | str]:
    """The expectation of every line that is not empty; of one that is none, the sentence on it with its number."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                yield expectation(line)
            except BadRequest as error:
                yield f"Line {number}: {error}"


def _checked(kind: Kind, found: list[str]) -> Expectation:
    topic = found.pop()
    if len(topic) > LONGEST_TOPIC:
        raise BadRequest(f"A topic has at most {LONGEST_TOPIC} characters; this one has {len(topic)}.")
    topic = "" if topic.casefold() == ANY_TOPIC else topic
    first = _named(found[0])
    if kind == "above":
        second = _named(found[1])
        if first == second:
            raise BadRequest(f"`{first}` cannot stand above itself; name two hosts or addresses.")
        return Expectation(kind, first, topic, second)
    return Expectation(kind, first, topic, top=_top(found[1]) if kind != "first" else 0)


def _named(text: str) -> str:
    """A host in normal form, or an address in canonical form."""
    if len(text) > LONGEST_ADDRESS:
        raise BadRequest(f"An address has at most {counted(LONGEST_ADDRESS, 'character')} here.")
    if has_credentials(text):
        raise BadRequest("The address names who asks; pin it without credentials.")
    is_address = "://" in text
    named = canonical(text) if is_address else "" if "/" in text else normal_host(text).removeprefix("www.")
    if not named or (is_address and not named.startswith("corpus://") and not _is_web(named)):
        raise BadRequest(
            f"`{text[:120]}` is neither a host, such as `bun.com`, nor a full address, such as https://bun.com/docs."
        )
    return named


def _is_web(address: str) -> bool:
    return address.startswith("https://") and bool(host_of(address))


def _top(text: str) -> int:
    if not 1 <= int(text) <= LARGEST_TOP:
        raise BadRequest(f"The top of a ranking has 1 to {LARGEST_TOP} places here, not {int(text):,}.")
    return int(text)
