"""Tuning: what other settings would do to the stored runs, when sources swap, what was folded, what is missing."""

from __future__ import annotations

import streamlit as st

from pages.parts import faults, tuning_clusters, tuning_flips, tuning_runs, tuning_sweep, tuning_whatif, tuning_why
from pages.parts.session import bench

TOOLS = ("What-if", "Flips", "Clusters", "Why is it not here?")

with faults.told("page"):
    desk = bench()
    chosen = tuning_runs.draw(desk)
    if chosen.runs:
        tabs = dict(zip(TOOLS, st.tabs(list(TOOLS), key="tool", bind="query-params"), strict=True))
        shown = next((name for name, tab in tabs.items() if tab.open), TOOLS[0])
        with tabs[shown]:
            match shown:
                case "What-if":
                    tuning_whatif.draw(desk, chosen)
                case "Flips":
                    tuning_flips.draw(desk, chosen)
                case "Clusters":
                    tuning_clusters.draw(desk, chosen)
                    tuning_sweep.draw(desk, chosen)
                case _:
                    tuning_why.draw(desk, chosen)
