"""How reliable the hosts of the stored results are."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from pages.parts import faults
from pages.parts.words import plural
from workbench.compose import Workbench
from workbench.store import HostRecord
from workbench.store.track_record import RUNS

BLOCKED = ("blocked", "rate_limited", "refused")
MOST, ROWS = 200, 10


@faults.told("hosts")
def draw(desk: Workbench) -> None:
    """Draw a line for each host."""
    st.header("Hosts", anchor=False)
    newest = desk.store.archive.ids(limit=1)
    found = _hosts(str(desk.home), "".join(newest), desk.store.archive.count(), _desk=desk)
    if not found:
        st.caption("No finished run is stored, so no host is known.")
        return
    said = f"{plural(len(found), 'host')} in the last finished runs, at most {RUNS}"
    st.caption(f"{said}. Kept are the results that became sources.")
    st.dataframe(
        pd.DataFrame([_row(one) for one in found[:MOST]]),
        hide_index=True,
        key="health.hosts",
        height=400 if len(found) > ROWS else "content",
        alt=f"{said}; the one of the most results is {found[0].host}",
        column_config={
            "Host": st.column_config.TextColumn(width=220),
            "Read of pages": st.column_config.NumberColumn(format="percent", help="pages read ÷ pages asked for"),
        },
    )


@st.cache_data(show_spinner=False, max_entries=4)
def _hosts(home: str, newest: str, count: int, _desk: Workbench) -> list[HostRecord]:  # noqa: ARG001
    return _desk.store.track_record.hosts()


def _row(one: HostRecord) -> dict[str, object]:
    asked = one.results - one.pages[""]
    blocked = sum(one.pages[outcome] for outcome in BLOCKED)
    return {
        "Host": one.host,
        "Results": one.results,
        "Kept": one.kept,
        "Pages read": one.pages["ok"],
        "Blocked": blocked,
        "Timeout": one.pages["timeout"],
        "Other faults": asked - one.pages["ok"] - blocked - one.pages["timeout"],
        "Read of pages": one.pages["ok"] / asked if asked else None,
    }
