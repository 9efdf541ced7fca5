"""What is tried again and how long is waited; a call that hangs is left behind."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.conftest import cases
from workbench.records import Answer
from workbench.search.attempts import Reply, Timing, attempted, words_of
from workbench.settings import WebResearchSettings

ITEM = {"title": "A report", "href": "https://good.example/report", "body": "Nine sites and two councils."}
BUGS = {line["id"]: line for line in cases("bugs.jsonl")}
SOON = 0.05


class Clock:
    """A clock that only the waits move."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    def timing(self, part: float = 1.0) -> Timing:
        return Timing(self.sleep, lambda low, high: low + part * (high - low), lambda: self.now)


def script(*replies: object) -> Callable[[], Reply]:
    """A call that gives the replies in turn, the last one for ever; an exception is raised."""
    left = list(replies)

    def call() -> Reply:
        reply = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(reply, BaseException):
            raise reply
        return reply if isinstance(reply, Reply) else Reply(reply, status=200)

    return call


def run(call: Callable[[], Reply], timing: Timing, **changes: Any) -> Answer:
    settings = WebResearchSettings().model_copy(update={"search_timeout_seconds": 5, **changes})
    return asyncio.run(attempted("ddg", call, settings, timing))


@pytest.mark.parametrize(
    ("settings", "part", "waits"),
    [
        ({}, 0.0, [0.5, 1.0]),
        ({}, 1.0, [1.0, 1.5]),
        ({"ddg_retry_attempts": 1}, 1.0, []),
        ({"ddg_retry_attempts": 5}, 0.0, [0.5, 1.0, 2.0, 4.0]),
        ({"ddg_retry_base_delay_ms": 0}, 1.0, [0.0, 0.0]),
        ({"ddg_retry_base_delay_ms": 100}, 0.5, [0.15, 0.25]),
    ],
)
@pytest.mark.parametrize(
    "reply", [ValueError("x"), Reply(outcome="blocked", status=202), Reply(outcome="rate_limited")]
)
def test_the_waits_double_with_jitter_and_none_follows_the_last(
    settings: dict[str, int], part: float, waits: list[float], reply: object
) -> None:
    clock = Clock()
    answer = run(script(reply), clock.timing(part), **settings)
    assert clock.waits == pytest.approx(waits)
    assert answer.attempts == len(waits) + 1
    assert answer.elapsed_seconds == pytest.approx(sum(waits))


@pytest.mark.parametrize(
    ("reply", "outcome", "attempts", "detail"),
    [
        ([ITEM], "ok", 1, ""),
        ([], "empty", 1, ""),
        (None, "error", 1, "WrongShape: the answer is NoneType, not a list of results"),
        (ImportError("No module named 'ddgs'"), "error", 1, "ImportError: No module named 'ddgs'"),
        (TimeoutError("read"), "timeout", 1, "TimeoutError: read"),
        (Reply(outcome="timeout", detail="slow"), "timeout", 1, "slow"),
        (Reply(outcome="blocked", status=202), "blocked", 3, "HTTP 202"),
        (Reply(outcome="rate_limited", status=429), "rate_limited", 3, "HTTP 429"),
        (Reply(outcome="error", status=500), "error", 3, "HTTP 500"),
        (KeyError("vqd"), "error", 3, "KeyError: 'vqd'"),
        (StopIteration(), "error", 3, "StopIteration"),
        (OSError("Name or service not known"), "error", 3, "no network: OSError: Name or service not known"),
    ],
)
def test_each_end_has_its_outcome_its_attempts_and_at_most_one_warning(
    reply: object, outcome: str, attempts: int, detail: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="workbench.search"):
        answer = run(script(reply), Clock().timing())
    assert (answer.outcome, answer.attempts, answer.detail) == (outcome, attempts, detail)
    warned = [record.getMessage() for record in caplog.records]
    assert warned == ([] if outcome in {"ok", "empty"} else [f"Search by ddg ended as {outcome}: {detail}"])


def test_an_attempt_that_succeeds_ends_the_attempts() -> None:
    answer = run(script(ValueError("x"), Reply(outcome="blocked", status=403), [ITEM]), Clock().timing())
    assert (answer.outcome, answer.attempts, len(answer.hits), answer.status) == ("ok", 3, 1, 200)


def test_a_generator_loses_nothing() -> None:
    if "D19" not in BUGS:
        pytest.skip("the shared inputs are absent")
    urls = [f"https://a.example/{at}" for at in range(5)]
    answer = run(script(ITEM | {"href": url} for url in urls), Clock().timing())
    assert [hit.url for hit in answer.hits] == urls


def test_what_a_generator_gave_before_it_failed_is_used() -> None:
    def broken() -> Iterator[dict[str, str]]:
        yield ITEM
        raise ValueError("cut")

    answer = run(script(broken()), Clock().timing())
    assert (answer.outcome, len(answer.hits), answer.attempts) == ("ok", 1, 1)
    assert answer.detail == "the answer broke off: ValueError: cut"


def test_a_generator_that_fails_at_once_is_tried_again() -> None:
    def broken() -> Iterator[dict[str, str]]:
        raise ValueError("cut")
        yield ITEM

    answer = run(lambda: Reply(broken()), Clock().timing())
    assert (answer.outcome, answer.attempts) == ("error", 3)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, asyncio.CancelledError])
def test_what_is_no_exception_of_the_engine_passes_through(kind: type[BaseException]) -> None:
    with pytest.raises(kind):
        run(script(kind()), Clock().timing())


class Hanging:
    """A call that gives nothing until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def __call__(self) -> Reply:
        self.go.wait(30)
        return Reply([ITEM])


def test_a_call_that_hangs_is_left_behind_and_its_late_answer_thrown_away() -> None:
    if "D05" not in BUGS:
        pytest.skip("the shared inputs are absent")
    threads, hanging = threading.active_count(), Hanging()
    started = time.monotonic()
    answer = run(hanging, Clock().timing(), search_timeout_seconds=SOON)
    assert time.monotonic() - started < 2
    assert (answer.outcome, answer.attempts, answer.hits) == ("timeout", 1, ())
    assert answer.detail == "no answer within 0.05 s"
    hanging.go.set()
    deadline = time.monotonic() + 5
    while threading.active_count() > threads and time.monotonic() < deadline:
        threading.Event().wait(0.01)
    assert threading.active_count() == threads


async def test_a_cancelled_run_leaves_its_call_behind() -> None:
    hanging = Hanging()
    task = asyncio.create_task(attempted("ddg", hanging, WebResearchSettings()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    hanging.go.set()


HANGS = """
import asyncio, threading
from workbench.search.attempts import attempted
from workbench.settings import WebResearchSettings
print(asyncio.run(attempted("ddg", threading.Event().wait, WebResearchSettings(search_timeout_seconds=1))).outcome)
"""


def test_a_hung_thread_does_not_hold_up_the_exit_of_the_process() -> None:
    ended = subprocess.run([sys.executable, "-c", HANGS], capture_output=True, text=True, timeout=30, check=True)
    assert ended.stdout.strip() == "timeout"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError(), "ValueError"),
        (ValueError("a\nb\x00"), "ValueError: a b"),
        (ExceptionGroup("several", [ValueError("one")]), "ExceptionGroup: several (1 sub-exception)"),
        (OSError(101, "Network is unreachable"), "no network: OSError: [Errno 101] Network is unreachable"),
    ],
)
def test_an_exception_is_told_by_its_type_and_its_words(error: Exception, words: str) -> None:
    assert words_of(error) == words
