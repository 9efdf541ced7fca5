"""Many runs read at once: a damaged one is left out and named, and ends the reading of no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from workbench.errors import StoreError
from workbench.records import RunRecord
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


def sound(session: Session, rows: Sequence[RunRow], *, texts: bool) -> SoundRuns:
    """The runs of these rows, one by one where a damaged one is among them."""
    try:
        return SoundRuns(tuple(records(session, rows, texts=texts)))
    except StoreError:
        runs, damaged = [], []
        for row in rows:
            try:
                runs.append(record(session, row, texts=texts))
            except StoreError:
                damaged.append(DamagedRun(row.id, row.number, row.topic))
        return SoundRuns(tuple(runs), tuple(damaged))


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
