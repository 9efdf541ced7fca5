"""A slider of *Run a topic* over 100 sources, beside a bare Streamlit page with the same chart and table.

python -m benchmarks.slider, headless Chromium on this machine; a change counts from the key to the last change of the
chart. Both pages are asked in turn, so that a busy machine is as busy for one as for the other. Promised: at most 1.3.
"""

from __future__ import annotations

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOURCES, CHANGES = 100, 24
PROMISED = 1.3
WORDS = ("heat", "pump", "winter", "study", "homes", "cold", "capacity", "defrost", "unit", "flow", "sensor", "field")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
CHART = ".js-plotly-plot"
WATCH = """what => {
  window.last = 0;
  const within = one => one.closest ? one.closest(what) : one.parentElement && one.parentElement.closest(what);
  new MutationObserver(seen => {
    if (seen.some(one => within(one.target))) window.last = performance.now();
  }).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
}"""
BARE = """
import pandas as pd
import streamlit as st
import plotly.graph_objects as go
from pages.parts.tables import chart, components
from benchmarks.slider import stored

st.set_page_config(layout="wide")
sources, settings = st.cache_resource(stored)()


@st.fragment
def page():
    weight = st.slider("Search rank", 0.0, 1.0, 0.4, 0.01)
    now = settings.model_copy(update={"search_rank_weight": weight})
    chart(sources, now)
    components(sources, now)


st.title("Bare")
page()
"""


def made_run() -> str:
    """Store a finished run of 100 sources; its id."""
    from workbench.compose import Workbench
    from workbench.context import render
    from workbench.quality import judge
    from workbench.records import Answer, Hit, Page, Query, Read, Searched
    from workbench.settings.load import as_texts

    bench = Workbench.open()
    settings = bench.store.settings.resolve().settings
    hits = tuple(
        Hit(
            f"https://host{place}.example/page",
            f"Result {place}",
            " ".join(WORDS[(place * step + step) % 12] + str(step * place % 97) for step in range(30 + place % 20)),
            place,
            "corpus",
        )
        for place in range(1, SOURCES + 1)
    )
    reads = tuple(Read(hit, Page(hit.url, "ok", text="page text " * 300)) for hit in hits)
    today, topic = date(2026, 11, 29), "heat pumps in cold winters"
    judged = judge(reads, Query(topic, today), settings.research)
    searched = Searched((Answer("corpus", "ok", hits),), hits)
    run = bench.store.runs.create(
        topic, today, "corpus", as_texts(settings), 0, {},
        stages={"search": searched, "read": reads, "judge": judged, "render": render(judged.sources, (), (), settings)},
    )  # fmt: skip
    if len(judged.sources) != SOURCES:
        raise SystemExit(f"{len(judged.sources)} sources are kept, not {SOURCES}")
    return run.id


def stored():  # type: ignore[no-untyped-def]
    """The sources and the settings of the stored run."""
    from workbench.compose import Workbench, from_snapshot

    run = Workbench.open().store.runs.get(1)
    assert run.judged
    return run.judged.sources, from_snapshot(run.settings).research


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(command: list[str], port: int) -> Iterator[str]:
    """A server as a process of its own, until the block ends."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url, deadline = f"http://127.0.0.1:{port}", time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).close()
            break
        except OSError:
            time.sleep(0.2)
    try:
        yield url
    finally:
        process.terminate()
        process.wait(20)


def change(page: Page, key: str) -> float:
    """Milliseconds from a key on the slider to the last change of what is watched."""
    page.get_by_role("slider", name="Search rank").focus()
    begun = page.evaluate("() => { window.last = 0; return performance.now(); }")
    page.keyboard.press(key)
    page.wait_for_function("() => window.last > 0 && performance.now() - window.last > 400", timeout=30_000)
    return float(page.evaluate("() => window.last")) - float(begun)


def opened(page: Page, url: str, watched: str = CHART) -> None:
    """Go to a page, wait for what is named to stand still, and watch it."""
    page.goto(url)
    page.locator(watched).first.wait_for(timeout=60_000)
    page.wait_for_timeout(2000)
    page.evaluate(WATCH, watched)


def in_turn(pages: Sequence[tuple[str, str]], bare: str, folder: Path) -> tuple[float, float]:
    """The medians of a page of the desk and of a bare one in milliseconds, changed in turn.

    Each page comes with what is watched on it, the first with its address on the desk, the bare one as a script.
    """
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        raise SystemExit("there is no Chromium on this machine")
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    script = folder / "bare.py"
    script.write_text(bare, encoding="utf-8")
    ports = free_port(), free_port()
    desk = [sys.executable, "-m", "workbench", "ui", "--port", str(ports[0]), "--no-browser"]
    plain = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(ports[1]),
             "--server.headless", "true", "--server.address", "127.0.0.1"]  # fmt: skip
    with served(desk, ports[0]) as ours, served(plain, ports[1]) as theirs, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=list(FLAGS))
        shown = [browser.new_page(viewport={"width": 1440, "height": 900}) for _ in range(2)]
        for page, address, (place, watched) in zip(shown, (ours, theirs), pages, strict=True):
            page.bring_to_front()
            opened(page, f"{address}{place}", watched)
        times: tuple[list[float], list[float]] = ([], [])
        for at in range(CHANGES + 2):
            for page, held in zip(shown, times, strict=True):
                page.bring_to_front()
                held.append(change(page, "ArrowRight" if at % 2 else "ArrowLeft"))
        browser.close()
    desk_ms, bare_ms = (statistics.median(held[2:]) for held in times)
    return desk_ms, bare_ms


def main() -> None:
    """Print both medians and their ratio."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WORKBENCH_HOME"] = folder
        desk_ms, bare_ms = in_turn(((f"/?run={made_run()}", CHART), ("", CHART)), BARE, Path(folder))
    print(f"{datetime.now(UTC):%Y-%m-%d}: {CHANGES} changes over {SOURCES} sources, from the key to the last repaint")
    print(
        f"the desk {desk_ms:.0f} ms, a bare page {bare_ms:.0f} ms; ratio {desk_ms / bare_ms:.2f}, promised {PROMISED}"
    )


if __name__ == "__main__":
    main()
