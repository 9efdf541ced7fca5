"""A home with thousands of stored runs: one real run of the sample corpus, its rows copied under other topics."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import insert
from sqlmodel import SQLModel, col, select

from benchmarks.made import words
from workbench.compose import Workbench
from workbench.installing import install_sample
from workbench.store import Store
from workbench.store.run_rows import run_id
from workbench.store.tables import Counter, EventRow, RunBlobRow, RunRow, StageRow, TagRow

TOPIC = "air-source heat pumps in cold climates"
TAGS = ("heating", "city", "transport", "demo")
BATCH = 500
COPIED = (StageRow, EventRow, RunBlobRow)


def filled(bench: Workbench, count: int) -> None:
    """Let the workbench hold so many runs over the last year; a tenth of them kept no source."""
    asyncio.run(install_sample(bench))
    first = asyncio.run(bench.do(bench.new_run(TOPIC, engine="corpus")))
    store, chance = bench.store, random.Random(7)
    with store.database.reading() as session:
        run = session.exec(select(RunRow).where(col(RunRow.id) == first.id)).one().model_dump()
        held = {table: _rows(session, table, first.id) for table in COPIED}
    for start in range(2, count + 1, BATCH):
        _copy(store, run, held, range(start, min(start + BATCH, count + 1)), chance)


def _rows(session: Any, table: Any, run: str) -> list[dict[str, Any]]:
    rows = [row.model_dump() for row in session.exec(select(table).where(table.run_id == run))]
    return [{key: value for key, value in row.items() if table is not EventRow or key != "id"} for row in rows]


def _copy(store: Store, run: dict[str, Any], held: Any, numbers: Sequence[int], chance: random.Random) -> None:
    rows = list(_runs(run, numbers, chance))
    with store.database.writing() as session:
        connection = session.connection()
        connection.execute(insert(RunRow), rows)
        for table in COPIED:
            connection.execute(
                insert(_table(table)), [{**one, "run_id": row["id"]} for row in rows for one in held[table]]
            )
        tags = [{"run_id": row["id"], "tag": chance.choice(TAGS)} for row in rows if chance.random() < 0.3]
        connection.execute(insert(TagRow), tags)
        counter = session.exec(select(Counter).where(col(Counter.name) == "runs")).one()
        counter.value = numbers[-1]
        session.add(counter)


def _table(table: type[SQLModel]) -> type[SQLModel]:
    return table


def _runs(run: dict[str, Any], numbers: Sequence[int], chance: random.Random) -> Iterator[dict[str, Any]]:
    for number in numbers:
        topic = f"{words(chance, 3)} {'heat pumps' if number % 10 == 0 else 'compost'}"
        at = datetime.now(UTC) - timedelta(minutes=50 * (10_000 - number))
        state = "failed" if number % 50 == 0 else "done"
        yield {
            **run, "id": run_id(number), "number": number, "topic": topic, "folded": topic, "created_at": at,
            "finished_at": at, "state": state, "kept": 0 if number % 10 == 1 else run["kept"],
            "settings_version": number // 2000, "engine": chance.choice(("corpus", "corpus", "recording", "ddg")),
        }  # fmt: skip
