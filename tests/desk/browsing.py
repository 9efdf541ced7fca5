"""A desk of its own over a home of its own, and a browser at it in which nothing may leave this machine."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.compose.benches import put_sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from workbench.compose import Workbench

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
OURS = re.compile(r"(https?|wss?)://127\.0\.0\.1(:\d+)?/|data:|blob:|about:")
PATIENCE = 30_000
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@dataclass
class Watched:
    """A page, every request that left this machine, and every error that the console showed."""

    page: Page
    address: str
    strangers: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def titled(self, words: str | re.Pattern[str]) -> None:
        self.page.get_by_role("heading", level=1, name=words).wait_for(timeout=PATIENCE)

    def shows(self, words: str | re.Pattern[str]) -> None:
        """Wait until the words stand somewhere on the page."""
        self.page.get_by_text(words).first.wait_for(timeout=PATIENCE)

    def drawn(self) -> None:
        """Wait until the desk has drawn all that the last act changed."""
        self.page.wait_for_timeout(100)  # the page starts on it in its own time
        self.page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for(timeout=PATIENCE)

    def settled(self, place: str) -> None:
        """Go to a place of the desk and wait until nothing of it moves any more."""
        self.page.goto(f"{self.address}/{place}")
        self.page.get_by_role("heading", level=1).first.wait_for(timeout=PATIENCE)
        self.drawn()
        self.page.locator('[data-testid="stSkeleton"]').first.wait_for(state="hidden", timeout=PATIENCE)
        self.page.wait_for_timeout(300)  # what is drawn last moves the rest

    def serious(self) -> list[Any]:
        """What axe-core holds to be serious, with the first element it names."""
        axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()
        found = axe.run(self.page).response["violations"]
        return [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")]

    def over(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    def until(self, is_so: Callable[[], bool], told: Callable[[], object], patience: int = PATIENCE) -> None:
        """Wait until something is so; what is told otherwise is the fault."""
        deadline = time.monotonic() + patience / 1000
        while not is_so():
            assert time.monotonic() < deadline, told()
            self.page.wait_for_timeout(100)

    def done(self, bench: Workbench, count: int) -> None:
        """Wait until the worker of the desk has finished so many runs."""
        runs = bench.store.runs
        self.until(lambda: runs.count(state="done") >= count, lambda: [run.state for run in runs.list()], 2 * PATIENCE)

    def order(self) -> list[str]:
        """The titles of the ranked sources, first first."""
        rows = self.page.locator('[class*="st-key-run-open-"] button')
        rows.first.wait_for(timeout=PATIENCE)
        return list(dict.fromkeys(text.strip() for text in rows.all_inner_texts()))

    def comes_to(self, wanted: list[str]) -> None:
        """Wait until the ranked sources stand in this order."""
        self.until(lambda: self.order() == wanted, lambda: f"{self.order()} is not {wanted}")

    def run(self, topic: str) -> None:
        line = self.page.get_by_role("textbox", name="Topic")
        line.wait_for(timeout=PATIENCE)
        line.fill(topic)
        line.press("Control+Enter")


def _chromium() -> str:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), "")
    if not found:
        pytest.skip("no Chromium on this machine")
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture
def sampled(home: Path) -> Path:
    """The data directory with the sample corpus in it, as a first start leaves it; a store that is there stays."""
    if not (home / "workbench.db").exists():
        put_sample(home)
    return home


@pytest.fixture
def address(sampled: Path, tmp_path: Path) -> Iterator[str]:
    """A desk of its own with its worker, started from another folder than that of its data."""
    port = _free_port()
    command = [sys.executable, "-m", "workbench", "ui", "--port", str(port), "--no-browser"]
    paths = os.pathsep.join(filter(None, (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH"))))
    log = (tmp_path / "desk.log").open("wb")
    started = subprocess.Popen(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": paths}, stdout=log, stderr=log, start_new_session=True
    )
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while not _answers(f"{url}/_stcore/health"):
        if started.poll() is not None or time.monotonic() > deadline:
            pytest.fail(f"the desk did not start: {(tmp_path / 'desk.log').read_text()[-2000:]}")
        time.sleep(0.2)
    try:
        yield url
    finally:
        os.killpg(started.pid, signal.SIGTERM)
        started.wait(20)
        log.close()


@pytest.fixture
def watched(address: str) -> Iterator[Watched]:
    """A browser at the desk."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=_chromium(), args=list(FLAGS))
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        seen = Watched(context.new_page(), address)
        seen.page.on("request", lambda one: None if OURS.match(one.url) else seen.strangers.append(one.url))
        seen.page.on("websocket", lambda one: None if OURS.match(one.url) else seen.strangers.append(one.url))
        seen.page.on("console", lambda one: seen.faults.append(one.text) if one.type == "error" else None)
        seen.page.on("pageerror", lambda error: seen.faults.append(str(error)))
        yield seen
        browser.close()
