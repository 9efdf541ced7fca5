"""One more pin: a line that is checked as it is typed, or put together from topic, kind and hosts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import cast

import streamlit as st

from pages.parts import faults, gate, pins_list
from pages.parts.keep import who
from pages.parts.words import said, said_label
from workbench.compose import Workbench, check_one, keep, new_pin
from workbench.errors import NotFound, WorkbenchError
from workbench.evidence.expectation import ANY_TOPIC, LARGEST_TOP, Expectation, Kind, expectation, forms
from workbench.records import Pin, RunRecord
from workbench.store import NewPin
from workbench.text import shown, topic_key
from workbench.urls import host_of

LINE, TOPIC, KIND, FIRST, SECOND, TOP, EACH = (f"pins.{name}" for name in (
    "line", "topic", "kind", "first", "second", "top", "each"))  # fmt: skip
KINDS: Mapping[Kind, str] = {
    "above": "above another",
    "never": "never in the top",
    "first": "first",
    "top": "in the top",
}
MOST_TOPICS = 200
_FROM = "pins.from"


@st.fragment
@faults.told("pin")
def draw(desk: Workbench) -> None:
    """Draw the line, what helps to write it, and its verdict; it is kept by its button alone."""
    st.header("Add a pin", anchor=False)
    _begin(desk)
    text = st.text_input(
        "Pin",
        key=LINE,
        placeholder="bun.com above dev.to for bun runtime",
        label_visibility="collapsed",
        persist_state="session",
    )
    with st.expander("Put it together", type="compact", key="pins.helper"):
        _helper(desk)
    if not (text or "").strip():
        st.caption(f"{forms()} A host covers its subdomains; an address means one page.")
        return
    try:
        expected = expectation(text or "")
    except WorkbenchError as error:
        st.error(said_label(str(error)), icon=":material/error:")
        return
    _add(desk, expected)


def _begin(desk: Workbench) -> None:
    """Write the order of the run that the address names, once."""
    wanted = st.query_params.get("run", "")
    if not wanted:
        return
    del st.query_params["run"]
    try:
        run = desk.store.runs.get(wanted, texts=False)
    except NotFound as error:
        st.error(said_label(str(error)), icon=":material/error:")
        return
    hosts = list(dict.fromkeys(source.domain for source in (run.judged.sources if run.judged else ()) if source.domain))
    if len(hosts) > 1:
        st.session_state[LINE] = str(Expectation("above", hosts[0], run.topic, hosts[1]))
        st.session_state[_FROM] = run.id


def _add(desk: Workbench, expected: Expectation) -> None:
    """Draw on what the pin is to be checked, its verdict, and the button that keeps it."""
    run = _run_of(desk, expected)
    frozen = False
    if run:
        begun = int(st.session_state.get(_FROM) == run.id)
        whole = "The newest run of each topic" if not expected.topic else "The newest run of the topic"
        ways = (f"{whole}, each time", f"Run {run.number} as it is, for good")
        picked = st.radio("Checked on", ways, index=begun, key=f"{EACH}.{run.id}.{begun}")
        frozen = bool(picked and picked.startswith("Run "))
    try:
        new = new_pin(str(expected), run=run if frozen else None, author=who())
        at = datetime.now(UTC)
        settings = desk.store.settings.resolve().settings
        found = check_one(desk.store, Pin(0, new.text, new.recording, new.author, "", at), settings)
    except WorkbenchError as error:
        st.error(said_label(str(error)), icon=":material/error:")
        return
    told = f"{gate.mark(found.verdict.state)}<p>{said(found.verdict.sentence)}</p>"
    st.html(f'<div class="wb wb-any" role="status">{told}</div>')
    note = st.text_input("Note", key="pins.note", placeholder="Why, in a few words", max_chars=500)
    if st.button("Add pin", key="pins.add", type="primary", icon=":material/push_pin:"):
        _keep(desk, NewPin(new.text, new.recording, new.author, note or ""))


def _keep(desk: Workbench, new: NewPin) -> None:
    try:
        kept = keep(desk.store, new)
    except WorkbenchError as error:
        st.error(said_label(str(error)), icon=":material/error:")
        return
    for key in (LINE, "pins.note", _FROM):
        st.session_state.pop(key, None)
    pins_list.done(f"Pinned: {kept.text}")
    st.rerun()


def _run_of(desk: Workbench, expected: Expectation) -> RunRecord | None:
    """The run that could be frozen: the one that the line began with, if it is of the topic, else the newest of it."""
    topic = expected.topic
    if begun := st.session_state.get(_FROM):
        try:
            run = desk.store.runs.get(begun)
        except NotFound:
            run = None
        if run and (not topic or topic_key(run.topic) == topic_key(topic)):
            return run
    newest = desk.store.pins.newest_runs(topic) if topic else ()
    return next(iter(desk.store.runs.sound(newest[:1], texts=True).runs), None)


def _helper(desk: Workbench) -> None:
    """Draw topic, kind and hosts; each choice writes the line anew once it is whole."""
    topics = list(dict.fromkeys(run.topic for run in desk.store.runs.list(state="done", limit=MOST_TOPICS)))
    topic = st.selectbox(
        "Topic", [ANY_TOPIC, *topics], index=None, key=TOPIC, accept_new_options=True, format_func=shown,
        placeholder="Choose or type", on_change=_write,
    )  # fmt: skip
    hosts = _hosts(desk, topic or "")
    kind = st.selectbox("Should be", list(KINDS), key=KIND, format_func=KINDS.__getitem__, on_change=_write)
    st.selectbox("Host or address", hosts, index=None, key=FIRST, accept_new_options=True,
                 placeholder="Choose or type", on_change=_write)  # fmt: skip
    if kind == "above":
        st.selectbox("Above", hosts, index=None, key=SECOND, accept_new_options=True, placeholder="Choose or type",
                     on_change=_write)  # fmt: skip
    if kind in ("never", "top"):
        st.number_input("Places", 1, LARGEST_TOP, 3, key=TOP, on_change=_write)


def _hosts(desk: Workbench, topic: str) -> list[str]:
    """The hosts of the newest run of a topic, those of its sources first."""
    newest = desk.store.pins.newest_runs(topic) if topic and topic != ANY_TOPIC else ()
    run = next(iter(desk.store.runs.sound(newest[:1]).runs), None)
    if run is None:
        return []
    sources = [source.domain for source in run.judged.sources] if run.judged else []
    others = [host_of(hit.url) for hit in (run.searched.hits if run.searched else ())]
    return [host for host in dict.fromkeys((*sources, *others)) if host]


def _write() -> None:
    """Write the line from what is chosen, if that is whole and means something."""
    chosen = st.session_state
    kind, first, topic = cast(Kind, chosen.get(KIND, "above")), chosen.get(FIRST), chosen.get(TOPIC)
    second = chosen.get(SECOND) if kind == "above" else ""
    if not (topic and first) or second is None:
        return
    top = int(chosen.get(TOP, 3)) if kind in ("never", "top") else 0
    plain_topic = "" if topic == ANY_TOPIC else topic
    chosen[LINE] = str(Expectation(kind, first, plain_topic, second, top))
