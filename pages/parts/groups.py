"""The settings by groups, each drawn from what is known of its fields; a new field falls into a group by itself."""

from __future__ import annotations

import streamlit as st

from pages.parts import drafts, fields, host_table, post_table, reference_table, sightings, weights
from pages.parts.bars import swatch
from pages.parts.drafts import Held
from pages.parts.theme import NAMES
from pages.parts.words import said
from workbench.compose import Workbench
from workbench.settings import FIELDS, FieldSpec

GROUPS = ("Weights", "Tiers", "Filters", "Limits", "Engines", "References", "Posts", "Judgments")
TIERS = ("research_tier1_domains", "research_tier2_domains")


def group_of(found: FieldSpec) -> str:
    """The group that a setting is shown in."""
    if found.key in TIERS:
        return "Tiers"
    if found.kind == "references":
        return "References"
    if found.field.endswith("_weight") or found.field.startswith("recency_"):
        return "Weights"
    if found.section == "judgments":
        return "Judgments"
    if found.section in ("engines", "desk") or found.kind == "text":
        return "Engines"
    return "Filters" if found.section == "research" else "Limits"


def keys_of(group: str) -> list[str]:
    """The settings of a group, in the order of the file."""
    return [key for key, found in FIELDS.items() if group_of(found) == group]


def draw(desk: Workbench, held: Held) -> None:
    """Draw every group in its tab; the address names the open one."""
    for name, tab in zip(GROUPS, st.tabs(list(GROUPS), key="group", bind="query-params"), strict=True):
        with tab:
            match name:
                case "Tiers":
                    _tiers(desk, held)
                case "References":
                    reference_table.draw("known_references_json", held)
                case "Posts":
                    post_table.draw(desk)
                case _:
                    _fields(desk, name, held)


def _fields(desk: Workbench, group: str, held: Held) -> None:
    if group == "Weights" and not any(drafts.fault(key, held.shown(key)) for key in weights.KEYS):
        st.html(_shares(held))
    if group == "Engines":
        st.html(_engines())
    for key in keys_of(group):
        if FIELDS[key].kind == "hosts":
            fields.heading(key)
            host_table.draw(desk, key, held)
        else:
            fields.draw(key, held)


def _tiers(desk: Workbench, held: Held) -> None:
    columns = st.columns(len(TIERS), gap="medium")
    for key, column in zip(TIERS, columns, strict=True):
        with column:
            fields.heading(key)
            host_table.draw(desk, key, held)
    st.caption(
        "An entry covers the host and its subdomains; every other host scores 0.65. The empty last row adds a host. "
        f"An emptied list goes back to its default. {sightings.counted(desk)}"
    )
    host_table.tester(held)


def _shares(held: Held) -> str:
    """The weights as parts of a whole score."""
    values = [float(held.shown(key)) for key in weights.KEYS]
    total = sum(values)
    if not total:
        return '<div class="wb wb-second">All five weights are 0, so the engine’s order is kept.</div>'
    parts = [value / total for value in values]
    names = "".join(f"<span>{swatch(at)}{NAMES[at]} {part:.0%}</span>" for at, part in enumerate(parts))
    pieces = "".join(
        f'<i style="width:{100 * part:.3f}%;background:var(--wb-{name})"></i>'
        for name, part in zip(("credibility", "snippet", "recency", "uniqueness", "rank"), parts, strict=True)
        if part
    )
    told = ", ".join(f"{name} {100 * part:.0f} percent" for name, part in zip(NAMES, parts, strict=True))
    return (
        f'<div class="wb"><div class="wb-bar" role="img" aria-label="{told}">{pieces}</div>'
        f'<div class="wb-legend wb-under">{names}</div></div>'
    )


def _engines() -> str:
    cards = (
        ("Corpus", "Answers from installed documents, without any network. `workbench corpus add` brings in more."),
        ("DuckDuckGo", "Searches the web without a key, through the library ddgs, which poses as a browser whatever "
         "we tell it; our own requests for pages name the workbench. A refusal is reported, never dodged."),
        ("Recording", "Replays a file of results and pages, from the command line: `workbench run --recording FILE`."),
    )  # fmt: skip
    return "".join(
        f'<div class="wb wb-card"><b>{name}</b><div class="wb-second">{said(text)}</div></div>' for name, text in cards
    )
