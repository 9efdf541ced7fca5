"""The extraction child: a program of its own, so that it can be killed. One JSON line in, one out.

Started with a line to its parent it is a template: warm, and forked for each child that is asked for. A child ends
when its input closes; where nobody is left to kill it over a slow page, its own alarm does.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import signal
import socket
import struct
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import IO

MEMORY_BYTES = 512 * 1024 * 1024
READY = b"ready\n"
FORK, END = b"fork", b"end "  # with the number of a child: what the parent tells a template
ROOT = Path(__file__).parents[2]

_TOLD = struct.Struct("!4sQ")
_WARM_UP = (
    b"<html lang=en><head><title>Warm-up</title></head><body><article><h1>Warm-up</h1>"
    + b"<p>The first page loads what every page needs, so that no reader waits for it.</p>" * 8
    + b"<p class=date>1er janvier 2000</p></article></body></html>"  # foreign month names are slow to load
)
Answer = Callable[[bytes], bytes]


def told(what: bytes, number: int) -> bytes:
    """A message about a child."""
    return _TOLD.pack(what, number)


def main(alarm_seconds: int, line: int | None = None) -> None:
    """Answer lines until the input closes, or fork children until the line does."""
    _limit_memory()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # asked of the whole group: whoever reads the page ends first
    logging.disable(logging.CRITICAL)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not look like an answer

    from workbench.extract.read import read
    from workbench.extract.wire import answer, asked
    from workbench.records import Response

    def answered(question: bytes) -> bytes:
        return answer(read(*asked(question)))

    answer(read(Response("https://warm.example/", "ok", content_type="text/html", body=_WARM_UP), date(2000, 1, 1)))
    if line is None:
        out.write(READY)
        out.flush()
        _serve(sys.stdin.buffer, out, answered, alarm_seconds)
    elif sys.platform != "win32":
        gc.freeze()
        _fork_children(socket.socket(fileno=line), answered, alarm_seconds)


def _serve(questions: IO[bytes], answers: IO[bytes], answered: Answer, alarm_seconds: int) -> None:
    """Answer lines until the input closes."""
    for question in questions:
        _alarm(alarm_seconds)
        answers.write(answered(question))
        answers.flush()
        _alarm(0)


def _fork_children(line: socket.socket, answered: Answer, alarm_seconds: int) -> None:
    """Fork a child for each pair of pipes that comes, and kill those that are to end."""
    if sys.platform == "win32":
        return
    living: dict[int, int] = {}

    def bury(*_: object) -> None:
        for child, pid in list(living.items()):
            if os.waitpid(pid, os.WNOHANG)[0]:
                del living[child]  # its number is nobody's from now on, whatever process gets its id

    signal.signal(signal.SIGCHLD, bury)
    line.sendall(READY)
    while message := socket.recv_fds(line, _TOLD.size, 2):
        what, number = _TOLD.unpack(message[0]) if message[0] else (b"", 0)
        if what == FORK:
            living[number] = _forked(line, message[1], answered, alarm_seconds)
            line.sendall(message[0])
        elif number in living:
            os.kill(living[number], signal.SIGKILL)
        elif not what:
            return


def _forked(line: socket.socket, pipes: list[int], answered: Answer, alarm_seconds: int) -> int:
    """The process of a new child that serves a pair of pipes."""
    pid = os.fork()
    if not pid:
        line.close()
        _be_child(pipes, answered, alarm_seconds)
    for pipe in pipes:
        os.close(pipe)
    return pid


def _be_child(pipes: list[int], answered: Answer, alarm_seconds: int) -> None:
    """Serve one pair of pipes, then end without returning into the template."""
    try:
        if sys.platform != "win32":
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        with contextlib.suppress(OSError):  # nobody reads any more
            _serve(os.fdopen(pipes[0], "rb"), os.fdopen(pipes[1], "wb"), answered, alarm_seconds)
    finally:
        os._exit(0)


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def _alarm(seconds: int) -> None:
    if sys.platform != "win32":
        signal.alarm(seconds)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
