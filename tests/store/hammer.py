"""What other processes do to a store in the tests: write, migrate, hold a lock, be killed."""

from __future__ import annotations

import multiprocessing
import os
import random
import sqlite3
import time
from datetime import UTC, date, datetime
from multiprocessing.context import ForkServerProcess
from typing import Any

from workbench.errors import StaleSettings, StoreError
from workbench.records import Answer, Finding, Hit, Page, Read, Searched
from workbench.store import Store, open_store

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["workbench.store", "alembic.command", "tests.store.hammer"])


def launched(target: Any, *args: Any) -> ForkServerProcess:
    """A started process of its own, ready in a few milliseconds."""
    process = _context.Process(target=target, args=args, daemon=True)
    process.start()
    return process


def outcomes(target: Any, args: list[tuple[Any, ...]], within: float = 60) -> list[Any]:
    """What each of the processes put on its line."""
    lines: Any = _context.Queue()
    processes = [launched(target, *each, lines) for each in args]
    found = [lines.get(timeout=within) for _ in processes]
    for process in processes:
        process.join(within)
    return found


def save_settings(url: str, seed: int, times: int, keys: list[str], lines: Any) -> None:
    """Save random weights; say how many saves made a version and what was refused."""
    store, chance = open_store(url), random.Random(seed)
    accepted, refused = 0, []
    for _ in range(times):
        value = f"{chance.uniform(0, 1000):.9f}"
        try:
            store.settings.write({chance.choice(keys): value}, author=f"writer {seed}")
            accepted += 1
        except StoreError as error:
            refused.append(str(error))
    store.close()
    lines.put((accepted, refused))


def save_distinct(url: str, key: str, values: list[str], lines: Any) -> None:
    """Save one key again and again, on the version that was read just before; say what was refused as stale."""
    store = open_store(url)
    stale = 0
    for value in values:
        base = store.settings.version()
        try:
            store.settings.write({key: value}, base=base)
        except StaleSettings:
            stale += 1
    store.close()
    lines.put(stale)


def open_and_report(url: str, lines: Any) -> None:
    """Open the store; say the schema it has."""
    store = open_store(url)
    lines.put(store.info()["schema"])
    store.close()


def save_runs(url: str) -> None:
    """Make runs until killed."""
    store = open_store(url)
    while True:
        made_run(store, pages=6)


def share_texts(url: str, seed: int, times: int, lines: Any) -> None:
    """Make runs whose pages have a few texts between them, in any order, and delete half; say which are left."""
    store, chance = open_store(url), random.Random(seed)
    runs: list[str] = []
    for _ in range(times):
        run = store.runs.create("shared", date(2026, 1, 1), "corpus", {}, 0, {}).id
        texts = chance.sample([f"text {number} " * 300 for number in range(6)], 4)
        found = zip(hits(4), texts, strict=True)
        store.runs.save_stage(run, "read", tuple(Read(hit, Page(hit.url, "ok", text=text)) for hit, text in found), 0.1)
        runs.append(run)
        if chance.random() < 0.5:
            store.runs.delete(runs.pop(chance.randrange(len(runs))))
    store.close()
    lines.put(runs)


def save_one_setting(url: str, key: str) -> None:
    """Change one setting between two values until killed."""
    store = open_store(url)
    while True:
        for value in ("0.25", "0.75"):
            store.settings.write({key: value})


def open_only(url: str) -> None:
    """Open the store and leave."""
    open_store(url).close()


def hold(path: str, begin: str, held: Any, let_go: Any) -> None:
    """Hold a lock until told to let go."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute(begin)
    held.set()
    let_go.wait(60)
    raw.execute("ROLLBACK")
    raw.close()


class Holder:
    """Another process that holds a lock on a database for the length of a `with`."""

    def __init__(self, path: str, begin: str, for_seconds: float | None = None) -> None:
        self.path, self.begin, self.for_seconds = path, begin, for_seconds

    def __enter__(self) -> Holder:
        held, self.let_go = _context.Event(), _context.Event()
        self.process = launched(hold, self.path, self.begin, held, self.let_go)
        assert held.wait(20)
        if self.for_seconds is not None:
            launched(release_after, self.for_seconds, self.let_go)
        return self

    def __exit__(self, *_: object) -> None:
        self.let_go.set()
        self.process.join(20)


def release_after(seconds: float, let_go: Any) -> None:
    """Let go of a lock after a while."""
    time.sleep(seconds)
    let_go.set()


def killed_after(seconds: float, target: Any, *args: Any) -> None:
    """Start a process and kill it after a while."""
    process = launched(target, *args)
    process.join(seconds)
    if process.pid and process.is_alive():
        os.kill(process.pid, 9)
    process.join(20)


def hits(count: int) -> tuple[Hit, ...]:
    """Results of a search."""
    return tuple(Hit(f"https://site{i}.example/page", f"Title {i}", "words " * 12, i + 1) for i in range(count))


def made_run(store: Store, topic: str = "a topic", pages: int = 2) -> str:
    """A run with its first two stages stored; its id."""
    found = hits(pages)
    run = store.runs.create(topic, date(2026, 1, 1), "corpus", {"research_min_snippet_words": 10}, 0, {}).id
    store.runs.save_stage(run, "search", Searched((Answer("corpus", "ok", found),), found), 0.1)
    read = tuple(Read(hit, Page(hit.url, "ok", text=f"{run} {hit.url} " * 200)) for hit in found)
    store.runs.save_stage(run, "read", read, 0.2, [Finding("kind", "title", "body")])
    return run


def soon() -> datetime:
    """The present, aware."""
    return datetime.now(UTC)
