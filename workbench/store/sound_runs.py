"""Many runs read at once: a damaged one is left out and named, and ends the reading of no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from workbench.errors import StoreError
from workbench.records import RunRecord
from workbench.store.damaged_rows import UNREADABLE, parted
from workbench.store.run_filters import VISIBLE
from workbench.store.run_rows import record, records
from workbench.store.tables import RunRow

MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class DamagedRun:
    """A run whose stored stages or settings cannot be read."""

    id: str
    number: int
    topic: str


@dataclass(frozen=True, slots=True)
class SoundRuns:
    """The runs that can be read, and those that cannot, both in the order they were asked for in."""

    runs: tuple[RunRecord, ...] = ()
    damaged: tuple[DamagedRun, ...] = ()


def sound(session: Session, runs: Sequence[str], *, texts: bool) -> SoundRuns:
    """The runs with these ids that are not deleted, one by one where a damaged one is among them."""
    rows, keys = parted(session, select(RunRow).where(col(RunRow.id).in_(runs), VISIBLE))
    damaged = [key[0] for key in keys]
    try:
        held = {one.id: one for one in records(session, rows, texts=texts)}
    except (StoreError, *UNREADABLE):
        held = {}
        for row in rows:
            try:
                held[row.id] = record(session, row, texts=texts)
            except (StoreError, *UNREADABLE):
                damaged.append(row.id)
    return SoundRuns(tuple(held[run] for run in runs if run in held), _named(session, runs, damaged))


def _named(session: Session, runs: Sequence[str], damaged: Sequence[str]) -> tuple[DamagedRun, ...]:
    """Those of the runs that are damaged, by what a person calls them."""
    if not damaged:
        return ()
    query = select(RunRow.id, RunRow.number, RunRow.topic).where(col(RunRow.id).in_(damaged))
    named = {run: DamagedRun(run, number, topic) for run, number, topic in session.exec(query)}
    return tuple(named[run] for run in runs if run in named)


def damage(damaged: Sequence[DamagedRun]) -> str:
    """A sentence on the damaged runs that are left out, the first of them by number; "" without any."""
    if not damaged:
        return ""
    named = [str(number) for number in sorted({one.number for one in damaged})]
    if len(named) == 1:
        return f"Run {named[0]} is damaged in the database and is left out."
    shown, more = named[:MOST_NAMED], len(named) - MOST_NAMED
    if more > 0:
        return f"Runs {', '.join(shown)} and {more:,} more are damaged in the database and are left out."
    return f"Runs {', '.join(shown[:-1])} and {shown[-1]} are damaged in the database and are left out."
