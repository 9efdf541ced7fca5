"""Where there is nothing to ask: all is judged, there is too little to judge, or no run at all."""

from __future__ import annotations

import streamlit as st

from pages.parts import asked, asking, judge_answers, judge_outcome, judge_place, sidebar
from pages.parts.judge_place import Place
from pages.parts.session import bench
from pages.parts.words import plain_label, said, said_label, shortened
from workbench.compose import Workbench
from workbench.errors import NotFound, WorkbenchError
from workbench.records import Judgment


def nowhere(desk: Workbench, error: WorkbenchError | None) -> None:
    """Draw the page without a run; one that was deleted since the rater answered is no fault of theirs."""
    fault = str(error) if error else ""
    if isinstance(error, NotFound) and st.session_state.get(judge_place.SAID):
        _deleted_meanwhile(desk, fault)
        return
    with st.container(gap=None):
        st.title("No run to judge" if fault else "Nothing to judge yet", anchor=False)
        if not fault:
            st.caption("Run a topic; then two of its sources are shown side by side, and you say which is the better.")
    if fault:
        st.error(said_label(fault), icon=":material/error:")
    with st.container(horizontal=True, vertical_alignment="center"):
        if fault:
            asked.restore(desk, fault)
            st.button(
                "Judge another topic", key="judge.elsewhere", icon=":material/balance:", on_click=judge_place.leave
            )
        st.page_link(sidebar.RUN, label="Run a topic", icon=":material/play_arrow:")


def _deleted_meanwhile(desk: Workbench, fault: str) -> None:
    st.title("The run was deleted meanwhile", anchor=False)
    kept = "What you answered is kept: it belongs to the topic and its pages, not to the run."
    st.html(f'<div class="wb" role="status"><p>{kept}</p><div class="wb-second wb-any">{said(fault)}</div></div>')
    with st.container(horizontal=True, vertical_alignment="center"):
        _next_topic(judge_place.any_topic(desk))
        asked.restore(desk, fault)


def draw(desk: Workbench, place: Place) -> None:
    """Draw what came of a topic whose questions are answered, and where to go on."""
    own = place.own()
    if place.asked:
        st.html(judge_outcome.table(place))
    else:
        st.html(f'<div class="wb"><p>{_too_few(place)}</p></div>')
    with st.container(horizontal=True, vertical_alignment="center"):
        _go_on(desk, place)
        if own:
            judge_answers.undo(place)
        if place.progress.skipped:
            st.button(
                f"Ask the {place.progress.skipped:,} skipped again",
                key="judge.skipped",
                icon=":material/replay:",
                on_click=_ask_again,
                args=([one for one in own.values() if one.answer == "skipped"],),
            )
    judge_answers.told(place)


def _go_on(desk: Workbench, place: Place) -> None:
    """Draw the way to the next topic, and the other way of asking."""
    _next_topic(place.next_topic(desk))
    if place.asked_as == "pairs" and place.sources:
        st.button("Grade its sources", key="judge.other", on_click=judge_place.go, kwargs={"asked_as": "grades"})
    elif len(place.sources) > 1:
        st.button("Compare its sources", key="judge.other", on_click=judge_place.go, kwargs={"asked_as": "pairs"})


def _next_topic(topic: str) -> None:
    if topic:
        st.button(
            f"Next topic: {plain_label(shortened(topic, 40))}",
            key="judge.next",
            type="primary",
            shortcut=asking.key("T"),
            on_click=judge_place.go,
            args=(topic,),
        )
    else:
        st.page_link(sidebar.RUN, label="Run another topic", icon=":material/play_arrow:")


def _ask_again(skipped: list[Judgment]) -> None:
    try:
        for one in skipped:
            bench().store.judgments.withdraw(one)
    except WorkbenchError as error:
        st.session_state[judge_answers.FAULT] = str(error)
    st.session_state.pop(judge_place.SAID, None)


def _too_few(place: Place) -> str:
    if place.sources:
        return "This run has one source, and a comparison takes two. It can be graded."
    return "This run kept no source, so there is nothing to say of any."
