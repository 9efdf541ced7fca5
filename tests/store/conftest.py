"""A store of the test's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stores import fresh_store
from workbench.store import Store


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    opened = fresh_store(home)
    yield opened
    opened.close()
