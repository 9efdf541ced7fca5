"""What an answer does: it is kept, or a sentence says why not; then a line tells how the ranking had it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.parts import asking
from pages.parts.judge_place import FIRST, SAID, Place
from pages.parts.session import bench
from pages.parts.words import plain_html, plain_label, said, shortened
from workbench.errors import WorkbenchError
from workbench.evidence.judgments import thing_of
from workbench.evidence.questions import Question
from workbench.records import Judgment
from workbench.records.judgment import Answer
from workbench.text import shown

FAULT, NOTE, _GIVEN = "judge.fault", "judge.note", "judge.given"
_PLACES = ("first", "second", "third", "fourth", "fifth")


def give(place: Place, question: Question, answer: Answer) -> None:
    """Keep an answer, unless the question was answered since it was drawn.

    A key that is pressed twice also presses what was drawn for the question before, which is passed over.
    """
    try:
        desk = bench()
        standing = desk.store.judgments.standing(topic=question.topic, rater=place.rater)
        if next((one for one in standing if thing_of(one) == question.thing), None) != place.own().get(question.thing):
            if st.session_state.get(_GIVEN) != question.thing:
                st.session_state[FAULT] = f"That {place.noun} was answered in the meantime; Undo takes the answer back."
            return
        desk.store.judgments.add(
            question.topic,
            question.first,
            question.second,
            answer,
            rater=place.rater,
            note=kept_note(question),
            guideline=place.settings.judgments.guideline_version,
        )
    except WorkbenchError as error:
        st.session_state[FAULT] = str(error)
        return
    st.session_state[_GIVEN] = question.thing
    st.session_state.pop(NOTE, None)
    st.session_state.pop(FIRST, None)
    st.session_state[SAID] = _revealed(place, question, answer)


def kept_note(question: Question) -> str:
    """The note that was typed to a question and is not kept yet."""
    thing, note = st.session_state.get(NOTE, (None, ""))
    return note if thing == question.thing else ""


def undo(place: Place) -> None:
    """Draw the button that takes back the rater's last answer on this topic."""
    last = list(place.own().values())[-1:]
    st.button(
        "Undo", key="judge.undo", shortcut=asking.key("U"), disabled=not last, on_click=_take_back, args=(place, last)
    )


def _take_back(place: Place, last: Sequence[Judgment]) -> None:
    try:
        for one in last:
            bench().store.judgments.withdraw(one)
            st.session_state[FIRST] = thing_of(one)
            st.session_state[SAID] = f"Taken back; this {place.noun} is asked again."
    except WorkbenchError as error:
        st.session_state[FAULT] = str(error)


def told(place: Place) -> None:
    """Draw what became of the last answer, and the note that waits for the next."""
    if fault := st.session_state.pop(FAULT, ""):
        st.error(plain_label(fault), icon=":material/error:")
    lines = [said(st.session_state.get(SAID, ""))]
    if place.question and (note := kept_note(place.question)):
        lines.append(f'<span class="wb-second wb-any">Note: {plain_html(note)}</span>')
    centred = "wb-centred" if place.question else ""
    st.html(f'<div class="wb wb-told {centred}" role="status">{"<br>".join(filter(None, lines))}</div>')


def _revealed(place: Place, question: Question, answer: Answer) -> str:
    """A sentence on the answer, and on how the ranking had what it is on, as much as the answer was on."""
    ranked = list(place.sources)
    if answer == "skipped":
        return f"Skipped. This {place.noun} is not asked again."
    if answer == "later":
        return f"Put off. This {place.noun} comes again at the end."
    if not question.second:
        at = ranked.index(question.first)
        named = _PLACES[at] if at < len(_PLACES) else f"number {at + 1}"
        told = f"{_names(place, question)[question.first]}: graded {answer}."
        return f"{told} The ranking has it {named} of {len(ranked)}."
    upper, lower = sorted((question.first, question.second), key=ranked.index)
    names = _names(place, question)
    if answer == "equal":
        return f"No difference. The ranking has {names[upper]} above {names[lower]}."
    if upper == (question.first if answer == "first" else question.second):
        return f"You prefer {names[upper]} to {names[lower]}. So does the ranking."
    return f"You prefer {names[lower]}. The ranking has {names[upper]} above it."


def _names(place: Place, question: Question) -> dict[str, str]:
    """The hosts of what was asked; where both have one, the titles."""
    asked = {address: place.sources[address] for address in question.shown}
    named = {address: source.domain or source.url for address, source in asked.items()}
    if len(set(named.values())) < len(named):
        named = {address: shortened(shown(source.read.hit.title), 50) or address for address, source in asked.items()}
    return {address: f"`{name.replace('`', '’')}`" for address, name in named.items()}
