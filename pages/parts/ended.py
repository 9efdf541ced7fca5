"""A run that ended without a result: what happened, what is kept, what to do."""

from __future__ import annotations

import re
from dataclasses import replace

import streamlit as st

from pages.parts import asked, funnel, pages_read
from pages.parts.steps import PageLine, steps
from pages.parts.words import plain_label
from workbench.compose import Workbench
from workbench.records import RunRecord

_TYPE = re.compile(r"([A-Z]\w+): ")  # the job engine puts a type before what is no sentence of ours
UNDER_WAY = ("waiting", "reading")


def draw(desk: Workbench, run: RunRecord) -> None:
    """Draw a failed or a cancelled run."""
    kept = ", ".join(stage.capitalize() for stage in run.stages_done)
    with st.container(gap=None):
        st.title("Cancelled" if run.state == "cancelled" else "The run failed", anchor=False)
        st.caption(f"What it stored stays: {kept}." if kept else "Nothing was stored before it ended.")
    if run.state == "failed":
        found = _TYPE.match(run.error)
        words = run.error if not found else "Something went wrong that the workbench has no sentence for."
        st.error(plain_label(words or "No reason was given."), icon=":material/error:")
    asked.again(desk, run)
    _reached(desk, run)
    if run.state == "failed" and (found := _TYPE.match(run.error)):
        with st.expander("Details"):
            st.text(f"{found[1]}\n{run.error[found.end() :][:2000]}")


def _reached(desk: Workbench, run: RunRecord) -> None:
    """Draw where its results were when it ended: judged, or each page as far as it came."""
    if run.judged:
        funnel.draw(funnel.counted(run))
    elif run.searched:
        now = steps(event for _, event in desk.store.runs.events(run.id))
        known = {page.url: page for page in now.pages}
        lines = [known.get(hit.url, PageLine(hit.url, hit.title)) for hit in run.searched.hits]
        cut = tuple(replace(line, state="stopped") if line.state in UNDER_WAY else line for line in lines)
        pages_read.draw(replace(now, pages=cut), run)
