"""A workbench with the sample corpus and a finished run, copied for each test, and the desk over it."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.compose.benches import put_sample
from tests.desk.browsing import address, sampled, watched
from tests.desk.sessions import TOPIC, Desk, finish
from workbench.compose import Workbench
from workbench.records import RunRecord

__all__ = ["address", "sampled", "watched"]  # fixtures

ROOT = Path(__file__).parents[2]
APP = ROOT / "app.py"
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


@pytest.fixture(scope="session")
def made_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the sample corpus and one finished run, made once."""
    place = tmp_path_factory.mktemp("made")
    before = os.environ.get("WORKBENCH_HOME")
    os.environ["WORKBENCH_HOME"] = str(place)
    put_sample(place)
    try:
        bench = Workbench.open()
        finish(bench, bench.new_run(TOPIC, engine="corpus"))
        asyncio.run(bench.aclose())
    finally:
        if before is None:
            del os.environ["WORKBENCH_HOME"]
        else:
            os.environ["WORKBENCH_HOME"] = before
    return place


@pytest.fixture
def ran(made_home: Path, home: Path) -> Path:
    """The data directory, with the sample corpus and one finished run."""
    shutil.copytree(made_home, home, dirs_exist_ok=True)
    return home


@pytest.fixture
def bench(ran: Path) -> Iterator[Workbench]:
    """The workbench that the desk of this test shows."""
    st.cache_resource.clear()
    st.cache_data.clear()
    opened = Workbench.open()
    yield opened
    asyncio.run(opened.aclose())
    st.cache_resource.clear()


@pytest.fixture
def done(bench: Workbench) -> RunRecord:
    """The finished run."""
    return bench.store.runs.get(1)


@pytest.fixture
def desk(bench: Workbench) -> Callable[[], Desk]:
    """Open one more browser session."""
    return lambda: Desk(AppTest.from_file(str(APP), default_timeout=60))
