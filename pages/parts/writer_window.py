"""The excerpt as a window on the page's text: moved by a slider, pinned by a button; saved and tried stay apart."""

from __future__ import annotations

from itertools import pairwise

import streamlit as st

from pages.parts import faults, keep, scroll
from pages.parts.words import day, plain_html, plain_label
from workbench.compose import Workbench, from_snapshot
from workbench.context import Cut, cut, most_characters, page_text
from workbench.errors import WorkbenchError
from workbench.records import Context, Excerpt, RunRecord, Source
from workbench.store import ExcerptPin

ONE_LINE = 21  # pixels of the page's text
_RESET, _SAID = "writer.reset", "writer.said"


@st.fragment
@faults.told("window")
def draw(desk: Workbench, run: RunRecord, source: Source) -> None:
    """Draw the page's text with the excerpt marked, the slider, and what pins it or gives it back."""
    shown = next(one for one in (run.context or Context("")).web if one.url == source.url)
    text = page_text(source.read.page) if source.read.page else ""
    most, pin = most_characters(from_snapshot(run.settings)), desk.store.excerpts.of([source]).get(source.url)
    saved = Cut(shown.start, shown.start + len(shown.text), shown.text)
    with st.container(gap=None):
        above = st.container()
        tried = cut(text, _start(run, source, text, max(len(text) - most, shown.start), saved), most)
        above.html(_place(saved, tried, len(text), shown, pin))
    _buttons(desk, run, source, shown, saved, tried)
    page_with_mark(text, saved, tried)
    if pin and (not shown.pinned or cut(text, pin.start, most).start != shown.start):
        _pinned_elsewhere(desk, run, source, pin)


def _key(run: RunRecord, source: Source) -> str:
    return f"writer.{run.id}.{source.url}"


def _start(run: RunRecord, source: Source, text: str, top: int, saved: Cut) -> int:
    """Draw the slider; where the window begins comes out."""
    key = _key(run, source)
    if (reset := st.session_state.pop(_RESET, None)) is not None:
        st.session_state[key] = reset
    if top <= 0:
        st.caption("The page is no longer than the excerpt, so there is nothing to move.")
        return saved.start
    st.session_state[key] = min(st.session_state.get(key, saved.start), top)
    return st.slider(
        "Excerpt starts at character", 0, top, key=key, persist_state="session",
        on_change=_to_word, args=(key, text, top, st.session_state[key]),
    )  # fmt: skip


def _to_word(key: str, text: str, top: int, was: int) -> None:
    """Put the slider where the window begins: at a word, and at the next one where it was moved by less than a word."""
    asked = st.session_state[key]
    step, end = (1, top + 1) if asked > was else (-1, -1)
    starts = (cut(text, at, 1).start for at in range(asked, end, step))
    st.session_state[key] = next((start for start in starts if (start - was) * step > 0), was)


def _place(saved: Cut, tried: Cut, length: int, shown: Excerpt, pin: ExcerptPin | None) -> str:
    """Where the window stands in the page, in words and as a bar; a mark is where the saved one begins."""
    whole = max(length, 1)
    where = f"Characters {tried.start:,} to {tried.end:,} of {length:,}"
    by = f' <span class="wb-badge"><span class="wb-icon" aria-hidden="true">push_pin</span> {_pinned(pin)}</span>'
    mark = (
        f'<b class="wb-mark" style="left:{100 * saved.start / whole:.2f}%"></b>' if tried.start != saved.start else ""
    )
    window = f"left:{100 * tried.start / whole:.2f}%;width:{100 * max(tried.end - tried.start, 1) / whole:.2f}%"
    return (
        f'<div class="wb"><div>{where}{by if shown.pinned else ""}</div>'
        f'<div class="wb-map" role="img" aria-label="{where}"><i style="{window}"></i>{mark}</div></div>'
    )


def _pinned(pin: ExcerptPin | None) -> str:
    return plain_html(f"pinned by {pin.author}, {day(pin.at.date())}") if pin else "moved; its pin was taken back since"


def page_with_mark(text: str, saved: Cut, tried: Cut) -> None:
    """Draw the whole text, scrolled to the window."""
    drawn = marked_page(text, saved, tried)
    with st.container(gap=None):
        st.html(f'<div class="wb">{drawn}</div>')
        scroll.into_view("wb-first", "wb-first", "wb-window", drawn, ONE_LINE)


def marked_page(text: str, saved: Cut, tried: Cut) -> str:
    """The whole text: the window marked, and the saved excerpt underlined where it is another."""
    ends = sorted({0, saved.start, saved.end, tried.start, tried.end, len(text)})
    pieces = []
    for begin, end in pairwise(ends):
        piece = plain_html(text[begin:end])
        if saved.start <= begin < saved.end and saved != tried:
            piece = f"<u>{piece}</u>"
        if tried.start <= begin < tried.end:
            piece = f'<mark class="{"wb-first" * (begin == tried.start)}">{piece}</mark>'
        pieces.append(piece)
    return (
        '<div class="wb-text wb-window" tabindex="0" role="region" dir="auto" '
        f'aria-label="The page’s text with the excerpt marked">{"".join(pieces)}</div>'
    )


def _buttons(desk: Workbench, run: RunRecord, source: Source, shown: Excerpt, saved: Cut, tried: Cut) -> None:
    moved = tried.start != saved.start
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if moved:
            st.badge("Moved, not pinned", icon=":material/edit:", color="yellow")
        st.html(f'<div class="wb wb-second" role="status">{plain_html(_told(run, saved, tried))}</div>')
    with st.container(horizontal=True):
        pinned = st.button(
            "Pin this window",
            icon=":material/push_pin:",
            key="writer.pin",
            type="primary" if moved else "secondary",
            disabled=not moved,
        )
        back = st.button("Back to the start", key="writer.back", type="tertiary", disabled=not (moved or shown.pinned))
    if pinned:
        _store(desk, run, source, tried.start, keep.who())
    elif back and shown.pinned:
        _store(desk, run, source, None, "")
    elif back:
        st.session_state[_RESET] = 0
        st.rerun()


def _told(run: RunRecord, saved: Cut, tried: Cut) -> str:
    """What the writer gets now, and what was done last."""
    if tried.start != saved.start:
        return (
            f"The writer still gets characters {saved.start:,} to {saved.end:,}, underlined, until you pin the window."
        )
    done = st.session_state.get(_SAID)
    said = f"{done[1]} " if done and done[0] == run.id else ""
    return f"{said}The marked words are what the writer gets."


def _store(desk: Workbench, run: RunRecord, source: Source, start: int | None, author: str) -> None:
    """Pin or give back, render the run's context again, and draw the page anew; a refusal is a sentence."""
    try:
        if start is None:
            desk.unpin(run, source.url)
        else:
            desk.pin(run, source.url, start, author)
    except WorkbenchError as error:
        st.error(plain_label(str(error)), icon=":material/error:")
        return
    done = "Back at the start." if start is None else f"Pinned at {start:,}; later renders of this page’s text keep it."
    st.session_state[_SAID] = (run.id, done)
    st.session_state[_RESET] = start or 0
    st.rerun()


def _pinned_elsewhere(desk: Workbench, run: RunRecord, source: Source, pin: ExcerptPin) -> None:
    """Draw that the text was pinned after this run was rendered, and the way to take that over."""
    st.caption(
        plain_label(f"In another run {pin.author} pinned this text at {pin.start:,}; this one keeps what it has.")
    )
    if st.button("Use that pin here", key="writer.take", type="tertiary"):
        _store(desk, run, source, pin.start, pin.author)
