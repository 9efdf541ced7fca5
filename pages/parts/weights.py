"""What can be tried on a run as sliders: the weights, the copies' threshold, and the thresholds and limits beneath."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.parts.bars import swatch
from pages.parts.theme import NAMES
from workbench.records import RunRecord
from workbench.settings import FIELDS, WEIGHTS, Settings, flat, from_flat

KEYS = WEIGHTS
THRESHOLD = "research_dedup_similarity_threshold"


@dataclass(frozen=True, slots=True)
class Limit:
    """A whole number that a run is judged by; the slider ends at `top`, or at the value where that is more."""

    key: str
    top: int

    @property
    def label(self) -> str:
        """What its slider is called."""
        return FIELDS[self.key].label


LIMITS = (
    Limit("research_min_snippet_length", 400),
    Limit("research_min_snippet_words", 80),
    Limit("research_recency_fresh_days", 90),
    Limit("research_recency_recent_days", 1500),
    Limit("research_web_content_chars_per_source", 4000),
    Limit("web_research_results", 20),
)
ALL = (*KEYS, THRESHOLD, *(limit.key for limit in LIMITS))


def widget(run_id: str, key: str) -> str:
    """The name of a slider; each run has its own."""
    return f"run.{run_id}.{key}"


def tried(run: RunRecord, was: Settings) -> Settings:
    """Draw the sliders; the settings that they give come out."""
    start = flat(was)
    top = max(1.0, *(math.ceil(start[key]) for key in KEYS))
    values: dict[str, Any] = {}
    with st.container(gap=None):
        for place, key in enumerate(KEYS):
            named(place)
            values[key] = _slider(run.id, key, NAMES[place], (0.0, top), start[key], seen=False)
    with st.container(gap=None):
        values[THRESHOLD] = _slider(run.id, THRESHOLD, FIELDS[THRESHOLD].title, (0.01, 1.0), start[THRESHOLD])
    folded = st.expander("Thresholds and limits", type="compact", key=f"run.{run.id}.limits", on_change="rerun")
    with folded, st.container(gap=None):
        for limit in LIMITS:
            values[limit.key] = _limit(run.id, limit, int(start[limit.key]), drawn=bool(folded.open))
        if folded.open:
            st.caption("A page that the run never read stays unread, whatever the limit.")
    return from_flat({**start, **values})


def _limit(run_id: str, limit: Limit, start: int, *, drawn: bool) -> int:
    """The value of a limit; its slider is drawn only where it is seen, and keeps its place when it is not."""
    return _whole(run_id, limit, start) if drawn else int(st.session_state.get(widget(run_id, limit.key), start))


def named(place: int) -> None:
    """Draw the name of a component in its colour above its slider, whose own label is for those who do not see it."""
    st.html(f'<div class="wb wb-over" aria-hidden="true">{swatch(place)}{NAMES[place]}</div>')


def _slider(run_id: str, key: str, label: str, ends: tuple[float, float], start: float, *, seen: bool = True) -> float:
    value = st.slider(
        label,
        *ends,
        value=float(start),
        step=0.01,
        key=widget(run_id, key),
        persist_state="session",
        label_visibility="visible" if seen else "collapsed",
    )
    return start if value == start else round(value, 6)  # a browser counts its steps in binary


def _whole(run_id: str, limit: Limit, start: int) -> int:
    field = FIELDS[limit.key]
    return st.slider(
        limit.label,
        int(field.low or 0),
        max(limit.top, start),
        value=start,
        step=1,
        key=widget(run_id, limit.key),
        persist_state="session",
        help=field.description,
    )


def changed(settings: Settings, since: Settings) -> dict[str, float]:
    """The values that differ, of those that can be tried."""
    now, before = flat(settings), flat(since)
    return {key: now[key] for key in ALL if now[key] != before[key]}


def set_all(run_id: str, values: Mapping[str, Any]) -> None:
    """Move the sliders; only before they are drawn, so in a callback."""
    for key in ALL:
        whole = key not in KEYS and key != THRESHOLD
        st.session_state[widget(run_id, key)] = int(values[key]) if whole else float(values[key])


def move(run_id: str, key: str, value: float) -> None:
    """Move one slider; only before it is drawn."""
    st.session_state[widget(run_id, key)] = value
