"""How far raters agree on all topics, and where they differ, who said what."""

from __future__ import annotations

import streamlit as st

from pages.parts.judge_place import Place
from pages.parts.words import plain_html, plain_label, plural
from workbench.evidence.agreement import Agreement, Disagreement, agreement
from workbench.records import Judgment
from workbench.urls import host_of

MOST_SHOWN = 100
RULES = {
    "majority": "What most raters say counts; where they are evenly divided, the lower grade, and no difference.",
    "mean": "The mean of what raters say counts.",
    "latest": "The answer given last counts.",
}


def draw(place: Place) -> None:
    """Draw it, once two raters answered the same."""
    found = agreement(place.standing)
    if len(found.raters) < 2:
        return
    with st.expander(plain_label(_head(found))):
        rule = place.settings.judgments.combine
        st.html(f'<div class="wb wb-second">{RULES[rule]} The setting is <code>judgments_combine</code>.</div>')
        if found.disagreements:
            st.html(_table(found.disagreements[:MOST_SHOWN]))
        if (more := len(found.disagreements) - MOST_SHOWN) > 0:
            st.caption(f"And {more:,} more; the exported CSV holds every answer.")


def _head(found: Agreement) -> str:
    raters = plural(len(found.raters), "rater")
    if not found.shared:
        return f"{raters}, and no question that two of them answered"
    return f"{raters} agree on {found.agreed:,} of {plural(found.shared, 'question')} that two or more answered"


def _table(disagreements: tuple[Disagreement, ...]) -> str:
    rows = "".join(_row(one.said) for one in disagreements)
    head = "<tr><th>Topic</th><th>Source</th><th>Who said what</th></tr>"
    return f'<table class="wb wb-table wb-agreed"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _row(said: tuple[Judgment, ...]) -> str:
    one = said[0]
    named = " and ".join(f"<code>{plain_html(address)}</code>" for address in filter(None, (one.first, one.second)))
    told = "".join(
        f"<div><b>{plain_html(each.rater)}</b>: {plain_html(_answer(each))} "
        f'<span class="wb-second">{plain_html(each.note)}</span></div>'
        for each in said
    )
    return f'<tr><td class="wb-any">{plain_html(one.topic)}</td><td>{named}</td><td class="wb-any">{told}</td></tr>'


def _answer(judgment: Judgment) -> str:
    match judgment.answer:
        case "first":
            return host_of(judgment.first) or judgment.first
        case "second":
            return host_of(judgment.second) or judgment.second
        case "equal":
            return "no difference"
        case _:
            return judgment.answer
