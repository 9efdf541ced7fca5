"""Whether anything needs a look, in a sentence or a few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import streamlit as st

from pages.parts import health_checks
from pages.parts.health_jobs import NO_RUN_IS_DONE, Work
from pages.parts.words import plain_label, plural, when, zone
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.store import way_out

RECENT = timedelta(days=1)


def draw(desk: Workbench, work: Work) -> None:
    """Draw the title and what needs a look."""
    troubles = list(dict.fromkeys(_troubles(desk, work)))
    with st.container(gap=None):
        st.title("Health", anchor=False)
        st.caption(
            f"{plural(len(troubles), 'thing needs', 'things need')} a look." if troubles else "Nothing needs a look."
        )
    for trouble in troubles:
        st.warning(plain_label(trouble), icon=":material/warning:")


def _troubles(desk: Workbench, work: Work) -> list[str]:
    told = (
        lambda: _of_jobs(work),
        lambda: desk.store.settings.resolve().warnings,
        lambda: _of_rows(desk),
        lambda: _of_findings(desk),
    )
    said = [trouble for part in told for trouble in _told(part)]
    return [*said, *_examined(said)]


def _told(part: Callable[[], Sequence[str]]) -> Sequence[str]:
    try:
        return part()
    except WorkbenchError as error:
        return [str(error)]


def _of_jobs(work: Work) -> list[str]:
    if work.queue:
        return [f"{work.queue} {NO_RUN_IS_DONE}"]
    if work.fault:
        return [work.fault]
    if work.workers:
        return []
    if not work.open:
        return ["No worker is running, so a run would wait. Start one with workbench worker."]
    return [
        f"{plural(len(work.open), 'run waits', 'runs wait')} and no worker is running. Start one with "
        "workbench worker; the runs are kept."
    ]


def _of_rows(desk: Workbench) -> list[str]:
    damaged = desk.store.damaged(long=False)
    return [way_out(desk.store.database.name, damaged)] if damaged else []


def _of_findings(desk: Workbench) -> list[str]:
    since = datetime.now(UTC) - RECENT
    grave = [one for one in desk.store.findings.list(limit=100) if one.finding.severity == "critical"]
    fresh = [one for one in grave if one.at >= since]
    return [f"{plural(len(fresh), 'critical finding')} in the last day; they stand below."] if fresh else []


def _examined(said: Sequence[str]) -> list[str]:
    """What the last examination of this visit found and nothing else has told."""
    if not (found := st.session_state.get(health_checks.EXAMINED)):
        return []
    at = when(found["at"], zone(st.context.timezone))
    wrong = health_checks.found_wrong(found)
    return [f"Examined {at}: {fault}" for fault in wrong if not any(fault in trouble for trouble in said)]
