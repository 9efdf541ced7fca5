"""The menu: the pages under their captions; at its foot what is not saved, the engine mode and the version."""

from __future__ import annotations

import streamlit as st

from pages.parts import drafts
from pages.parts.session import bench
from pages.parts.words import engine_name, plural, version_name
from workbench.compose import Workbench

RUN, WRITER, RUNS = "pages/run_a_topic.py", "pages/writer_context.py", "pages/runs.py"
TUNING, JUDGE, PINS = "pages/tuning.py", "pages/judge.py", "pages/pins.py"
SETTINGS, HEALTH = "pages/settings.py", "pages/health.py"


def draw(shown: str) -> None:
    """Draw the menu; the way back to a run keeps the run."""
    desk = bench()
    last = st.session_state.get("run.last")
    run = {"run": last} if last else None
    back = run if shown != "Run a topic" else None
    with st.sidebar:
        st.markdown("**Research workbench**")
        with st.container(gap="small"):
            st.caption("Research")
            st.page_link(RUN, label="Run a topic", icon=":material/play_arrow:", query_params=back, width="stretch")
            st.page_link(WRITER, label="Writer context", icon=":material/article:", query_params=run, width="stretch")
            st.page_link(RUNS, label="Runs", icon=":material/history:", width="stretch")
        with st.container(gap="small"):
            st.caption("Evidence")
            st.page_link(TUNING, label="Tuning", icon=":material/tune:", width="stretch")
            st.page_link(JUDGE, label="Judge", icon=":material/balance:", query_params=run, width="stretch")
            st.page_link(PINS, label="Pins", icon=":material/push_pin:", width="stretch")
        with st.container(gap="small"):
            st.caption("System")
            st.page_link(SETTINGS, label="Settings", icon=":material/settings:", width="stretch")
            st.page_link(HEALTH, label="Health", icon=":material/monitor_heart:", width="stretch")
        with st.container(key="menu-foot", gap=None):
            if shown != "Settings" and (edits := drafts.count(desk)):
                st.page_link(SETTINGS, label=plural(edits, "unsaved edit"), icon=":material/edit:")
            st.html(_foot(desk))


def _foot(desk: Workbench) -> str:
    engine = desk.store.settings.resolve().settings.desk.engine
    icon, reach = ("cloud", "") if engine == "ddg" else ("cloud_off", ", no network")
    lines = ((icon, engine_name(engine) + reach), ("bookmark", version_name(desk.store.settings.version())))
    told = "".join(
        f'<div><span class="wb-icon" aria-hidden="true">{sign}</span> {words}</div>' for sign, words in lines
    )
    return f'<div class="wb wb-foot-of-menu">{told}</div>'
