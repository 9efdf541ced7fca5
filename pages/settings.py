"""Settings: every number and list a person may change, its history, and the bar of what is not saved yet."""

from __future__ import annotations

import streamlit as st

from pages.parts import drafts, faults, groups, history, presets, unsaved
from pages.parts.session import bench
from pages.parts.words import plain_label

with faults.told("page"):
    desk = bench()
    held = drafts.read(desk)

    with st.container(gap=None):
        st.title("Settings", anchor=False)
        history.second_line(desk, held.version)
    for warning in held.warnings:
        st.warning(plain_label(warning), icon=":material/warning:")

    left, right = st.columns([7, 3], gap="large")
    with left:
        groups.draw(desk, held)
    with right:
        history.draw(desk, held.version)
        presets.draw(desk, held)
    unsaved.draw(desk, held)
