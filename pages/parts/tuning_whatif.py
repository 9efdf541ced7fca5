"""What other settings would change over the stored runs: three sentences, what leads, and every run that changes."""

from __future__ import annotations

from time import perf_counter

import streamlit as st

from pages.parts import faults, keep, tuning_row, tuning_runs, tuning_table, tuning_tries
from pages.parts.bars import swatch
from pages.parts.tuning_runs import Chosen
from pages.parts.words import day, plain_html, plain_label, said, seconds
from workbench.compose import Workbench
from workbench.errors import SettingRefused
from workbench.tuning.moves import NAMES, NEAR_TIE
from workbench.tuning.replay import Replay, replay
from workbench.tuning.whatif import WhatIf, what_if


@st.fragment
@faults.told("what-if")
def draw(desk: Workbench, chosen: Chosen) -> None:
    """Draw what is tried, and what it would do; a move draws only this again."""
    moved = tuning_tries.draw(desk)
    stored, today = desk.store.settings.resolve().settings, tuning_tries.day()
    try:
        tried = tuning_tries.tried(desk)
    except SettingRefused as error:
        st.error(plain_label(str(error)), icon=":material/error:")
        keep.offer(desk, "tuning", "tuning", {}, moved=True, back=tuning_tries.reset)
        return
    for warning in tried.warnings:
        st.warning(plain_label(warning), icon=":material/warning:")
    unsaved = tuning_tries.unsaved(moved, stored, tried.settings)
    changed = bool(moved) or today is not None
    with st.container(horizontal=True, vertical_alignment="center", key="tuning.keeping"):
        keep.offer(desk, "tuning", "tuning", unsaved, moved=changed, back=tuning_tries.reset)
    held = tuning_runs.prepared(desk, chosen.ids)
    tuning_runs.tell_damage(held)
    begun = perf_counter()
    with held.lock:
        before, after = held.under(stored, today), replay(held.archive, tried.settings, today)
        found = what_if(before, after)
    took = perf_counter() - begun
    clock = f"every run as of {day(today)}" if today else "each run as of its own day"
    with st.container(key="tuning.answer"):
        st.html(_answer(found, tuning_tries.told(stored, tried.settings)) if changed else _invited(found.runs))
        st.caption(f"Against the settings that hold · {clock} · replayed in {seconds(took)} · nothing is saved yet")
    _runs(found, before, after, tuple(moved))


def _runs(found: WhatIf, before: Replay, after: Replay, moved: tuple[str, ...]) -> None:
    rows = tuning_table.rows(found, tuning_table.choice(found))
    opened = tuning_table.draw(rows, before, after)
    if opened:
        tuning_row.draw(opened, before, after, moved)
    elif rows:
        st.caption("Select a row to see both rankings side by side, and what the lead is made of.")


def _invited(runs: int) -> str:
    which = "the one run" if runs == 1 else f"{runs:,} runs"
    told = f"Move a weight, or a tier or threshold below it, to see what it would do to {which}."
    return f'<div class="wb"><p class="wb-answer" role="status">{told}</p></div>'


def _answer(found: WhatIf, told: str) -> str:
    first, *rest = found.sentences
    tail = first.partition(", ")[2]
    head = f"{told}, {tail}" if told and tail else first
    return (
        f'<div class="wb"><p class="wb-answer" role="status">{said(" ".join([head, *rest]))}</p>{_causes(found)}</div>'
    )


def _causes(found: WhatIf) -> str:
    """How often each cause leads, and how many of the leads are small."""
    if not found.causes:
        return ""
    told = "".join(
        f"<span>{swatch(NAMES.index(cause)) if cause in NAMES else ''}{plain_html(cause)} <b>{count:,}</b></span>"
        for cause, count in found.causes
    )
    near = f"<span>Near-ties, under {NEAR_TIE}: <b>{found.near_ties:,}</b></span>"
    return f'<div class="wb-legend"><span>Leading cause:</span>{told}{near}</div>'
