"""The head of Judge: the question, its topic, the way of asking, who judges, and how far they are."""

from __future__ import annotations

import streamlit as st

from pages.parts import judge_place
from pages.parts.judge_place import Place
from pages.parts.words import plain_html, plain_label, plural, shortened
from workbench.evidence.questions import AskedAs
from workbench.store import user
from workbench.urls.judged import LONGEST_RATER

WAYS: dict[AskedAs, str] = {"pairs": "Pairs", "grades": "Grades 0–3"}


def draw(place: Place) -> None:
    """Draw all of it."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(gap=None, width="content"):
            st.title(_title(place), anchor=False)
            st.caption(f"For the topic **{plain_label(place.run.topic)}**")
        with st.container(horizontal=True, width="content", vertical_alignment="center"):
            _topic(place)
            _way(place)
            _rater(place)
    st.html(_bar(place))


def _title(place: Place) -> str:
    if place.question:
        return "Which is the better source?" if place.asked_as == "pairs" else "How good is this source?"
    if not place.asked:
        return "Nothing to compare" if place.sources and place.asked_as == "pairs" else "No source to judge"
    done = place.progress
    if not done.skipped:
        return f"{'All ' if done.total > 1 else ''}{plural(done.total, place.noun)} judged"
    return f"{done.judged:,} of {plural(done.total, place.noun)} judged, {done.skipped:,} skipped"


def _topic(place: Place) -> None:
    with st.popover("Topic", icon=":material/swap_horiz:"):
        names = {one.key: one.name for one in place.topics} | {place.topic_key: place.run.topic}
        key = f"judge.topic.{place.run.id}"
        st.selectbox(
            "Topic",
            list(names),
            index=list(names).index(place.topic_key),
            format_func=lambda one: plain_label(shortened(names[one], 80)),
            key=key,
            on_change=lambda: judge_place.go(names[st.session_state[key]]),
            width=420,
        )
        st.caption(f"{plural(len(names), 'topic')} with a finished run; of each, its newest run is judged.")


def _way(place: Place) -> None:
    key = f"judge.way.{place.asked_as}"
    st.segmented_control(
        "Ask for",
        list(WAYS),
        default=place.asked_as,
        format_func=lambda one: WAYS[one],
        required=True,
        key=key,
        on_change=lambda: judge_place.go(asked_as=st.session_state[key]),
        label_visibility="collapsed",
    )


def _rater(place: Place) -> None:
    rules = place.settings.judgments
    with st.popover(f"As {plain_label(shortened(place.rater, 24))}", icon=":material/person:"):
        st.text_input(
            "Who judges",
            value=user(),
            key=judge_place.RATER,
            max_chars=LONGEST_RATER,
            persist_state="session",
            width=420,
        )
        st.html(
            f'<div class="wb"><div class="wb-second">Guideline {rules.guideline_version}</div>'
            f"{plain_html(rules.guideline)}</div>",
            width=420,
        )


def _bar(place: Place) -> str:
    done = place.progress
    share = 100 * (done.judged + done.skipped) / done.total if done.total else 0
    told = f"{done.judged:,} of {plural(done.total, place.noun)} judged"
    return (
        f'<div class="wb-progress" role="progressbar" aria-label="{told}" aria-valuemin="0" aria-valuemax="100" '
        f'aria-valuenow="{share:.0f}"><i style="width:{share:.1f}%"></i></div>'
    )
