"""Rows of runs as records, and the ways a person names a run."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlmodel import Session, col, select

from workbench.errors import NotFound
from workbench.records import Finding, RunRecord, RunState, Stage
from workbench.store.blobs import fetched
from workbench.store.damaged_rows import sound_rows
from workbench.store.findings import of_row
from workbench.store.stage_records import unpack
from workbench.store.stored_text import clean, from_json
from workbench.store.tables import FindingRow, RunRow, StageRow
from workbench.text import quoted

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_FIELDS: dict[str, str] = {"search": "searched", "read": "read", "judge": "judged", "render": "context"}


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run as a list shows it: of `results` searched, `kept` are sources."""

    id: str
    number: int
    topic: str
    engine: str
    state: RunState
    created_at: datetime
    kept: int
    results: int
    settings_version: int


def run_id(number: int) -> str:
    """A short id that sorts by number and that no other database gives."""
    digits = ""
    while number:
        number, digit = divmod(number, 32)
        digits = _ALPHABET[digit] + digits
    return f"r{digits:0>5}{''.join(secrets.choice(_ALPHABET) for _ in range(6))}"


def find(session: Session, wanted: str | int, *, deleted: bool = False) -> RunRow:
    """The run with that id, that number, or the only one whose id begins so; with `deleted`, among the deleted ones."""
    name = clean(str(wanted)).strip().lower()
    found = session.get(RunRow, name) or _alike(session, name, deleted=deleted)
    if found is None:
        raise NotFound(f"There is no run {quoted(name, 40)}; it may have been deleted.")
    if deleted and found.deleted_at is None:
        raise NotFound(f"Run {found.number} is not deleted.")
    if found.deleted_at is not None and not deleted:
        raise NotFound(f"Run {found.number} is deleted; `workbench runs restore {found.number}` brings it back.")
    return found


def _alike(session: Session, name: str, *, deleted: bool) -> RunRow | None:
    """The run with that number, or the only one whose id begins so."""
    if name.isascii() and name.isdigit() and len(name) < 10:
        return session.exec(select(RunRow).where(col(RunRow.number) == int(name))).first()
    if not name:
        return None
    is_deleted = col(RunRow.deleted_at).is_not(None) if deleted else col(RunRow.deleted_at).is_(None)
    alike = select(RunRow).where(col(RunRow.id).startswith(name, autoescape=True), is_deleted).limit(2)
    several = session.exec(alike).all()
    if len(several) > 1:
        raise NotFound(f"More than one run begins with {quoted(name, 40)}: give more of its id, or its number.")
    return several[0] if several else None


def record(session: Session, row: RunRow, *, texts: bool) -> RunRecord:
    """The run with whatever its finished stages left."""
    return records(session, [row], texts=texts)[0]


def records(session: Session, rows: Sequence[RunRow], *, texts: bool) -> list[RunRecord]:
    """The runs with whatever their finished stages left, in the order of the rows."""
    ids = [row.id for row in rows]
    stages, findings = defaultdict[str, list[StageRow]](list), defaultdict[str | None, list[Finding]](list)
    for stage in session.exec(select(StageRow).where(col(StageRow.run_id).in_(ids))):
        stages[stage.run_id].append(stage)
    said = select(FindingRow).where(col(FindingRow.run_id).in_(ids)).order_by(col(FindingRow.id))
    for finding in sound_rows(session, said):
        findings[finding.run_id].append(of_row(finding))
    needed = {row.settings_key for row in rows}
    if texts:
        needed.update(key for held in stages.values() for stage in held for key in _keys(stage))
    blobs = fetched(session, needed)
    return [_record(row, stages[row.id], tuple(findings[row.id]), blobs, texts=texts) for row in rows]


def _record(
    row: RunRow, stages: Sequence[StageRow], findings: tuple[Finding, ...], blobs: Mapping[str, bytes], *, texts: bool
) -> RunRecord:
    held: dict[str, Any] = {}
    for stage in stages:
        given = [_text(blobs.get(key, b"")) for key in _keys(stage)] if texts else None
        held[_FIELDS[stage.stage]] = unpack(cast(Stage, stage.stage), stage.record, given, f"Run {row.number}")
    return RunRecord(
        id=row.id,
        number=row.number,
        topic=row.topic,
        today=row.today,
        engine=row.engine,
        state=cast(RunState, row.state),
        created_at=row.created_at,
        settings=from_json(_text(blobs.get(row.settings_key, b"")), f"The settings of run {row.number}"),
        settings_version=row.settings_version,
        finished_at=row.finished_at,
        error=row.error,
        options=from_json(row.options, f"Run {row.number}"),
        findings=findings,
        timings={stage.stage: stage.seconds for stage in stages},
        **held,
    )


def _keys(stage: StageRow) -> list[str]:
    return [str(key) for key in from_json(stage.text_keys, f"The {stage.stage} stage of run {stage.run_id}")]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def summary(row: RunRow) -> RunSummary:
    """The run as a list shows it."""
    return RunSummary(
        id=row.id,
        number=row.number,
        topic=row.topic,
        engine=row.engine,
        state=cast(RunState, row.state),
        created_at=row.created_at,
        kept=row.kept,
        results=row.results,
        settings_version=row.settings_version,
    )
