"""The search engine's case lines: what it does attempt by attempt, item by item, address by address."""

from __future__ import annotations

import asyncio
import builtins
import importlib
import logging
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from tests.conftest import cases
from workbench.records import Answer, Hit, Query
from workbench.search.attempts import Timing
from workbench.search.ddg import DuckDuckGo, ResultPage
from workbench.settings import WebResearchSettings
from workbench.urls import canonical

LINES = cases("adversarial/search_engine.jsonl")
HANG = "HANG"
QUERY = Query("river quality", date(2026, 11, 29))


@dataclass
class ScriptedPage:
    """A result page that does what one attempt of a line says."""

    does: Any
    status: int | None = None
    page: str = ""

    def ask(self, query: str) -> object:
        match self.does:
            case str(text) if text == HANG:
                time.sleep(0.6)
                return []
            case str(text) if error := _error(text):
                self.status = 200 if "No results" in text else None
                raise error
            case {"http": int(status), **rest}:
                self.status, self.page = status, str(rest.get("body", ""))
                return rest.get("items", [])
            case {"bytes_hex": str(digits)}:
                return bytes.fromhex(digits)
            case {"repeat_item": dict(item), "count": int(count)}:
                return [{key: value.replace("0", str(at)) for key, value in item.items()} for at in range(count)]
            case {"results": list(items)}:
                return items
        return self.does

    def is_challenge(self, query: str) -> bool:
        from workbench.search.duck import Duck

        duck = Duck()
        duck.status, duck.page = self.status, self.page
        return duck.is_challenge(query)


def _error(text: str) -> BaseException | None:
    """The exception that a text names, from the builtins, asyncio, `ddgs` or the module before the dot."""
    name, _, words = text.partition(": ")
    if not re.fullmatch(r"(?:[a-z]\w*\.)*[A-Z]\w+", name):
        return None
    match name:
        case "UnicodeDecodeError":
            return UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
        case "ExceptionGroup" | "BaseExceptionGroup":
            return ExceptionGroup("several", [ValueError("one")])
    module, _, kind_name = name.rpartition(".")
    places = [module] if module else ["builtins", "asyncio", "ddgs.exceptions"]
    kinds = (getattr(importlib.import_module(place), kind_name, None) for place in places)
    kind = next((found for found in kinds if isinstance(found, type) and issubclass(found, BaseException)), None)
    return kind(words) if kind else None


@dataclass
class Engine:
    """The engine over a script of attempts; it counts the pages it opened and the waits between."""

    script: list[Any]
    opened: int = 0

    def __post_init__(self) -> None:
        self.waits: list[float] = []

    def open(self, _seconds: int) -> ResultPage:
        self.opened += 1
        return ScriptedPage(self.script[min(self.opened, len(self.script)) - 1])

    async def wait(self, seconds: float) -> None:
        self.waits.append(seconds)

    def answer(self, count: int = 5) -> Answer:
        patience = 0.15 if HANG in self.script else 30  # a busy machine is late, too
        settings = WebResearchSettings().model_copy(update={"search_timeout_seconds": patience})
        timing = Timing(sleep=self.wait, uniform=lambda low, high: high)
        return asyncio.run(DuckDuckGo(settings, self.open, timing)(QUERY, count))


def at_this_level() -> Iterator[Any]:
    """The lines that say what the engine does; others are about the environment, topics and whole runs."""
    for line in LINES:
        attempts = line["input"].get("attempts")
        if attempts and not any(
            isinstance(attempt, dict) and {"env", "backend"} & set(attempt) for attempt in attempts
        ):
            yield pytest.param(line, id=line["name"])


@pytest.mark.parametrize("line", list(at_this_level()))
def test_an_attempt_ends_as_the_line_says(line: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    engine, expected = Engine(line["input"]["attempts"]), line["assert"]
    if raises := expected.get("raises"):
        kind = getattr(builtins, raises, None) or getattr(asyncio, raises)
        with pytest.raises(kind):
            engine.answer()
        return
    with caplog.at_level(logging.INFO, logger="workbench.search"):
        answer = engine.answer()
    assert answer.attempts == engine.opened == len(engine.waits) + 1
    said: dict[str, Any] = {"outcome": answer.outcome, "attempts": answer.attempts, "warnings": len(caplog.records)}
    said["count"] = len({canonical(hit.url) for hit in answer.hits if _is_public_page(hit)})
    said["ranks"] = [1 - (hit.position - 1) / max(1, len(answer.hits) - 1) for hit in answer.hits]
    assert {key: said[key] for key in expected if key in said} == {
        key: value for key, value in expected.items() if key in said
    }
    if answer.outcome in {"ok", "empty"}:
        assert not caplog.records


def _is_public_page(hit: Hit) -> bool:
    """Whether the hit would be read: an address of the web, and no number that the guard refuses."""
    return bool(re.match(r"https?://(?!192\.168\.|10\.)[^\s\ufffd]+$", hit.url))
