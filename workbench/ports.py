"""The edges of the core: what searches, fetches, extracts and reads. Behaviour is added by wrapping one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from workbench.records import Answer, Document, Hit, Page, Post, Query, Response


class Engine(Protocol):
    """Answers a query in its own order; every failure is an outcome, never an exception."""

    @property
    def name(self) -> str: ...

    async def __call__(self, query: Query, count: int) -> Answer: ...


class Fetcher(Protocol):
    """Turns an address into a response; an address that cannot be fetched says why."""

    async def __call__(self, url: str) -> Response: ...


class Extractor(Protocol):
    """Turns a response into a page; what holds no readable text says why."""

    async def __call__(self, response: Response) -> Page: ...


class Reader(Protocol):
    """Turns an address into a page; an address that cannot be read says why."""

    async def __call__(self, url: str) -> Page: ...


class Documents(Protocol):
    """The installed documents of a corpus."""

    def search(self, text: str, count: int) -> Sequence[Hit]: ...

    def get(self, url: str) -> Document | None: ...


class Posts(Protocol):
    """The published posts of our own site."""

    def containing(self, words: Sequence[str], count: int) -> Sequence[Post]: ...


class Bodies(Protocol):
    """Keeps raw bodies by their hash."""

    def put(self, body: bytes) -> str: ...
