"""Every pin with its verdict, what it was checked on, and the way to take it off and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

import streamlit as st

from pages.parts import gate, sidebar
from pages.parts.words import labelled, plain_html, plain_label, plural, said, short_day, shortened, version_name, zone
from workbench.compose import Checked, Workbench
from workbench.errors import WorkbenchError
from workbench.evidence.verdicts import State
from workbench.records import Pin

ROWS = 12
ABOUT = "A save of settings that leaves a pin red asks for a reason."
NONE = (
    "A pin is one line that says what a ranking should be, such as `bun.com` above `dev.to` for bun runtime. "
    "Settings that break it are not saved without a reason."
)
_DONE, _FAULT = "pins.done", "pins.fault"


def head(desk: Workbench, found: Sequence[Checked]) -> None:
    """Draw the answer, under which settings it holds, and where others can be tried."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(gap=None, width="content"):
            st.title(gate.counted(found).removesuffix(".") if found else "No pin yet", anchor=False)
            st.caption(f"Under {version_name(desk.store.settings.version()).lower()}. {ABOUT}")
        st.page_link(sidebar.TUNING, label="Try other settings", icon=":material/tune:")
    _told(desk)


def draw(desk: Workbench, found: Sequence[Checked]) -> None:
    """Draw the pins, those that are red first."""
    if not found:
        st.html(f'<div class="wb"><p>{said(NONE)}</p></div>')
        return
    chosen = _chosen(found)
    pages = ceil(len(chosen) / ROWS)
    number = min(st.session_state.get("pins.page", 1), pages)
    for one in chosen[ROWS * (number - 1) : ROWS * number]:
        _pin(desk, one)
    if pages > 1:
        st.session_state["pins.page"] = number
        st.pagination(pages, key="pins.page")


def _chosen(found: Sequence[Checked]) -> list[Checked]:
    """Draw the choice of a state where there are several; the pins in it come out, red first."""
    counts = {state: sum(one.verdict.state == state for one in found) for state in gate.ORDER}
    states = [state for state in gate.ORDER if counts[state]]
    shown: State | None = None
    if len(states) > 1 and len(found) > 2:
        shown = st.pills(
            "State",
            states,
            format_func=lambda state: labelled(state, counts[state]),
            key="pins.state",
            label_visibility="collapsed",
        )
    meant = [one for one in found if shown is None or one.verdict.state == shown]
    return sorted(meant, key=lambda one: (gate.ORDER.index(one.verdict.state), -one.pin.id))


def _pin(desk: Workbench, one: Checked) -> None:
    told, acts = st.columns([9, 2], gap="small", vertical_alignment="top")
    told.html(f'<div class="wb">{gate.row(one, _facts(one))}</div>')
    with acts.container(gap="xxsmall"):
        _button("Remove", "close", desk.store.pins.remove, one.pin, "Removed")
        if len(one.runs) == 1:
            run = one.runs[0]
            if st.button(f"Run {run}", key=f"pins.run.{one.pin.id}", type="tertiary", icon=":material/play_arrow:"):
                st.switch_page(sidebar.RUN, query_params={"run": str(run)})


def _facts(one: Checked) -> str:
    """What it was checked on, who pinned it when, and why."""
    where = "on a recording of its own" if one.pin.recording else _on_runs(one)
    by = f"by {one.pin.author}, {short_day(one.pin.at, zone(st.context.timezone))}"
    note = f"<br>{plain_html(one.pin.note)}" if one.pin.note else ""
    return f"{plain_html(f'Checked {where}; pinned {by}.')}{note}"


def _on_runs(one: Checked) -> str:
    if not one.runs:
        return "on nothing"
    return f"on the newest run of {'its topic' if len(one.runs) == 1 else plural(len(one.runs), 'topic')}"


def removed(desk: Workbench) -> None:
    """Draw what was removed, each with its way back."""
    gone = [pin for pin in desk.store.pins.history() if pin.removed_at]
    if not gone:
        return
    with st.expander(labelled("Removed", len(gone)), type="compact", key="pins.removed"):
        for pin in reversed(gone[-ROWS:]):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.html(f'<div class="wb wb-any">{said(pin.text)}</div>', width="stretch")
                _button("Restore", "undo", desk.store.pins.restore, pin, "Back")
        if len(gone) > ROWS:
            st.caption(f"The last {ROWS} of {len(gone):,}; `workbench pins --history` lists all of them.")


def _button(word: str, icon: str, act: Callable[[int], Pin], pin: Pin, done: str) -> None:
    st.button(
        word,
        key=f"pins.{word.lower()}.{pin.id}",
        type="tertiary",
        icon=f":material/{icon}:",
        help=plain_label(f"{word} {shortened(pin.text, 80)}"),
        on_click=_act,
        args=(act, pin, done),
    )


def _act(act: Callable[[int], Pin], pin: Pin, word: str) -> None:
    """Remove or restore a pin, and note it, so that it can be undone."""
    st.session_state[_DONE] = None
    try:
        act(pin.id)
    except WorkbenchError as error:
        st.session_state[_FAULT] = str(error)
        return
    done(f"{word}: {pin.text}", pin if word == "Removed" else None)


def done(sentence: str, undo: Pin | None = None) -> None:
    """Note what was done; it is said once, with a way back to a removed pin."""
    st.session_state[_DONE] = (sentence, undo)


def _told(desk: Workbench) -> None:
    if fault := st.session_state.pop(_FAULT, ""):
        st.error(plain_label(fault), icon=":material/error:")
    told = st.session_state.get(_DONE)
    if not told:
        return
    sentence, gone = told
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="wb wb-any" role="status"><span class="wb-icon">check</span> {said(sentence)}</div>',
            width="content",
        )
        if gone:
            st.button(
                "Undo",
                key="pins.undo",
                icon=":material/undo:",
                on_click=_act,
                args=(desk.store.pins.restore, gone, "Back"),
            )
