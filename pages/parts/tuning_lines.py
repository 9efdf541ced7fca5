"""The scores of two sources over one weight, and where they swap, as two lines in ink that differ by dash."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
import streamlit as st

from pages.parts.theme import NAMES, legible, palette
from pages.parts.words import plain_html, said
from workbench.errors import BadRequest
from workbench.records import RunRecord
from workbench.settings import Settings
from workbench.tuning.archive import Archive
from workbench.tuning.flips import Flips, Stability, flips, orders, stability
from workbench.tuning.replay import replay
from workbench.tuning.segments import Segment, weighing
from workbench.tuning.swaps import tier as by_tier
from workbench.tuning.swaps import values
from workbench.urls import canonical, names

POINTS, FARTHEST, LONGEST = 60, 5.0, 34
LABEL, BESIDE = 0.4, 1e-6  # how far a label reaches, as a share; how close to a step both its sides are drawn


@dataclass(frozen=True, slots=True)
class Swaps:
    """What swaps two sources of a run, how much each slot bears, and both scores over each weight."""

    found: Flips
    slots: tuple[Stability, ...]
    tops: tuple[float, ...]
    lines: tuple[tuple[tuple[float, float | None, float | None], ...], ...]


def swaps(run: RunRecord, settings: Settings, pair: tuple[str, str]) -> Swaps:
    """What swaps the two; reckoned once a run, pair and settings."""
    return _swaps(f"{run.id} {run.today}", settings.model_dump_json(), pair, _run=run, _settings=settings)


@st.cache_data(show_spinner=False, max_entries=32)
def _swaps(run: str, settings: str, pair: tuple[str, str], _run: RunRecord, _settings: Settings) -> Swaps:  # noqa: ARG001
    held = orders(_run, _settings)
    found = flips(_run, _settings, *pair, held)
    near = [[flip.value for flip in line.flips if flip.value <= FARTHEST] for line in found.weights]
    tops = tuple(
        float(max(1, math.ceil(line.now), *(math.ceil(value) for value in swapping)))
        for line, swapping in zip(found.weights, near, strict=True)
    )
    archive, urls = Archive([_run]), (found.above.url, found.below.url)
    lines = tuple(
        _scores(archive, _settings, weight, urls, _values(top, near[weight], held[weight]))
        for weight, top in enumerate(tops)
    )
    return Swaps(found, stability(_run, _settings, held), tops, lines)


def _values(top: float, swapping: Sequence[float], parts: Sequence[Segment]) -> list[float]:
    """Where the lines are reckoned: evenly, where they cross, and on both sides of where other copies survive.

    Also beside 0, where the scores may be others: with no weight at all every score is 0.
    """
    steps = [max(0.0, part.low + side) for part in parts[1:] if part.low < top for side in (-BESIDE, BESIDE)]
    return sorted({*swapping, *steps, BESIDE, *(top * at / POINTS for at in range(POINTS + 1))})


def _scores(
    archive: Archive, settings: Settings, weight: int, urls: tuple[str, str], values: Sequence[float]
) -> tuple[tuple[float, float | None, float | None], ...]:
    """Both scores at each value; `None` where a source is folded away."""
    found = []
    for value in values:
        tried = settings.model_copy(update={"research": weighing(settings.research, weight, value)})
        scores = {canonical(one.url): one.score for one in replay(archive, tried).sources(0)}
        found.append((value, scores.get(canonical(urls[0])), scores.get(canonical(urls[1]))))
    return tuple(found)


def draw(run: RunRecord, settings: Settings, pair: tuple[str, str], weight: int, key: str) -> None:
    """Draw the sentence and the two lines over one weight."""
    try:
        held = swaps(run, settings, pair)
    except BadRequest as error:
        st.html(f'<div class="wb"><p>{plain_html(str(error))}</p></div>')
        return
    st.html(f'<div class="wb"><p>{said(sentence(held, weight))} {said(tier(held.found))}</p></div>')
    chart(held, weight, key)


def sentence(held: Swaps, weight: int) -> str:
    """At which values of a weight the two swap."""
    line = held.found.weights[weight]
    if not line.flips:
        return f"No value of {line.name} swaps them; it is {line.now:.2f}."
    return f"They swap when {line.name} is {values(line)}; it is {line.now:.2f}."


def tier(found: Flips) -> str:
    """The smallest tier change that swaps the two."""
    change = by_tier(found)
    return f"A tier does it too: {change}." if change else "No single tier change swaps them."


def chart(held: Swaps, weight: int, key: str) -> None:
    """Draw both scores over the weight, labels on the lines."""
    colours, points, line = palette(), held.lines[weight], held.found.weights[weight]
    called = list(names((held.found.above.url, held.found.below.url), LONGEST).values())
    figure = go.Figure(
        [
            go.Scatter(
                x=[point[0] for point in points],
                y=[point[1 + at] for point in points],
                mode="lines",
                line={"color": colours.ink, "width": 2, "dash": dash},
                hovertemplate="%{x:.2f}: %{y:.3f}<extra></extra>",
            )
            for at, dash in enumerate(("solid", "dash"))
        ]
    )
    _labels(figure, points, called, colours.text)
    figure.add_vline(line.now, line={"color": colours.second, "width": 1, "dash": "dot"})
    top = held.tops[weight]
    beside = any(0 < flip.value - line.now < top * LABEL for flip in line.flips) and line.now > top * LABEL / 2
    figure.add_annotation(
        x=line.now, y=0, yref="paper", yanchor="bottom", xanchor="right" if beside else "left", showarrow=False,
        text=f"now {line.now:.2f}", font={"size": 12, "color": colours.second},
    )  # fmt: skip
    for flip in line.flips:
        if flip.value <= top:
            figure.add_vline(flip.value, line={"color": colours.text, "width": 1})
            figure.add_annotation(
                x=flip.value, y=1, yref="paper", yanchor="bottom", showarrow=False,
                text=f"swap at {flip.value:.3f}" if flip.value else "swap over 0",
                font={"size": 12, "color": colours.text},
            )  # fmt: skip
    figure.update_layout(
        height=300,
        margin={"l": 0, "r": 16, "t": 24, "b": 0},
        xaxis={"range": [0, top], "title": f"weight of {NAMES[weight].lower()}", "showgrid": False},
        yaxis={"tickformat": ".2f", "gridcolor": colours.hairline, "zeroline": False},
        showlegend=False,
        uirevision="keep",
    )
    said_so = f"Scores of {called[0]}, solid, and {called[1]}, dashed, over the weight. {sentence(held, weight)}"
    st.plotly_chart(legible(figure), key=key, config={"displayModeBar": False}, alt=said_so)


def _labels(
    figure: go.Figure, points: Sequence[tuple[float, float | None, float | None]], called: Sequence[str], colour: str
) -> None:
    """Write each host at the right end of its line, the higher above and the lower below."""
    both = [point for point in points if point[1] is not None and point[2] is not None]
    if not both:
        return
    x, *ends = both[-1]
    up = 0 if (ends[0] or 0.0) >= (ends[1] or 0.0) else 1
    near = [point for point in both if point[0] >= x * (1 - LABEL)]
    for at, name in enumerate(called):
        height = (max if at == up else min)(point[1 + at] or 0.0 for point in near)
        figure.add_annotation(
            x=x, y=height, xanchor="right", yanchor="bottom" if at == up else "top", showarrow=False,
            text=f"<b>{plain_html(name)}</b>", font={"size": 12, "color": colour},
        )  # fmt: skip
