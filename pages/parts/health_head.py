"""Whether anything needs a look, in a sentence or a few."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import streamlit as st

from pages.parts.health_jobs import Work
from pages.parts.words import plain_label, plural
from workbench.compose import Workbench

RECENT = timedelta(days=1)


def draw(desk: Workbench, work: Work) -> None:
    """Draw the title and what needs a look."""
    troubles = list(_troubles(desk, work))
    with st.container(gap=None):
        st.title("Health", anchor=False)
        st.caption(
            f"{plural(len(troubles), 'thing needs', 'things need')} a look." if troubles else "Nothing needs a look."
        )
    for trouble in troubles:
        st.warning(plain_label(trouble), icon=":material/warning:")


def _troubles(desk: Workbench, work: Work) -> list[str]:
    said = []
    if work.open and not work.workers:
        said.append(f"{plural(len(work.open), 'run waits', 'runs wait')} and no worker is running. Start one with "
                    "workbench worker; the runs are kept.")  # fmt: skip
    said += desk.store.settings.resolve().warnings
    since = datetime.now(UTC) - RECENT
    grave = [one for one in desk.store.findings.list(limit=100) if one.finding.severity == "critical"]
    if fresh := [one for one in grave if one.at >= since]:
        said.append(f"{plural(len(fresh), 'critical finding')} in the last day; they stand below.")
    return said
