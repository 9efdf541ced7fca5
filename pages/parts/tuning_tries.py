"""The settings that are tried on stored runs: weights, thresholds, filters and tiers, over those that hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import streamlit as st

from pages.parts.theme import NAMES
from pages.parts.weights import KEYS, LIMITS, THRESHOLD, named
from workbench.compose import Workbench
from workbench.errors import SettingRefused
from workbench.settings import FIELDS, Resolved, Settings, flat, to_text
from workbench.settings.check import checked

TIERS = {"research_tier1_domains": "Tier 1", "research_tier2_domains": "Tier 2"}
HOSTS = {**TIERS, "research_blocked_domains": "Blocked"}
GATES = ("research_extract_web_content", "research_require_fetched_source_for_citation")
WHOLE = {limit.key: limit for limit in LIMITS}
ALL = (*KEYS, THRESHOLD, *WHOLE, *GATES, *HOSTS)
STEP, MOST_SAID, LIMITS_A_ROW = 0.01, 4, 3
_START, _DAY = "tuning.start", "today"


@dataclass(frozen=True, slots=True)
class Start:
    """The values that the tries begin at; each round has widgets of its own."""

    round: int
    values: Mapping[str, Any]


def draw(desk: Workbench) -> dict[str, Any]:
    """Draw the sliders, the lists of hosts and the limits; what differs from where they began comes out."""
    start = _started(flat(desk.store.settings.resolve().settings))
    top = max(1.0, *(math.ceil(start.values[key]) for key in KEYS))
    with st.container(horizontal=True, key="tuning.weights"):
        for place, key in enumerate(KEYS):
            with st.container(gap=None):
                named(place)
                _slider(start, key, NAMES[place], (0.0, top), seen=False)
        _slider(start, THRESHOLD, FIELDS[THRESHOLD].title, (0.01, 1.0))
    with st.expander("Tiers and blocked hosts", type="compact", key="tuning.tiers"):
        for column, key in zip(st.columns(len(HOSTS), gap="medium"), HOSTS, strict=True):
            with column:
                _hosts(start, key, FIELDS[key].title)
        st.caption(
            "An entry covers the host and its subdomains. A host in no tier scores 0.65; a blocked one is out. "
            "An empty list means the default one."
        )
    with st.expander("Thresholds and filters", type="compact", key="tuning.limits"):
        _limits(start)
    return _moved(start)


def _slider(start: Start, key: str, label: str, ends: tuple[float, float], *, seen: bool = True) -> None:
    st.slider(
        label,
        *ends,
        value=float(start.values[key]),
        step=STEP,
        key=_widget(start, key),
        persist_state="session",
        label_visibility="visible" if seen else "collapsed",
    )


def _hosts(start: Start, key: str, label: str) -> None:
    hosts = list(start.values[key])
    st.multiselect(
        label,
        hosts,
        default=hosts,
        key=_widget(start, key),
        accept_new_options=True,
        placeholder="Add a host",
        persist_state="session",
        wrap=True,
    )


def _limits(start: Start) -> None:
    """Draw what is a number or a switch, and the day that counts as today."""
    for at in range(0, len(LIMITS), LIMITS_A_ROW):
        for column, limit in zip(st.columns(LIMITS_A_ROW, gap="medium"), LIMITS[at:], strict=False):
            value, field = int(start.values[limit.key]), FIELDS[limit.key]
            column.slider(
                limit.label,
                int(field.low or 0),
                max(limit.top, value),
                value=value,
                key=_widget(start, limit.key),
                persist_state="session",
                help=field.description,
            )
    with st.container(horizontal=True, gap="large", vertical_alignment="bottom"):
        st.date_input(
            "Day that counts as today",
            None,
            date(1900, 1, 1),
            date(2999, 12, 31),
            key=_widget(start, _DAY),
            format="YYYY-MM-DD",
            persist_state="session",
            width=200,
            help="Dates are reckoned from it in every run; without one, from each run’s own day.",
        )
        for key in GATES:
            value, field = bool(start.values[key]), FIELDS[key]
            st.toggle(field.title, value, key=_widget(start, key), persist_state="session", help=field.description)
    st.caption("A page that a run never read stays unread, whatever is tried.")


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
    moved = _moved(start)
    try:
        return texts(moved) == {key: to_text(stored[key]) for key in moved}
    except SettingRefused:
        return False


def _moved(start: Start) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in ALL:
        was = start.values[key]
        value = st.session_state.get(_widget(start, key), was)
        if key in HOSTS:
            if set(value) != set(was):
                found[key] = tuple(value)
        elif key in WHOLE or key in GATES:
            if value != was:
                found[key] = value
        elif abs(value - was) > STEP / 2:
            found[key] = round(float(value), 6)  # a browser counts its steps in binary
    return found


def reset() -> None:
    """Begin anew from the settings that hold, each run by its own day."""
    start: Start = st.session_state[_START]
    st.session_state[_START] = Start(start.round, {})


def day() -> date | None:
    """The day that counts as today in every run; `None` is each run's own."""
    start: Start | None = st.session_state.get(_START)
    found = st.session_state.get(_widget(start, _DAY)) if start else None
    return found if isinstance(found, date) else None


def tried(desk: Workbench) -> Resolved:
    """The settings as a save of what is tried would leave them; `SettingRefused` says why it could not be."""
    start: Start | None = st.session_state.get(_START)
    moved = _moved(start) if start and start.values else {}
    return desk.store.settings.as_they_would_be(desk.store.settings.with_changes(texts(moved)))


def texts(moved: Mapping[str, Any]) -> dict[str, str]:
    """What is tried as it would be saved; `SettingRefused` says why something may not be."""
    values = {key: checked(key, to_text(value)) for key, value in moved.items()}
    return {key: "" if value is None else to_text(value) for key, value in values.items()}


def unsaved(moved: Mapping[str, Any], stored: Settings, now: Settings) -> dict[str, str]:
    """What is tried and does not hold."""
    held, new = flat(stored), flat(now)
    return texts({key: value for key, value in moved.items() if held[key] != new[key]})


def told(stored: Settings, now: Settings) -> str:
    """What is tried, as the head of a sentence with hosts in backquotes; "" if nothing is or it is too much to say."""
    held, new = flat(stored), flat(now)
    said = [piece for key in ALL if held[key] != new[key] for piece in _said(key, held[key], new[key])]
    if not said or len(said) > MOST_SAID:
        return ""
    return "With " + " and ".join(said)


def _said(key: str, was: Any, now: Any) -> list[str]:
    if key in HOSTS:
        listed = HOSTS[key].lower()
        on = f"in {listed}" if key in TIERS else listed
        gone = [f"`{host}` {f'off {listed}' if key in TIERS else f'not {listed}'}" for host in was if host not in now]
        return gone + [f"`{host}` {on}" for host in now if host not in was]
    if key in WHOLE or key in GATES:
        unit = f" {FIELDS[key].counted_in}".rstrip()
        return [f"{FIELDS[key].inside} {f'{now:,}{unit}' if key in WHOLE else ('on' if now else 'off')}"]
    return [f"{FIELDS[key].inside} at {now:.2f}"]
