"""Fifty writers in two processes, twenty settings each, on SQLite: none is lost, none sees a lock.

python -m benchmarks.writers [WRITERS]
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import threading
import time
from typing import Any

from workbench.errors import StaleSettings, StoreError
from workbench.settings import FIELDS
from workbench.store import Store, open_store

WRITERS, WRITES, PROCESSES = 50, 20, 2
LEAST = 100  # every value below is one that every key allows
KEYS = [key for key, one in FIELDS.items() if one.low is not None and one.high is not None and one.high >= 1000]


def write(url: str, writers: list[int], lines: Any) -> None:
    """Let the writers save their values, each to the key whose turn it is; say how long that took and what failed."""
    store = open_store(url)
    took: list[float] = []
    failed: list[str] = []

    def one(writer: int) -> None:
        for number in range(WRITES):
            start = time.perf_counter()
            try:
                store.settings.write({key_of(writer, number): value_of(writer, number)}, author=f"writer {writer}")
            except StoreError as error:
                failed.append(str(error))
            took.append(time.perf_counter() - start)

    threads = [threading.Thread(target=one, args=(writer,)) for writer in writers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.close()
    lines.put((took, failed))


def key_of(writer: int, number: int) -> str:
    """The key of a write; those of different writers differ."""
    return KEYS[(writer + number) % len(KEYS)]


def value_of(writer: int, number: int) -> str:
    """The value of a write, which no other has."""
    return str(LEAST + writer * WRITES + number) if "weight" not in key_of(writer, number) else f"{writer}.{number:02}1"


def written(url: str, writers: int) -> tuple[list[float], list[str]]:
    """Let the writers write from two processes at once: how long each save took, and what was refused."""
    context = multiprocessing.get_context("spawn")
    lines = context.Queue()
    shares = [list(range(writers))[share::PROCESSES] for share in range(PROCESSES)]
    processes = [context.Process(target=write, args=(url, share, lines)) for share in shares]
    for process in processes:
        process.start()
    found = [lines.get(timeout=300) for _ in processes]
    for process in processes:
        process.join()
    return [each for took, _ in found for each in took], [each for _, failed in found for each in failed]


def lost(store: Store, writers: int) -> list[str]:
    """Which of the writes are not in the history, or were taken over by one that did not see them."""
    history = store.settings.history(limit=100_000)
    held: dict[str, str | None] = {}
    seen: set[tuple[str, str | None]] = set()
    wrong = [] if len(history) == store.settings.version() == writers * WRITES else [f"{len(history)} versions"]
    for version in reversed(history):
        for key, (old, new) in version.changes.items():
            if held.get(key) != old:
                wrong.append(f"v{version.version}: {key} was {held.get(key)}, not {old}")
            held[key] = new
            seen.add((key, new))
    every = {(key_of(who, number), value_of(who, number)) for who in range(writers) for number in range(WRITES)}
    wrong += [f"{key} = {value} is lost" for key, value in sorted(every - seen)]
    if held != store.settings.rows():
        wrong.append("what holds is not what the history says")
    return wrong


def refused(store: Store) -> str:
    """What a writer hears who saves on a version that another has changed since."""
    base = store.settings.version()
    store.settings.write({KEYS[0]: "111"}, author="the first")
    try:
        store.settings.write({KEYS[0]: "222"}, author="the second", base=base)
    except StaleSettings as error:
        return str(error)
    return ""


def main() -> None:
    """Measure in an empty home."""
    writers = int(sys.argv[1]) if len(sys.argv) > 1 else WRITERS
    with tempfile.TemporaryDirectory() as home:
        os.environ["WORKBENCH_HOME"] = home
        url = os.environ.get("WORKBENCH_DATABASE_URL") or f"sqlite:///{home}/workbench.db"
        store = open_store(url)
        began = time.monotonic()
        took, failed = written(url, writers)
        seconds = time.monotonic() - began
        wrong = lost(store, writers)
        took.sort()
        print(f"{writers} writers x {WRITES} writes to {len(KEYS)} keys from {PROCESSES} processes in {seconds:.1f} s")
        print(
            f"refused {len(failed)}; a save took {took[len(took) // 2] * 1e3:.0f} ms, at most {took[-1] * 1e3:.0f} ms"
        )
        print("\n".join([*failed[:5], *wrong[:5]]) or "none lost, each seen by the next")
        print(f"a stale write: {refused(store)}")
        store.close()
    if failed or wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
