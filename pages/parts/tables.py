"""The ranking as numbers, and as one chart where there are too many sources for rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from pages.parts.theme import COLOURS, NAMES, legible, palette
from pages.parts.words import plain_tick, shortened
from workbench.records import Source
from workbench.settings import ResearchSettings
from workbench.text import shown
from workbench.tuning.moves import shares

NAME_LETTERS, NAME_PIXELS = 26, 200
TWO_LINES, ROW, HEAD, MOST_TALL = 58, 20, 28, 520  # pixels; Streamlit wraps text in rows over 56


def components(
    sources: Sequence[Source],
    settings: ResearchSettings,
    key: str | None = None,
    choose: Callable[[], None] | None = None,
) -> None:
    """Draw every component of every source; with a way to choose one, rows can be selected under that key."""
    if not sources:
        return
    rows = [
        {
            "#": place,
            "Source": f"{shortened(title(source), NAME_LETTERS)} · {source.domain}",
            "Score": source.score if math.isfinite(source.score) else None,
            **dict(zip(NAMES, source.components.values(), strict=True)),
        }
        for place, source in enumerate(sources, 1)
    ]
    weights = zip(NAMES, COLOURS, settings.weights, strict=True)
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        key=key,
        on_select=choose or "ignore",
        selection_mode="single-row",
        row_height=TWO_LINES,
        alt=f"{len(sources)} sources with five components each; the first is {sources[0].domain}",
        column_config={
            "#": st.column_config.NumberColumn(width=30),
            "Source": st.column_config.TextColumn(width=190),
            "Score": st.column_config.NumberColumn(format="%.3f", width=56),
            **{
                name: st.column_config.ProgressColumn(
                    name, min_value=0, max_value=1, format="%.2f", color=colour, width=84, help=f"weight {weight:g}"
                )
                for name, colour, weight in weights
            },
        },
    )


def title(source: Source) -> str:
    """What a source is called: its title, else its host, else its address."""
    return shown(source.read.hit.title) or source.domain or source.url


def chart(sources: Sequence[Source], settings: ResearchSettings) -> None:
    """Draw one stacked bar a source, in a box that scrolls where they are many."""
    parts = [shares(source, settings) for source in sources]
    colours, places = palette(), list(range(1, len(sources) + 1))
    figure = go.Figure(
        [
            go.Bar(
                y=places,
                x=[part[at] for part in parts],
                name=NAMES[at],
                orientation="h",
                marker={"color": colours.components[at], "line": {"color": colours.page, "width": 2}},
                hovertemplate="%{x:.3f}",
            )
            for at in range(len(NAMES))
        ]
    )
    names = [
        plain_tick(f"{place}  {shortened(title(source), NAME_LETTERS)}") for place, source in enumerate(sources, 1)
    ]
    figure.update_layout(
        barmode="stack",
        bargap=0.3,
        height=HEAD + ROW * len(sources),
        margin={"l": NAME_PIXELS, "r": 16, "t": HEAD, "b": 0},  # measured anew at every move otherwise, which is slow
        xaxis={"range": [0, 1], "side": "top", "tickformat": ".1f", "automargin": False},
        yaxis={"range": [len(sources) + 0.5, 0.5], "tickvals": places, "ticktext": names, "automargin": False},
        dragmode=False,
        showlegend=False,
        uirevision="keep",
    )
    said = f"{len(sources)} stacked bars, from {sources[0].score:.3f} down to {sources[-1].score:.3f}"
    with st.container(height=MOST_TALL if figure.layout.height > MOST_TALL else "content", border=False):
        st.plotly_chart(legible(figure), key="run.chart", config={"displayModeBar": False}, alt=said)
