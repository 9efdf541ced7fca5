"""*Runs* over 10,000 stored runs, beside a bare page with the same table: seconds to open and search, their ratio.

python benchmarks/runs_page.py            needs Chromium and the extra `test`
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.many_runs import filled
from workbench.compose import Workbench

ROOT = Path(__file__).parents[1]
RUNS, ROUNDS = 10_000, 7
OPENS_WITHIN, SEARCHES_WITHIN = 1.5, 1.0
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
CELLS = '[data-testid="stDataFrame"] canvas [role="gridcell"][aria-colindex="2"]'
DRAWN = """document.querySelector('[data-testid="stApp"][data-test-script-state="notRunning"]')"""
BARE = """
import pandas as pd, streamlit as st
st.set_page_config(layout="wide")
st.title("Bare")
words = st.text_input("Search")
rows = pd.DataFrame({"State": ["finished"] * 10_000, "Topic": [f"topic {n} {'heat' if n % 10 == 0 else 'compost'}"
    for n in range(10_000)], "Started": ["29 Nov"] * 10_000, "Kept": ["3 of 10"] * 10_000,
    "First source": ["energy.gov.example"] * 10_000, "Version": [1] * 10_000, "Time": ["0.2 s"] * 10_000})
rows = rows[rows["Topic"].str.contains(words)] if words else rows
st.dataframe(rows.head(15), hide_index=True, on_select="rerun", selection_mode="multi-row", height="content")
st.pagination(max(1, len(rows) // 15))
"""


@contextmanager
def serving(command: list[str], home: Path) -> Iterator[str]:
    """A server of its own; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "WORKBENCH_HOME": str(home), "PYTHONPATH": str(ROOT)}
    started = subprocess.Popen(
        [part.format(port=port) for part in command], cwd=home, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield _answering(f"http://127.0.0.1:{port}")
    finally:
        os.killpg(started.pid, signal.SIGTERM)
        started.wait(20)


def _answering(url: str) -> str:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return url
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"{url} does not answer")


class Page:
    """*Runs*, or the bare page, in a warm browser; an act ends when the table shows its rows."""

    def __init__(self, browser: Any, address: str, label: str) -> None:
        self._page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        self._address, self._label = address, label

    def opened(self) -> float:
        """Seconds to open it anew, to the last row of its table and the end of its script."""
        self._page.bring_to_front()
        self._page.goto("about:blank")
        started = time.perf_counter()
        self._page.goto(self._address, wait_until="commit")
        self._seen(f"cells => {DRAWN} && document.querySelectorAll(cells).length > 14", CELLS)
        return time.perf_counter() - started

    def searched(self) -> float:
        """Seconds to search the opened page."""
        started = time.perf_counter()
        line = self._page.get_by_role("textbox", name=self._label)
        line.fill("heat")
        line.press("Enter")
        self._seen(
            "([cells, word]) => { const found = [...document.querySelectorAll(cells)];"
            " return found.length > 1 && found.every(one => one.textContent.includes(word)); }",
            [CELLS, "heat"],
        )
        return time.perf_counter() - started

    def _seen(self, what: str, arg: object) -> None:
        """Wait until it holds, asked in every frame: a wait for a locator asks half a second apart."""
        self._page.wait_for_function(what, arg=arg, polling="raf", timeout=60_000)


def measured(pages: Sequence[Page]) -> list[tuple[float, float]]:
    """The medians of opening and searching each, asked in turn, so that a busy machine is as busy for one as for all.

    The first round warms the browser and is not counted.
    """
    rounds = [[(page.opened(), page.searched()) for page in pages] for _ in range(ROUNDS + 1)][1:]
    return [
        (statistics.median(one[0] for one in own), statistics.median(one[1] for one in own))
        for own in zip(*rounds, strict=True)
    ]


def main() -> None:
    """Print both pages' times and their ratios."""
    from playwright.sync_api import sync_playwright

    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ["WORKBENCH_HOME"] = folder
        bench = Workbench.open()
        filled(bench, RUNS)
        asyncio.run(bench.aclose())
        (home / "bare.py").write_text(BARE)
        desk = [sys.executable, "-m", "workbench", "ui", "--port", "{port}", "--no-browser"]
        bare = [sys.executable, "-m", "streamlit", "run", "bare.py", "--server.port={port}", "--server.headless=true"]
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=list(FLAGS))
            with serving([*bare, "--browser.gatherUsageStats=false"], home) as theirs, serving(desk, home) as own:
                pages = (Page(browser, f"{own}/runs", "Search the topics"), Page(browser, theirs, "Search"))
                ours, plain = measured(pages)
            browser.close()
    for name, took, other, within in (
        ("open", ours[0], plain[0], OPENS_WITHIN), ("search", ours[1], plain[1], SEARCHES_WITHIN),
    ):  # fmt: skip
        print(f"{name}: {took:.2f} s over {RUNS:,} runs; bare page {other:.2f} s; ratio {took / other:.2f}; "
              f"promised: under {within} s")  # fmt: skip


if __name__ == "__main__":
    main()
