"""A finished run: the result in a sentence, the funnel, the ranking with its weights, the context."""

from __future__ import annotations

import streamlit as st

from pages.parts import asked, context, explore, exports, funnel, lost, sidebar, tour
from pages.parts.words import engine_name, plain_label, plural, seconds, version_name, when, zone
from workbench.compose import Workbench
from workbench.records import Answer, RunRecord


def draw(desk: Workbench, run: RunRecord) -> None:
    """Draw everything that the run left."""
    counts = funnel.counted(run)
    kept = counts.get("kept", 0)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(gap=None, width="content"):
            st.title(f"{_kept(kept)} of {plural(sum(counts.values()), 'result')}", anchor=False)
            st.caption(_second(run))
        with st.container(horizontal=True, width="content"):
            if st.button("Writer context", icon=":material/article:", key="run.writer", shortcut="W"):
                st.switch_page(sidebar.WRITER, query_params={"run": run.id})
            exports.menu(run)
    for answer in run.searched.answers if run.searched else ():
        if answer.outcome != "ok":
            st.warning(_unanswered(answer), icon=":material/warning:")
    tour.go_on(desk, run)
    funnel.draw(counts)
    lost.draw(desk, run, opened=not kept)
    if kept:
        explore.draw(desk, run)
    elif not funnel.dropped(run):
        asked.again(desk, run)
    context.draw(run)


def _kept(kept: int) -> str:
    return plural(kept, "source") + " kept" if kept else "No source kept"


def _second(run: RunRecord) -> str:
    took = seconds(sum(run.timings.values()))
    at = when(run.finished_at or run.created_at, zone(st.context.timezone))
    return f"{at} · {took} · {engine_name(run.engine)} · {version_name(run.settings_version).lower()}"


def _unanswered(answer: Answer) -> str:
    name = engine_name(answer.engine)
    if answer.outcome == "empty":
        return f"{name} found nothing for this topic. Use other words, or another engine."
    status = f", status {answer.status}" if answer.status else ""
    detail = plain_label(answer.detail.rstrip(".") or "it gave no reason")
    word = answer.outcome.replace("_", " ")
    return f"{name}: {word}{status}. {detail}. Try again later, or run the topic on another engine."
