"""Sites on loopback under TLS: public addresses in the resolver, dialled to one server that answers for every host."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpcore
import trustme

PUBLIC = "93.184.215.14"


@dataclass(frozen=True, slots=True)
class Site:
    """What one address answers; a `location` makes it a redirect."""

    body: bytes = b""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    location: str = ""


@dataclass
class Sites:
    """The sites, how they are reached, and the addresses that were asked for."""

    sites: Mapping[str, Site]
    client: ssl.SSLContext = field(default_factory=ssl.create_default_context)
    port: int = 0
    asked: list[str] = field(default_factory=list)
    dialled: list[str] = field(default_factory=list)

    async def resolve(self, host: str, port: int) -> list[str]:
        return [PUBLIC]

    async def dial(self, address: str, port: int) -> httpcore.AsyncNetworkStream:
        self.dialled.append(f"{address}:{port}")
        return await httpcore.AnyIOBackend().connect_tcp("127.0.0.1", self.port)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            request = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            host = next(line.split(": ")[1] for line in request if line.lower().startswith("host:"))
            url = f"https://{host}{request[0].split()[1]}"
            self.asked.append(url)
            site = self.sites.get(url, Site(status=404))
            head = [f"HTTP/1.1 {site.status} X", f"Content-Type: {site.content_type}"]
            head += [f"Location: {site.location}"] if site.location else []
            writer.write("\r\n".join([*head, f"Content-Length: {len(site.body)}", "", ""]).encode() + site.body)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def serving(sites: Mapping[str, Site], hosts: Sequence[str]) -> AsyncIterator[Sites]:
    """Answer for the hosts, and for those of the sites, under certificates that only `client` trusts."""
    authority = trustme.CA()
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    names = {*hosts, *(urlsplit(url).hostname or "" for url in sites)}
    authority.issue_cert(*sorted(names)).configure_cert(secured)
    served = Sites(sites)
    authority.configure_trust(served.client)
    server = await asyncio.start_server(served.handle, "127.0.0.1", 0, ssl=secured)
    async with server:
        served.port = server.sockets[0].getsockname()[1]
        yield served
