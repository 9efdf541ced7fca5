"""The ranking as numbers, and as one chart where there are too many sources for rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from pages.parts.theme import COLOURS, NAMES, legible, palette
from workbench.records import Source
from workbench.settings import ResearchSettings
from workbench.text import shown
from workbench.tuning.moves import shares


def components(sources: Sequence[Source], settings: ResearchSettings) -> None:
    """Draw every component of every source."""
    if not sources:
        return
    rows = [
        {
            "#": place,
            "Title": shown(source.read.hit.title) or source.domain,
            "Score": source.score if math.isfinite(source.score) else None,
            **dict(zip(NAMES, source.components.values(), strict=True)),
            "Host": source.domain,
        }
        for place, source in enumerate(sources, 1)
    ]
    weights = zip(NAMES, COLOURS, settings.weights, strict=True)
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        alt=f"{len(sources)} sources with five components each; the first is {sources[0].domain}",
        column_config={
            "#": st.column_config.NumberColumn(width=30),
            "Title": st.column_config.TextColumn(width=176),
            "Score": st.column_config.NumberColumn(format="%.3f", width=56),
            **{
                name: st.column_config.ProgressColumn(
                    name, min_value=0, max_value=1, format="%.2f", color=colour, width=88, help=f"weight {weight:g}"
                )
                for name, colour, weight in weights
            },
        },
    )


def chart(sources: Sequence[Source], settings: ResearchSettings) -> None:
    """Draw one stacked bar a source."""
    places = [str(place) for place in range(1, len(sources) + 1)]
    parts = [shares(source, settings) for source in sources]
    colours = palette().components
    figure = go.Figure(
        [
            go.Bar(
                y=places,
                x=[part[at] for part in parts],
                name=NAMES[at],
                orientation="h",
                marker_color=colours[at],
                hovertemplate="%{x:.3f}",
            )
            for at in range(len(NAMES))
        ]
    )
    figure.update_layout(
        barmode="stack",
        height=40 + 18 * len(sources),
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        xaxis={"range": [0, 1]},
        yaxis={"autorange": "reversed"},
        showlegend=False,
        uirevision="keep",
    )
    said = f"{len(sources)} stacked bars, from {sources[0].score:.3f} down to {sources[-1].score:.3f}"
    st.plotly_chart(legible(figure), key="run.chart", config={"displayModeBar": False}, alt=said)
