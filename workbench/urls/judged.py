"""The one form of a judgment: addresses canonical, a pair in the order of its addresses, nothing unseen in a text."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import get_args

from workbench.errors import BadRequest
from workbench.records import Judgment
from workbench.records.judgment import GRADES, PREFERENCES, UNDECIDED, Answer
from workbench.text import clean_topic, one_line, quoted, safe, visible
from workbench.urls.pages import page_address

LONGEST_RATER, LONGEST_NOTE = 120, 2000
HIGHEST_GUIDELINE = 10_000
ANSWERS: tuple[Answer, ...] = get_args(Answer)
_TURNED: dict[Answer, Answer] = {"first": "second", "second": "first"}
_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_AHEAD = timedelta(days=1)  # clocks of two machines differ


def normal(judgment: Judgment, now: datetime) -> Judgment:
    """The judgment as it is kept; `BadRequest` says what of it cannot be.

    Where the two addresses change places, so does the answer. A time without a zone is in UTC.
    """
    first, second = page_address(judgment.first), page_address(judgment.second) if judgment.second else ""
    answer = judgment.answer
    if first == second:
        raise BadRequest("Both are addresses of one page; a comparison is of two.")
    _refuse_answer(answer, is_pair=bool(second))
    if second and second < first:
        first, second, answer = second, first, _TURNED.get(answer, answer)
    return replace(
        judgment,
        topic=clean_topic(judgment.topic),
        first=first,
        second=second,
        answer=answer,
        rater=_bounded(one_line(visible(judgment.rater)), LONGEST_RATER, "the name of a rater"),
        note=_bounded(safe(judgment.note).strip(), LONGEST_NOTE, "a note"),
        guideline=_version(judgment.guideline),
        at=_moment(judgment.at, now),
    )


def _refuse_answer(answer: str, *, is_pair: bool) -> None:
    allowed = (*(PREFERENCES if is_pair else GRADES), *UNDECIDED)
    if answer not in allowed:
        what = "two sources" if is_pair else "one source"
        raise BadRequest(f"{quoted(answer, 40)} is no answer on {what}; it is one of {', '.join(allowed)}.")


def _bounded(text: str, most: int, what: str) -> str:
    if len(text) > most:
        raise BadRequest(f"At most {most:,} characters fit {what}; this one has {len(text):,}.")
    return text


def _version(guideline: int) -> int:
    if not 1 <= guideline <= HIGHEST_GUIDELINE:
        raise BadRequest(f"The version of a guideline is a number from 1 to {HIGHEST_GUIDELINE:,}.")
    return guideline


def _moment(at: datetime, now: datetime) -> datetime:
    try:
        moment = at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)
    except OverflowError:
        moment = datetime.min.replace(tzinfo=UTC)
    if not _EARLIEST <= moment <= now + _AHEAD:
        raise BadRequest(f"The time {at.isoformat()} lies before 2000 or in the future.")
    return moment
