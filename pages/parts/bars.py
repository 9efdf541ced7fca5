"""Stacked bars: what each component adds to a score, on a track that is the scale from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence

from pages.parts.theme import NAMES
from pages.parts.words import plain_html, signed, thousandths
from workbench.records import Source
from workbench.settings import ResearchSettings
from workbench.tuning.moves import shares

VARIABLES = ("credibility", "snippet", "recency", "uniqueness", "rank")


def shown_shares(source: Source, settings: ResearchSettings) -> list[int]:
    """The shares in thousandths, as they are shown: they sum to the shown score."""
    return thousandths(shares(source, settings), source.score)


def legend() -> str:
    """The five colours and their names."""
    names = "".join(f"<span>{swatch(place)}{NAMES[place]}</span>" for place in range(5))
    return f'<div class="wb wb-legend">{names}</div>'


def swatch(place: int) -> str:
    """The colour of one component."""
    return f'<i class="wb-swatch" style="background:var(--wb-{VARIABLES[place]})"></i>'


def bar(source: Source, settings: ResearchSettings, saved: float | None) -> str:
    """The bar of one source; the upright mark is its saved score."""
    exact, rounded = shares(source, settings), shown_shares(source, settings)
    pieces = "".join(
        f'<i style="width:{100 * exact[place]:.3f}%;background:var(--wb-{VARIABLES[place]})"'
        f' title="{NAMES[place]} {signed(rounded[place])}"></i>'
        for place in range(5)
        if exact[place] > 0
    )
    mark = "" if saved is None else f'<b class="wb-mark" style="left:{100 * saved:.3f}%" title="saved {saved}"></b>'
    return f'<div class="wb-bar" role="img" aria-label="{alt(rounded, source.score, saved)}">{pieces}{mark}</div>'


def alt(rounded: Sequence[int], score: float, saved: float | None) -> str:
    """The bar in words."""
    parts = ", ".join(f"{name} {part / 1000:.3f}" for name, part in zip(NAMES, rounded, strict=True))
    before = "" if saved is None else f", saved {saved:.3f}"
    return plain_html(f"{parts}, sum {score:.3f}{before}")
