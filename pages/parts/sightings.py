"""On which hosts the stored sources stand, counted once a run."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import streamlit as st

from pages.parts.words import plural
from workbench.compose import Workbench
from workbench.store import Wanted
from workbench.urls import suffixes

MOST_RUNS = 200
Seen = Mapping[str, tuple[int, date]]


def seen(desk: Workbench) -> Seen:
    """For every name that covers a stored source: how many sources, and the day of the last run with one."""
    return _counted(str(desk.home), _runs(desk), _desk=desk)


def counted(desk: Workbench) -> str:
    """What the counts are over."""
    runs = _runs(desk)
    sources = sum(len(_hosts(str(desk.home), run, _desk=desk)[1]) for run in runs)
    return f"Counts are over {plural(sources, 'stored source')} in {plural(len(runs), 'run')}."


def _runs(desk: Workbench) -> tuple[str, ...]:
    return tuple(desk.store.archive.ids(Wanted(state="done"), limit=MOST_RUNS))


def of_entry(entry: str, found: Seen) -> tuple[int, date | None]:
    """What one entry of a host list covers."""
    return found.get(entry, (0, None))


@st.cache_data(show_spinner=False, max_entries=4)
def _counted(home: str, runs: tuple[str, ...], _desk: Workbench) -> dict[str, tuple[int, date]]:
    found: dict[str, tuple[int, date]] = {}
    for run in runs:
        today, hosts = _hosts(home, run, _desk)
        for host in hosts:
            for name in suffixes(host):
                count, last = found.get(name, (0, today))
                found[name] = (count + 1, max(last, today))
    return found


@st.cache_data(show_spinner=False, max_entries=4 * MOST_RUNS)
def _hosts(home: str, run: str, _desk: Workbench) -> tuple[date, tuple[str, ...]]:  # noqa: ARG001
    """The day of a run and the hosts of its sources; a damaged one has none."""
    for record in _desk.store.runs.sound([run]).runs:
        return record.today, tuple(source.domain for source in record.judged.sources) if record.judged else ()
    return date.min, ()
