"""Which run the address asks for, so that a reload and the way back keep the place."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.parts.words import plain_label
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.records import RunRecord

PARAMETER = "run"


def run(desk: Workbench) -> tuple[RunRecord | None, str]:
    """The run that the address names, or a sentence on why there is none; no name is neither."""
    wanted = st.query_params.get(PARAMETER, "")
    if not wanted:
        if st.session_state.pop("run.shown", None):
            st.query_params.clear()  # the link to this page leaves the run in the browser's address line
        return None, ""
    try:
        found = desk.store.runs.get(wanted)
    except WorkbenchError as error:
        return None, str(error)
    if st.session_state.get("run.shown") != found.id:
        st.session_state["run.topic"] = found.topic
        st.session_state["run.engine"] = found.engine if found.engine in ("corpus", "ddg") else "corpus"
    st.session_state["run.last"] = found.id
    return found, ""


def restore(desk: Workbench, fault: str) -> None:
    """Draw the button that brings back the deleted run which the address names; nothing for another fault."""
    wanted = st.query_params.get(PARAMETER, "")
    if "is deleted" in fault and st.button("Restore it", key="run.restore", icon=":material/restore_from_trash:"):
        desk.store.archive.bring_back([desk.store.archive.deleted(wanted).id])
        st.rerun()


def shown(found: RunRecord) -> None:
    """Note that the run stands on the page; one whose drawing was cut off is begun anew."""
    st.session_state["run.shown"] = found.id


def start(desk: Workbench, topic: str, engine: str) -> str:
    """Queue a run and go to it; the sentence on why it was not queued comes back."""
    return _queued(desk, lambda: desk.new_run(topic, engine=engine))


def _queued(desk: Workbench, made: Callable[[], RunRecord]) -> str:
    try:
        record = made()
        desk.enqueue(record)
    except WorkbenchError as error:
        return str(error)
    st.query_params[PARAMETER] = record.id
    st.rerun()
    return ""


def again(desk: Workbench, record: RunRecord) -> None:
    """Draw the button that asks the same once more, with the settings of now; a recording is played again."""
    pressed = st.button("Run again", icon=":material/play_arrow:", key="run.again")
    if pressed and (fault := _queued(desk, lambda: desk.again(record))):
        st.error(plain_label(fault), icon=":material/error:")
