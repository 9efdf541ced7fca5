"""What the judgments say so far of the weights that hold, and the fitted ones to be kept where they say enough."""

from __future__ import annotations

import streamlit as st

from pages.parts import keep
from pages.parts.judge_evidence import Held
from pages.parts.judge_place import Place
from pages.parts.words import plain_html, plural
from workbench.compose import Workbench
from workbench.compose.measured import changed_weights

FITTED = "judge.fitted"


def draw(desk: Workbench, place: Place) -> Held | None:
    """Draw the verdict on all standing judgments; what it rests on comes out, if they were fitted."""
    told = _fitted(place.evidence)
    sentence = told.fit().sentence if told else ""
    st.html(
        f'<div class="wb" role="status"><b>Verdict so far</b><div class="wb-second">{plain_html(sentence)} '
        f"{plain_html(_since(place.evidence, told))}</div></div>"
    )
    accepted = changed_weights(place.settings, told.fit()) if told and told.fit().accepted else {}
    keep.propose(desk, "judge", "Keep the fitted weights…", accepted, primary=place.question is not None)
    if told is not place.evidence and st.button(
        "Fit again" if told else "Fit", key="judge.fit", icon=":material/tune:"
    ):
        with st.skeleton(height=40):
            place.evidence.fit()
        st.session_state[FITTED] = place.evidence
        st.rerun()
    return told


def _fitted(now: Held) -> Held | None:
    """What is fitted to all judgments, or was last to fewer of them in this session."""
    if now.is_quick or now.fits:
        return now
    last: Held | None = st.session_state.get(FITTED)
    return last if last and last.found.settings == now.found.settings else None


def _since(now: Held, told: Held | None) -> str:
    """What the verdict does not count yet."""
    answers = plural(len(now.found.seen), "answer")
    if told is None:
        return f"{answers} on {plural(len(set(now.found.seen.topics)), 'topic')}, not fitted yet."
    if told is now:
        return ""
    return f"That was on {len(told.found.seen):,} of now {answers}."
