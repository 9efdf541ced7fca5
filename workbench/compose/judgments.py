"""Judgments to a file and from one: the same on the command line and the desk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from workbench.evidence.judgments import grades
from workbench.export.judgment_rows import RowFault, read_judgments
from workbench.export.judgments import JudgmentForm, judgments_csv, judgments_json, judgments_qrels, topic_names
from workbench.records import Judgment
from workbench.settings.model import CombineRule
from workbench.store import Store


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What became of a file's rows: so many are new, so many were known, and these are no judgments."""

    form: JudgmentForm
    added: int
    known: int
    faults: tuple[RowFault, ...]


def judgments_file(
    judgments: Sequence[Judgment], form: JudgmentForm, rule: CombineRule, *, mark: bool = False
) -> tuple[bytes, int]:
    """The file of standing judgments, and how many of them have no place in it; `mark` begins a CSV with its mark."""
    match form:
        case "csv":
            return judgments_csv(judgments, mark=mark).encode(), 0
        case "json":
            return judgments_json(judgments).encode(), 0
        case _:
            found = grades(judgments, rule)
            text = judgments_qrels(found, topic_names(judgments))
            return text.encode(), sum(one.is_pair or not one.answer.isdigit() for one in judgments)


def bring_in(store: Store, data: bytes, name: str, *, form: JudgmentForm | None = None, rater: str = "") -> BroughtIn:
    """Keep the judgments of a file at once; rows that are none are named, an unusable file is a `BadRequest`."""
    store.refuse_frozen()
    guideline = store.settings.resolve().settings.judgments.guideline_version
    read = read_judgments(data, name, datetime.now(UTC), form=form, rater=rater, guideline=guideline)
    added = store.judgments.bring_in(read.dated, read.undated)
    return BroughtIn(read.form, added, len(read.dated) + len(read.undated) - added, read.faults)
