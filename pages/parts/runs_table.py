"""The table of runs: one page of it, with the rows that are selected."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

import pandas as pd
import streamlit as st

from pages.parts.words import MISSING, RUN_WORDS, seconds, short_day
from workbench.records import RunState
from workbench.store import RunLine

ROWS = 15
ROW_PIXELS = 37
SELECTED = "runs.selected"
SMALL, NUMBER, DURATION = 72, 62, 84


def missed(ids: Sequence[str]) -> list[str]:
    """The selected runs that are no longer among the rows."""
    return [run for run in st.session_state.get(SELECTED, ()) if run not in ids]


def draw(lines: Sequence[RunLine], states: Sequence[RunState], where: tzinfo | None, said: str) -> list[RunLine]:
    """Draw the rows; those that are selected come out. A selection follows its runs when other rows come in."""
    ids = [line.run.id for line in lines]
    before = set(st.session_state.get(SELECTED, ()))
    event = st.dataframe(
        pd.DataFrame([_row(line, state, where) for line, state in zip(lines, states, strict=True)]),
        hide_index=True,
        key=f"runs.table.{hashlib.sha1(' '.join(ids).encode(), usedforsecurity=False).hexdigest()[:12]}",
        on_select="rerun",
        selection_mode="multi-row",
        selection_default={"selection": {"rows": [at for at, run in enumerate(ids) if run in before]}},
        height="content",
        row_height=ROW_PIXELS,
        alt=said,
        column_config={
            "State": st.column_config.TextColumn(width=90),
            "Topic": st.column_config.TextColumn(width=204),
            "Started": st.column_config.TextColumn(width=SMALL),
            "Kept": st.column_config.TextColumn(width=NUMBER, alignment="right", help="sources of results"),
            "First source": st.column_config.TextColumn(width=150),
            "Tags": st.column_config.ListColumn(width=104),
            "Version": st.column_config.NumberColumn(width=NUMBER, help="version of the settings"),
            "Time": st.column_config.TextColumn(width=DURATION, alignment="right"),
        },
    )
    chosen = [lines[at] for at in event["selection"]["rows"] if at < len(lines)]
    st.session_state[SELECTED] = [line.run.id for line in chosen]
    return chosen


def _row(line: RunLine, state: RunState, where: tzinfo | None) -> dict[str, object]:
    run = line.run
    shown = "no_sources" if state == "done" and not run.kept else "finished" if state == "done" else state
    word = "deleted" if line.deleted_at else RUN_WORDS[shown].lower()
    return {
        "State": word,
        "Topic": run.topic,
        "Started": short_day(run.created_at, where, datetime.now(UTC)),
        "Kept": f"{run.kept} of {run.results}" if state == "done" else MISSING,
        "First source": line.first or MISSING,
        "Tags": list(line.tags),
        "Version": run.settings_version,
        "Time": MISSING if line.seconds is None else seconds(line.seconds),
    }
