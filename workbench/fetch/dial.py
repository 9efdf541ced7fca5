"""From a name to an open connection: every address that a name has is checked, and a checked one is dialled."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import httpcore

from workbench.fetch.guard import NOT_PUBLIC, is_public
from workbench.fetch.stop import Stop
from workbench.records import PageOutcome
from workbench.urls.hosts import is_number

Resolver = Callable[[str, int], Awaitable[list[str]]]
Dialer = Callable[[str, int], Awaitable[httpcore.AsyncNetworkStream]]

CONNECT_SECONDS = 3.0
_MOST_DIALLED = 3


async def system_resolve(host: str, port: int, ask: Callable[..., Any] = socket.getaddrinfo) -> list[str]:
    """The addresses that the system knows for a name; a look-up that hangs is left behind in its own thread."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[str]] = loop.create_future()

    def settle(addresses: list[str], error: OSError | UnicodeError | None) -> None:
        if found.done():
            return
        if error is None:
            found.set_result(addresses)
        else:
            found.set_exception(error)

    def look_up() -> None:
        addresses: list[str] = []
        failed: OSError | UnicodeError | None = None
        try:
            answers = ask(host, port, type=socket.SOCK_STREAM)
            addresses = list(dict.fromkeys(str(answer[4][0]) for answer in answers))
        except (OSError, UnicodeError) as error:
            failed = error
        with contextlib.suppress(RuntimeError):  # the loop that asked may be closed by now
            loop.call_soon_threadsafe(settle, addresses, failed)

    threading.Thread(target=look_up, name=f"look-up of {host}", daemon=True).start()
    return await found


async def system_dial(address: str, port: int) -> httpcore.AsyncNetworkStream:
    """An open TCP stream to one address."""
    return await httpcore.AnyIOBackend().connect_tcp(address, port)


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Connects by name for one request: looks the name up once and dials only what was checked."""

    def __init__(self, resolve: Resolver, dial: Dialer, waiting: Callable[[str], None]) -> None:
        self._resolve = resolve
        self._dial = dial
        self._waiting = waiting

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002, ASYNC109  httpcore's signature
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        self._waiting(f"the look-up of {host}")
        addresses = [host] if is_number(host) else await self._look_up(host, port)
        if not all(is_public(address) for address in addresses):
            raise Stop(NOT_PUBLIC.outcome, NOT_PUBLIC.reason)
        self._waiting(f"a connection to {host}")
        return await self._first_open(addresses[:_MOST_DIALLED], port)

    async def _look_up(self, host: str, port: int) -> list[str]:
        try:
            addresses = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise Stop("error", "the name could not be looked up") from error
        if not addresses:
            raise Stop("error", "the name has no address")
        return addresses

    async def _first_open(self, addresses: Sequence[str], port: int) -> httpcore.AsyncNetworkStream:
        """The first address that answers; together they have the connect time, in equal shares."""
        failed: Exception | None = None
        for address in addresses:
            try:
                async with asyncio.timeout(CONNECT_SECONDS / len(addresses)):
                    return await self._dial(address, port)
            except (OSError, httpcore.NetworkError, httpcore.TimeoutException) as error:
                failed = error
        outcome: PageOutcome = "timeout" if isinstance(failed, (TimeoutError, httpcore.TimeoutException)) else "error"
        raise Stop(outcome, f"no connection ({type(failed).__name__})") from failed
