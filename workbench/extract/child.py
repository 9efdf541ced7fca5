"""One extraction child, seen from the thread that serves it."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import IO

from workbench.errors import ExtractionFailed
from workbench.extract.worker import READY, ROOT

START_SECONDS = 30.0

_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "PYTHONPATH", "PYTHONHOME", "SYSTEMROOT")


class Child:
    """A worker behind two pipes: `ask` gives its answer or raises, `kill` may come from any thread."""

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes], end: Callable[[], None], seconds: float) -> None:
        self._stdin, self._stdout = stdin, stdout
        self._end = end
        self._seconds = seconds
        self._lock = threading.Lock()
        self._ended = False

    @property
    def alive(self) -> bool:
        """Whether it may be asked again."""
        return not self._ended and not _has_ended(self._stdout)

    def ask(self, line: bytes) -> bytes:
        """The answer to one line, within the time; a child that gives none is dead after this."""
        answer = self._exchange(line, self._seconds)
        if not answer.endswith(b"\n"):
            self.close()
            raise ExtractionFailed("The extraction worker ended without an answer.")
        return answer

    def await_ready(self) -> None:
        """Wait until the child says that it is warm; one that does not is closed."""
        if self._exchange(b"", START_SECONDS) != READY:
            self.close()
            raise ExtractionFailed("The extraction worker did not start.")

    def kill(self) -> None:
        """Send the child its end, once, and wait for nothing; whoever serves it closes it."""
        with self._lock:
            ended, self._ended = self._ended, True
        if not ended:
            self._end()

    def close(self) -> None:
        """End the child and let go of what it held."""
        self.kill()
        for pipe in (self._stdin, self._stdout):
            with contextlib.suppress(OSError):  # what was not yet written cannot be
                pipe.close()

    def _exchange(self, line: bytes, seconds: float) -> bytes:
        """Write a line and read one; the clock kills the child, which ends the reading."""
        clock = threading.Timer(seconds, self.kill)
        clock.daemon = True
        clock.start()
        try:
            self._stdin.write(line)
            self._stdin.flush()
            return self._stdout.readline()
        except (OSError, ValueError):
            return b""
        finally:
            clock.cancel()


def _has_ended(pipe: IO[bytes]) -> bool:
    """Whether there is something to read where nothing was asked: the end of a dead child. Windows cannot tell."""
    if sys.platform == "win32":
        return False
    try:
        return bool(select.select([pipe], [], [], 0)[0])
    except (OSError, ValueError):
        return True


def command(seconds: float, *line: str) -> list[str]:
    """What starts a worker; it ends itself over a page soon after `seconds`, where nobody is left to end it."""
    return [sys.executable, "-m", "workbench.extract.worker", str(int(seconds) + 2), *line]


def surroundings() -> dict[str, str]:
    """The variables that a worker gets: none that holds a secret."""
    return {name: os.environ[name] for name in _KEPT if name in os.environ}


def started(seconds: float) -> Child:
    """A child that is a program of its own, warm."""
    process = subprocess.Popen(
        command(seconds),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=surroundings(),
    )
    if process.stdin is None or process.stdout is None:
        raise ExtractionFailed("The extraction worker has no pipes.")

    def end() -> None:
        process.kill()
        process.wait()

    child = Child(process.stdin, process.stdout, end, seconds)
    child.await_ready()
    return child
