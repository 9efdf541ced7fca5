"""Rows that hold a value of no kind that their column knows: which they are, and the others without them.

Only SQLite takes such a value, from whoever changes the file by hand; a server refuses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Boolean, Column, Connection, Float, Integer, String, Table, inspect
from sqlmodel import Session, SQLModel
from sqlmodel.sql.expression import SelectOfScalar

from workbench.store.tables import BlobRow, EventRow, RunRow, SettingRow, StageRow
from workbench.text import quoted

T = TypeVar("T", bound=SQLModel)
Key = tuple[Any, ...]
UNREADABLE = (ValueError, TypeError)
MOST_NAMED = 5
_AS_THEY_ARE = {SettingRow.__tablename__}  # its values may be anything
_LONG = {BlobRow.__tablename__, EventRow.__tablename__, StageRow.__tablename__}
_STORED: dict[type[Any], tuple[str, ...]] = {
    Boolean: ("integer",), Integer: ("integer",), Float: ("real", "integer"), String: ("text",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DamagedRow:
    """A row by its key, and the column whose value cannot be read, as it stands there."""

    table: str
    row: str
    column: str
    value: str

    def __str__(self) -> str:
        """A sentence on it."""
        return (
            f"Row {self.row} of the table {self.table} cannot be read: its {self.column} is {quoted(self.value, 80)}."
        )


def sound_rows(session: Session, query: SelectOfScalar[T]) -> list[T]:
    """The rows of one table that a query finds, in its order, without those that cannot be read."""
    return parted(session, query)[0]


def parted(session: Session, query: SelectOfScalar[T]) -> tuple[list[T], list[Key]]:
    """The rows that can be read, in the order of the query, and the keys of those that cannot."""
    table: type[T] = query.column_descriptions[0]["entity"]
    numbers, keys = _numbers(table), [column.name for column in inspect(table).primary_key]
    rows, damaged = _readable(session, query, table)
    bad = [row for row in rows if any(isinstance(getattr(row, name), str | bytes) for name in numbers)]
    if bad:
        damaged += [tuple(getattr(row, name) for name in keys) for row in bad]
        rows = [row for row in rows if all(row is not one for one in bad)]
    return rows, damaged


@cache
def _numbers(table: type[SQLModel]) -> tuple[str, ...]:
    """The columns of numbers, to which nobody sees on their way out of the database."""
    return tuple(column.key for column in inspect(table).columns if isinstance(column.type, (Integer, Float)))


def _readable(session: Session, query: SelectOfScalar[T], table: type[T]) -> tuple[list[T], list[Key]]:
    """The rows that come out of the database, one by one where one does not, and the keys of the others."""
    try:
        return list(session.exec(query)), []
    except UNREADABLE:
        keys = session.connection().execute(query.with_only_columns(*inspect(table).primary_key)).all()
    rows: list[T] = []
    damaged: list[Key] = []
    for key in map(tuple, keys):
        try:
            row = session.get(table, key)
        except UNREADABLE:
            damaged.append(key)
        else:
            rows += [row] if row is not None else []
    return rows, damaged


def damaged_rows(connection: Connection, tables: Iterable[str] = (), *, long: bool = True) -> Iterator[DamagedRow]:
    """Every row that cannot be read, of these tables or of all; without `long`, of those that are gone through soon."""
    if connection.dialect.name != "sqlite":
        return
    wanted = set(tables)
    for table in SQLModel.metadata.sorted_tables:
        if table.name not in _AS_THEY_ARE and (table.name in wanted if wanted else long or table.name not in _LONG):
            for column in table.columns:
                yield from _damaged(connection, table, column)


def _damaged(connection: Connection, table: Table, column: Column[Any]) -> Iterator[DamagedRow]:
    """The rows whose value in one column cannot be read."""
    named = [one.name for one in table.primary_key] + (["number"] if table.name == RunRow.__tablename__ else [])
    stored = next((kinds for kind, kinds in _STORED.items() if isinstance(column.type, kind)), ())
    odd = f"typeof({column.name}) NOT IN ({', '.join(map(repr, stored))})" if stored else ""
    read = column.type.dialect_impl(connection.dialect).result_processor(connection.dialect, None)
    if not odd and read is None:
        return
    asked = f"SELECT {column.name}, {', '.join(named)} FROM {table.name} WHERE {column.name} IS NOT NULL"
    for value, *key in connection.exec_driver_sql(f"{asked} AND {odd}" if odd else asked):
        if odd or not _reads(read, value):
            yield DamagedRow(table.name, _named(key, table), column.name, str(value))


def _reads(read: Any, value: object) -> bool:
    try:
        read(value)
    except UNREADABLE:
        return False
    return True


def _named(key: Sequence[Any], table: Table) -> str:
    if table.name == RunRow.__tablename__:
        return f"{key[0]} (run {key[1]})"
    return " ".join(map(str, key))


def way_out(name: str, damaged: Sequence[DamagedRow]) -> str:
    """A sentence on each of the first damaged rows of a database, and on what to do."""
    more = len(damaged) - MOST_NAMED
    rest = f" And {more:,} more." if more > 0 else ""
    told = " ".join(map(str, damaged[:MOST_NAMED]))
    it, row = ("it", "row") if len(damaged) == 1 else ("them", "rows")
    return f"{told}{rest} Correct {it} in {name} or remove the {row}, or restore the database from a backup."
