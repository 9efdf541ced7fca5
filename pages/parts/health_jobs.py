"""The runs that are not over: what waits, what is being done and by whom, what was cut short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import streamlit as st

from pages.parts.sidebar import RUNS
from pages.parts.words import RUN_WORDS, plain_html, plural, seconds
from workbench.compose import Workbench
from workbench.store import RunLine, Wanted
from workbench.text import shown

MOST = 50
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
    """The runs that are not over, oldest first, and the workers that are alive."""

    open: Sequence[OpenLine]
    workers: Sequence[str]


def read(desk: Workbench) -> Work:
    """What is to be done and who is there to do it."""
    now = datetime.now(UTC)
    known = {one.id: one for one in desk.store.runs.unfinished()}
    gone = desk.interrupted()
    found = []
    for state in ("running", "queued"):
        for line in desk.store.archive.lines(Wanted(state=state), order="oldest", limit=MOST):
            if one := known.get(line.run.id):
                shown = "interrupted" if one.id in gone else one.state
                found.append(OpenLine(line, shown, one.worker, (now - one.at).total_seconds()))
    return Work(found, desk.live_workers())


def draw(work: Work) -> None:
    """Draw the workers and the runs that are not over."""
    st.header("Jobs", anchor=False)
    names = ", ".join(f"<code>{plain_html(name)}</code>" for name in work.workers)
    alive = (
        f"{plural(len(work.workers), 'worker is', 'workers are')} alive: {names}."
        if work.workers
        else "No worker is alive. Runs wait until one is; start one with <code>workbench worker</code>."
    )
    st.html(f'<div class="wb">{alive}</div>')
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
