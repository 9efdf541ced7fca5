"""The results that are no source: what each is, in which state it ended, why, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pandas as pd
import streamlit as st

from pages.parts import asked, asking, faults, funnel, give, weights
from pages.parts.rescue import Rescue, rescue
from pages.parts.tables import TWO_LINES
from pages.parts.words import STATE_WORDS, plain_html, plural, reason, said
from workbench.compose import Workbench
from workbench.records import Dropped, RunRecord
from workbench.text import shown
from workbench.urls import host_of

SETTINGS = "pages/settings.py"
MOST_TALL = 8


def draw(desk: Workbench, run: RunRecord, *, opened: bool) -> None:
    """Draw the lost results, closed unless nothing was kept."""
    gone = sorted(funnel.dropped(run), key=lambda one: one.hit.position)
    if not gone:
        return
    with st.expander(
        f"Why {plural(len(gone), 'result was', 'results were')} lost, and how to get each back",
        opened,
        type="compact",
        key=f"run.{run.id}.lost",
        on_change="rerun",
    ) as inside:
        if inside.open:
            _inside(desk, run, gone, first=opened)
    if opened and not inside.open:
        asked.again(desk, run)


@st.fragment
@faults.told("lost")
def _inside(desk: Workbench, run: RunRecord, gone: Sequence[Dropped], *, first: bool) -> None:
    """Draw the list, and beneath it the chosen result with what can be done for it."""
    chosen = st.dataframe(
        pd.DataFrame([_row(one, run) for one in gone]),
        hide_index=True,
        height="content" if len(gone) <= MOST_TALL else TWO_LINES * MOST_TALL,
        row_height=TWO_LINES,
        key=f"run.{run.id}.lost.list",
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": [0] if first else []}},
        alt=f"{plural(len(gone), 'lost result')}, each with its state, the reason and the way back",
        column_config={
            "#": st.column_config.NumberColumn(width=32),
            "State": st.column_config.TextColumn(width=80),
            "Result": st.column_config.TextColumn(width=212),
            "Host": st.column_config.TextColumn(width=160),
            "Why": st.column_config.TextColumn(width=260),
            "Way back": st.column_config.TextColumn(width=298),
        },
    ).selection.rows
    if not chosen or chosen[0] >= len(gone):
        st.caption("Choose a result to see its reason in full and to get it back.")
        if first:
            asked.again(desk, run)
        return
    _chosen(desk, run, gone[chosen[0]], first=first)


def _row(one: Dropped, run: RunRecord) -> dict[str, object]:
    host = host_of(one.hit.url) or one.hit.url
    return {
        "#": one.hit.position,
        "State": STATE_WORDS[one.state],
        "Result": shown(one.hit.title) or host,
        "Host": host,
        "Why": reason(one.reason),
        "Way back": rescue(one, run).words.replace("`", ""),
    }


def _chosen(desk: Workbench, run: RunRecord, one: Dropped, *, first: bool) -> None:
    way, title = rescue(one, run), shown(one.hit.title) or host_of(one.hit.url) or one.hit.url
    st.html(
        f'<div class="wb" role="status"><div><i class="wb-block wb-sample wb-{one.state}"></i> '
        f"{STATE_WORDS[one.state]} · <b>{plain_html(title)}</b></div>"
        f"<div><code>{plain_html(one.hit.url)}</code></div>"
        f'<div class="wb-any">{plain_html(reason(one.reason))}</div>'
        f'<div class="wb-second">{said(way.words)}</div></div>'
    )
    with st.container(horizontal=True):
        _step(run, way, first=first)
        if one.state not in ("thin", "duplicate"):
            kind: Literal["primary", "secondary"] = "primary" if first and not way.step else "secondary"
            st.button(
                "Give its page…", key="run.rescue.give", icon=":material/upload_file:", type=kind,
                on_click=asking.ask, args=(give.DIALOG,),
            )  # fmt: skip
        if first:
            asked.again(desk, run)
    if asking.over(give.DIALOG) is not None and one.state not in ("thin", "duplicate"):
        give.ask(desk, run, one)


def _step(run: RunRecord, way: Rescue, *, first: bool) -> None:
    """Draw the one step on the desk that brings the result back, where there is one."""
    if way.step == "threshold":
        if st.button(
            f"Try copies from {way.value:.2f}",
            key="run.rescue.threshold",
            on_click=weights.move,
            args=(run.id, weights.THRESHOLD, way.value),
            disabled=run.judged is None or not run.judged.sources,
        ):
            st.rerun()  # the slider stands outside of this fragment
    elif way.step:
        kind: Literal["primary", "secondary"] = "primary" if first else "secondary"
        if st.button(f"Open {way.step}", key=f"run.rescue.{way.step.lower()}", icon=":material/settings:", type=kind):
            st.switch_page(SETTINGS, query_params={"group": way.step})


def to_rescue(run: RunRecord) -> bool:
    """Whether nothing was kept and something can be got back, so that this is the first thing to do."""
    kept = bool(run.judged and run.judged.sources)
    return not kept and bool(funnel.dropped(run))
