"""The foot of Judge: how far the rater is, why this is asked, and what all judgments say so far."""

from __future__ import annotations

import streamlit as st

from pages.parts import judge_measures, judge_verdict
from pages.parts.judge_place import Place
from pages.parts.words import plain_html, plural
from workbench.compose import Workbench
from workbench.evidence.agreement import agreement
from workbench.evidence.judgments import thing_of


def draw(desk: Workbench, place: Place) -> None:
    """Draw three columns under a line."""
    st.html('<div class="wb-rule"></div>')
    question = place.question
    columns = st.columns(3 if question else 2, gap="large")
    with columns[0]:
        st.html(_column(_counted(place), _how(place)))
    if question:
        with columns[1]:
            st.html(_column(f"Why this {place.noun}", question.why))
    with columns[-1]:
        told = judge_verdict.draw(desk, place)
    if told and place.standing:
        judge_measures.draw(desk, place, told)


def _column(head: str, text: str) -> str:
    return f'<div class="wb"><b>{plain_html(head)}</b><div class="wb-second wb-any">{plain_html(text)}</div></div>'


def _counted(place: Place) -> str:
    done = place.progress
    told = f"{done.judged:,} of {plural(done.total, place.noun)} judged"
    more = [f"{count:,} {word}" for count, word in ((done.skipped, "skipped"), (done.later, "put off")) if count]
    return ", ".join([told, *more])


def _how(place: Place) -> str:
    version = place.settings.judgments.guideline_version
    told = f"As {place.rater}, guideline {version}."
    if place.question:
        order = "Sides are" if place.asked_as == "pairs" else "The order is"
        told += f" {order} random; ranks are hidden until you answer."
    things = {one.thing for one in place.asked}
    found = agreement(one for one in place.standing if thing_of(one) in things)
    if found.shared:
        raters = plural(len(found.raters), "rater")
        told += f" {raters} so far agree on {found.agreed:,} of {plural(found.shared, f'shared {place.noun}')}."
    return told
