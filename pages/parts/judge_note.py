"""A note to an answer, typed before it is given."""

from __future__ import annotations

import streamlit as st

from pages.parts import asking, faults, focus
from pages.parts.judge_answers import NOTE, kept_note
from workbench.evidence.questions import Question
from workbench.urls.judged import LONGEST_NOTE

DIALOG = "judge.note"


@st.dialog("Note", on_dismiss=asking.done)
@faults.told(DIALOG)
def ask(question: Question) -> None:
    """Ask for the note; it is kept with the next answer to this question."""
    with st.form("judge.note.form", border=False):
        text = st.text_area(
            "Why, in a few words", value=kept_note(question), key="judge.note.text", max_chars=LONGEST_NOTE, height=120
        )
        st.caption("It is kept with your answer to what is asked now. Ctrl+Enter is enough.")
        going = st.form_submit_button("Use this note", type="primary", key="judge.note.use")
    focus.into("judge.note.text")
    if going:
        st.session_state[NOTE] = (question.thing, (text or "").strip())
        asking.done()
        st.rerun()
