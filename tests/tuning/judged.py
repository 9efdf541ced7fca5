"""Judgments for tests, with what does not matter filled in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from workbench.records import Judgment
from workbench.records.judgment import Answer

BEGIN = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)
A, B, C = (f"https://{name}.example/page" for name in ("a", "b", "c"))


def graded(url: str, answer: Answer, rater: str = "ann", *, topic: str = "Heat pumps", minute: int = 0) -> Judgment:
    return pair(url, "", answer, rater, topic=topic, minute=minute)


def pair(
    first: str, second: str, answer: Answer, rater: str = "ann", *, topic: str = "Heat pumps", minute: int = 0
) -> Judgment:
    return Judgment(topic, first, second, answer, rater, "", 1, BEGIN + timedelta(minutes=minute))
