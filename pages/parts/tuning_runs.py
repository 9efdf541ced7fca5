"""Which stored runs are tuned over, and those runs prepared once for every replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from threading import RLock

import streamlit as st

from pages.parts import shelf, sidebar
from pages.parts.words import plain_label, plural, said_label, zone
from workbench.compose import Workbench
from workbench.errors import BadRequest, NotFound
from workbench.records import RunRecord
from workbench.settings import Settings
from workbench.store import DamagedRun, RunSummary, asked, damage, database_url
from workbench.tuning.archive import Archive
from workbench.tuning.replay import Replay, replay

NEWEST, MOST, BATCH = 200, 5000, 200


@dataclass(frozen=True, slots=True)
class Chosen:
    """The runs tuned over, newest first, of so many that are meant."""

    runs: tuple[RunSummary, ...]
    of: int

    @property
    def ids(self) -> tuple[str, ...]:
        """By what the runs are known."""
        return tuple(run.id for run in self.runs)


@dataclass(frozen=True, slots=True)
class Prepared:
    """An archive that sessions share: it remembers what a replay compared, so one at a time has it."""

    archive: Archive
    damaged: tuple[DamagedRun, ...] = ()
    lock: RLock = field(default_factory=RLock)
    replays: dict[str, Replay] = field(default_factory=dict)

    def under(self, settings: Settings, today: date | None) -> Replay:
        """The replay under settings that are asked for again and again."""
        key = f"{today} {settings.model_dump_json()}"
        if key not in self.replays:
            self.replays.clear()
            self.replays[key] = replay(self.archive, settings, today)
        return self.replays[key]


def draw(desk: Workbench) -> Chosen:
    """Draw the title and the choice of runs; without any, a sentence on why."""
    left, middle, right = st.columns([7, 3, 2.2], vertical_alignment="bottom")
    head = left.container(gap=None)
    words = middle.text_input(
        "Which runs",
        key="tuning.search",
        placeholder="All; words, tag:…, since:…",
        help="Words of the topic; `tag:heating`, `engine:corpus`, `since:2026-11-01` and `until:2026-11-30` narrow it.",
        persist_state="session",
    )
    more = right.toggle(
        f"More than the last {NEWEST}",
        key="tuning.more",
        help=f"Up to {MOST:,} runs; they are prepared once.",
        persist_state="session",
    )
    try:
        wanted = replace(asked(words or "", zone(st.context.timezone)), state="done")
    except BadRequest as error:
        with head:
            st.title("Tuning", anchor=False)
        st.error(plain_label(str(error)), icon=":material/error:")
        _cleared()
        return Chosen((), 0)
    lines = desk.store.archive.lines(wanted, limit=MOST if more else NEWEST)
    chosen = Chosen(tuple(line.run for line in lines), desk.store.archive.count(wanted))
    with head:
        st.title("Tuning", anchor=False)
        st.caption(_counted(chosen))
    if not chosen.runs:
        _none(searched=bool(words))
    return chosen


def _counted(chosen: Chosen) -> str:
    count, kept = len(chosen.runs), sum(run.kept for run in chosen.runs)
    many = plural(count, "finished run")
    which = many if count == chosen.of else f"The last {many} of {chosen.of:,}"
    return f"{which}, {plural(kept, 'source')} · nothing here runs a search"


def _none(*, searched: bool) -> None:
    if searched:
        st.html('<div class="wb"><p>No finished run matches. Clear the search.</p></div>')
        _cleared()
        return
    st.html(
        '<div class="wb"><p>No run is finished yet. What other settings would do is tried on stored runs.</p></div>'
    )
    st.page_link(sidebar.RUN, label="Run a topic", icon=":material/play_arrow:")


def _cleared() -> None:
    st.button("Clear the search", key="tuning.clear", icon=":material/close:", on_click=_clear)


def _clear() -> None:
    st.session_state["tuning.search"] = ""


def prepared(desk: Workbench, runs: tuple[str, ...], *, texts: bool = False) -> Prepared:
    """The runs as an archive, oldest first, and those that are damaged; without `texts` their pages are empty."""
    damaged: list[DamagedRun] = []
    records = shelf.told(_records(desk, runs[::-1], damaged, texts=texts), len(runs), "Prepared")
    key = (str(desk.home), database_url(), runs, texts)
    return shelf.kept("tuning.archives", key, 3, lambda: Prepared(Archive(records), tuple(damaged)))


def _records(desk: Workbench, runs: tuple[str, ...], damaged: list[DamagedRun], *, texts: bool) -> Iterator[RunRecord]:
    for start in range(0, len(runs), BATCH):
        read = desk.store.runs.sound(runs[start : start + BATCH], texts=texts)
        damaged += read.damaged
        yield from read.runs


def tell_damage(held: Prepared) -> None:
    """Draw a sentence on the runs that are left out for being damaged, if any."""
    if held.damaged:
        st.caption(damage(held.damaged))


def one(desk: Workbench, chosen: Chosen, tool: str) -> RunRecord | None:
    """Draw the choice of one run; its record comes out, without the texts of its pages.

    A run that is meant and not among those chosen is never replaced by another: what became of it is said.
    """
    told, key, last = {run.id: f"{run.number} · {run.topic}" for run in chosen.runs}, f"tuning.{tool}.run", _last(tool)
    asked_for, shown = st.session_state.get(last, ("", ""))
    wanted = st.query_params.get("run", "")
    meant = shown if shown and wanted == asked_for else _id_of(desk, wanted, told)
    if wanted != asked_for or st.session_state.get(key) not in told:
        st.session_state[key] = meant if meant in told else None
    picked = st.selectbox(
        "Run",
        list(told),
        index=0 if meant in told else None,
        format_func=lambda run: told.get(run, run),
        key=key,
        placeholder="Choose a run",
        persist_state="session",
    )
    st.session_state[last] = wanted, picked if picked in told else meant
    if picked not in told:
        _gone(desk, meant, chosen)
        return None
    try:
        return desk.store.runs.get(picked, texts=False)
    except NotFound:  # it was deleted since the runs were chosen
        st.rerun(scope="app")


def _last(tool: str) -> str:
    return f"tuning.{tool}.last"


def _id_of(desk: Workbench, wanted: str, told: Mapping[str, str]) -> str:
    """The id of the run that an address names; the newest where it names none."""
    if not wanted:
        return next(iter(told), "")
    if wanted in told:
        return wanted
    try:
        return desk.store.runs.get(wanted, texts=False).id
    except NotFound:
        return wanted


def _gone(desk: Workbench, meant: str, chosen: Chosen) -> None:
    """Draw why a run that is meant cannot be chosen, with the way to it."""
    try:
        run = desk.store.runs.get(meant, texts=False)
    except NotFound as error:
        st.error(said_label(str(error)), icon=":material/error:")
        st.page_link(sidebar.RUNS, label="Open the list of runs", icon=":material/history:")
        return
    if run.state != "done":
        said = f"Run {run.number} is not finished, so nothing can be tried on it."
    else:
        said = f"Run {run.number} is not among the {plural(len(chosen.runs), 'run')} chosen."
    st.warning(said, icon=":material/warning:")
    with st.container(horizontal=True):
        if run.state == "done" and st.button("Choose it too", key="tuning.wider", on_click=_wider):
            st.rerun(scope="app")
        st.page_link(
            sidebar.RUN, label=f"Open run {run.number}", icon=":material/play_arrow:", query_params={"run": run.id}
        )


def _wider() -> None:
    _clear()
    st.session_state["tuning.more"] = True
