"""The settings that are tried on stored runs: weights, the copies' threshold and the tiers, over those that hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.parts.theme import COLOURS, NAMES
from pages.parts.weights import KEYS, THRESHOLD
from workbench.compose import Workbench
from workbench.settings import Settings, flat, to_text
from workbench.settings.check import checked

TIERS = {"research_tier1_domains": "Tier 1", "research_tier2_domains": "Tier 2"}
ALL = (*KEYS, THRESHOLD, *TIERS)
STEP, MOST_SAID = 0.01, 4
_START = "tuning.start"


@dataclass(frozen=True, slots=True)
class Start:
    """The values that the tries begin at; each round has widgets of its own."""

    round: int
    values: Mapping[str, Any]


def draw(desk: Workbench) -> dict[str, Any]:
    """Draw the sliders and the tiers; what differs from where they began comes out."""
    start = _started(flat(desk.store.settings.resolve().settings))
    top = max(1.0, *(math.ceil(start.values[key]) for key in KEYS))
    columns = st.columns(len(KEYS) + 1, gap="small")
    for column, key, name, colour in zip(columns[:-1], KEYS, NAMES, COLOURS, strict=True):
        with column:
            _slider(start, key, f":{colour}[■] {name}", (0.0, top))
    with columns[-1]:
        _slider(start, THRESHOLD, "Copies from", (0.01, 1.0))
    with st.expander("Tiers", type="compact", key="tuning.tiers"):
        for column, (key, name) in zip(st.columns(len(TIERS), gap="medium"), TIERS.items(), strict=True):
            with column:
                hosts = list(start.values[key])
                st.multiselect(
                    name,
                    hosts,
                    default=hosts,
                    key=_widget(start, key),
                    accept_new_options=True,
                    placeholder="Add a host",
                    persist_state="session",
                )
        st.caption("An entry covers the host and its subdomains; every other host scores 0.65.")
    return _moved(start)


def _slider(start: Start, key: str, label: str, ends: tuple[float, float]) -> None:
    value = float(start.values[key])
    st.slider(label, *ends, value=value, step=STEP, key=_widget(start, key), persist_state="session")


def _widget(start: Start, key: str) -> str:
    return f"tuning.{start.round}.{key}"


def _started(stored: Mapping[str, Any]) -> Start:
    """Where the tries began; anew from what is stored while nothing is tried that is not stored."""
    start: Start | None = st.session_state.get(_START)
    if start is None:
        start = Start(0, stored)
    elif not start.values or (start.values != stored and _is_stored(start, stored)):
        start = Start(start.round + 1, stored)
    st.session_state[_START] = start
    return start


def _is_stored(start: Start, stored: Mapping[str, Any]) -> bool:
    return all(stored[key] == value for key, value in _moved(start).items())


def _moved(start: Start) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in ALL:
        was = start.values[key]
        value = st.session_state.get(_widget(start, key), was)
        if key in TIERS:
            if set(value) != set(was):
                found[key] = tuple(value)
        elif abs(value - was) > STEP / 2:
            found[key] = round(float(value), 6)  # a browser counts its steps in binary
    return found


def reset() -> None:
    """Begin anew from the settings that hold."""
    start: Start = st.session_state[_START]
    st.session_state[_START] = Start(start.round, {})


def texts(moved: Mapping[str, Any]) -> dict[str, str]:
    """What is tried as it would be saved; `SettingRefused` says why something may not be."""
    values = {key: checked(key, to_text(value)) for key, value in moved.items()}
    return {key: "" if value is None else to_text(value) for key, value in values.items()}


def unsaved(moved: Mapping[str, Any], stored: Settings) -> dict[str, str]:
    """What is tried and is not what holds."""
    held = flat(stored)
    return texts({key: value for key, value in moved.items() if held[key] != value})


def told(moved: Mapping[str, Any], stored: Settings) -> str:
    """What is tried, as the head of a sentence with hosts in backquotes; "" if nothing is or it is too much to say."""
    held = flat(stored)
    said = [piece for key, value in moved.items() for piece in _said(key, held[key], value)]
    if not said or len(said) > MOST_SAID:
        return ""
    return "With " + " and ".join(said)


def _said(key: str, was: Any, now: Any) -> list[str]:
    if key not in TIERS:
        return [f"{NAMES[KEYS.index(key)].lower() if key in KEYS else 'copies from similarity'} at {now:.2f}"]
    tier = TIERS[key].lower()
    gone = [f"`{host}` off {tier}" for host in was if host not in now]
    return gone + [f"`{host}` in {tier}" for host in now if host not in was]
