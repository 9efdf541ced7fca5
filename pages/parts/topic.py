"""The topic line, and what stands under it on an empty desk."""

from __future__ import annotations

import streamlit as st

from pages.parts import asked, tour
from pages.parts.words import plain_label, said_label, shortened
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.installing import sample_topics

ENGINES = {"corpus": "Corpus, no network", "ddg": "DuckDuckGo"}
MOST_RECENT = 6


def line(desk: Workbench, *, busy: bool, first: bool) -> None:
    """Draw topic, engine and the one verb, which is the first thing to do unless something below is."""
    start_on = desk.store.settings.resolve().settings.desk.engine
    if st.session_state.get("run.engine") not in ENGINES:
        st.session_state["run.engine"] = start_on if start_on in ENGINES else "corpus"
    with st.form("run.line", border=False):
        words, choice = st.columns([75, 25], vertical_alignment="bottom")
        typed = words.text_input(
            "Topic",
            key="run.topic",
            placeholder="Topic, as you would type it into a search",
            label_visibility="collapsed",
        )
        with choice.container(horizontal=True, wrap=False):
            engine = st.selectbox(
                "Engine",
                list(ENGINES),
                format_func=ENGINES.__getitem__,
                key="run.engine",
                label_visibility="collapsed",
            )
            going = st.form_submit_button(
                "Run",
                type="primary" if first else "secondary",
                icon=":material/play_arrow:",
                key="run.go",
                disabled=busy,
            )
    if going and (fault := _started(desk, typed or "", engine or "corpus")):
        st.error(plain_label(fault), icon=":material/error:")


def _started(desk: Workbench, topic: str, engine: str) -> str:
    """Queue a run and go to it; the sentence on why it was not queued comes back."""
    try:
        tour.stay(desk)
    except WorkbenchError as error:
        return str(error)
    return asked.start(desk, topic, engine)


def empty(desk: Workbench, fault: str) -> None:
    """Draw the sample topics and the recent runs."""
    if fault:
        st.error(said_label(fault), icon=":material/error:")
        asked.restore(desk, fault)
    with st.container(gap=None):
        st.title("Run a topic", anchor=False)
        st.caption(
            "A topic goes in, a context that a writer can cite comes out. Every step between can be seen and tuned."
        )
    tour.begin(desk)
    if desk.store.documents.count():
        st.pills(
            "Topics that the sample corpus answers",
            [one.title for one in sample_topics()],
            key="run.sample",
            format_func=plain_label,
            on_change=_take_sample,
        )
    recent = _recent(desk)
    if recent:
        st.pills(
            "Recent runs",
            list(recent),
            key="run.recent",
            format_func=lambda run_id: plain_label(shortened(recent[run_id])),
            on_change=_open_recent,
        )


def _recent(desk: Workbench) -> dict[str, str]:
    """The topics of the last runs by the id of each topic's newest."""
    newest: dict[str, str] = {}
    for summary in desk.store.runs.list(limit=40):
        newest.setdefault(summary.topic, summary.id)
    return {run_id: topic for topic, run_id in list(newest.items())[:MOST_RECENT]}


def _take_sample() -> None:
    if chosen := st.session_state["run.sample"]:
        st.session_state["run.topic"] = chosen
        st.session_state["run.engine"] = "corpus"


def _open_recent() -> None:
    if chosen := st.session_state["run.recent"]:
        st.query_params[asked.PARAMETER] = chosen
