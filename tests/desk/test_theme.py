"""What is drawn in the desk's colours can be read."""

from __future__ import annotations

import plotly.graph_objects as go

from pages.parts.theme import LIGHT, legible


def test_axes_are_written_in_the_colour_of_second_text_and_no_smaller_than_the_smallest_type() -> None:
    layout = legible(go.Figure(go.Scatter(x=[1], y=[1]))).layout
    for axis in (layout.xaxis, layout.yaxis):
        for font in (axis.tickfont, axis.title.font):
            assert (font.size, font.color) == (12.5, LIGHT.second)
