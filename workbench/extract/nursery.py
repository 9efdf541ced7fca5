"""Warm extraction children at once: one template loads what every page needs, and forks itself for each child.

A child that was killed over a hostile page is replaced in milliseconds, and children share the memory of what they
loaded. Where the system cannot fork, every child is a program of its own.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import subprocess
import sys
import threading

from workbench.errors import ExtractionFailed
from workbench.extract.child import START_SECONDS, Child, command, started, surroundings
from workbench.extract.worker import END, FORK, READY, ROOT, told

_FORK_SECONDS = 5.0  # it takes milliseconds


class Nursery:
    """Hires children from any thread; a template that died is replaced at the next one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._template: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None

    def hire(self, seconds: float) -> Child:
        """A warm child."""
        if sys.platform == "win32":
            return started(seconds)
        try:
            return self._forked(seconds)
        except ExtractionFailed:  # the template died since it was last asked
            return self._forked(seconds)

    def _forked(self, seconds: float) -> Child:
        number = next(self._numbers)
        theirs_in, stdin = os.pipe()
        stdout, theirs_out = os.pipe()
        child = Child(os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb"), lambda: self._end(number), seconds)
        try:
            self._fork(number, seconds, [theirs_in, theirs_out])
        except (OSError, ExtractionFailed) as error:
            child.close()
            self.close()
            raise ExtractionFailed("The extraction worker did not start.") from error
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        return child

    def close(self) -> None:
        """End the template; children end as their pipes do."""
        with self._lock:
            template, self._template = self._template, None
            line, self._line = self._line, None
        if line:
            line.close()
        if template:
            template.kill()
            template.wait()

    def _fork(self, number: int, seconds: float, pipes: list[int]) -> None:
        if sys.platform == "win32":
            return
        with self._lock:
            line = self._line or self._started(seconds)
            line.settimeout(_FORK_SECONDS)
            socket.send_fds(line, [told(FORK, number)], pipes)
            if line.recv(len(told(FORK, number))) != told(FORK, number):
                raise ExtractionFailed("The extraction template did not fork.")

    def _started(self, seconds: float) -> socket.socket:
        """The line to a new template that is warm."""
        ours, theirs = socket.socketpair()
        with theirs:
            self._line, self._template = (
                ours,
                subprocess.Popen(
                    command(seconds, str(theirs.fileno())),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd=ROOT,
                    env=surroundings(),
                    pass_fds=[theirs.fileno()],
                ),
            )
        ours.settimeout(START_SECONDS)
        if ours.recv(len(READY)) != READY:
            raise ExtractionFailed("The extraction template did not start.")
        return ours

    def _end(self, number: int) -> None:
        """Have a child killed; one whose template is gone ends by its own alarm."""
        with self._lock, contextlib.suppress(OSError):
            if self._line:
                self._line.sendall(told(END, number))
