"""Turns at reading: so many pages at once, and one that takes long does not keep the others waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PATIENCE_SECONDS = 1.0  # most pages are read by then; benchmarks/hostile_batch.py


class Turns:
    """At most `at_once` pages begin together; a page that outlasts the patience reads on and lets the next begin."""

    def __init__(self, at_once: int, patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._patience_seconds = patience_seconds

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Hold a turn while the block runs, or until the patience ends."""
        await self._free.acquire()
        held = [True]

        def give_back() -> None:
            if held:
                held.clear()
                self._free.release()

        clock = asyncio.get_running_loop().call_later(self._patience_seconds, give_back)
        try:
            yield
        finally:
            clock.cancel()
            give_back()
