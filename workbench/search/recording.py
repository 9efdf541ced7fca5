"""One JSON file that stands for the web: the engine's answer, its pages and our posts, parsed and replayed.

A recording comes from outside, so each thing that is wrong with it is named in a sentence.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, NoReturn, get_args

from workbench.errors import BadRequest
from workbench.files import not_json
from workbench.records import Answer, EngineOutcome, PageOutcome, Post, Query, Response, Ruling, load
from workbench.search.hits import WrongShape, hits_from
from workbench.search.stored import absent, is_address, judged
from workbench.signals.kinds import HTML, typed
from workbench.text import one_line, quoted, safe, shown
from workbench.urls import canonical, masked, without_credentials
from workbench.urls.slugs import slug_of

LARGEST = 64 << 20
NOT_HERE = "not in the recording; nothing else is reached in a replay"
NAME = "recording"

_ENGINE_OUTCOMES = frozenset(get_args(EngineOutcome)) - {"ok"}
_PAGE_OUTCOMES = frozenset(get_args(PageOutcome)) - {"ok"}


@dataclass(frozen=True)
class Recording:
    """A topic with its day, what the engine answered, the pages by address, and our posts if it brings any along.

    `rulings` are what people had said of copies, `rescued` the results whose page a person gave.
    """

    topic: str
    today: date
    answer: Answer
    pages: tuple[Response, ...] = ()
    posts: tuple[Post, ...] | None = None
    rulings: tuple[Ruling, ...] = ()
    rescued: tuple[str, ...] = ()

    @cached_property
    def by_address(self) -> dict[str, Response]:
        """The pages by their canonical address and, where that differs, by the address as it was written."""
        return {canonical(page.url): page for page in self.pages} | {page.url: page for page in self.pages}


@dataclass(frozen=True, slots=True)
class RecordedEngine:
    """Gives the recorded answer to any query."""

    recording: Recording
    name: str = NAME

    async def __call__(self, query: Query, count: int) -> Answer:  # noqa: ARG002  the port's parameters
        return self.recording.answer


@dataclass(frozen=True, slots=True)
class RecordedFetcher:
    """Gives the recorded page of an address."""

    recording: Recording

    async def __call__(self, url: str) -> Response:
        pages = self.recording.by_address
        found = pages.get(url) or pages.get(canonical(url))
        return replace(found, url=url, final_url=found.final_url or url) if found else absent(url, NOT_HERE)


def parse_recording(text: str) -> Recording:
    """The recording in a JSON text; `BadRequest` says what is wrong with one that cannot be replayed."""
    data = _object(_json(text), "the recording")
    topic = one_line(safe(_text(data, "topic", "the recording")))
    if not topic:
        _wrong("its topic is empty")
    pages = _object(data.get("pages", {}), "pages")
    return Recording(
        topic=topic,
        today=_day(_text(data, "today", "the recording")),
        answer=_answer(data.get("hits")),
        pages=tuple(_page(url, page) for url, page in pages.items()),
        posts=_posts(data["posts"]) if "posts" in data else None,
        rulings=_rulings(data.get("rulings", [])),
        rescued=tuple(url for url in _list(data.get("rescued", []), "rescued") if isinstance(url, str)),
    )


def _wrong(words: str) -> NoReturn:
    raise BadRequest(f"The recording cannot be read: {words}.")


def _json(text: str) -> Any:
    if len(text) > LARGEST:
        _wrong(f"it is larger than {LARGEST >> 20} MiB")

    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is no JSON value")

    try:
        return json.loads(text.removeprefix("\ufeff"), parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        _wrong(f"it {not_json(error)}")


def _object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        _wrong(f"{what} is not an object")
    return value


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        _wrong(f"{what} is not a list")
    return value


def _text(data: Mapping[str, Any], key: str, what: str, default: str | None = None) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        _wrong(f"{what} has no {key}" if value is None else f"the {key} of {what} is not text")
    return value


def _status(data: Mapping[str, Any], what: str) -> int | None:
    value = data.get("status")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 100 <= value <= 999:
        _wrong(f"the status of {what} is not a number from 100 to 999")
    return value


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        _wrong(f"today is {quoted(text, 40)}, which is no day like 2026-11-29")


def _answer(value: Any) -> Answer:
    if isinstance(value, dict):
        outcome: Any = _text(value, "outcome", "hits")
        if outcome not in _ENGINE_OUTCOMES:
            _wrong(f"the outcome of hits is {quoted(outcome, 40)}, not one of {', '.join(sorted(_ENGINE_OUTCOMES))}")
        return Answer(
            NAME, outcome, status=_status(value, "hits"), detail=masked(safe(_text(value, "detail", "hits", "")))
        )
    listed = _list(value, "hits")
    for place, item in enumerate(listed, start=1):
        _object(item, f"hit {place}")
    try:
        hits = hits_from(listed, NAME, titled=shown)
    except WrongShape:
        _wrong("hits holds no result")
    return Answer(NAME, "ok" if hits else "empty", hits)


def _page(url: str, value: Any) -> Response:
    what = f"the page {quoted(without_credentials(url), 80)}"
    page = _object(value, what)
    status, body = _status(page, what), _body(page, what)
    outcome, reason = _outcome(page, what, status, body)
    declared = one_line(safe(_text(page, "content_type", what, "")))
    kind, why_not = typed(declared or HTML, body) if outcome == "ok" else (declared, "")
    if why_not:
        outcome, reason = "not_text", why_not
    final_url = _text(page, "final_url", what, "")
    if final_url and not is_address(final_url):
        _wrong(f"the final_url of {what} is no address")
    return Response(
        without_credentials(url),
        outcome,
        final_url=without_credentials(final_url),
        reason=masked(one_line(safe(_text(page, "reason", what, "")))) or reason,
        status=status,
        content_type=kind or declared,
        body=body if outcome == "ok" else b"",
        truncated=page.get("truncated") is True,
        modified=safe(_text(page, "modified", what, "")),
    )


def _outcome(page: Mapping[str, Any], what: str, status: int | None, body: bytes) -> tuple[PageOutcome, str]:
    if "error" in page:
        error: Any = _text(page, "error", what)
        if error not in _PAGE_OUTCOMES:
            _wrong(f"the error of {what} is {quoted(error, 40)}, not one of {', '.join(sorted(_PAGE_OUTCOMES))}")
        return error, f"recorded as {error}"
    if status is None:
        _wrong(f"{what} has neither a status nor an error")
    return judged(status, body)


def _body(page: Mapping[str, Any], what: str) -> bytes:
    if "body_base64" not in page:
        return _text(page, "body", what, "").encode("utf-8", "replace")
    try:
        return base64.b64decode(_text(page, "body_base64", what), validate=True)
    except (binascii.Error, ValueError):
        _wrong(f"the body of {what} is no base64")


def _posts(value: Any) -> tuple[Post, ...]:
    return tuple(_post(post, place) for place, post in enumerate(_list(value, "posts"), start=1))


def _post(value: Any, place: int) -> Post:
    what = f"post {place}"
    post = _object(value, what)
    title, given = masked(shown(_text(post, "title", what))), _text(post, "slug", what)
    slug = slug_of(given)
    if not title or not given.strip():
        _wrong(f"{what} has an empty title or slug")
    if not slug:
        _wrong(f"the slug of {what} is a path that names no post")
    return Post(title, slug, one_line(safe(_text(post, "status", what, "published"))).lower() or "published")


def _rulings(value: Any) -> tuple[Ruling, ...]:
    try:
        return tuple(load(Ruling, ruling) for ruling in _list(value, "rulings"))
    except ValueError:
        _wrong("its rulings are no rulings on two pages")
