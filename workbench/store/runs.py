"""Runs: each is made in one transaction, and so is each of its stages, which is stored once or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, TypeVar, cast

from sqlalchemy import func
from sqlalchemy.sql.elements import ColumnElement
from sqlmodel import Session, col, select

from workbench.errors import NotFound
from workbench.records import Event, Finding, Judged, RunRecord, RunState, Searched, Stage
from workbench.store.blobs import keep, needed_by, packed, remove_unused
from workbench.store.counters import following, held
from workbench.store.damaged_rows import sound_rows
from workbench.store.database import Database
from workbench.store.findings import row_of, same
from workbench.store.open_runs import MOST_BEGUN, OpenRun, begun, given_up, open_runs, stages_stored
from workbench.store.run_filters import VISIBLE, Wanted, conditions
from workbench.store.run_rows import RunSummary, find, record, records, run_id, summary
from workbench.store.sound_runs import SoundRuns, sound
from workbench.store.stage_records import StageRecord, pack
from workbench.store.stored_text import clean, from_json, to_json
from workbench.store.tables import EventRow, RunBlobRow, RunRow, StageRow
from workbench.text import quoted, topic_key

_ENDED = ("done", "failed", "cancelled")

T = TypeVar("T")
Summaries = list[RunSummary]
Records = list[RunRecord]
Steps = list[tuple[int, Event]]
OpenRuns = list[OpenRun]


class Runs:
    """The runs of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self,
        topic: str,
        today: date,
        engine: str,
        settings: Mapping[str, Any],
        version: int,
        options: Mapping[str, str],
        keeps: Sequence[str] = (),
        bodies: Sequence[bytes] = (),
        stages: Mapping[Stage, StageRecord] | None = None,
    ) -> RunRecord:
        """A new run, queued, with the settings it will keep; `bodies` and the blobs named in `keeps` live as long.

        With `stages`, all that there is to do was done elsewhere, and the run is done from the first.
        """
        snapshot = packed(to_json(dict(settings)).encode())
        brought = [packed(body) for body in bodies]
        ready = [_ready(stage, left, 0.0) for stage, left in (stages or {}).items()]
        topic = clean(topic)
        with self._database.writing() as session:
            number = following(held(session, "runs"))
            row = RunRow(
                id=run_id(number),
                number=number,
                topic=topic,
                folded=topic_key(topic),
                today=today,
                engine=clean(engine),
                state="queued",
                created_at=datetime.now(UTC),
                settings_version=version,
                settings_key=snapshot["key"],
                options=to_json(dict(options)),
            )
            session.add(row)
            session.flush()
            _keep_for(session, row.id, [snapshot, *brought], keeps)
            for each in ready:
                _add_stage(session, row, each)
            if ready:
                _settle(session, row, "done", "", "made")
                session.flush()
            return record(session, row, texts=False)

    def get(self, run: str | int, *, texts: bool = True) -> RunRecord:
        """The run with that id, number or beginning of an id; without `texts` its pages are empty."""
        with self._database.reading() as session:
            return record(session, find(session, run), texts=texts)

    def several(self, runs: Sequence[str], *, texts: bool = False) -> Records:
        """The runs with these ids, in this order, at once; those that are gone or deleted are left out."""
        with self._database.reading() as session:
            return records(session, _rows(session, runs), texts=texts)

    def sound(self, runs: Sequence[str], *, texts: bool = False) -> SoundRuns:
        """What `several` gives of the runs that can be read, and which of them are damaged."""
        with self._database.reading() as session:
            return sound(session, runs, texts=texts)

    def list(self, search: str = "", state: RunState | None = None, limit: int = 50, offset: int = 0) -> Summaries:
        """The runs whose topic holds the words searched for, newest first; damaged ones are left out."""
        query = select(RunRow).where(*_filters(search, state)).order_by(col(RunRow.number).desc())
        with self._database.reading() as session:
            return [summary(row) for row in sound_rows(session, query.limit(limit).offset(offset))]

    def count(self, search: str = "", state: RunState | None = None) -> int:
        """How many runs `list` goes through."""
        with self._database.reading() as session:
            return session.exec(select(func.count()).select_from(RunRow).where(*_filters(search, state))).one()

    def save_stage(
        self, run: str, stage: Stage, stage_record: StageRecord, seconds: float, findings: Sequence[Finding] = ()
    ) -> bool:
        """Store a finished stage; `False`, and nothing is written, if it is stored or the run is over."""
        ready = _ready(stage, stage_record, seconds)
        with self._database.writing() as session:
            owner = _locked(session, run)
            if owner is None or owner.state == "cancelled" or _stored(session, run, stage):
                return False
            _add_stage(session, owner, ready)
            session.add_all([row_of(finding, run) for finding in findings if not same(session, finding, run)])
        return True

    def begin(self, run: str, worker: str, is_alive: Callable[[str], bool]) -> bool:
        """Note that a worker begins to do a run; `False` if there is nothing for it to do.

        A run that is over is left alone, and so is one that another worker is at, who is alive. One that was begun
        too often without a stage being finished in between is given up.
        """
        with self._database.writing() as session:
            row = _locked(session, run)
            if row is None or row.state in _ENDED:
                return False
            last, in_vain = begun(session, run)
            if row.state == "running" and last not in ("", worker) and is_alive(last):
                return False
            if in_vain >= MOST_BEGUN:
                _settle(session, row, "failed", given_up(row, in_vain, stages_stored(session, run)), worker)
                return False
            _settle(session, row, "running", "", worker)
        return True

    def set_state(self, run: str, state: RunState, error: str = "", worker: str = "") -> bool:
        """Say where a run stands; `False` if it is gone, or was done or cancelled, which stays.

        What a worker says is noted among the steps of the run, in the same transaction.
        """
        with self._database.writing() as session:
            row = _locked(session, run)
            if row is None or row.state in ("done", "cancelled"):
                return False
            _settle(session, row, state, error, worker)
        return True

    def unfinished(self) -> OpenRuns:
        """The runs that are not over, oldest first."""
        with self._database.reading() as session:
            return open_runs(session)

    def cancel(self, run: str) -> bool:
        """End a run, and note it; `False` if it had ended."""
        with self._database.writing() as session:
            row = _found(_locked(session, run), run)
            if row.state in _ENDED:
                return False
            row.state, row.finished_at = "cancelled", datetime.now(UTC)
            session.add_all([row, EventRow(run_id=run, name="run.cancelled", at=datetime.now(UTC), detail="{}")])
        return True

    def delete(self, run: str) -> None:
        """Remove a run, hidden or not, and everything that only it needs, for good."""
        with self._database.writing() as session:
            row = _found(_locked(session, run), run)
            keys = session.exec(select(RunBlobRow.key).where(col(RunBlobRow.run_id) == run)).all()
            session.delete(row)
            session.flush()
            remove_unused(session, keys)

    def state(self, run: str) -> RunState:
        """Where a run stands."""
        with self._database.reading() as session:
            found = session.exec(select(RunRow.state).where(col(RunRow.id) == run)).first()
        return cast(RunState, _found(found, run))

    def event(self, run: str, name: str, detail: Mapping[str, Any]) -> None:
        """Note a step of a run's progress; a run that was deleted keeps none."""
        row = EventRow(run_id=run, name=clean(name), at=datetime.now(UTC), detail=to_json(dict(detail)))
        with self._database.writing() as session:
            if session.exec(select(RunRow.id).where(col(RunRow.id) == run)).first():
                session.add(row)

    def events(self, run: str, after: int = 0) -> Steps:
        """The steps noted since the one with the number `after`, oldest first."""
        query = select(EventRow).where(col(EventRow.run_id) == run, col(EventRow.id) > after)
        with self._database.reading() as session:
            rows = session.exec(query.order_by(col(EventRow.id))).all()
        return [(row.id or 0, Event(row.name, row.at, from_json(row.detail, f"Event {row.id}"))) for row in rows]


def _rows(session: Session, runs: Sequence[str]) -> Sequence[RunRow]:
    """The rows of these runs in their order, but for those that are gone or deleted."""
    found = {row.id: row for row in session.exec(select(RunRow).where(col(RunRow.id).in_(runs), VISIBLE))}
    return [found[run] for run in runs if run in found]


def _filters(search: str, state: RunState | None) -> list[ColumnElement[bool]]:
    filters = conditions(Wanted(words=search))
    return [*filters, col(RunRow.state) == state] if state else filters


def _locked(session: Session, run: str) -> RunRow | None:
    return session.exec(select(RunRow).where(col(RunRow.id) == run).with_for_update()).first()


def _settle(session: Session, row: RunRow, state: RunState, error: str, worker: str) -> None:
    row.state, row.error = state, clean(error)
    row.finished_at = datetime.now(UTC) if state in _ENDED else None
    session.add(row)
    if worker:
        detail = {"worker": worker, "error": row.error, "stages": stages_stored(session, row.id)}
        session.add(EventRow(run_id=row.id, name=f"run.{state}", at=datetime.now(UTC), detail=to_json(detail)))


def _found(row: T | None, run: str) -> T:
    if row is None:
        raise NotFound(f"Run {quoted(run, 40)} no longer exists.")
    return row


def _stored(session: Session, run: str, stage: Stage) -> bool:
    query = select(StageRow.stage).where(col(StageRow.run_id) == run, col(StageRow.stage) == stage)
    return session.exec(query).first() is not None


@dataclass(frozen=True, slots=True)
class _Ready:
    """A stage as it will be stored; made before the database is asked to wait."""

    stage: Stage
    left: StageRecord
    record: str
    texts: list[dict[str, Any] | None]
    body_keys: tuple[str, ...]
    seconds: float


def _ready(stage: Stage, left: StageRecord, seconds: float) -> _Ready:
    ready = pack(stage, left)
    texts = [packed(text.encode()) if text else None for text in ready.texts]
    return _Ready(stage, left, ready.record, texts, ready.body_keys, seconds)


def _add_stage(session: Session, owner: RunRow, ready: _Ready) -> None:
    row = StageRow(
        run_id=owner.id,
        stage=ready.stage,
        record=ready.record,
        text_keys=to_json([text["key"] if text else "" for text in ready.texts]),
        seconds=ready.seconds,
        at=datetime.now(UTC),
    )
    _count(owner, ready.left)
    session.add_all([owner, row])
    _keep_for(session, owner.id, [text for text in ready.texts if text], ready.body_keys)


def _count(row: RunRow, stage_record: StageRecord) -> None:
    match stage_record:
        case Searched(hits=hits, dropped=dropped):
            row.results = len(hits) + len(dropped)
        case Judged(sources=sources):
            row.kept = len(sources)


def _keep_for(session: Session, run: str, blobs: Sequence[dict[str, Any]], others: Sequence[str] = ()) -> None:
    keep(session, blobs)
    needed_by(session, run, [*(str(blob["key"]) for blob in blobs), *others])
