"""What other settings would change over the stored runs: three sentences, the counts, each other first source."""

from __future__ import annotations

from time import perf_counter

import pandas as pd
import streamlit as st

from pages.parts import faults, keep, tuning_row, tuning_runs, tuning_tries
from pages.parts.tuning_runs import Chosen
from pages.parts.words import MISSING, plain_label, plural, said, seconds
from workbench.compose import Workbench
from workbench.errors import SettingRefused
from workbench.text import shown
from workbench.tuning.replay import Ranked, Replay, replay
from workbench.tuning.whatif import FirstChange, WhatIf, what_if

ROWS = 10


@st.fragment
@faults.told("what-if")
def draw(desk: Workbench, chosen: Chosen) -> None:
    """Draw what is tried, and what it would do; a move draws only this again."""
    moved = tuning_tries.draw(desk)
    stored = desk.store.settings.resolve().settings
    try:
        tried = desk.store.settings.resolve(tuning_tries.texts(moved))
    except SettingRefused as error:
        st.error(plain_label(str(error)), icon=":material/error:")
        keep.offer(desk, "tuning", "tuning", {}, moved=True, back=tuning_tries.reset)
        return
    for warning in tried.warnings:
        st.warning(plain_label(warning), icon=":material/warning:")
    held = tuning_runs.prepared(desk, chosen.ids)
    begun = perf_counter()
    with held.lock:
        before, after = held.under(stored), replay(held.archive, tried.settings)
        found = what_if(before, after)
    took = perf_counter() - begun
    _sentences(found, tuning_tries.told(moved, stored))
    st.html(_counts(found))
    st.caption(f"Against the settings that hold · replayed in {seconds(took)} · nothing is saved yet")
    unsaved = tuning_tries.unsaved(moved, stored)
    keep.offer(desk, "tuning", "tuning", unsaved, moved=bool(moved), back=tuning_tries.reset)
    if found.firsts:
        _changes(found, before, after, tuple(moved))


def _changes(found: WhatIf, before: Replay, after: Replay, moved: tuple[str, ...]) -> None:
    opened = _table(found, after)
    if opened is None:
        st.caption("Select a row to see both sources and what the lead is made of.")
        return
    tuning_row.draw(opened, before, after, found.lines[opened.run], moved)


def _sentences(found: WhatIf, told: str) -> None:
    first, *rest = found.sentences
    tail = first.partition(", ")[2]
    head = f"{told}, {tail}" if told and tail else first
    st.html(f'<div class="wb wb-answer" role="status">{said(" ".join([head, *rest]))}</div>')


def _counts(found: WhatIf) -> str:
    numbers = (
        ("another first source", found.first),
        ("another top three", found.top3),
        ("another top five", found.top5),
        ("another context", found.contexts),
        ("near-ties", found.near_ties),
    )
    cells = "".join(f"<div><b>{number:,}</b><span>{name}</span></div>" for name, number in numbers)
    return f'<div class="wb wb-counts">{cells}</div>'


def _table(found: WhatIf, after: Replay) -> FirstChange | None:
    """Draw every other first source, the closest lead first; the selected one comes out."""
    rows = [_row(one, after) for one in found.firsts]
    numbers = [after.archive.runs[one.run].number for one in found.firsts]
    picked = st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height=400 if len(rows) > ROWS else "content",
        key=f"tuning.firsts.{hash(tuple(numbers))}",
        on_select="rerun",
        selection_mode="single-row",
        alt=f"{plural(len(rows), 'run')} with another first source, the closest lead first. {found.sentences[0]}",
        column_config={
            "Run": st.column_config.NumberColumn(width=48),
            "Topic": st.column_config.TextColumn(width=260),
            "Before": st.column_config.TextColumn("First source before", width=200),
            "After": st.column_config.TextColumn("→ after", width=200),
            "Lead": st.column_config.NumberColumn(format="%+.3f", width=64),
            "Cause": st.column_config.TextColumn("Leading cause", width=120),
            "Near-tie": st.column_config.TextColumn("", width=80),
        },
    )
    selected = picked["selection"]["rows"]
    return found.firsts[selected[0]] if selected and selected[0] < len(rows) else None


def _row(one: FirstChange, after: Replay) -> dict[str, object]:
    run = after.archive.runs[one.run]
    return {
        "Run": run.number,
        "Topic": shown(run.topic),
        "Before": _host(one.was),
        "After": _host(one.now),
        "Lead": one.gap,
        "Cause": one.cause,
        "Near-tie": "near-tie" if one.near_tie else "",
    }


def _host(source: Ranked | None) -> str:
    return (source.host or source.url) if source else MISSING
