"""A store of the test's own, on each database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stores import fresh_store, shared_server
from workbench.store import Store, open_store


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, home: Path) -> Iterator[Store]:
    """An empty store; every rule about one holds on both databases."""
    if request.param == "sqlite":
        opened = fresh_store(home)
        yield opened
        opened.close()
        return
    opened = open_store(request.getfixturevalue("server_url"))
    yield opened
    opened.close()


@pytest.fixture
def server_url() -> Iterator[str]:
    """The address of an empty, migrated database on a PostgreSQL server."""
    with shared_server().fresh() as url:
        yield url


@pytest.fixture
def file_store(home: Path) -> Iterator[Store]:
    """An empty store in a file, for what is said of files."""
    opened = fresh_store(home)
    yield opened
    opened.close()
