"""A slider of *Tuning* over 200 stored runs of ten sources, beside a bare Streamlit page with a sentence and a table.

python -m benchmarks.tuning_page, headless Chromium on this machine; a move counts from the key to the last change of
the answer or the table. Both pages are asked in turn. Promised: under 1 s.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.replay import FEW, SOURCES, stored_runs
from benchmarks.slider import CHANGES, in_turn

PROMISED_MS = 1000
DESK = '.st-key-tuning-answer, [data-testid="stDataFrame"]'
PLAIN = '.st-key-answer, [data-testid="stDataFrame"]'
BARE = """
import pandas as pd
import streamlit as st

st.set_page_config(layout="wide")


@st.fragment
def page():
    weight = st.slider("Search rank", 0.0, 1.0, 0.4, 0.01)
    with st.container(key="answer"):
        st.html(f"With search rank at {weight:.2f} something changes.")
    st.dataframe(pd.DataFrame({"Topic": [f"topic {n}" for n in range(20)], "Lead": [weight * n for n in range(20)]}))


st.title("Bare")
page()
"""


def filled() -> None:
    """Store the runs, and save settings by which ten results of each are judged."""
    from workbench.compose import Workbench

    bench = Workbench.open()
    bench.store.settings.write({"web_research_results": SOURCES})
    for run in stored_runs(FEW):
        stages = {"search": run.searched, "read": run.read, "judge": run.judged, "render": run.context}
        bench.store.runs.create(run.topic, run.today, run.engine, run.settings, 0, {}, stages=stages)  # type: ignore[arg-type]
    asyncio.run(bench.aclose())


def main() -> None:
    """Print both medians and whether the promise is kept."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WORKBENCH_HOME"] = folder
        filled()
        desk_ms, bare_ms = in_turn((("/tuning", DESK), ("", PLAIN)), BARE, Path(folder))
    print(f"{datetime.now(UTC):%Y-%m-%d}: {CHANGES} moves over {FEW} runs × {SOURCES} sources, key to last repaint")
    kept = "kept" if desk_ms < PROMISED_MS else "NOT KEPT"
    print(f"the desk {desk_ms:.0f} ms, a bare page {bare_ms:.0f} ms; promised: under {PROMISED_MS} ms: {kept}")


if __name__ == "__main__":
    main()
