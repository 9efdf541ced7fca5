"""What a date at the head of a snippet says, and how old that makes the result."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from workbench.records import DateCandidate, Hit

_BLANK = "[ \t\u00a0]"
_SEPARATOR = rf"{_BLANK}*(?:[-\u2013\u2014\u00b7\u2022\u2026]|\.\.\.)"
_UNIT_DAYS = {"minute": 1 / 1440, "hour": 1 / 24, "day": 1, "week": 7, "month": 30, "year": 365}
_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

_RELATIVE = re.compile(
    rf"\s*([0-9]{{1,9}}){_BLANK}+(minute|hour|day|week|month|year)s?{_BLANK}+ago{_SEPARATOR}", re.I | re.ASCII
)
_ABSOLUTE = re.compile(
    rf"\s*([a-z]{{3,9}})\.?{_BLANK}+(?:([0-9]{{1,2}}),?{_BLANK}+)?([0-9]{{4}}){_SEPARATOR}", re.I | re.ASCII
)
_ISO = re.compile(rf"\s*([0-9]{{4}})-([0-9]{{2}})-([0-9]{{2}}){_SEPARATOR}", re.ASCII)


def snippet_date(snippet: str, today: date) -> DateCandidate | None:
    """The date a snippet leads with; `None` if it leads with none, `refused` set if no calendar holds it.

    The lead is relative ("3 days ago -"), a month name ("Mar 15, 2024 ·") or ISO, and a separator follows.
    """
    head = snippet[:80].replace("\u00a0", " ")
    if found := _RELATIVE.match(head):
        days = int(int(found[1]) * _UNIT_DAYS[found[2].lower()])
        return _candidate(found, lambda: today - timedelta(days=days), today)
    if (found := _ABSOLUTE.match(head)) and (month := _month(found[1])):
        year, day = int(found[3]), int(found[2] or 1)
        return _candidate(found, lambda: date(year, month, day), today)
    if found := _ISO.match(head):
        year, month, day = map(int, found.groups())
        return _candidate(found, lambda: date(year, month, day), today)
    return None


def _month(word: str) -> int:
    word = word.lower()
    if word == "sept":
        return 9
    return next((n for n, name in enumerate(_MONTHS, 1) if word in (name, name[:3])), 0)


def _candidate(found: re.Match[str], day: Callable[[], date], today: date) -> DateCandidate:
    text = found[0].strip()
    try:
        return judged_date(DateCandidate("snippet", text, day()), today)
    except (ValueError, OverflowError):
        return DateCandidate("snippet", text, refused="no calendar holds this day")


def judged_date(found: DateCandidate, today: date) -> DateCandidate:
    """The candidate, refused if it lies more than one day ahead of today."""
    if found.day and (found.day - today).days > 1:
        return DateCandidate(found.signal, found.text, found.day, "it lies ahead of today")
    return found


def age_days(found: DateCandidate | None, today: date) -> int | None:
    """Whole days from the candidate's day to today, never under 0; `None` without a standing date."""
    if found is None or found.day is None or found.refused:
        return None
    return max(0, (today - found.day).days)


def candidate(hit: Hit, today: date) -> DateCandidate | None:
    """The date that counts for a hit: the lead of its snippet, else the engine's own field."""
    if (found := snippet_date(hit.snippet, today)) is not None:
        return found
    if hit.published is None:
        return None
    return judged_date(DateCandidate("engine", hit.published.isoformat(), hit.published), today)
