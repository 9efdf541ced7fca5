"""A run under way, drawn again every half second until it ends."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from pages.parts import asked, faults, pages_read
from pages.parts.steps import Steps, steps
from pages.parts.words import plain_html, plain_label, plural, seconds
from workbench.compose import TAKEN_UP, Workbench
from workbench.records import STAGES, RunRecord, RunState, Stage

BUSY: tuple[RunState, ...] = ("queued", "running", "interrupted")
IDLE: dict[Stage, str] = {
    "search": "the engine’s results", "read": "the pages", "judge": "scores, copies", "render": "the writer’s context",
}  # fmt: skip
LONG_WAIT_SECONDS = 3.0


@st.fragment(run_every=0.5)
@faults.told("progress")
def draw(desk: Workbench, run_id: str) -> None:
    """Draw where the run stands; when it has ended, the whole page is drawn anew."""
    record = desk.store.runs.get(run_id, texts=False)
    state = desk.state_of(run_id, record.state)
    if state not in BUSY:
        st.rerun()
    now = steps(event for _, event in desk.store.runs.events(run_id))
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(gap=None, width="content"):
            st.title(_title(state, now, record), anchor=False)
            st.caption(_second(desk, state, now, record))
        with st.container(horizontal=True, width="content"):
            if state == "interrupted":
                asked.again(desk, record)
            if st.button("Cancel run", icon=":material/stop_circle:", key="run.cancel"):
                desk.cancel(run_id)
                st.rerun()
    st.progress(now.fraction)
    st.html(_four_steps(now))
    st.html(f'<span class="wb-hidden" role="status">{_announced(state, now)}</span>')
    left, right = st.columns([7, 5], gap="large")
    with left:
        pages_read.draw(now, record)
    with right:
        st.header("Ranked sources", anchor=False)
        st.caption("Ranking starts when every page has ended.")
        for width in (260, 300, 220, 280):
            st.skeleton(height=12, width=width)
            st.skeleton(height=10)


def _title(state: RunState, now: Steps, record: RunRecord) -> str:
    if state == "queued":
        return "Waiting for a worker"
    if state == "interrupted":
        last = record.stages_done[-1].capitalize() if record.stages_done else ""
        return f"Stopped after {last}" if last else "Stopped before Search ended"
    match now.current:
        case "read":
            return f"Reading pages, {now.ended} of {len(now.pages)} done"
        case "judge":
            return "Judging the pages"
        case "render":
            return "Rendering the context"
        case _:
            return "Searching"


def _second(desk: Workbench, state: RunState, now: Steps, record: RunRecord) -> str:
    if state == "interrupted":
        return "It goes on when a worker takes it up; nothing that is stored is done twice."
    age = (datetime.now(UTC) - record.created_at.replace(tzinfo=UTC)).total_seconds()
    if state == "queued":
        if age > LONG_WAIT_SECONDS and (fault := desk.jobs.fault()):
            return f"{plain_label(fault)} The run is kept: {TAKEN_UP}"
        if age > LONG_WAIT_SECONDS and not desk.live_workers():
            return "No worker is running. Start one with `workbench worker`; the run is kept."
        return "It starts as soon as a worker is free."
    ago = seconds((datetime.now(UTC) - now.started.replace(tzinfo=UTC)).total_seconds()) if now.started else "just now"
    return f"Started {ago} ago. You can close this tab; the run goes on, and its address leads back here."


def _announced(state: RunState, now: Steps) -> str:
    """What a screen reader says: each stage, not each page."""
    if state != "running" or now.current is None:
        return f"The run is {state}."
    return f"Step {STAGES.index(now.current) + 1} of {len(STAGES)}: {now.current}."


def _four_steps(now: Steps) -> str:
    cells = [_step(place, stage, now) for place, stage in enumerate(STAGES, 1)]
    return f'<ol class="wb wb-steps">{"".join(cells)}</ol>'


def _step(place: int, stage: Stage, now: Steps) -> str:
    kind = "done" if stage in now.done else "now" if stage == now.current else "idle"
    sign = '<span class="wb-icon">check</span>' if kind == "done" else str(place)
    current = ' aria-current="step"' if kind == "now" else ""
    return (
        f'<li class="wb-step wb-step-{kind}"{current}><span class="wb-dot" aria-hidden="true">{sign}</span>'
        f"<span><b>{stage.capitalize()}</b><br>"
        f'<span class="wb-second">{plain_html(_counted(stage, now))}</span></span></li>'
    )


def _counted(stage: Stage, now: Steps) -> str:
    if stage == "read" and now.current == "read":
        return f"{now.ended} of {plural(len(now.pages), 'page')}"
    if (told := now.done.get(stage)) is None:
        return IDLE[stage]
    counts = {
        "search": plural(told.get("results", 0), "result"),
        "read": f"{told.get('read', 0)} of {plural(told.get('pages', 0), 'page')}",
        "judge": f"{told.get('kept', 0)} kept",
        "render": plural(told.get("characters", 0), "character"),
    }
    return f"{counts[stage]} in {seconds(float(told.get('seconds', 0)))}"
