"""The colours of the desk, light and dark, and the one style sheet for our own markup."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import plotly.graph_objects as go
import streamlit as st

from workbench.settings import FIELDS, WEIGHTS

AXIS_PIXELS = 12.5
STYLES = Path(__file__).with_name("desk.css")
NAMES = tuple(FIELDS[key].title for key in WEIGHTS)
COLOURS = ("blue", "orange", "green", "violet", "gray")  # the theme's names of the five components, in their order


@dataclass(frozen=True, slots=True)
class Palette:
    """One set of colours: the five components in their order, then what is interface."""

    credibility: str
    snippet: str
    recency: str
    uniqueness: str
    rank: str
    page: str
    panel: str
    text: str
    second: str
    hairline: str
    track: str
    grey: str
    ink: str
    excerpt: str
    warning: str
    warning_back: str
    error: str

    @property
    def components(self) -> tuple[str, ...]:
        """The five colours in the order of the components."""
        return (self.credibility, self.snippet, self.recency, self.uniqueness, self.rank)


LIGHT = Palette(
    "#3f72b7", "#c2722d", "#0e9c90", "#6a2472", "#5c5d60",
    page="#fbfaf8", panel="#f3f1ec", text="#14171b", second="#5b6068", hairline="#e3e0d9", track="#eae7df",
    grey="#8f9197", ink="#2b4066", excerpt="#fbe9b8", warning="#8a5a08", warning_back="#f9f0dc", error="#a83a32",
)  # fmt: skip
DARK = Palette(
    "#56a1f9", "#f9a950", "#3a9068", "#9a57c6", "#bcc2c9",
    page="#15181c", panel="#1c2025", text="#e6e8eb", second="#a9b0b9", hairline="#31373f", track="#282d34",
    grey="#767c85", ink="#6a9ae0", excerpt="#4b3f1c", warning="#e8b75c", warning_back="#2f2818", error="#f0938a",
)  # fmt: skip

# What stands on ink (a primary button, a chosen chip) is always white, and no ink is legible both under white and on a
# dark page.
DARK_LABELS = (
    "[data-testid=stBaseButton-primary],[data-testid=stBaseButton-primaryFormSubmit],[data-tag],[data-tag] *"
    "{color:#15181c}"
)


def palette() -> Palette:
    """The colours that the browser of this session shows."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def legible(figure: go.Figure) -> go.Figure:
    """The same chart, with the numbers and the titles of its axes large and dark enough to be read."""
    font = {"size": AXIS_PIXELS, "color": palette().second}
    return figure.update_xaxes(tickfont=font, title_font=font).update_yaxes(tickfont=font, title_font=font)


def dress() -> None:
    """Give the page its own styles."""
    st.html(f"<style>{_sheet(palette())}</style>")


@lru_cache(maxsize=2)
def _sheet(colours: Palette) -> str:
    names = ";".join(f"--wb-{name.replace('_', '-')}:{value}" for name, value in asdict(colours).items())
    rule = DARK_LABELS if colours is DARK else ""
    return f":root{{{names}}}{STYLES.read_text(encoding='utf-8')}{rule}"
