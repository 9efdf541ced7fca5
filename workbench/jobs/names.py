"""A worker's name, held by a lock while the worker lives; what a dead one left is found by its free name.

Recovery in the job engine belongs to a name: two live processes of one name would do a step twice, and what a killed
one left waits for its name. So a name is taken before the engine starts, and is free the moment the process ends.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

MOST_WORKERS = 64


@dataclass(frozen=True, slots=True)
class Held:
    """A name that is this process's own until `release` or the end of the process."""

    name: str
    file: IO[bytes]

    def release(self) -> None:
        """Let others take the name."""
        self.file.close()


def take(folder: Path, prefix: str = "worker") -> Held:
    """The first free name of a prefix."""
    for number in range(1, MOST_WORKERS + 1):
        if held := try_take(folder, f"{prefix}-{number}"):
            return held
    raise RuntimeError(f"{MOST_WORKERS} workers are running already")


def try_take(folder: Path, name: str) -> Held | None:
    """The name, if no live process holds it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = os.fdopen(os.open(folder / f"{name}.lock", os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return Held(name, file)


def known(folder: Path) -> Iterator[str]:
    """Every name that was ever held."""
    return (path.stem for path in sorted(folder.glob("*.lock")))


def alive(folder: Path, name: str) -> bool:
    """Whether a live process holds the name."""
    if not (folder / f"{name}.lock").exists():
        return False
    held = try_take(folder, name)
    if held:
        held.release()
    return held is None
