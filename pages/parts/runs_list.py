"""The stored runs as a page shows them: the search, the table, what can be done, the facets beside it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import ceil

import streamlit as st

from pages.parts import faults, runs_actions, runs_facets, runs_place, runs_table
from pages.parts.runs_place import Place
from pages.parts.sidebar import RUN
from pages.parts.words import plain_label, plural, zone
from workbench.compose import Workbench
from workbench.errors import BadRequest, NotFound
from workbench.records import RunState
from workbench.store import RunLine, Wanted, asked

SORTS = {"newest": "Newest first", "oldest": "Oldest first", "topic": "By topic"}
LOOK_EVERY_SECONDS = 2.0


def draw(desk: Workbench, place: Place) -> None:
    """Draw the page as its address has it."""
    deleted = place.state == runs_place.DELETED
    all_runs, busy = desk.store.archive.count(Wanted(deleted=deleted)), len(desk.store.runs.unfinished())
    with st.container(gap=None):
        st.title("Runs", anchor=False)
        going_on = f", {busy:,} in progress" if busy and not deleted else ""
        st.caption(plural(all_runs, "deleted run" if deleted else "run") + going_on)
    if busy:
        _look_again(desk, busy)
    try:
        typed = asked(place.q, zone(st.context.timezone))
    except BadRequest as error:
        _search(place)
        st.error(plain_label(str(error)), icon=":material/error:")
        _clear()
        return
    since = runs_place.times(zone(st.context.timezone), typed.since)
    wanted = runs_place.wanted(desk, place, typed, since)
    if not all_runs and not place.narrowed and not desk.store.archive.count(Wanted(deleted=True)):
        _none_yet(desk)
        return
    _search(place)
    runs_actions.told(desk)
    left, right = st.columns([82, 18], gap="medium")
    with left:
        _page(desk, place, wanted)
    with right:
        runs_facets.draw(place, desk.store.archive.facets(wanted, list(since.values()), typed.tags), since)


def _search(place: Place) -> None:
    words, sort = st.columns([75, 25], vertical_alignment="bottom")
    runs_place.keep("runs.q", place.q)
    words.text_input(
        "Search the topics",
        key="runs.q",
        placeholder="Words, tag:…, engine:…, since:…, until:…",
        icon=":material/search:",
        label_visibility="collapsed",
        on_change=runs_place.follow,
        args=("q",),
    )
    runs_place.keep("runs.sort", place.order)
    sort.selectbox(
        "Order",
        list(SORTS),
        key="runs.sort",
        format_func=SORTS.__getitem__,
        label_visibility="collapsed",
        on_change=runs_place.follow,
        args=("sort",),
    )


def _page(desk: Workbench, place: Place, wanted: Wanted) -> None:
    found = desk.store.archive.count(wanted)
    if not found:
        st.html('<div class="wb" role="status">No run matches.</div>')
        _clear()
        return
    pages = ceil(found / runs_table.ROWS)
    number = min(max(place.number, 1), pages)
    lines = desk.store.archive.lines(
        wanted, order=place.order, limit=runs_table.ROWS, offset=runs_table.ROWS * (number - 1)
    )
    if len(lines) < min(runs_table.ROWS, found - runs_table.ROWS * (number - 1)):
        faults.left_out(desk, "runs")
    states = {line.run.id: _state(line, wanted.interrupted) for line in lines}
    missed = runs_table.missed(list(states))
    said = f"{plural(found, 'run')}, {SORTS[place.order].lower()}; page {number} of {pages}"
    chosen = runs_table.draw(lines, list(states.values()), zone(st.context.timezone), said)
    _taken_away(desk, missed)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="top"):
        with st.container():
            if chosen:
                runs_actions.draw(desk, chosen, [states[line.run.id] for line in chosen])
            else:
                st.caption(_invited(found, place))
        if pages > 1:
            runs_place.keep("runs.page", number)
            st.pagination(pages, key="runs.page", on_change=runs_place.follow, args=("page",))


def _taken_away(desk: Workbench, missed: Sequence[str]) -> None:
    """Say which selected runs were deleted elsewhere, for what was pressed then was done to none of them."""
    gone = []
    for run in missed:
        with suppress(NotFound):
            gone.append(desk.store.archive.deleted(run).number)
    if gone:
        numbers = ", ".join(f"{number}" for number in sorted(gone))
        said = f"Run {numbers} was" if len(gone) == 1 else f"Runs {numbers} were"
        st.warning(f"{said} deleted meanwhile, and nothing was done to what is gone.", icon=":material/warning:")


def _clear() -> None:
    st.button("Clear the search", key="runs.clear", icon=":material/close:", on_click=runs_place.clear)


def _state(line: RunLine, interrupted: frozenset[str]) -> RunState:
    return "interrupted" if line.run.id in interrupted else line.run.state


def _invited(found: int, place: Place) -> str:
    many = f"{plural(found, 'run')} {'match' if found > 1 else 'matches'}. " if place.narrowed else ""
    if place.state == runs_place.DELETED:
        return f"{many}Select some to restore them; they are removed for good 30 days after their deletion."
    return f"{many}Select one to open it, two to compare them."


def _none_yet(desk: Workbench) -> None:
    runs_actions.told(desk)
    st.html('<div class="wb">No run is stored yet. A run keeps what was found, read and judged, so that it can be '
            "opened, compared and judged again.</div>")  # fmt: skip
    if st.button("Run a topic", key="runs.first", type="primary", icon=":material/play_arrow:"):
        st.switch_page(RUN)


@st.fragment(run_every=LOOK_EVERY_SECONDS)
def _look_again(desk: Workbench, busy: int) -> None:
    """Draw the page anew when a run has begun or ended."""
    if len(desk.store.runs.unfinished()) != busy:
        st.rerun()
