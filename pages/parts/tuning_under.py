"""Under which settings a run is looked at: those it was made with, those that hold now, or those tried in What-if."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

import streamlit as st

from pages.parts import tuning_tries
from workbench.compose import Workbench, from_snapshot
from workbench.records import RunRecord
from workbench.settings import Settings

Under = Literal["run", "now", "tried"]
UNDER: tuple[Under, ...] = get_args(Under)
NAMES: dict[Under, str] = {"run": "of the run", "now": "that hold now", "tried": "tried in What-if"}


def draw(desk: Workbench, run: RunRecord, tool: str) -> tuple[Under, RunRecord, Settings]:
    """Draw the choice; it comes out with the run, on the day that is tried if any, and with the settings."""
    under = st.segmented_control(
        "Under the settings",
        UNDER,
        default="run",
        required=True,
        format_func=NAMES.__getitem__,
        key=f"tuning.{tool}.under",
        persist_state="session",
    )
    match under:
        case "now":
            return "now", run, desk.store.settings.resolve().settings
        case "tried":
            return "tried", replace(run, today=tuning_tries.day() or run.today), tuning_tries.tried(desk).settings
        case _:
            return "run", run, from_snapshot(run.settings)
