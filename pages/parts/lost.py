"""The results that are no source: what each is, in which state it ended, why, and the way back."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from pages.parts import funnel, weights
from pages.parts.rescue import Rescue, Step, rescue, steps_of
from pages.parts.words import STATE_WORDS, plain_html, plural, said
from workbench.records import Dropped, RunRecord
from workbench.text import plain
from workbench.urls import host_of

SETTINGS = "pages/settings.py"


def draw(run: RunRecord, *, opened: bool) -> None:
    """Draw the lost results, closed unless nothing was kept."""
    gone = sorted(funnel.dropped(run), key=lambda one: one.hit.position)
    if not gone:
        return
    with st.expander(
        f"Why {plural(len(gone), 'result was', 'results were')} lost, and how to get each back", opened, type="compact"
    ):
        found = [rescue(one, run) for one in gone]
        rows = "".join(map(_row, gone, found))
        head = "<tr><th>Result</th><th>State</th><th>Why, and the way back</th></tr>"
        st.html(f'<table class="wb wb-table wb-lost"><thead>{head}</thead><tbody>{rows}</tbody></table>')
        with st.container(horizontal=True):
            for place, (step, value) in enumerate(steps_of(found).items()):
                _button(run, step, value, first=opened and place == 0)


def to_rescue(run: RunRecord) -> bool:
    """Whether nothing was kept and something can be got back, so that this is the first thing to do."""
    kept = bool(run.judged and run.judged.sources)
    return not kept and bool(steps_of(rescue(one, run) for one in funnel.dropped(run)))


def _row(one: Dropped, way: Rescue) -> str:
    host = host_of(one.hit.url) or one.hit.url
    reason = one.reason.partition(": ")[2] or one.reason
    return (
        f'<tr><td class="wb-cut"><div class="wb-line">{plain_html(plain(one.hit.title) or host)}</div>'
        f'<div class="wb-second wb-line">{plain_html(host)}</div></td>'
        f'<td><i class="wb-block wb-{one.state}"></i> {STATE_WORDS[one.state]}</td>'
        f'<td><div class="wb-any">{plain_html(reason)}.</div>'
        f'<div class="wb-second">{said(way.words)}</div></td></tr>'
    )


def _button(run: RunRecord, step: Step, value: float, *, first: bool) -> None:
    if step == "threshold":
        st.button(
            f"Try copies from {value:.2f}",
            key="run.rescue.threshold",
            on_click=weights.try_threshold,
            args=(run.id, value),
            disabled=run.judged is None or not run.judged.sources,
        )
        return
    kind: Literal["primary", "secondary"] = "primary" if first else "secondary"
    if st.button(f"Open {step}", key=f"run.rescue.{step.lower()}", icon=":material/settings:", type=kind):
        st.switch_page(SETTINGS, query_params={"group": step})
