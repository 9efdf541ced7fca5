"""The runs that are not over: what waits, what is being done and by whom, what was cut short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import streamlit as st

from pages.parts.sidebar import RUNS
from pages.parts.words import RUN_WORDS, plain_html, plain_label, plural, seconds
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.store import RunLine, Wanted
from workbench.text import shown

MOST = 50
NO_RUN_IS_DONE = "No run is done. What waits is kept, and a worker takes it up once the queue can be used."
ICONS = {"queued": "schedule", "running": "progress_activity", "interrupted": "power_off"}


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A run that is not over: where it stands, the worker that began it, and for how long nothing was said of it."""

    line: RunLine
    state: str
    worker: str
    silent: float


@dataclass(frozen=True, slots=True)
class Work:
    """The runs that are not over, oldest first, and the workers that are alive.

    `queue` is why the queue cannot be used, and `fault` why the runs or the workers are not known.
    """

    open: Sequence[OpenLine]
    workers: Sequence[str]
    queue: str = ""
    fault: str = ""


def read(desk: Workbench) -> Work:
    """What is to be done and who is there to do it."""
    queue = desk.jobs.fault()
    try:
        return Work(_open(desk), () if queue else desk.live_workers(), queue)
    except WorkbenchError as error:
        return Work((), (), queue, str(error))


def _open(desk: Workbench) -> list[OpenLine]:
    now = datetime.now(UTC)
    known = {one.id: one for one in desk.store.runs.unfinished()}
    gone = desk.interrupted()
    found = []
    for state in ("running", "queued"):
        for line in desk.store.archive.lines(Wanted(state=state), order="oldest", limit=MOST):
            if one := known.get(line.run.id):
                shown = "interrupted" if one.id in gone else one.state
                found.append(OpenLine(line, shown, one.worker, (now - one.at).total_seconds()))
    return found


def draw(work: Work) -> None:
    """Draw the workers and the runs that are not over."""
    st.header("Jobs", anchor=False)
    if work.fault:
        st.error(plain_label(work.fault), icon=":material/error:")
        return
    _workers(work)
    _runs(work)


def _workers(work: Work) -> None:
    if work.queue:
        st.html(f'<div class="wb">{NO_RUN_IS_DONE}</div>')
        return
    names = ", ".join(f"<code>{plain_html(name)}</code>" for name in work.workers)
    alive = (
        f"{plural(len(work.workers), 'worker is', 'workers are')} alive: {names}."
        if work.workers
        else "No worker is alive. Runs wait until one is; start one with <code>workbench worker</code>."
    )
    st.html(f'<div class="wb">{alive}</div>')


def _runs(work: Work) -> None:
    if not work.open:
        st.caption("No run waits or is being done.")
        return
    head = "<tr><th>State</th><th>Topic</th><th>Worker</th><th class=wb-end>Last said</th></tr>"
    rows = "".join(_row(one, one.worker in work.workers) for one in work.open)
    st.html(f'<table class="wb wb-table"><thead>{head}</thead><tbody>{rows}</tbody></table>')
    st.page_link(RUNS, label="See them in Runs", icon=":material/history:")


def _row(one: OpenLine, is_alive: bool) -> str:
    topic = plain_html(shown(one.line.run.topic))
    worker = f"{plain_html(one.worker)}, {'alive' if is_alive else 'gone'}" if one.worker else "–"
    return (
        f'<tr><td class="wb-nowrap"><span class="wb-icon" aria-hidden="true">{ICONS[one.state]}</span> '
        f'{RUN_WORDS[one.state].lower()}</td><td class="wb-cut"><div class="wb-line">{topic}'
        f'</div><div class="wb-second">run {one.line.run.number}</div></td><td class="wb-second">{worker}</td>'
        f'<td class="wb-end wb-second wb-nowrap">{seconds(abs(one.silent))} ago</td></tr>'
    )
