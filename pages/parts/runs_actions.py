"""What can be done with the selected runs; it appears with the selection, and a deletion can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from pages.parts import exports, runs_place, runs_table
from pages.parts.sidebar import RUN
from pages.parts.words import plain_label, plural
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.records import RunState
from workbench.store import RunLine

_SAID = "runs.said"
OPEN: tuple[RunState, ...] = ("queued", "running", "interrupted")


def told(desk: Workbench) -> None:
    """Draw what was just done, and the way to undo a deletion."""
    if not (done := st.session_state.get(_SAID)):
        return
    sentence, deleted, made = done
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(f'<div class="wb" role="status"><span class="wb-icon">check</span> {sentence}</div>', width="content")
        if deleted and st.button("Undo", key="runs.undo", type="tertiary", icon=":material/undo:"):
            _restore(desk, deleted)
        if made:
            st.page_link(RUN, label="Open it", query_params={"run": made})
        st.button("", key="runs.hush", help="Close this line", icon=":material/close:", type="tertiary", on_click=_hush)


def _hush() -> None:
    st.session_state.pop(_SAID, None)


def _say(sentence: str, deleted: Sequence[str] = (), made: str = "") -> None:
    held = st.session_state.get(runs_table.SELECTED, ())
    st.session_state[runs_table.SELECTED] = [run for run in held if run not in deleted]
    st.session_state[_SAID] = (sentence, list(deleted), made)
    st.rerun()


def draw(desk: Workbench, chosen: Sequence[RunLine], states: Sequence[RunState]) -> None:
    """Draw the actions that the selected runs allow."""
    ids = [line.run.id for line in chosen]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{len(ids):,} selected**", width="content")
        if chosen[0].deleted_at:
            if st.button("Restore", key="runs.restore", icon=":material/restore_from_trash:"):
                _restore(desk, ids)
            return
        _open_or_compare(desk, chosen, states)
        if st.button("Run again", key="runs.again", icon=":material/replay:"):
            _tried(lambda: _again(desk, ids))
        _tags(desk, ids)
        exports.several(desk, ids)
        _ends(desk, ids, states)


def _open_or_compare(desk: Workbench, chosen: Sequence[RunLine], states: Sequence[RunState]) -> None:
    if len(chosen) == 1:
        run = chosen[0].run
        st.page_link(RUN, label="Open", icon=":material/open_in_full:", query_params={"run": run.id})
        previous = desk.store.archive.previous(desk.store.runs.get(run.id, texts=False)) if states == ["done"] else None
        if previous:
            _compare(previous.id, run.id, f"with run {previous.number}, the last one of this topic before it")
    elif len(chosen) == 2 and all(state == "done" for state in states):
        old, new = sorted(chosen, key=lambda line: line.run.number)
        _compare(old.run.id, new.run.id, "the older one first", first=True)


def _compare(old: str, new: str, how: str, *, first: bool = False) -> None:
    st.button(
        "Compare",
        key="runs.compare",
        help=how,
        type="primary" if first else "secondary",
        icon=":material/compare_arrows:",
        on_click=runs_place.go,
        kwargs={"compare": f"{old},{new}"},
    )


def _tags(desk: Workbench, ids: Sequence[str]) -> None:
    with st.popover("Tag…", icon=":material/sell:"):
        borne = desk.store.archive.tags_of(ids)
        shared = sorted(set.intersection(*(set(borne.get(run, ())) for run in ids)))
        with st.form("runs.tags", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
            wanted = st.multiselect(
                "Tags of all that are selected",
                sorted({*desk.store.archive.tags(), *shared}),
                shared,
                key=f"runs.tags.{'.'.join(ids)[:400]}.{'.'.join(shared)}",
                format_func=plain_label,
                accept_new_options=True,
                placeholder="A word, then Enter",
                width=280,
            )
            saved = st.form_submit_button("Save tags", key="runs.tags.save")
    if saved:
        _tried(lambda: _retag(desk, ids, shared, wanted))


def _retag(desk: Workbench, ids: Sequence[str], before: Sequence[str], after: Sequence[str]) -> None:
    desk.store.archive.tag(ids, [tag for tag in after if tag not in before])
    desk.store.archive.untag(ids, [tag for tag in before if tag not in after])
    _say(f"Tagged {plural(len(ids), 'run')}." if after else f"Took the tags off {plural(len(ids), 'run')}.")


def _ends(desk: Workbench, ids: Sequence[str], states: Sequence[RunState]) -> None:
    """Draw what ends runs: those that are not over can be cancelled, all can be deleted."""
    still = [run for run, state in zip(ids, states, strict=True) if state in OPEN]
    if still and st.button("Cancel", key="runs.cancel", icon=":material/stop_circle:"):
        ended = sum([desk.cancel(run) for run in still])
        _say(f"Cancelled {plural(ended, 'run')}; what was stored stays.")
    if st.button("Delete", key="runs.delete", type="tertiary", icon=":material/delete:"):
        deleted = desk.delete(ids)
        _say(f"Deleted {plural(len(deleted), 'run')}.", deleted)


def _again(desk: Workbench, ids: Sequence[str]) -> None:
    made = [desk.again(desk.store.runs.get(run, texts=False)) for run in ids]
    for record in made:
        desk.enqueue(record)
    only = made[0].id if len(made) == 1 else ""
    _say(f"Queued {plural(len(made), 'run')} with the settings of now.", made=only)


def _restore(desk: Workbench, ids: Sequence[str]) -> None:
    back = desk.store.archive.bring_back(ids)
    _say(f"Restored {plural(len(back), 'run')}.")


def _tried(act: Callable[[], None]) -> None:
    try:
        act()
    except WorkbenchError as error:
        st.error(plain_label(str(error)), icon=":material/error:")
