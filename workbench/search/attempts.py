"""The retry policy of a search: what is tried again, after which wait, and what each end is called."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace

from workbench.records import Answer, EngineOutcome
from workbench.search.hits import WrongShape, hits_from
from workbench.settings import WebResearchSettings
from workbench.text import one_line, safe

log = logging.getLogger("workbench.search")

_QUIET = frozenset({"ok", "empty"})
_SETTLED = _QUIET | {"timeout"}
_OFFLINE = re.compile(
    r"name or service not known|name resolution|nodename nor servname|getaddrinfo|dns error|network is unreachable",
    re.IGNORECASE,
)
_LONGEST_WORDS = 300
_SHORT_WORDS = 80


@dataclass(frozen=True, slots=True)
class Reply:
    """What one attempt brought: raw items of any shape and their status, or why there are none.

    A `final` failure is not tried again.
    """

    items: object = ()
    outcome: EngineOutcome = "ok"
    status: int | None = None
    detail: str = ""
    final: bool = False


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock, the waits between attempts and their jitter."""

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    uniform: Callable[[float, float], float] = random.uniform
    clock: Callable[[], float] = time.monotonic


REAL = Timing()


async def attempted(
    engine: str,
    call: Callable[[], Reply],
    settings: WebResearchSettings,
    timing: Timing = REAL,
    told: Callable[[str], str] = str,
) -> Answer:
    """What the engine said in the end. Failures and refusals are tried again, a timeout and an empty page are not.

    `told` completes the words of a failure before anybody reads them.
    """
    started = timing.clock()
    base = settings.ddg_retry_base_delay_ms / 1000
    attempt = 0
    while True:
        reply = await _in_thread(call, settings.search_timeout_seconds)
        if reply.final or reply.outcome in _SETTLED or attempt + 1 >= settings.ddg_retry_attempts:
            break
        await timing.sleep(base * 2**attempt + timing.uniform(0, base))
        attempt += 1
    answer = _answer(engine, reply)
    if answer.outcome not in _QUIET:
        answer = replace(answer, detail=told(answer.detail))
        log.warning("Search by %s ended as %s: %s", engine, answer.outcome, answer.detail)
    return replace(answer, attempts=attempt + 1, elapsed_seconds=timing.clock() - started)


def _answer(engine: str, reply: Reply) -> Answer:
    detail = reply.detail or ("" if reply.outcome in _QUIET else f"HTTP {reply.status}")
    if reply.outcome != "ok":
        return Answer(engine, reply.outcome, status=reply.status, detail=detail)
    try:
        hits = hits_from(reply.items, engine)
    except WrongShape as error:
        return Answer(engine, "error", status=reply.status, detail=f"{type(error).__name__}: {error}")
    return Answer(engine, "ok" if hits else "empty", hits, reply.status, detail)


async def _in_thread(call: Callable[[], Reply], seconds: float) -> Reply:
    """One attempt in a thread of its own; it is left behind when its time is up, and holds up no exit."""
    future: Future[Reply] = Future()
    future.set_running_or_notify_cancel()

    def work() -> None:
        try:
            future.set_result(tried(call))
        except BaseException as error:  # noqa: BLE001  carried over to the caller, not kept
            future.set_exception(error)

    threading.Thread(target=work, name="search", daemon=True).start()
    try:
        async with asyncio.timeout(seconds):
            return await asyncio.wrap_future(future)
    except TimeoutError:
        return Reply(outcome="timeout", detail=f"no answer within {seconds:g} s")


def tried(call: Callable[[], Reply]) -> Reply:
    """The reply to one call; what it raises is named. A generator is read whole, up to where it fails."""
    taken: list[object] = []
    try:
        reply = call()
        if not isinstance(reply.items, Iterator):
            return reply
        for item in reply.items:
            taken.append(item)
        return replace(reply, items=taken)
    except TimeoutError as error:
        return Reply(outcome="timeout", detail=words_of(error))
    except ImportError as error:
        return Reply(outcome="error", detail=words_of(error), final=True)
    except Exception as error:  # noqa: BLE001  a foreign engine raises what it likes; its type is named
        if taken:
            return Reply(items=taken, detail=f"the answer broke off: {words_of(error)}")
        return Reply(outcome="error", detail=words_of(error))


def words_of(error: BaseException) -> str:
    """The type of an exception and its words on one line; what means an absent network says so."""
    words = one_line(safe(str(error)))[:_LONGEST_WORDS]
    if _OFFLINE.search(words):
        told = f": {words}" if len(words) <= _SHORT_WORDS else ""  # a library's inner state helps nobody
        return f"no network: {type(error).__name__}{told}"
    return type(error).__name__ + (f": {words}" if words else "")
