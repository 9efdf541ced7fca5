"""What the tests of a store share: the lines of the cases, and looks and changes from outside."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.conftest import cases
from workbench.store import Store

LINES = cases("adversarial/sqlite_faults.jsonl")
KEY = "research_recency_weight"


def lines(*names: str, **wanted: Any) -> list[Any]:
    """The lines whose input has these names and values."""
    return [
        pytest.param(line["input"], id=line["name"])
        for line in LINES
        if set(names) <= line["input"].keys() and all(line["input"].get(key) == it for key, it in wanted.items())
    ]


def url_of(where: Store | Path) -> str:
    """The address by which another process opens the same store."""
    if isinstance(where, Path):
        return f"sqlite:///{where}"
    if where.database.path:
        return f"sqlite:///{where.database.path}"
    return where.database.engine.url.render_as_string(hide_password=False)


def path_of(store: Store) -> Path:
    assert store.database.path
    return store.database.path


def on_server(store: Store) -> bool:
    return store.database.path is None


def intact(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as raw:
        return bool(raw.execute("PRAGMA integrity_check").fetchone()[0] == "ok")


def by_hand(where: Store | Path, *statements: str, values: Sequence[object] = ()) -> None:
    """Change a database from outside, with a tool that knows nothing of the program."""
    if isinstance(where, Path) or where.database.path:
        path = where if isinstance(where, Path) else path_of(where)
        with closing(sqlite3.connect(path)) as raw, raw:
            for statement in statements:
                raw.execute(statement, values)
        return
    with psycopg.connect(url_of(where).replace("+psycopg", "")) as line:
        for statement in statements:
            line.execute(statement.replace("?", "%s").encode(), values)
