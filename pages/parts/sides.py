"""The ranking before and after, side by side: what the run was saved with, and what is tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.parts import tables
from pages.parts.bars import bar
from pages.parts.words import plain_html, plural
from workbench.records import Judged, Source
from workbench.settings import ResearchSettings

Places = Mapping[str, int]


def draw(before: Judged, after: Judged, was: ResearchSettings, now: ResearchSettings) -> None:
    """Draw both orders; a source that stands elsewhere on the other side says where."""
    old, new = _places(before.sources), _places(after.sources)
    left, right = st.columns(2, gap="medium")
    with left:
        st.html(_side("Saved", before.sources, was, new, "now"))
    with right:
        st.html(_side("Now", after.sources, now, old, "saved"))


def _places(sources: Sequence[Source]) -> dict[str, int]:
    return {source.url: place for place, source in enumerate(sources, 1)}


def _side(name: str, sources: Sequence[Source], settings: ResearchSettings, other: Places, there: str) -> str:
    rows = "".join(_row(place, source, settings, other, there) for place, source in enumerate(sources, 1))
    empty = '<li class="wb-second">No source is kept.</li>'
    head = f'<div class="wb-second">{name} · {plural(len(sources), "source")}</div>'
    return f'<div class="wb">{head}<ol class="wb-side" aria-label="{name}">{rows or empty}</ol></div>'


def _row(place: int, source: Source, settings: ResearchSettings, other: Places, there: str) -> str:
    title = tables.title(source)
    return (
        f'<li><div class="wb-side-head"><span class="wb-second wb-place">{place}</span>'
        f'<b class="wb-line" title="{plain_html(title)}">{plain_html(title)}</b>'
        f'<span class="wb-score">{source.score:.3f}</span></div>{bar(source, settings, None)}'
        f'<div class="wb-second wb-line">{plain_html(source.domain or source.url)}'
        f"{_elsewhere(place, other.get(source.url), there)}</div></li>"
    )


def _elsewhere(place: int, at: int | None, there: str) -> str:
    if at == place:
        return ""
    return f" · <b>{there} {at}</b>" if at else f" · <b>{there} no source</b>"
