"""The threshold of copies swept over the chosen runs: where pairs merge, and what that changes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from pages.parts import faults, shelf, tuning_runs
from pages.parts.theme import legible, palette
from pages.parts.tuning_runs import NEWEST, Chosen, Prepared
from pages.parts.words import plural
from workbench.compose import Workbench
from workbench.store import database_url
from workbench.tuning import Step, sweep
from workbench.tuning.sweep import Pair, rounded
from workbench.urls import names

LOW, HIGH, ROWS = 0.5, 1.0, 200


@st.fragment
@faults.told("sweep")
def draw(desk: Workbench, chosen: Chosen) -> None:
    """Draw the steps as a line and as a table."""
    st.header("Where copies merge", anchor=False)
    many, ids = len(chosen.runs), chosen.ids
    if many > NEWEST and not st.toggle(f"All {many:,} runs, which takes a while", key="tuning.sweep.all"):
        st.caption(f"Swept over the last {NEWEST} of them.")
        ids = ids[:NEWEST]
    held = tuning_runs.prepared(desk, ids)
    tuning_runs.tell_damage(held)
    key = (str(desk.home), database_url(), ids)
    steps = shelf.kept("tuning.sweeps", key, 4, lambda: _steps(held))
    now = desk.store.settings.resolve().settings.research.dedup_similarity_threshold
    counts = list(accumulate(len(step.merged) - len(step.parted) for step in steps))
    said = _sentence(steps, counts, now, len(ids))
    st.html(f'<div class="wb"><p>{said}</p></div>')
    _chart(steps, counts, now, said)
    _table(steps, counts)


def _steps(held: Prepared) -> tuple[Step, ...]:
    archive = held.archive
    runs = shelf.told(enumerate(archive.runs), len(archive.runs), "Swept")
    return sweep(((run, archive.own(place)) for place, run in runs), LOW, HIGH)


def _at(steps: Sequence[Step], counts: Sequence[int], threshold: float) -> tuple[Step, int]:
    """The step that holds at a threshold."""
    place = max((at for at, step in enumerate(steps) if step.threshold >= threshold), default=0)
    return steps[place], counts[place]


def _sentence(steps: Sequence[Step], counts: Sequence[int], now: float, runs: int) -> str:
    if len(steps) < 2:
        return f"No threshold from {HIGH:.2f} down to {LOW:.2f} changes anything in {plural(runs, 'run')}."
    held, pairs = _at(steps, counts, now)
    lowest = steps[-1]
    return (
        f"At {now:.2f}, which holds, {plural(pairs, 'pair')} of {plural(runs, 'run')} {'is' if pairs == 1 else 'are'} "
        f"merged and {plural(held.sources, 'source')} left; at {LOW:.2f} it would be {counts[-1]:,} and "
        f"{lowest.sources:,}, with {plural(lowest.first_slots, 'other first source')}."
    )


def _chart(steps: Sequence[Step], counts: Sequence[int], now: float, said: str) -> None:
    colours = palette()
    x, y = [*(step.threshold for step in steps), LOW], [*counts, counts[-1]]
    figure = go.Figure(
        go.Scatter(
            x=x,
            y=y,
            mode="lines",
            line={"color": colours.ink, "width": 2, "shape": "hv"},
            text=[rounded(value) for value in x],
            hovertemplate="%{text}: %{y} pairs<extra></extra>",
        )
    )
    figure.add_vline(now, line={"color": colours.second, "width": 1, "dash": "dot"})
    figure.add_annotation(
        x=now, y=1, yref="paper", yanchor="bottom", showarrow=False,
        text=f"now {now:.2f}: {plural(_at(steps, counts, now)[1], 'pair')}", font={"size": 12, "color": colours.second},
    )  # fmt: skip
    ticks = [tenth / 10 for tenth in range(int(LOW * 10), int(HIGH * 10) + 1)]
    below = [_at(steps, counts, tick)[0].first_slots for tick in ticks]
    figure.update_layout(
        height=280,
        margin={"l": 0, "r": 16, "t": 24, "b": 0},
        xaxis={
            "range": [LOW, HIGH],
            "tickvals": ticks,
            "ticktext": [f"{tick:.1f}<br><b>{count}</b>" for tick, count in zip(ticks, below, strict=True)],
            "showgrid": False,
            "title": "threshold; below it, runs with another first source",
        },
        yaxis={"rangemode": "tozero", "gridcolor": colours.hairline, "title": "merged pairs"},
        showlegend=False,
        uirevision="keep",
    )
    st.plotly_chart(legible(figure), key="tuning.sweep.line", config={"displayModeBar": False}, alt=said)


def _table(steps: Sequence[Step], counts: Sequence[int]) -> None:
    rows = [
        {
            "Threshold": float(rounded(step.threshold)),
            "Pairs": count,
            "Sources": step.sources,
            "Changed": step.changed,
            "First slots": step.first_slots,
            "What merges or parts here": _pairs(step),
        }
        for step, count in zip(steps[:ROWS], counts, strict=False)
    ]
    if len(steps) > ROWS:
        st.caption(f"The {ROWS} highest of {len(steps):,} thresholds; `workbench sweep` lists all.")
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height=300 if len(rows) > 8 else "content",
        key="tuning.sweep.table",
        alt=f"{plural(len(rows), 'threshold')} at which pairs merge or part, the highest first",
        column_config={
            "Threshold": st.column_config.NumberColumn(format="%.3f", width=80),
            "What merges or parts here": st.column_config.TextColumn(width=520),
        },
    )


def _pairs(step: Step) -> str:
    return "; ".join([*(_pair(one, "into") for one in step.merged), *(_pair(one, "out of") for one in step.parted)])


def _pair(one: Pair, moves: str) -> str:
    told = names((one.copy, one.source))
    return f"run {one.run}: {told[one.copy]} {moves} {told[one.source]}"
