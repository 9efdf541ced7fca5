"""A home with the sample corpus and one finished run, made once for the whole test run and copied."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from tests.compose.benches import TODAY, benched, put_sample

TOPIC = "air-source heat pumps in cold climates"


@lru_cache(maxsize=1)
def _template() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="workbench-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    put_sample(folder)
    with benched(folder) as bench:
        asyncio.run(bench.do(bench.new_run(TOPIC, engine="corpus", today=TODAY)))
    return folder / "workbench.db"


def put_run(home: Path) -> None:
    """Let the home hold one finished run, number 1, of a sample topic."""
    shutil.copy(_template(), home / "workbench.db")
