"""What one answer over the wire means: a page with its body, an address to go on to, or a stop."""

from __future__ import annotations

from dataclasses import dataclass

import httpcore

from workbench.fetch.body import MAX_BODY_BYTES, Intake, coding_of
from workbench.fetch.stop import Stop
from workbench.signals.kinds import typed
from workbench.signals.statuses import outcome_of

_MAX_LOCATION = 65_536
_MAX_HEADER = 1_000
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a page, and what its headers say of it."""

    content: bytes
    truncated: bool
    content_type: str
    modified: str


@dataclass(frozen=True, slots=True)
class Onward:
    """Where an answer says to go on."""

    location: str


async def read_answer(answer: httpcore.Response) -> Body | Onward:
    """The page or the redirect that an answer is; everything else stops the fetch."""
    status = answer.status
    if status in _REDIRECTS:
        return Onward(_location(answer))
    if status != 200:
        raise Stop(outcome_of(status), f"HTTP {status}", status)
    content, truncated = await _content(answer)
    if not content:
        raise Stop("unreadable", "the page is empty", status)
    declared = _header(answer, b"content-type")[:_MAX_HEADER]
    kind, why_not = typed(declared, content)
    if why_not:
        raise Stop("not_text", why_not, status)
    return Body(content, truncated, kind, _header(answer, b"last-modified")[:_MAX_HEADER])


async def _content(answer: httpcore.Response) -> tuple[bytes, bool]:
    """The bytes under the cap and whether they were cut; a declared length over the cap is not read at all."""
    length = _header(answer, b"content-length")
    if length.isdigit() and (len(length) > 15 or int(length) > MAX_BODY_BYTES):
        raise Stop("too_large", f"more than {MAX_BODY_BYTES // 2**20} MiB declared", answer.status)
    intake = Intake(coding_of(_values(answer, b"content-encoding")))
    async for piece in answer.aiter_stream():
        intake.feed(piece)
        if intake.truncated:
            break
    return intake.finish(), intake.truncated


def _location(answer: httpcore.Response) -> str:
    found = _values(answer, b"location")
    if not found:
        raise Stop("http_error", f"HTTP {answer.status} without an address to go to", answer.status)
    if len(found) > 1:
        raise Stop("error", "two addresses to go to", answer.status)
    if len(found[0]) > _MAX_LOCATION:
        raise Stop("error", "an endless address to go to", answer.status)
    return found[0]


def _values(answer: httpcore.Response, name: bytes) -> list[str]:
    return [_text(value) for key, value in answer.headers if key.lower() == name]


def _header(answer: httpcore.Response, name: bytes) -> str:
    """The last value of a header, "" where it is absent."""
    return next(reversed(_values(answer, name)), "")


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
