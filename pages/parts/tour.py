"""The first-run tour: three steps on the sample corpus, each done by its own button, skippable at any of them."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from pages.parts import asked, weights
from pages.parts.ranking import OPEN
from pages.parts.words import plain_html, plain_label
from workbench.compose import Workbench
from workbench.installing import sample_topics
from workbench.records import RunRecord

_FLAG, _BEGUN, _OVER = "desk.tour", "1", "over"
RANK = weights.KEYS[4]
TRIED = 1.0


@dataclass(frozen=True, slots=True)
class Step:
    """What a step says, and the button that does it."""

    words: str
    button: str


STEPS = (
    Step("A topic goes in. The sample corpus answers this one without a network.", "Run “{topic}”"),
    Step("Why is this source first? Its row opens to five sentences, one for each part of its score.", "Open it"),
    Step("What would another weight do? The order follows at once, and nothing is saved until it is kept.",
         "Move search rank to 1.00"),
)  # fmt: skip


def begin(desk: Workbench) -> None:
    """Draw the first step on an empty desk, and until it is done or skipped; a desk that came with runs needs none."""
    is_new = not desk.store.runs.count()
    if (desk.store.meta.get(_FLAG) or (_BEGUN if is_new else _OVER)) != _BEGUN or not desk.store.documents.count():
        return
    topic = sample_topics()[0].title
    if _draw(desk, 0, STEPS[0].button.format(topic=topic)):
        desk.store.meta.set(_FLAG, "2")
        if fault := asked.start(desk, topic, "corpus"):
            st.error(plain_label(fault), icon=":material/error:")


def stay(desk: Workbench) -> None:
    """Keep the tour for a visitor who begins with a topic of their own."""
    if not desk.store.meta.get(_FLAG) and not desk.store.runs.count():
        desk.store.meta.set(_FLAG, _BEGUN)


def go_on(desk: Workbench, run: RunRecord) -> None:
    """Draw the second or the third step over a finished run that has sources."""
    at = desk.store.meta.get(_FLAG)
    if at not in (_BEGUN, "2", "3") or not run.judged or not run.judged.sources:
        return
    if at != "3":
        if _draw(desk, 1, STEPS[1].button):
            st.session_state[OPEN] = run.judged.sources[0].url
            desk.store.meta.set(_FLAG, "3")
            st.rerun()
    elif _draw(desk, 2, STEPS[2].button):
        weights.move(run.id, RANK, TRIED)
        desk.store.meta.set(_FLAG, _OVER)
        st.rerun()


def _draw(desk: Workbench, place: int, button: str) -> bool:
    """Draw one step; whether its button was pressed."""
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="tour"):
        with st.container():
            st.html(
                f'<div class="wb" role="status"><b>Step {place + 1} of {len(STEPS)}</b> '
                f"{plain_html(STEPS[place].words)}</div>"
            )
        pressed = st.button(plain_label(button), key="tour.do", icon=":material/arrow_forward:")
        st.button("Skip", key="tour.skip", type="tertiary", on_click=desk.store.meta.set, args=(_FLAG, _OVER))
    return pressed
