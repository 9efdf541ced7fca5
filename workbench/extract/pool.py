"""Extraction in a few child processes that are killed when they take too long.

A thread serves each child, so the pool works from any event loop, from several, and from one after another. While a
page outlasts the patience, a spare child takes its place for those that wait, and ends when nobody waits any more.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Protocol

from workbench.errors import ExtractionFailed
from workbench.extract import wire
from workbench.extract.blank import passed_on, unreadable
from workbench.extract.nursery import Nursery
from workbench.records import Page, Response

PATIENCE_SECONDS = 0.5  # ten times a usual page; benchmarks/hostile_batch.py


def _utc_today() -> date:
    return datetime.now(UTC).date()


class Answering(Protocol):
    """A worker as the pool sees it."""

    @property
    def alive(self) -> bool: ...

    def ask(self, line: bytes) -> bytes: ...

    def kill(self) -> None: ...

    def close(self) -> None: ...


class _Job:
    """One page to read; its future is cancelled by whoever no longer waits."""

    def __init__(self, response: Response, today: date) -> None:
        self.response = response
        self.today = today
        self.page: Future[Page] = Future()


class ExtractorPool:
    """The `Extractor` of the real world; workers start at the first page and are replaced when they die."""

    def __init__(
        self,
        workers: int = 2,
        seconds: float = 5.0,
        today: Callable[[], date] = _utc_today,
        hire: Callable[[float], Answering] | None = None,
        spares: int = 3,
    ) -> None:
        self._workers = workers
        self._most = workers + spares
        self._seconds = seconds
        self._today = today
        self._nursery = Nursery()
        self._hire = hire or self._nursery.hire
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._threads: set[threading.Thread] = set()
        self._idle = 0
        self._outlasted = 0
        self._children: set[Answering] = set()
        self._lock = threading.Lock()
        self._closed = False

    async def __call__(self, response: Response) -> Page:
        """The page of a response; one that is too slow or too large to read says so."""
        if response.outcome != "ok":
            return passed_on(response)
        self.start()
        job = _Job(response, self._today())
        self._jobs.put(job)
        self._relieve()
        return await asyncio.wrap_future(job.page)

    def start(self) -> None:
        """Start the workers, once; pages may be asked for before they are warm."""
        with self._lock:
            if self._closed:
                raise ExtractionFailed("The extraction workers are closed.")
            if not self._threads:
                for _ in range(self._workers):
                    self._add()

    def _add(self) -> None:
        thread = threading.Thread(target=self._serve, daemon=True)
        self._threads.add(thread)
        thread.start()

    def _relieve(self) -> None:
        """Start a spare where pages wait and those that outlast the patience leave too few to read them."""
        with self._lock:
            short = len(self._threads) - self._outlasted < self._workers and len(self._threads) < self._most
            if short and not self._closed and self._jobs.qsize() > self._idle:
                self._add()

    def _retires(self) -> bool:
        """Whether the calling thread is one too many and nobody waits for it."""
        with self._lock:
            if len(self._threads) <= self._workers or self._jobs.qsize():
                return False
            self._threads.discard(threading.current_thread())
            return True

    async def aclose(self) -> None:
        """End the workers; pages that are waiting or being read are given up."""
        with self._lock:
            self._closed = True
            threads, self._threads = self._threads, set()
            for child in self._children:
                child.kill()
        for _ in threads:
            self._jobs.put(None)
        await asyncio.to_thread(_join, threads)
        self._nursery.close()

    def _serve(self) -> None:
        """Take one job after another, with a child that is warm before the job is."""
        child = self._hired()
        while (job := self._next()) is not None:
            if job.page.cancelled():
                continue
            child = self._living(child)
            page = self._read(child, job) if child else unreadable(job.response, "no extraction worker could start")
            delivered = _deliver(page, job)
            if child and not delivered:
                child.kill()
            if self._retires():
                break
            child = self._living(child)
        if child:
            self._let_go(child)

    def _living(self, child: Answering | None) -> Answering | None:
        """The child, or another where it is dead."""
        if child and child.alive:
            return child
        if child:
            self._let_go(child)
        return self._hired()

    def _next(self) -> _Job | None:
        with self._lock:
            self._idle += 1
        job = self._jobs.get()
        with self._lock:
            self._idle -= 1
        return job

    def _read(self, child: Answering, job: _Job) -> Page:
        """One page by one child, which is killed if the time passes or nobody waits any longer."""
        job.page.add_done_callback(lambda page: child.kill() if page.cancelled() else None)
        started = time.monotonic()
        try:
            with self._watched():
                return wire.answered(child.ask(wire.question(job.response, job.today)))
        except (ExtractionFailed, ValueError):
            slow = time.monotonic() - started >= self._seconds
            reason = f"took over {self._seconds:g} s" if slow else "ended without an answer"
            return unreadable(job.response, f"the extraction of its text {reason}")

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Count a page that outlasts the patience, as long as it does."""
        done = outlasts = False

        def outlast() -> None:
            nonlocal outlasts
            with self._lock:
                if done:
                    return
                outlasts = True
                self._outlasted += 1
            self._relieve()

        clock = threading.Timer(PATIENCE_SECONDS, outlast)
        clock.daemon = True
        clock.start()
        try:
            yield
        finally:
            clock.cancel()
            with self._lock:
                done = True
                self._outlasted -= outlasts

    def _hired(self) -> Answering | None:
        """A warm child, None if none can be had or nobody needs one any more."""
        if self._closed:
            return None
        try:
            child = self._hire(self._seconds)
        except (ExtractionFailed, OSError):
            return None
        with self._lock:
            self._children.add(child)
            if self._closed:
                child.kill()
        return child

    def _let_go(self, child: Answering) -> None:
        with self._lock:
            self._children.discard(child)
        child.close()


def _deliver(page: Page, job: _Job) -> bool:
    """Hand the page over; False where nobody waits for it, and its child is being killed."""
    try:
        job.page.set_result(page)
    except InvalidStateError:
        return False
    return True


def _join(threads: set[threading.Thread]) -> None:
    for thread in threads:
        thread.join(timeout=5)
