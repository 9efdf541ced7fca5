"""Writer context: one run's context letter for letter, and for each part what put it there."""

from __future__ import annotations

import streamlit as st

from pages.parts import faults, writer_head, writer_pane, writer_parts, writer_run
from pages.parts.session import bench

with faults.told("page"):
    desk = bench()
    run, fault = writer_run.shown(desk)
    if run is None:
        writer_run.none(desk, fault)
    elif run.context is None or not run.context.text:
        writer_run.without(desk, run)
    else:
        before = writer_run.previous(desk, run)
        writer_head.draw(run, before)
        compared = before if before and writer_run.is_compared() else None
        left, right = st.columns([6, 5], gap="large")
        with left:
            writer_parts.draw(run, compared)
        with right:
            writer_pane.draw(desk, run)
