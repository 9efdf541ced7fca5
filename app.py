"""The desk: page config and navigation, nothing else."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.parts import faults, sidebar, theme

ICON = Path(__file__).parent / "pages" / "parts" / "icon.png"

page = st.navigation(
    {
        "Research": [
            st.Page("pages/run_a_topic.py", title="Run a topic", default=True),
            st.Page("pages/writer_context.py", title="Writer context"),
            st.Page("pages/runs.py", title="Runs"),
        ],
        "Evidence": [
            st.Page("pages/tuning.py", title="Tuning"),
            st.Page("pages/judge.py", title="Judge"),
            st.Page("pages/pins.py", title="Pins"),
        ],
        "System": [
            st.Page("pages/settings.py", title="Settings"),
            st.Page("pages/health.py", title="Health"),
        ],
    },
    position="hidden",
)
# After the navigation, so that this icon wins: the icon of a page would be fetched from a font server.
st.set_page_config(
    page_title=f"{page.title} · Research workbench", page_icon=str(ICON), layout="wide", initial_sidebar_state=220
)
theme.dress()
with faults.told("menu"):
    sidebar.draw(page.title)
    with st.container(width=1440):
        page.run()
