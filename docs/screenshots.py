"""Takes the pictures that the documents show: the real desk over an empty home, with the sample corpus.

python docs/screenshots.py
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES = Path(__file__).parent / "pictures"
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
WIDE, NARROW = (1440, 900), (390, 844)
TOPIC = "air-source heat pumps in cold climates"
OTHERS = (
    "sourdough starter maintenance",
    "database connection pooling",
    "e-bike battery safety",
    "street trees and urban cooling",
    "meeting overload in remote teams",
)
FINISHED = re.compile(r"sources? kept of \d+ results")
PATIENCE = 60_000
SETTLED = 700  # milliseconds in which a page that is drawn begins to draw again, if it does
COLOURS = 255  # of a picture: none is 100 kB then, and no colour is off by more than 5 of 255


@dataclass(frozen=True)
class Desk:
    """A running desk: where it answers, and the environment that the command line shares with it."""

    address: str
    env: Mapping[str, str]

    def workbench(self, *words: str) -> str:
        """Do a command of the command line over the same home; what it printed comes out."""
        command = [sys.executable, "-m", "workbench", *words]
        return subprocess.run(command, env=self.env, check=True, stdout=subprocess.PIPE, text=True).stdout


@contextmanager
def started() -> Iterator[Desk]:
    """A desk over an empty home; both are gone afterwards."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("WORKBENCH_")}
    with tempfile.TemporaryDirectory() as home:
        desk = Desk(f"http://127.0.0.1:{_free_port()}", {**env, "WORKBENCH_HOME": home, "LOGNAME": "anna"})
        command = [sys.executable, "-m", "workbench", "ui", "--port", desk.address.rpartition(":")[2], "--no-browser"]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, env=desk.env, stdout=quiet, stderr=quiet, start_new_session=True)
        try:
            _wait(desk.address, process)
            yield desk
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit("The desk did not start.")
            time.sleep(0.2)


def settle(page: Page) -> None:
    """Wait until the desk has drawn everything."""
    for _ in range(2):
        page.wait_for_timeout(SETTLED)
        page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for(timeout=PATIENCE)


def take(page: Page, name: str) -> None:
    """Keep what the page shows as a small picture, with the pointer out of the way."""
    page.mouse.move(0, 0)
    settle(page)
    shown = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    small = shown.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE)
    small.save(PICTURES / f"{name}.png", optimize=True)


def titled(page: Page, words: str | re.Pattern[str]) -> None:
    """Wait for the title of the page."""
    page.get_by_role("heading", level=1, name=words).wait_for(timeout=PATIENCE)
    settle(page)


def press(page: Page, name: str) -> None:
    """Press a button by its label."""
    page.get_by_role("button", name=name).first.click()
    settle(page)


def follow(page: Page, link: str) -> None:
    """Open a page of the menu that is titled as its link."""
    page.get_by_role("link", name=link).first.click()
    titled(page, link)


def select(page: Page, row: int) -> None:
    """Tick a row of the table, from 1."""
    table = page.get_by_test_id("stDataFrame").first
    height = (table.bounding_box() or {"height": 0})["height"]
    rows = int(table.locator("table").first.get_attribute("aria-rowcount") or 2)
    table.click(position={"x": 16, "y": height * (row + 0.5) / rows})
    settle(page)


def slide(page: Page, name: str, key: str, times: int) -> None:
    """Move a slider by its keys."""
    page.get_by_role("slider", name=name).focus()
    for _ in range(times):
        page.keyboard.press(key)
    settle(page)


def run(page: Page, topic: str) -> None:
    """Run a topic to its end."""
    line, before = page.get_by_role("textbox", name="Topic"), page.url
    line.wait_for(timeout=PATIENCE)
    line.fill(topic)
    page.get_by_role("button", name="Run", exact=True).first.click()
    page.wait_for_url(lambda url: url != before and "run=" in url, timeout=PATIENCE)
    titled(page, FINISHED)


def first_source(page: Page) -> None:
    """Open or close the first source."""
    page.locator(".st-key-run-open-1 button").first.click()
    settle(page)


def of_a_run(page: Page) -> None:
    """The desk before the first run, and a run: why, what was lost, another weight, kept."""
    titled(page, "Run a topic")
    take(page, "start")
    for topic in (*OTHERS, TOPIC):
        run(page, topic)
    first_source(page)
    take(page, "run")
    first_source(page)
    page.get_by_text("were lost, and how").first.click()
    settle(page)
    select(page, 3)
    take(page, "lost")
    page.get_by_text("were lost, and how").first.click()
    slide(page, "Search rank", "ArrowRight", 25)
    page.get_by_role("heading", name="Ranked sources").evaluate("heading => heading.scrollIntoView()")
    page.get_by_role("heading", name="Ranked sources").click()
    take(page, "weights")
    press(page, "Keep as settings")
    page.get_by_role("textbox", name="Note").fill("the engine knows")
    page.get_by_role("heading", name="Keep as settings").click()
    take(page, "keep")
    press(page, "Save as v2")


def of_the_writer(page: Page) -> None:
    """The writer's context of the next run of the topic, and a window that is pinned."""
    run(page, TOPIC)
    press(page, "Writer context")
    titled(page, re.compile("The writer gets"))
    take(page, "writer-context")
    slide(page, "Excerpt starts at character", "PageUp", 2)
    press(page, "Pin this window")
    page.get_by_text(re.compile("Pinned at ")).wait_for(timeout=PATIENCE)
    take(page, "pin")


def of_the_tuning(page: Page) -> None:
    """Another weight over all runs with the change it makes opened, two sources that swap, and what was folded."""
    follow(page, "Tuning")
    slide(page, "Search rank", "ArrowLeft", 25)
    select(page, 1)
    take(page, "tuning")
    page.get_by_role("tab", name="Flips").click()
    page.locator(".js-plotly-plot:visible").first.wait_for(timeout=PATIENCE)
    take(page, "tuning-flips")
    page.get_by_role("tab", name="Clusters").click()
    page.get_by_text("alike").first.wait_for(timeout=PATIENCE)
    take(page, "tuning-clusters")


def of_judging(page: Page) -> None:
    """The second of three pairs, with what came of the first."""
    page.get_by_role("link", name="Judge").first.click()
    titled(page, "Which is the better source?")
    page.keyboard.press("ArrowLeft")
    page.get_by_text(re.compile("You prefer")).first.wait_for(timeout=PATIENCE)
    take(page, "judge")


def of_the_verdict(desk: Desk, page: Page) -> None:
    """What comes of grades for every source of the six topics."""
    shown = (json.loads(desk.workbench("runs", "show", str(number), "--json")) for number in range(1, len(OTHERS) + 2))
    given = [
        {"topic": one["topic"], "first": source["url"], "answer": _grade(source["url"]), "rater": "editor"}
        for one in shown
        for source in one["sources"]
    ]
    file = Path(desk.env["WORKBENCH_HOME"]) / "judged.json"
    file.write_text(json.dumps({"judgments": given}), encoding="utf-8")
    desk.workbench("judge", "import", str(file))
    page.reload()
    titled(page, re.compile("judged|Which"))
    page.get_by_text("Measures, before and after").click()
    settle(page)
    page.get_by_text("Verdict so far").evaluate("head => head.scrollIntoView()")
    take(page, "verdict")


def _grade(address: str) -> str:
    """Who publishes it decides: a public body before a handbook, and that before all others."""
    return "3" if ".gov." in address or ".edu." in address else "2" if "//docs." in address else "0"


def of_the_rest(desk: Desk, page: Page) -> None:
    """Runs, two of them compared, settings with an unsaved edit, pins, and health."""
    desk.workbench("runs", "tag", "6", "heating", "v1")
    desk.workbench("runs", "tag", "7", "heating")
    follow(page, "Runs")
    select(page, 1)
    select(page, 2)
    take(page, "runs")
    press(page, "Compare")
    titled(page, re.compile("Run 6 and run 7"))
    take(page, "compare")
    follow(page, "Settings")
    days = page.get_by_role("spinbutton", name="Fresh up to")
    days.fill("14")
    days.press("Enter")
    page.get_by_role("tab", name="Tiers").click()
    take(page, "settings")
    press(page, "Discard")
    desk.workbench("pins", "add", f"blog.warmhouse.example in the top 2 of {TOPIC}", "--note", "they measured a winter")
    desk.workbench("pins", "add", "never forum.coldhome.example in the top 3 of any topic")
    page.get_by_role("link", name="Pins", exact=True).click()
    titled(page, re.compile("4 pins"))
    take(page, "pins")
    follow(page, "Health")
    take(page, "health")


def opened(browser: Browser, address: str, size: tuple[int, int], theme: Literal["light", "dark"] = "light") -> Page:
    """A page of that size and theme at an address."""
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]}, color_scheme=theme, locale="en-GB", timezone_id="Europe/Paris"
    )
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def main() -> None:
    """Take every picture."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    PICTURES.mkdir(exist_ok=True)
    with started() as desk, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=list(FLAGS))
        page = opened(browser, desk.address, WIDE)
        of_a_run(page)
        at = page.url
        of_the_writer(page)
        of_the_tuning(page)
        of_judging(page)
        of_the_verdict(desk, page)
        of_the_rest(desk, page)
        dark = opened(browser, at, WIDE, "dark")
        titled(dark, FINISHED)
        first_source(dark)
        take(dark, "run-dark")
        narrow = opened(browser, at, NARROW)
        titled(narrow, FINISHED)
        take(narrow, "run-390")
        browser.close()


if __name__ == "__main__":
    main()
