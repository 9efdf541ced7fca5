"""Pins: what is expected of rankings, whether the settings keep to it, and a line for one more."""

from __future__ import annotations

import streamlit as st

from pages.parts import faults, gate, pins_add, pins_files, pins_list
from pages.parts.session import bench

with faults.told("page"):
    desk = bench()
    with st.skeleton(height=20):
        found = gate.checked(desk, desk.store.settings.resolve().settings)

    pins_list.head(desk, found)
    left, right = st.columns([7, 4], gap="large")
    with left:
        pins_list.draw(desk, found)
        pins_list.removed(desk)
    with right:
        pins_add.draw(desk)
        pins_files.draw(desk, found)
