"""Judgments out of a file: CSV, JSON or qrels; a row that is no judgment is named, and ends no other one."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from workbench.errors import BadRequest
from workbench.export.cells import unguarded
from workbench.export.judgments import COLUMNS, JudgmentForm, topic_of
from workbench.files import decoded, not_json
from workbench.records import Judgment
from workbench.records.judgment import GRADES, Answer
from workbench.text import counted, quoted, topic_key
from workbench.urls.judged import normal

LARGEST = 20 << 20
MOST_ROWS = 50_000
_NEEDED = ("topic", "first", "answer")
_FORMS = (
    f"CSV with the columns {', '.join(COLUMNS)}, JSON with a list of such objects, "
    "or qrels with lines of topic, 0, address and grade"
)
_WHOLE = re.compile(r"[+-]?[0-9]{1,6}")
Values = Mapping[str, object]
Row = tuple[int, Values | str]  # its number, and what stands in it or why that cannot be told


@dataclass(frozen=True, slots=True)
class RowFault:
    """Why a row is no judgment; rows count as an editor of the file counts them, from 1."""

    row: int
    why: str


@dataclass(frozen=True, slots=True)
class ReadJudgments:
    """What a file holds: judgments that say when they were made, others that do not, and the rows that are none."""

    form: JudgmentForm
    dated: tuple[Judgment, ...]
    undated: tuple[Judgment, ...]
    faults: tuple[RowFault, ...]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.dated) + len(self.undated) + len(self.faults)


def read_judgments(
    data: bytes, name: str, now: datetime, *, form: JudgmentForm | None = None, rater: str = "", guideline: int = 1
) -> ReadJudgments:
    """The judgments in a file; `BadRequest` if it is not usable as a whole, and then nothing of it was.

    The format is seen in the content unless it is given. Where a row names no rater and no guideline, these count;
    where it names no time, `now` does.
    """
    if len(data) > LARGEST:
        raise BadRequest(f"{name} is larger than {LARGEST >> 20} MiB.")
    text = decoded(data, name).lstrip("\ufeff")
    if not text.strip():
        raise BadRequest(f"{name} is empty.")
    form = form or _form_of(text, name)
    missing: Values = {"rater": rater, "guideline": guideline}
    taken = _Taken(missing, now)
    for count, row in enumerate(_rows(text, name, form), 1):
        if count > MOST_ROWS:
            raise BadRequest(f"{name} has more than {MOST_ROWS:,} rows.")
        taken.take(*row)
    return ReadJudgments(form, tuple(taken.dated), tuple(taken.undated), tuple(taken.faults))


class _Taken:
    """What was read so far, and what each rater was read to say."""

    def __init__(self, missing: Values, now: datetime) -> None:
        self._missing = missing
        self._now = now
        self._said: dict[tuple[object, ...], tuple[Answer, int]] = {}
        self.dated: list[Judgment] = []
        self.undated: list[Judgment] = []
        self.faults: list[RowFault] = []

    def take(self, number: int, row: Values | str) -> None:
        """Read one more row."""
        try:
            if isinstance(row, str):
                raise BadRequest(row)
            at = _moment(_text(row, "at"))
            one = normal(_judgment(row, self._missing, at or self._now), self._now)
            if (fault := self._contradicted(one, number, at)) is not None:
                raise BadRequest(fault)
        except BadRequest as error:
            self.faults.append(RowFault(number, str(error)))
        else:
            (self.dated if at else self.undated).append(one)

    def _contradicted(self, one: Judgment, number: int, at: datetime | None) -> str | None:
        said = (topic_key(one.topic), one.first, one.second, one.rater, at and one.at)
        answer, row = self._said.setdefault(said, (one.answer, number))
        return None if answer == one.answer else f"Row {row} says {answer} of the same, by the same rater."


def _judgment(row: Values, missing: Values, at: datetime) -> Judgment:
    first, second, answer = _text(row, "first"), _text(row, "second"), _answer(row)
    rater = _text(row, "rater") or str(missing["rater"])
    return Judgment(_text(row, "topic"), first, second, answer, rater, _text(row, "note"), _version(row, missing), at)


def _text(row: Values, part: str) -> str:
    value = row.get(part)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadRequest(f"{part} is no text.")
    return value.strip()


def _answer(row: Values) -> Answer:
    value = row.get("answer")
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value) if abs(value) < 1000 else "a number"
    return cast(Answer, _text({"answer": value}, "answer").lower())


def _version(row: Values, missing: Values) -> int:
    value = row.get("guideline")
    if value is None or (isinstance(value, str) and not value.strip()):
        value = missing["guideline"]
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,6}", value.strip()):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRequest("guideline is no whole number.")
    return value


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError as error:
        raise BadRequest(f"{quoted(text, 40)} is no time; write it like 2026-11-30T09:15:00Z.") from error


def _form_of(text: str, name: str) -> JudgmentForm:
    head = text.lstrip()
    line = _first_line(head)
    words = line.split()
    is_graded = len(words) == 4 and _WHOLE.fullmatch(words[3])
    if is_graded and _WHOLE.fullmatch(words[1]):
        return "qrels"
    if head[:1] in ("[", "{"):
        return "json"
    if "answer" in _columns(line):
        return "csv"
    if is_graded:
        return "qrels"
    raise BadRequest(f"{name} is not in a form that can be read: {_FORMS}.")


def _columns(line: str) -> set[str]:
    return {column.strip().strip('"').lower() for column in re.split("[,;\t]", line)}


def _first_line(text: str) -> str:
    """Enough of the first line to know a format by."""
    return re.split(r"[\r\n]", text[:10_000], maxsplit=1)[0]


def _rows(text: str, name: str, form: JudgmentForm) -> Iterator[Row]:
    match form:
        case "json":
            return _json_rows(text, name)
        case "csv":
            return _csv_rows(text, name)
        case _:
            return _qrels_rows(text)


def _json_rows(text: str, name: str) -> Iterator[Row]:
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"{name} {not_json(error)}.") from error
    held = data.get("judgments") if isinstance(data, dict) else data
    if not isinstance(held, list):
        raise BadRequest(f"{name} is JSON without a list of judgments.")
    return ((at, one if isinstance(one, dict) else "It is no object.") for at, one in enumerate(held, 1))


def _csv_rows(text: str, name: str) -> Iterator[Row]:
    header = _first_line(text.lstrip())
    reader = csv.reader(io.StringIO(text.lstrip(), newline=""), delimiter=max(",;\t", key=header.count), strict=True)
    try:
        columns = [column.strip().lower() for column in next(reader, [])]
        if missing := [needed for needed in _NEEDED if needed not in columns]:
            raise BadRequest(f"{name} has no column {' and no column '.join(missing)}; its first line names them.")
        if len(columns) != len(set(columns)):
            raise BadRequest(f"{name} names a column twice in its first line.")
        for number, cells in enumerate(reader, 2):
            if any(cell.strip() for cell in cells):
                yield number, _named(columns, cells)
    except csv.Error as error:
        raise BadRequest(f"{name} breaks off as CSV in line {reader.line_num}: {error}.") from error


def _named(columns: list[str], cells: list[str]) -> Values | str:
    if len(cells) != len(columns):
        return f"It has {counted(len(cells), 'cell')}; the first line names {counted(len(columns), 'column')}."
    return dict(zip(columns, map(unguarded, cells), strict=True))


def _qrels_rows(text: str) -> Iterator[Row]:
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if line.strip():
            yield number, _graded(line.split())


def _graded(words: list[str]) -> Values | str:
    if len(words) != 4:
        return f"It has {counted(len(words), 'word')}; a line of qrels has four: topic, 0, address and grade."
    topic, _, address, grade = words
    if grade not in GRADES:
        return f"{quoted(grade, 40)} is no grade; it is one of {', '.join(GRADES)}."
    return {"topic": topic_of(topic), "first": address, "answer": grade}
