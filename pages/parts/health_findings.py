"""What operators should know: the last findings, their severity, and whether they were due to be sent."""

from __future__ import annotations

import os

import pandas as pd
import streamlit as st

from pages.parts import faults
from pages.parts.words import said, when, zone
from workbench import webhook
from workbench.compose import Workbench
from workbench.store import StoredFinding

MOST, ROWS = 50, 10


@faults.told("findings")
def draw(desk: Workbench) -> None:
    """Draw the last findings."""
    st.header("Findings", anchor=False)
    is_set = "is set" if os.environ.get(webhook.VARIABLE) else "is not set, so nothing is sent"
    sent = f"One of a kind and subject is due to be sent in 24 hours. `{webhook.VARIABLE}` {is_set}."
    st.html(f'<div class="wb wb-second">{said(sent)}</div>')
    found = desk.store.findings.list(limit=MOST)
    if not found:
        st.caption("There is none.")
        return
    st.dataframe(
        pd.DataFrame([_row(one) for one in found]),
        hide_index=True,
        key="health.findings",
        height=400 if len(found) > ROWS else "content",
        alt=f"The last {len(found)} findings, newest first; the first: {found[0].finding.title}",
        column_config={
            "When": st.column_config.TextColumn(width=110),
            "Severity": st.column_config.TextColumn(width=70),
            "Finding": st.column_config.TextColumn(width=250),
            "Due to be sent": st.column_config.TextColumn(width=126),
            "Kind": st.column_config.TextColumn(width=210),
            "Details": st.column_config.TextColumn(width=270),
        },
    )


def _row(one: StoredFinding) -> dict[str, str]:
    return {
        "When": when(one.at, zone(st.context.timezone)),
        "Severity": one.finding.severity,
        "Finding": one.finding.title,
        "Due to be sent": "yes" if one.sent else "no, one was that day",
        "Kind": one.finding.kind,
        "Details": one.finding.body,
    }
