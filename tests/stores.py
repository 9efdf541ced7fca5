"""A fresh store in an instant: a copy of a database that was migrated once."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

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
