"""One extraction child, seen from the thread that serves it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path

from workbench.errors import ExtractionFailed
from workbench.extract.worker import READY

START_SECONDS = 30.0

_ROOT = Path(__file__).parents[2]
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "PYTHONPATH", "PYTHONHOME", "SYSTEMROOT")


class Child:
    """A started worker; `ask` gives its answer or raises, `kill` may come from any thread."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._process = subprocess.Popen(
            [sys.executable, "-m", "workbench.extract.worker", str(int(seconds) + 2)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env={name: os.environ[name] for name in _KEPT if name in os.environ},
        )
        if self._exchange(b"", START_SECONDS) != READY:
            self.close()
            raise ExtractionFailed("The extraction worker did not start.")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, line: bytes) -> bytes:
        """The answer to one line, within the time; a child that gives none is dead after this."""
        answer = self._exchange(line, self._seconds)
        if not answer.endswith(b"\n"):
            self.close()
            raise ExtractionFailed("The extraction worker ended without an answer.")
        return answer

    def kill(self) -> None:
        """Send the child its end and wait for nothing; whoever serves it closes it."""
        self._process.kill()

    def close(self) -> None:
        """End the child and let go of what it held."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # what was not yet written cannot be
                if pipe is not None:
                    pipe.close()

    def _exchange(self, line: bytes, seconds: float) -> bytes:
        """Write a line and read one; the clock kills the child, which ends the reading."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            return b""
        clock = threading.Timer(seconds, self._process.kill)
        clock.daemon = True
        clock.start()
        try:
            stdin.write(line)
            stdin.flush()
            return stdout.readline()
        except (OSError, ValueError):
            return b""
        finally:
            clock.cancel()
