"""A person's word on two pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Verdict = Literal["same", "not the same", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person says of two pages, by their canonical addresses; the last ruling on a pair counts."""

    first: str
    second: str
    verdict: Verdict
    author: str
    note: str
    at: datetime

    @property
    def pair(self) -> frozenset[str]:
        """The two addresses, whichever came first."""
        return frozenset((self.first, self.second))
