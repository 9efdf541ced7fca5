"""The sources that are judged, side by side or one alone, and the keys that answer; nothing tells how they rank."""

from __future__ import annotations

import hashlib

import streamlit as st

from pages.parts import asking, judge_answers, judge_note
from pages.parts.judge_place import Place
from pages.parts.words import how_old, plain_html
from workbench.context import page_text
from workbench.evidence.questions import Question
from workbench.records import RunRecord, Source
from workbench.records.judgment import Answer
from workbench.signals.dates import age_days, candidate
from workbench.text import shown

GRADES: tuple[tuple[Answer, str], ...] = (("0", "Leave out"), ("1", "Only touches"), ("2", "Cite"), ("3", "Cite first"))


def draw(place: Place, question: Question) -> None:
    """Draw the question, its answers, and what else can be done with it."""
    mark = hashlib.sha256("\0".join((*question.thing, place.rater)).encode()).hexdigest()[:12]
    if place.asked_as == "pairs":
        _pair(place, question, mark)
    else:
        _one(place, question, mark)
    judge_answers.told(place)
    if asking.over(judge_note.DIALOG) is not None:
        judge_note.ask(question)


def _pair(place: Place, question: Question, mark: str) -> None:
    columns = st.columns(2, gap="medium")
    answers: tuple[Answer, Answer] = ("second", "first") if question.is_turned else ("first", "second")
    for column, address, answer, side in zip(columns, question.shown, answers, ("Left", "Right"), strict=True):
        with column, _card():
            st.html(_source(place.run, place.sources[address], side))
            _answer(f"{side} is better", place, question, answer, f"{side.lower()}.{mark}", side, width="stretch")
    with st.container(horizontal=True, horizontal_alignment="center"):
        _answer("No difference", place, question, "equal", f"equal.{mark}", "Down")
        _others(place, question, mark)


def _one(place: Place, question: Question, mark: str) -> None:
    with st.container(horizontal=True, horizontal_alignment="center"), st.container(border=True, width=860):
        st.html(_source(place.run, place.sources[question.first], "Source"))
        with st.container(horizontal=True, horizontal_alignment="center"):
            for grade, word in GRADES:
                _answer(word, place, question, grade, f"{grade}.{mark}", grade)
    with st.container(horizontal=True, horizontal_alignment="center"):
        _others(place, question, mark)


def _card() -> st.delta_generator.DeltaGenerator:
    return st.container(border=True, height="stretch", vertical_alignment="distribute")


def _answer(
    label: str, place: Place, question: Question, answer: Answer, key: str, shortcut: str, width: str = "content"
) -> None:
    st.button(
        label,
        key=f"judge.{key}",
        shortcut=asking.key(shortcut),
        width=width,  # type: ignore[arg-type]
        on_click=judge_answers.give,
        args=(place, question, answer),
    )


def _others(place: Place, question: Question, mark: str) -> None:
    _answer("Skip", place, question, "skipped", f"skip.{mark}", "S")
    _answer("Later", place, question, "later", f"later.{mark}", "L")
    judge_answers.undo(place)
    st.button(
        "Note…", key=f"judge.note.{mark}", shortcut=asking.key("N"), on_click=asking.ask, args=(judge_note.DIALOG,)
    )


def _source(run: RunRecord, source: Source, side: str) -> str:
    hit, page = source.read.hit, source.read.page
    age = age_days(candidate(hit, run.today), run.today)
    title = plain_html(shown(hit.title) or source.domain or source.url)
    snippet = plain_html(shown(hit.snippet)) or '<span class="wb-second">No snippet.</span>'
    text = page_text(page) if page else ""
    read = (
        f'<div class="wb-second">From the page</div><div class="wb-read" tabindex="0" role="region" dir="auto" '
        f'aria-label="Text of the page, {side.lower()}">{plain_html(text)}</div>'
        if text
        else '<div class="wb-second">The page was not read; the snippet is all there is.</div>'
    )
    return (
        f'<div class="wb wb-candidate"><div class="wb-ends wb-second"><span>{side}</span>'
        f"<span>{'No date' if age is None else how_old(age)}</span></div>"
        f'<h2 dir="auto">{title}</h2><div class="wb-second wb-line" title="{plain_html(source.url)}">'
        f'{plain_html(source.domain or source.url)}</div><p dir="auto">{snippet}</p>{read}</div>'
    )
