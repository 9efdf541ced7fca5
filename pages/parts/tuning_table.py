"""The runs that other settings change as a table: which of them is chosen by what changes, one of them is opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import pandas as pd
import streamlit as st

from pages.parts.words import MISSING, plural
from workbench.text import shown
from workbench.tuning.replay import NOWHERE, Ranked, Replay
from workbench.tuning.whatif import FirstChange, RunChange, WhatIf
from workbench.urls import names

Choice = Literal["first", "top3", "top5", "context", "all"]
CHOICES: tuple[Choice, ...] = get_args(Choice)
NAMES: dict[Choice, str] = {
    "first": "Another first source",
    "top3": "Another top three",
    "top5": "Another top five",
    "context": "Another context",
    "all": "All runs",
}
ROWS = 10
_KEY = "tuning.listed"


@dataclass(frozen=True, slots=True)
class Row:
    """A run of the table; `first` is there if its first source is another one."""

    line: RunChange
    first: FirstChange | None


def choice(found: WhatIf) -> Choice:
    """Draw how many runs change in what, and choose which of them are listed."""
    counts = (found.first, found.top3, found.top5, found.contexts, found.runs)
    told = dict(zip(CHOICES, counts, strict=True))
    picked = st.pills(
        "Which runs are listed",
        CHOICES,
        default="first",
        required=True,
        format_func=lambda one: f"{NAMES[one]} **{told[one]:,}**",
        key=_KEY,
        label_visibility="collapsed",
        persist_state="session",
        wrap=True,
    )
    return picked or "first"


def rows(found: WhatIf, listed: Choice) -> list[Row]:
    """Those runs: other first sources with the closest lead first, then the rest by how little their rankings agree."""
    firsts = [Row(found.lines[one.run], one) for one in found.firsts]
    if listed == "first":
        return firsts
    meant = [line for line in found.lines if listed == "all" or getattr(line, listed)]
    places = {line.run for line in meant}
    others = sorted((line for line in meant if not line.first), key=lambda line: (line.rbo, line.run))
    return [row for row in firsts if row.line.run in places] + [Row(line, None) for line in others]


def draw(listed: Sequence[Row], before: Replay, after: Replay) -> Row | None:
    """Draw the runs; the selected one comes out."""
    if not listed:
        st.html(
            '<div class="wb wb-second">No run changes in this. Choose <i>All runs</i> to see any side by side.</div>'
        )
        return None
    numbers = tuple(after.archive.runs[row.line.run].number for row in listed)
    picked = st.dataframe(
        pd.DataFrame([_cells(row, before, after) for row in listed]),
        hide_index=True,
        height=400 if len(listed) > ROWS else "content",
        key=f"tuning.runs.{hash(numbers)}",
        on_select="rerun",
        selection_mode="single-row",
        placeholder=MISSING,
        alt=f"{plural(len(listed), 'run')}: first source before and after, its lead, what else moved",
        column_config={
            "Run": st.column_config.NumberColumn(width=48),
            "Topic": st.column_config.TextColumn(width=190),
            "Before": st.column_config.TextColumn("First source before", width=150),
            "After": st.column_config.TextColumn("→ after", width=150),
            "Lead": st.column_config.NumberColumn(format="%+.3f", width=64),
            "Near-tie": st.column_config.TextColumn(width=64),
            "Cause": st.column_config.TextColumn("Leading cause", width=100),
            "Moves": st.column_config.TextColumn("In all", width=130),
            "RBO": st.column_config.NumberColumn(
                format="%.2f", width=52, help="Rank-biased overlap of the two rankings; 1 is the same"
            ),
            "Jaccard": st.column_config.NumberColumn(format="%.2f", width=60, help="What the top five share"),
        },
    )
    selected = picked["selection"]["rows"]
    return listed[selected[0]] if selected and selected[0] < len(listed) else None


def _cells(row: Row, before: Replay, after: Replay) -> dict[str, object]:
    run, first, line = after.archive.runs[row.line.run], row.first, row.line
    was, now = (first.was, first.now) if first else (_first(before, line.run), _first(after, line.run))
    told = names(side.url for side in (was, now) if side)
    return {
        "Run": run.number,
        "Topic": shown(run.topic),
        "Before": told[was.url] if was else MISSING,
        "After": (told[now.url] if now else MISSING) if first else "stays",
        "Lead": first.gap if first else None,
        "Near-tie": "yes" if first and first.near_tie else "",
        "Cause": first.cause if first else MISSING,
        "Moves": moves(line),
        "RBO": line.rbo,
        "Jaccard": line.jaccard,
    }


def moves(line: RunChange) -> str:
    """How many sources of a run moved, came and went."""
    counts = (("moved", line.moved), ("added", line.added), ("removed", line.removed))
    return ", ".join(f"{count} {name}" for name, count in counts if count) or "nothing moves"


def _first(found: Replay, run: int) -> Ranked | None:
    return found.source(run, 0) if found.pages[run, :1].max(initial=NOWHERE) != NOWHERE else None
