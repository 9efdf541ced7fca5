"""Loopback servers, and a resolver and a dialer that make them stand for public addresses."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import httpcore
import trustme

from tests.conftest import cases
from workbench.fetch.web import WebFetcher
from workbench.settings.model import WebResearchSettings

_HOST = re.compile(r"(?<![a-z0-9.])(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+example")
PUBLIC = "93.184.215.14"
Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
Script = Callable[[bytes, asyncio.StreamWriter], Awaitable[None]]


class CountedStream(httpcore.AsyncNetworkStream):
    """A stream that tells how many bytes were taken from it."""

    def __init__(self, inner: httpcore.AsyncNetworkStream, count: Callable[[int], None]) -> None:
        self._inner = inner
        self._count = count

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        got = await self._inner.read(max_bytes, timeout)
        self._count(len(got))
        return got

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        await self._inner.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> httpcore.AsyncNetworkStream:
        return CountedStream(await self._inner.start_tls(ssl_context, server_hostname, timeout), self._count)

    def get_extra_info(self, info: str) -> object:
        return self._inner.get_extra_info(info)


@dataclass
class World:
    """A resolver and a dialer over loopback ports; it remembers what was looked up, dialled, sent and read."""

    ports: dict[int, int] = field(default_factory=dict)
    answers: dict[str, list[str]] = field(default_factory=dict)
    refusing: Sequence[str] = ()
    lookups: list[str] = field(default_factory=list)
    dialled: list[str] = field(default_factory=list)
    requests: list[bytes] = field(default_factory=list)
    bytes_read: int = 0

    async def resolve(self, host: str, port: int) -> list[str]:
        self.lookups.append(host)
        return self.answers.get(host, [PUBLIC])

    async def dial(self, address: str, port: int) -> httpcore.AsyncNetworkStream:
        if address in self.refusing:
            raise httpcore.ConnectError("refused")
        self.dialled.append(address)
        stream = await httpcore.AnyIOBackend().connect_tcp("127.0.0.1", self.ports[port])
        return CountedStream(stream, self._count)

    def fetcher(self, seconds: int = 5) -> WebFetcher:
        settings = WebResearchSettings(fetch_timeout_seconds=seconds)
        return WebFetcher(settings, resolve=self.resolve, dial=self.dial, tls=authority()[1])

    @contextlib.asynccontextmanager
    async def serving(self, script: Script, *, tls: bool = False) -> AsyncIterator[World]:
        """Answer every connection of the web's ports by a script, over TLS on 443 if asked."""

        async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                request = await reader.readuntil(b"\r\n\r\n")
                self.requests.append(request)
                await script(request, writer)
            with contextlib.suppress(OSError):
                writer.close()

        async with contextlib.AsyncExitStack() as stack:
            for port, context in ((80, None), (443, authority()[0] if tls else None)):
                server = await asyncio.start_server(handle, "127.0.0.1", 0, ssl=context)
                stack.callback(server.close)
                self.ports[port] = server.sockets[0].getsockname()[1]
            yield self

    def _count(self, size: int) -> None:
        self.bytes_read += size


@lru_cache(maxsize=1)
def authority() -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A server's TLS context for every host that the cases name, and a client's that trusts it."""
    root = trustme.CA()
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context()
    lines = json.dumps([cases("adversarial/ssrf_dns.jsonl"), cases("adversarial/ssrf_redirects.jsonl")])
    root.issue_cert(*sorted({"good.example", *_HOST.findall(lines)})).configure_cert(server)
    root.configure_trust(client)
    return server, client


def reset(writer: asyncio.StreamWriter) -> None:
    """Break a connection so that its peer sees a reset, not an end."""
    sock = writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    writer.transport.abort()


async def send(writer: asyncio.StreamWriter, pieces: Iterable[bytes]) -> None:
    """Send pieces as fast as they are taken."""
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
