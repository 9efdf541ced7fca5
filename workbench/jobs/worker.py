"""A worker process: holds a name, takes runs from the queue, takes up what dead workers left.

It ends by ending the process: to close what a run works with while the run goes on would store what comes of that.
A worker whose name is no longer sure, for its server went away, becomes a new process image at once, and that waits
for the server and takes a free name.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from workbench.errors import StoreError
from workbench.jobs import engine
from workbench.jobs.names import Held, Names, alive, take
from workbench.jobs.queue import Jobs

LOOK_EVERY_SECONDS = 3.0  # also how long a worker whose name is lost may go on
DRAIN_LOOK_SECONDS = 0.5
TIDY_EVERY_SECONDS = 24 * 3600.0
ANEW = "--anew"


def serve(names: Names, url: str, register: Callable[[str], None], *, child: bool = False, drain: bool = False) -> None:
    """Work until told to stop: by a signal, by the end of standard input (`child`), or by an empty queue (`drain`).

    `register` is told the worker's name and makes the kinds of run known.
    """
    if child:
        leave_with_parent()
    with _signals():
        held = take(names)
        register(held.name)
        engine.boot(url, held.name, serving=True)
        queue = Jobs(url)
        if drain:
            _until_empty(names, held, queue)
            queue.close()
            engine.shut_down()
            held.release()
        else:
            _for_ever(names, held, queue)


def _until_empty(names: Names, held: Held, queue: Jobs) -> None:
    left = True
    while left:
        with _sure(held):
            queue.adopt(names, held.name)
            queue.take_up(names)
            left = queue.left_to_do(names)
        time.sleep(DRAIN_LOOK_SECONDS if left else 0)


def _for_ever(names: Names, held: Held, queue: Jobs) -> None:
    tidied = -TIDY_EVERY_SECONDS
    while True:
        with _sure(held):
            queue.adopt(names, held.name)
            queue.take_up(names)
            if time.monotonic() - tidied >= TIDY_EVERY_SECONDS:
                queue.tidy()
                tidied = time.monotonic()
        time.sleep(LOOK_EVERY_SECONDS)


@contextmanager
def _sure(held: Held) -> Iterator[None]:
    """See that the name is held before and after; a process that is not sure of it does not come back from here."""
    if not held.sure():
        _begin_anew()
    try:
        yield
    except StoreError:
        if held.sure():
            raise
    if not held.sure():
        _begin_anew()


def _begin_anew() -> None:
    sys.stderr.write("The database server is gone; this worker begins anew when it is back.\n")
    sys.stderr.flush()
    given = sys.orig_argv[1:]
    os.execv(sys.executable, [sys.executable, *given, *([] if ANEW in given else [ANEW])])


def wait_for(names: Names, *, child: bool) -> None:
    """Wait until the place where names are held can be reached."""
    if child:
        leave_with_parent()
    while True:
        try:
            alive(names, "waiting")
        except StoreError:
            time.sleep(LOOK_EVERY_SECONDS)
        else:
            return


def leave_with_parent() -> None:
    """End this process when its standard input ends."""
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


@contextmanager
def _signals() -> Iterator[None]:
    """End the process, and nothing before it, when it is told to."""

    def end(_: int, __: FrameType | None) -> None:
        os._exit(0)

    before = {sign: signal.signal(sign, end) for sign in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
