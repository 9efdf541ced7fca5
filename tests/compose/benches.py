"""A whole workbench over an internet in memory: its own database, a scripted DuckDuckGo, pages by their address."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import ssl
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import httpcore

from tests.stores import fresh_store
from workbench.compose import Workbench, World
from workbench.extract.pool import ExtractorPool
from workbench.installing import install_sample
from workbench.ports import Extractor
from workbench.records import Dropped, RunRecord
from workbench.store import open_store

TODAY = date(2026, 11, 29)
TOPIC = "river quality"
AT_ONCE = {"web_research_ddg_retry_base_delay_ms": 0}
SUBJECTS = (
    "Nine sampling sites along the river show falling nitrate levels after two councils rebuilt their sewage works.",
    "Engineers explain how the new flood gates close within twelve minutes when tide gauges upstream send an alarm.",
    "A survey of mayfly larvae finds cleaner gravel beds where farmers fenced cattle away from the banks last spring.",
    "The water company published eleven months of overflow data, and campaigners say most alarms were never answered.",
    "Canoe clubs and anglers agreed on opening hours for the weir, ending a quarrel older than the town's own bridge.",
)


@dataclass(frozen=True, slots=True)
class WebPage:
    """What an address answers, after a while; a `broken` one resets the connection instead."""

    body: str | bytes = ""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    seconds: float = 0.0
    broken: bool = False


@dataclass
class Web:
    """Pages by address, over connections that exist in memory only; `asked` keeps every address in order."""

    pages: Mapping[str, WebPage]
    private: Sequence[str] = ()
    asked: list[str] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)

    async def resolve(self, host: str, port: int) -> list[str]:
        if host in self.private:
            return ["10.0.0.7"]
        if host not in self.hosts:
            self.hosts.append(host)
        return [f"93.184.215.{self.hosts.index(host) + 1}"]

    async def dial(self, address: str, port: int) -> httpcore.AsyncNetworkStream:
        return _Stream(self, self.hosts[int(address.rpartition(".")[2]) - 1])

    def answer(self, url: str) -> WebPage:
        self.asked.append(url)
        return self.pages.get(url, WebPage(status=404))


class _Stream(httpcore.AsyncNetworkStream):
    """One connection to a host: it reads a request and gives the page."""

    def __init__(self, web: Web, host: str) -> None:
        self._web, self._host = web, host
        self._scheme, self._request, self._left = "http", b"", b""

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        self._request += buffer

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        if self._request:
            path = self._request.split(b" ", 2)[1].decode()
            self._request = b""
            page = self._web.answer(f"{self._scheme}://{self._host}{path}")
            await asyncio.sleep(page.seconds)
            if page.broken:
                raise httpcore.ReadError("connection reset")
            body = page.body if isinstance(page.body, bytes) else page.body.encode()
            head = (f"HTTP/1.1 {page.status} X", f"Content-Type: {page.content_type}", f"Content-Length: {len(body)}")
            self._left = "\r\n".join([*head, "", ""]).encode() + body
        given, self._left = self._left[:max_bytes], self._left[max_bytes:]
        return given

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> httpcore.AsyncNetworkStream:
        self._scheme = "https"
        return self

    async def aclose(self) -> None:
        return None

    def get_extra_info(self, info: str) -> object:
        return None


@dataclass
class Duck:
    """DuckDuckGo by a script: for each attempt its items, the status of a refusal, or what it raises.

    The last attempt of the script stands for all that follow.
    """

    script: Sequence[Any]
    queries: list[str] = field(default_factory=list)
    seconds: list[int] = field(default_factory=list)

    def __call__(self, seconds: int) -> _Attempt:
        self.seconds.append(seconds)
        return _Attempt(self)


@dataclass
class _Attempt:
    duck: Duck
    status: int | None = None

    def ask(self, query: str) -> object:
        does = self.duck.script[min(len(self.duck.queries), len(self.duck.script) - 1)]
        self.duck.queries.append(query)
        if isinstance(does, BaseException):
            raise does
        self.status = does if isinstance(does, int) else 200
        return () if isinstance(does, int) else does() if callable(does) else does

    def is_challenge(self, query: str) -> bool:
        return False


def item(url: str, snippet: str = SUBJECTS[0], title: str = "River quality report", **more: str) -> dict[str, str]:
    """A result as DuckDuckGo gives it."""
    return {"title": title, "href": url, "body": snippet, **more}


def items(count: int = 5) -> list[dict[str, str]]:
    """Results on hosts of their own with snippets that are not alike."""
    return [item(f"https://good{n}.example/report", _subject(n), f"River quality report {n}") for n in range(count)]


def _subject(number: int) -> str:
    if number < len(SUBJECTS):
        return SUBJECTS[number]
    return " ".join(f"w{number}x{place}" for place in range(15))


def article(words: str = SUBJECTS[0], title: str = "River quality report") -> str:
    """A page that can be read."""
    text = "".join(f"<p>{words} {more}</p>" for more in SUBJECTS)
    return f"<!doctype html><html><head><title>{title}</title></head><body><article>{text}</article></body></html>"


def text_page(words: str = SUBJECTS[0]) -> WebPage:
    """A page of plain text, read at once."""
    return WebPage(f"{words}\n\n{' '.join(SUBJECTS)}", content_type="text/plain; charset=utf-8")


def pages_for(results: Sequence[Mapping[str, str]]) -> dict[str, WebPage]:
    """A readable page for every result."""
    return {one["href"]: text_page(one["body"]) for one in results}


@lru_cache(maxsize=1)
def extractor() -> ExtractorPool:
    """The extraction workers of the whole test run."""
    return ExtractorPool()


@contextmanager
def benched(
    folder: Path,
    script: Sequence[Any] = ((),),
    pages: Mapping[str, WebPage] | None = None,
    *,
    private: Sequence[str] = (),
    extract: Extractor | None = None,
) -> Iterator[Workbench]:
    """A workbench in a folder, as it was left there, whose web and whose DuckDuckGo are these."""
    web = Web(pages or {}, private)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    world = World(web.resolve, web.dial, tls, Duck(script), extract or extractor())
    held = folder / "workbench.db"
    bench = Workbench(open_store(f"sqlite:///{held}") if held.exists() else fresh_store(folder), world)
    try:
        yield bench
    finally:
        bench.jobs.close()
        bench.store.close()


@lru_cache(maxsize=1)
def _sample_template() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="workbench-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with benched(folder) as bench:
        asyncio.run(install_sample(bench))
    return folder / "workbench.db"


def put_sample(folder: Path) -> None:
    """Let the folder hold a workbench with the sample corpus, which is installed once for the whole test run."""
    shutil.copy(_sample_template(), folder / "workbench.db")


def web_of(bench: Workbench) -> Web:
    """The web of a workbench that `benched` made."""
    web = bench.world.resolve.__self__  # type: ignore[attr-defined]
    assert isinstance(web, Web)
    return web


def duck_of(bench: Workbench) -> Duck:
    """The DuckDuckGo of a workbench that `benched` made."""
    assert isinstance(bench.world.duck, Duck)
    return bench.world.duck


def lost(record: RunRecord) -> tuple[Dropped, ...]:
    """Every result of a run that is no source."""
    return (
        *(record.searched.dropped if record.searched else ()),
        *(record.judged.dropped if record.judged else ()),
    )


def adds_up(record: RunRecord) -> bool:
    """Whether each result is a source or lost for a reason, and none is both."""
    assert record.searched is not None
    assert record.judged is not None
    results = [hit for answer in record.searched.answers for hit in answer.hits]
    ends = [
        *(source.read.hit.position for source in record.judged.sources),
        *(one.hit.position for one in lost(record)),
    ]
    told = all(one.reason.startswith(one.state) for one in lost(record))
    return sorted(ends) == [hit.position for hit in results] and told


async def done(bench: Workbench, topic: str = TOPIC, engine: str = "ddg", **changes: Any) -> RunRecord:
    """The finished run of a topic, with changed settings and without waits between attempts."""
    return await bench.do(bench.new_run(topic, engine=engine, today=TODAY, changes={**AT_ONCE, **changes}))
