"""A time limit inside a computation that cannot be asked to stop."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OutOfTime(BaseException):
    """Raised in the block when its time is over; no library's `except Exception` catches it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` in the block once the seconds have passed; off the main thread the block runs on."""
    if seconds <= 0 or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    started = time.monotonic()
    earlier = signal.signal(signal.SIGALRM, _strike)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:  # the time may pass just here
            signal.signal(signal.SIGALRM, earlier)
            if left:
                signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (time.monotonic() - started)))


def _strike(_number: int, _frame: FrameType | None) -> None:
    raise OutOfTime
