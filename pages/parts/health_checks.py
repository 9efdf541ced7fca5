"""The database, and what `workbench doctor` tells."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import streamlit as st

from pages.parts import faults
from pages.parts.words import plain_html, plain_label, plural, said
from workbench.compose import Workbench
from workbench.compose.doctor import around, inside
from workbench.errors import WorkbenchError
from workbench.store import Wanted

EXAMINED = "health.checked"
ABOUT = "Goes through the whole database, and tells versions, paths and secrets as `workbench doctor` does."


def draw(desk: Workbench) -> None:
    """Draw where everything is kept, and the examination on demand."""
    left, right = st.columns(2, gap="large")
    with left:
        st.header("Database", anchor=False)
        with faults.told("database"):
            st.html(_facts(_database(desk)))
    with right:
        st.header("Doctor", anchor=False)
        st.html(f'<div class="wb wb-second">{said(ABOUT)}</div>')
        if st.button("Examine", key="health.examine", icon=":material/monitor_heart:"):
            with st.skeleton(height=120):
                st.session_state[EXAMINED] = {**_examined(desk), "at": datetime.now(UTC)}
            st.rerun()  # the title says what was found
        if found := st.session_state.get(EXAMINED):
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


def found_wrong(found: Mapping[str, Any]) -> list[str]:
    """A sentence on each fault that an examination found."""
    missing = [name for name, version in found["versions"].items() if version == "missing"]
    said = [part["fault"] for part in (found["database"], found["queue"], found) if "fault" in part]
    return [*said, *([f"{', '.join(missing)} cannot be found."] if missing else [])]


def _report(found: Mapping[str, Any]) -> None:
    wrong = found_wrong(found)
    for fault in wrong:
        st.error(plain_label(fault), icon=":material/error:")
    for warning in found["warnings"]:
        st.warning(plain_label(warning), icon=":material/warning:")
    if not wrong:
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
