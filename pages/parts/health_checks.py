"""The database, and what `workbench doctor` tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.parts.words import plain_html, plain_label, plural, said
from workbench.compose import Workbench
from workbench.compose.doctor import around, inside
from workbench.errors import WorkbenchError
from workbench.store import Wanted

_FOUND = "health.checked"
ABOUT = "Goes through the whole database, and tells versions, paths and secrets as `workbench doctor` does."


def draw(desk: Workbench) -> None:
    """Draw where everything is kept, and the examination on demand."""
    left, right = st.columns(2, gap="large")
    with left:
        st.header("Database", anchor=False)
        st.html(_facts(_database(desk)))
    with right:
        st.header("Doctor", anchor=False)
        st.html(f'<div class="wb wb-second">{said(ABOUT)}</div>')
        if st.button("Examine", key="health.examine", icon=":material/monitor_heart:"):
            with st.skeleton(height=120):
                st.session_state[_FOUND] = _examined(desk)
        if found := st.session_state.get(_FOUND):
            _report(found)


def _database(desk: Workbench) -> dict[str, str]:
    held = desk.store.info()
    counts = held["counts"]
    deleted = desk.store.archive.count(Wanted(deleted=True))
    gone = f", {deleted:,} of them deleted" if deleted else ""
    return {
        "Place": held["database"],
        "Size": _size(held["bytes"]),
        "Schema": str(held["schema"]),
        "Runs": f"{counts['runs']:,}{gone}",
        "Documents": f"{counts['documents']:,}",
        "Posts": f"{counts['posts']:,}",
        "Findings": f"{counts['findings']:,}",
    }


def _size(count: int) -> str:
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000  # type: ignore[assignment]
    return f"{count:.1f} GB"


def _examined(desk: Workbench) -> dict[str, Any]:
    try:
        return {**around(), **inside(desk)}
    except WorkbenchError as error:
        return {**around(), "fault": str(error)}


def _report(found: Mapping[str, Any]) -> None:
    faults = [part["fault"] for part in (found["database"], found["queue"]) if "fault" in part]
    for fault in [*faults, *([found["fault"]] if "fault" in found else [])]:
        st.error(plain_label(fault), icon=":material/error:")
    for warning in found["warnings"]:
        st.warning(plain_label(warning), icon=":material/warning:")
    missing = [name for name, version in found["versions"].items() if version == "missing"]
    if missing:
        st.error(plain_label(f"{', '.join(missing)} cannot be found."), icon=":material/error:")
    if not (faults or missing or "fault" in found):
        waiting = plural(found["queue"].get("unfinished", 0), "run")
        st.html(
            '<div class="wb" role="status"><span class="wb-icon">check</span> The database is whole, and the queue '
            f"answers: {waiting} in it.</div>"
        )
    shown = {
        "secrets": found["secrets"],
        "paths": found["paths"],
        "queue": found["queue"],
        "versions": found["versions"],
    }
    with st.expander("Details", type="compact"):
        for title, part in shown.items():
            st.markdown(f"**{title.capitalize()}**")
            st.html(_facts({name: str(value) for name, value in part.items()}))
        st.caption(plain_label(found["platform"]))


def _facts(facts: Mapping[str, str]) -> str:
    rows = "".join(
        f'<dt>{plain_html(name)}</dt><dd class="wb-any">{plain_html(value)}</dd>' for name, value in facts.items()
    )
    return f'<dl class="wb wb-facts-list wb-wide">{rows}</dl>'
