"""A person's answer on sources of a topic: a grade of one, or which of two is the better."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Answer = Literal["0", "1", "2", "3", "first", "second", "equal", "skipped", "later", "withdrawn"]
GRADES: tuple[Answer, ...] = ("0", "1", "2", "3")
PREFERENCES: tuple[Answer, ...] = ("first", "second", "equal")
UNDECIDED: tuple[Answer, ...] = ("skipped", "later", "withdrawn")


@dataclass(frozen=True, slots=True)
class Judgment:
    """What a rater said of one source of a topic, or of two; the last answer of a rater on the same counts.

    Sources are canonical addresses. A pair stands in the order of its addresses, whichever side it was shown on; of
    a grade there is no `second`. `guideline` is the version that the rater was told.
    """

    topic: str
    first: str
    second: str
    answer: Answer
    rater: str
    note: str
    guideline: int
    at: datetime

    @property
    def is_pair(self) -> bool:
        """Whether it is on two sources."""
        return bool(self.second)
