"""The extraction child: a program of its own, so that it can be killed. One JSON line in, one out.

It ends when its input closes; where nobody is left to kill it over a slow page, its own alarm does.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from datetime import date

MEMORY_BYTES = 512 * 1024 * 1024
READY = b"ready\n"

_WARM_UP = (
    b"<html lang=en><head><title>Warm-up</title></head><body><article><h1>Warm-up</h1>"
    + b"<p>The first page loads what every page needs, so that no reader waits for it.</p>" * 8
    + b"<p class=date>1er janvier 2000</p></article></body></html>"  # foreign month names are slow to load
)


def main(alarm_seconds: int) -> None:
    """Answer lines until the input closes."""
    _limit_memory()
    logging.disable(logging.CRITICAL)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not look like an answer

    from workbench.extract.read import read
    from workbench.extract.wire import answer, asked
    from workbench.records import Response

    answer(read(Response("https://warm.example/", "ok", content_type="text/html", body=_WARM_UP), date(2000, 1, 1)))
    out.write(READY)
    out.flush()
    for line in sys.stdin.buffer:
        _alarm(alarm_seconds)
        out.write(answer(read(*asked(line))))
        out.flush()
        _alarm(0)


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def _alarm(seconds: int) -> None:
    if sys.platform != "win32":
        signal.alarm(seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]))
