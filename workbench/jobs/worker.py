"""A worker process: holds a name, takes runs from the queue, takes up what dead workers left."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable

from workbench.jobs import engine
from workbench.jobs.names import Names, take
from workbench.jobs.queue import Jobs

ADOPT_EVERY_SECONDS = 3.0  # also how long a worker whose name is lost may go on
IDLE_CHECK_SECONDS = 0.3


def serve(names: Names, url: str, register: Callable[[str], None], *, child: bool = False, drain: bool = False) -> None:
    """Work until told to stop: by a signal, by the end of standard input (`child`), or by an empty queue (`drain`).

    `register` is told the worker's name and makes the kinds of run known.
    """
    over = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: over.set())
    if child:
        threading.Thread(target=_leave_with_parent, daemon=True).start()
    held = take(names)
    register(held.name)
    engine.boot(url, held.name, serving=True)
    engine.adopt(names, held.name)
    if drain:
        _until_empty(url, over)
    else:
        while held.sure() and not over.wait(ADOPT_EVERY_SECONDS):
            engine.adopt(names, held.name)


def _until_empty(url: str, over: threading.Event) -> None:
    jobs = Jobs(url)
    while jobs.unfinished() and not over.wait(IDLE_CHECK_SECONDS):
        pass
    jobs.close()


def _leave_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)
