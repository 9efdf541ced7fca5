"""A one-line expectation of a topic's ranking, kept as data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Pin:
    """An expectation in one line, such as "`bun.com` above `dev.to` for bun runtime".

    With the text of a recording it is checked on that; otherwise on the newest finished run of its topic. One that
    was removed counts no more.
    """

    id: int
    text: str
    recording: str
    author: str
    note: str
    at: datetime
    removed_at: datetime | None = None
