"""What the tests of database faults share: the lines of the cases, and looks at a file from outside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

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


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


def path_of(store: Store) -> Path:
    assert store.database.path
    return store.database.path


def intact(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as raw:
        return bool(raw.execute("PRAGMA integrity_check").fetchone()[0] == "ok")


def by_hand(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        for statement in statements:
            raw.execute(statement)
