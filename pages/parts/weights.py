"""The weights and the copies' threshold as sliders: what is tried, next to what the run was made with."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.parts.theme import COLOURS, NAMES
from workbench.records import RunRecord
from workbench.settings import Settings, flat, from_flat

KEYS = (
    "research_credibility_weight",
    "research_snippet_quality_weight",
    "research_recency_weight",
    "research_uniqueness_weight",
    "research_search_rank_weight",
)
THRESHOLD = "research_dedup_similarity_threshold"
ALL = (*KEYS, THRESHOLD)


def widget(run_id: str, key: str) -> str:
    """The name of a slider; each run has its own."""
    return f"run.{run_id}.{key}"


def tried(run: RunRecord, was: Settings) -> Settings:
    """Draw the six sliders; the settings that they give come out."""
    start = flat(was)
    top = max(1.0, *(math.ceil(start[key]) for key in KEYS))
    values: dict[str, Any] = {}
    with st.container(gap=None):
        for key, name, colour in zip(KEYS, NAMES, COLOURS, strict=True):
            values[key] = _slider(run.id, key, f":{colour}[■] {name}", (0.0, top), start[key])
    with st.container(gap=None):
        values[THRESHOLD] = _slider(run.id, THRESHOLD, "Copies from similarity", (0.01, 1.0), start[THRESHOLD])
    return from_flat({**start, **values})


def _slider(run_id: str, key: str, label: str, ends: tuple[float, float], start: float) -> float:
    value = st.slider(
        label,
        *ends,
        value=float(start),
        step=0.01,
        key=widget(run_id, key),
        persist_state="session",
    )
    return start if value == start else round(value, 6)  # a browser counts its steps in binary


def changed(settings: Settings, since: Settings) -> dict[str, float]:
    """The six values that differ."""
    now, before = flat(settings), flat(since)
    return {key: now[key] for key in ALL if now[key] != before[key]}


def set_all(run_id: str, values: Mapping[str, Any]) -> None:
    """Move the sliders; only before they are drawn, so in a callback."""
    for key in ALL:
        st.session_state[widget(run_id, key)] = float(values[key])


def try_threshold(run_id: str, value: float) -> None:
    """Move the threshold's slider."""
    st.session_state[widget(run_id, THRESHOLD)] = value
