"""Judgments as files: CSV and JSON with all that is known of each, qrels with what their grades come to.

A line of qrels is `topic 0 address grade`, with blanks between: in a topic, blanks, `%`, `[` and `{` are
percent-encoded (`heat%20pumps`), so that any tool for TREC files reads it, none takes it for JSON, and nothing is lost.
Its grades are those of all raters under the combining rule, in whole steps: a half counts as the lower one. Comparisons
have no place in it.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from math import ceil
from typing import Any, Literal, get_args
from urllib.parse import unquote

from workbench.export.cells import guarded
from workbench.export.files import Format
from workbench.records import Judgment
from workbench.text import topic_key

JudgmentForm = Literal["csv", "json", "qrels"]
JUDGMENT_FORMS: tuple[JudgmentForm, ...] = get_args(JudgmentForm)
JUDGMENT_FORMATS: dict[JudgmentForm, Format] = {
    "csv": Format("CSV", "csv", "text/csv"),
    "json": Format("JSON", "json", "application/json"),
    "qrels": Format("qrels", "qrels", "text/plain"),
}
COLUMNS = tuple(field.name for field in fields(Judgment))
_UNFIT = re.compile(r"[\s%\[{\x00-\x20\x7f\ufeff]")


def judgments_csv(judgments: Iterable[Judgment], *, mark: bool = False) -> str:
    """A row each under the names of its parts; no cell can be taken for a formula. `mark` adds a byte order mark."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in judgments:
        writer.writerow([guarded(str(value)) for value in _entry(one).values()])
    return ("\ufeff" if mark else "") + out.getvalue()


def judgments_json(judgments: Iterable[Judgment]) -> str:
    """One document with a list of objects, indented, ASCII only."""
    return json.dumps({"judgments": [_entry(one) for one in judgments]}, indent=2)


def judgments_qrels(grades: Mapping[tuple[str, str], float], names: Mapping[str, str]) -> str:
    """A line for each graded source, topics and addresses in order; `names` are the topics of the keys."""
    lines = ((names.get(topic, topic), url, ceil(grade - 0.5)) for (topic, url), grade in grades.items())
    return "".join(f"{topic_id(topic)} 0 {url} {grade}\n" for topic, url, grade in sorted(lines))


def topic_id(topic: str) -> str:
    """A topic as one word, from which `topic_of` has it back."""
    return _UNFIT.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), topic)


def topic_of(word: str) -> str:
    """The topic that a word of qrels stands for; one that was never encoded stands for itself."""
    return unquote(word)


def topic_names(judgments: Iterable[Judgment]) -> dict[str, str]:
    """The topic of each key, as it was written last."""
    return {topic_key(one.topic): one.topic for one in judgments}


def _entry(one: Judgment) -> dict[str, Any]:
    return {**asdict(one), "at": one.at.isoformat()}
