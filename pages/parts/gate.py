"""What settings would do before they are saved: the what-if, the pins, and the reason that a red one asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages.parts import whatif
from pages.parts.words import plain_html, plain_label, plural, said
from workbench.compose import Checked, Workbench, check, ship
from workbench.errors import WorkbenchError
from workbench.evidence.verdicts import State
from workbench.settings import Settings, judge_alike
from workbench.store import database_url, is_reason

MOST_SHOWN, MOST_RED = 6, 20
ICONS: Mapping[State, str] = {"green": "check", "red": "error", "nothing to check": "remove"}
ORDER: tuple[State, ...] = ("red", "nothing to check", "green")


@dataclass(frozen=True, slots=True)
class Asked:
    """The reason that was typed, and whether the save may go on."""

    reason: str = ""
    open: bool = True


def of_changes(desk: Workbench, changes: Mapping[str, Any], page: str) -> Asked:
    """Draw what the changes would do; a change that may not be saved is told by the save itself."""
    try:
        texts = desk.store.settings.with_changes(changes)
    except WorkbenchError:
        return Asked()
    return draw(desk, desk.store.settings.as_they_would_be(texts).settings, page)


def draw(desk: Workbench, tried: Settings, page: str) -> Asked:
    """Draw what the settings would do to stored runs and pins; a red pin asks for a reason before they are saved."""
    if judge_alike(desk.store.settings.resolve().settings, tried):
        st.caption("No stored run would be judged otherwise, so no pin is asked.")
        return Asked()
    with st.skeleton(height=20):
        told = whatif.of(desk, tried)
        found = checked(desk, tried)
    st.html(f'<div class="wb wb-moves wb-second">{"".join(f"<p>{said(one)}</p>" for one in told)}</div>')
    red = [one for one in found if one.verdict.state == "red"]
    st.html(f'<div class="wb" role="status"><p><b>{plain_html(counted(found))}</b></p></div>{rows(found)}')
    if not red:
        return Asked()
    reason = st.text_input(
        "Reason",
        key=f"{page}.reason",
        placeholder="Why it is right although a pin is red",
        help=plain_label("It is kept in the history with the red pins; at least three letters."),
        max_chars=500,
    )
    return Asked(reason or "", is_reason(reason or ""))


def checked(desk: Workbench, settings: Settings) -> tuple[Checked, ...]:
    """Every pin under settings; found again as long as neither a pin nor the newest run of a topic is another one."""
    ship(desk.store)
    pins, runs = (pin.id for pin in desk.store.pins.list()), desk.store.pins.newest_runs()
    return _checked(str(desk.home), database_url(), settings.model_dump_json(), (*pins, *runs), desk, settings)


@st.cache_data(show_spinner=False, max_entries=8)
def _checked(
    home: str, url: str, values: str, over: tuple[object, ...], _desk: Workbench, _settings: Settings  # noqa: ARG001
) -> tuple[Checked, ...]:  # fmt: skip
    return check(_desk.store, _settings)


def counted(found: Sequence[Checked]) -> str:
    """How many pins are in which state, in a sentence."""
    if not found:
        return "There is no pin to check."
    counts = {state: sum(one.verdict.state == state for one in found) for state in ORDER}
    if counts["green"] == len(found):
        return {1: "The pin is green.", 2: "Both pins are green."}.get(
            len(found), f"All {len(found):,} pins are green."
        )
    told = [f"{count:,} {state}" if state != "nothing to check" else f"{count:,} with nothing to check"
            for state, count in counts.items() if count]  # fmt: skip
    return f"{plural(len(found), 'pin')}: {', '.join(told)}."


def rows(found: Sequence[Checked]) -> str:
    """The pins with their verdicts, those that are red first, the last ones only counted."""
    if not found:
        return ""
    ordered = sorted(found, key=lambda one: ORDER.index(one.verdict.state))
    red = sum(one.verdict.state == "red" for one in found)
    shown = ordered[: max(MOST_SHOWN, min(red, MOST_RED))]
    more = len(ordered) - len(shown)
    also = f"{red - len(shown):,} of them red" if red > len(shown) else "none of them red"
    rest = f'<div class="wb-second">And {more:,} more, {also}.</div>' if more else ""
    return f'<div class="wb">{"".join(map(row, shown))}{rest}</div>'


def row(one: Checked, facts: str = "") -> str:
    """One pin with its state, its sentence, and below them what else there is to say of it, as HTML."""
    below = f'<div class="wb-second">{facts}</div>' if facts else ""
    return (
        f'<div class="wb-pin">{mark(one.verdict.state)}<div class="wb-any"><b>{said(one.pin.text)}</b>'
        f"<div>{said(one.verdict.sentence)}</div>{below}</div></div>"
    )


def mark(state: State) -> str:
    """A state as its icon and its word."""
    kind = " wb-red" if state == "red" else ""
    word = "nothing to check" if state == "nothing to check" else state
    return f'<span class="wb-state{kind}"><span class="wb-icon" aria-hidden="true">{ICONS[state]}</span> {word}</span>'
