"""Which run and which part the address asks for, so that a reload and the way back keep the place."""

from __future__ import annotations

import streamlit as st

from pages.parts import asked, sidebar
from pages.parts.words import plain_label
from workbench.compose import Workbench
from workbench.context import parts_of
from workbench.errors import NotFound
from workbench.records import RunRecord

RUN, PART, COMPARE = "run", "part", "compare"


def shown(desk: Workbench) -> tuple[RunRecord | None, str]:
    """The run that the address names, else the newest finished one; or a sentence on why there is none."""
    wanted = st.query_params.get(RUN, "")
    if not wanted:
        newest = desk.store.runs.list(state="done", limit=1)
        if not newest:
            return None, ""
        wanted = newest[0].id
    try:
        found = desk.store.runs.get(wanted)
    except NotFound as error:
        return None, str(error)
    st.session_state["run.last"] = found.id
    return found, ""


def previous(desk: Workbench, run: RunRecord) -> RunRecord | None:
    """The run of the same topic before this one, if it came to a context."""
    one = desk.store.archive.previous(run)
    found = desk.store.runs.get(one.id) if one else None
    return found if found and found.context else None


def part(run: RunRecord) -> int:
    """The number of the part that is shown, from 1; the first quotation if the address names none there is."""
    parts = parts_of(run.context) if run.context else ()
    wanted = st.query_params.get(PART, "")
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= len(parts):
        return int(wanted)
    return next((number for number, one in enumerate(parts, 1) if one.kind == "excerpt"), 1)


def go(run_id: str, number: int) -> None:
    """Show a part; the address says so."""
    st.query_params.from_dict({**st.query_params.to_dict(), RUN: run_id, PART: str(number)})


def is_compared() -> bool:
    """Whether the parts are marked against the previous run."""
    return st.query_params.get(COMPARE) == "1"


def compare(run_id: str) -> None:
    """Mark the parts against the previous run, or stop."""
    query = {**st.query_params.to_dict(), RUN: run_id}
    if query.pop(COMPARE, None) is None:
        query[COMPARE] = "1"
    st.query_params.from_dict(query)


def none(desk: Workbench, fault: str) -> None:
    """Draw the page without a run."""
    with st.container(gap=None):
        st.title("No run to show" if fault else "No run yet", anchor=False)
        if not fault:
            st.caption("Run a topic; what the writer gets of it is shown here, part by part.")
    if fault:
        st.error(plain_label(fault), icon=":material/error:")
        asked.restore(desk, fault)
        st.page_link("pages/writer_context.py", label="Show the newest run", icon=":material/article:")
    st.page_link(sidebar.RUN, label="Run a topic", icon=":material/play_arrow:")


def without(desk: Workbench, run: RunRecord) -> None:
    """Draw a run that has nothing for the writer, or not yet."""
    state = desk.state_of(run.id, run.state)
    if run.context is not None:
        title = "The writer gets nothing"
        why = "No source, no reference and no post fits the topic, so the context is the empty text."
    elif state in ("queued", "running", "interrupted"):
        title, why = f"The run is {state}", "Its context is made in the last of its four steps."
    else:
        title, why = f"The run {'was ' * (state == 'cancelled')}{state}", "It ended before its context was made."
    with st.container(gap=None):
        st.title(title, anchor=False)
        st.caption(f"{plain_label(run.topic)} · run {run.number}")
    st.html(f'<div class="wb"><p>{why}</p></div>')
    st.page_link(sidebar.RUN, label="Open the run", icon=":material/play_arrow:", query_params={RUN: run.id})
