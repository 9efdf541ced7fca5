"""The real ports of a run: engines, the guarded web, the posts; and how the world beneath them is reached."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from workbench.errors import BadRequest, StoreError
from workbench.fetch.dial import Dialer, Resolver, system_dial, system_resolve
from workbench.fetch.guard import Refusal, check_url
from workbench.fetch.web import WebFetcher
from workbench.library import linked
from workbench.ports import Documents, Engine, Extractor, Fetcher, Posts
from workbench.records import Document, Hit, Post, Response, RunRecord
from workbench.search import (
    CorpusEngine,
    CorpusFetcher,
    DuckDuckGo,
    RecordedEngine,
    RecordedFetcher,
    Recording,
    parse_recording,
)
from workbench.search.ddg import ResultPage, real_page
from workbench.settings import Settings
from workbench.store import Blobs, Store

T = TypeVar("T")
CORPUS = "corpus://"


@dataclass(frozen=True, slots=True)
class World:
    """How names are resolved, connections opened, DuckDuckGo asked and text extracted; a test gives its own."""

    resolve: Resolver = system_resolve
    dial: Dialer = system_dial
    tls: ssl.SSLContext | None = None
    duck: Callable[[int], ResultPage] = real_page
    extract: Extractor | None = None


@dataclass(frozen=True, slots=True)
class ListedPosts:
    """The posts that a recording brought along."""

    posts: Sequence[Post]

    def containing(self, words: Sequence[str], count: int) -> Sequence[Post]:
        """The published ones whose title or slug holds a word."""
        return linked(self.posts, words, count)


@dataclass(frozen=True, slots=True)
class RunBodies:
    """Keeps bodies for one run, from the moment they are put."""

    blobs: Blobs
    run: str

    def put(self, body: bytes) -> str:
        """The key of a kept body."""
        return self.blobs.put(body, self.run)


class Unkept:
    """Keeps no body: for pages that no run will ask for again."""

    def put(self, body: bytes) -> str:  # noqa: ARG002  the port's parameter
        """No key, for nothing is kept."""
        return ""


@dataclass(frozen=True, slots=True)
class WatchedDocuments:
    """The installed documents; a fault of their database is noted, for it is no fault of a search or a page."""

    documents: Documents
    faults: list[StoreError]

    def search(self, text: str, count: int) -> Sequence[Hit]:
        """The documents that hold a word of the text."""
        return self._noted(lambda: self.documents.search(text, count))

    def get(self, url: str) -> Document | None:
        """The document at an address."""
        return self._noted(lambda: self.documents.get(url))

    def _noted(self, act: Callable[[], T]) -> T:
        try:
            return act()
        except StoreError as fault:
            self.faults.append(fault)
            raise


@dataclass(frozen=True, slots=True)
class Guarded:
    """A fetcher whose addresses the guard checks as it checks those of the web, without a look-up.

    What was recorded or installed for an address that may not be asked is no page; `corpus://` leads nowhere else.
    """

    fetch: Fetcher
    extra_ports: Collection[int]

    async def __call__(self, url: str) -> Response:
        """What the fetcher answers, unless the address or the one it leads to is refused."""
        if refusal := self._refusal(url):
            return Response(url, refusal.outcome, reason=refusal.reason)
        response = await self.fetch(url)
        if response.final_url and (refusal := self._refusal(response.final_url)):
            return Response(url, "refused", reason=refusal.reason)
        return response

    def _refusal(self, url: str) -> Refusal | None:
        if url.startswith(CORPUS):
            return None
        checked = check_url(url, self.extra_ports)
        return checked if isinstance(checked, Refusal) else None


@dataclass(frozen=True, slots=True)
class Ways:
    """What a run searches with, fetches with, and whose posts it links."""

    engine: Engine
    fetch: Fetcher
    posts: Posts


def ways_of(record: RunRecord, settings: Settings, store: Store, world: World, faults: list[StoreError]) -> Ways:
    """The ways of a run by its engine; a run without posts links none. Faults of the database are noted."""
    found = _by_engine(record, settings, store, world, faults)
    return replace(found, posts=ListedPosts(())) if record.options.get("posts") == "none" else found


def _by_engine(record: RunRecord, settings: Settings, store: Store, world: World, faults: list[StoreError]) -> Ways:
    ports = settings.web_research.extra_ports
    match record.engine:
        case "corpus":
            documents = WatchedDocuments(store.documents, faults)
            fetch = Guarded(CorpusFetcher(documents), ports)
            return Ways(CorpusEngine(documents, store.documents.count), fetch, store.posts)
        case "recording":
            recorded = _recording(record, store)
            posts = store.posts if recorded.posts is None else ListedPosts(recorded.posts)
            return Ways(RecordedEngine(recorded), Guarded(RecordedFetcher(recorded), ports), posts)
        case _:
            return Ways(DuckDuckGo(settings.web_research, world.duck), web_fetcher(settings, world), store.posts)


def posts_of(record: RunRecord, store: Store) -> Sequence[Post]:
    """The posts that a run could link: none, those of its recording, or all of the store."""
    if record.options.get("posts") == "none":
        return ()
    brought = _recording(record, store).posts if record.engine == "recording" else None
    return store.posts.list() if brought is None else brought


def web_fetcher(settings: Settings, world: World) -> Fetcher:
    """The guarded way to the web."""
    return WebFetcher(
        settings.web_research, settings.crawler_contact_url, resolve=world.resolve, dial=world.dial, tls=world.tls
    )


def _recording(record: RunRecord, store: Store) -> Recording:
    kept = store.blobs.get(record.options.get("recording", ""))
    if kept is None:
        raise BadRequest("The recording of this run is no longer stored; run it again from its file.")
    return parse_recording(kept.decode())
