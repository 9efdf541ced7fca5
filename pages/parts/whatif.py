"""What other settings would do to the runs that are stored, as `workbench replay` says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pages.parts import shelf, tuning_runs
from pages.parts.words import plural
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.settings import Settings, judge_alike
from workbench.store import Wanted, damage, database_url
from workbench.tuning.archive import Archive
from workbench.tuning.replay import replay
from workbench.tuning.whatif import needs_texts, what_if

MOST_RUNS = 200
FEW_RUNS = 50  # of 10 sources each are prepared in 90 ms and judged again in 30, on 2 cores


def sentences(desk: Workbench, changes: Mapping[str, Any]) -> tuple[str, ...]:
    """Over which runs, and what would change in them; a refused change is the one sentence."""
    try:
        tried = desk.store.settings.as_they_would_be(desk.store.settings.with_changes(changes)).settings
    except WorkbenchError as error:
        return (str(error),)
    return of(desk, tried)


def of(desk: Workbench, tried: Settings) -> tuple[str, ...]:
    """The same of settings as a whole."""
    ids = tuple(desk.store.archive.ids(Wanted(state="done"), limit=MOST_RUNS))
    if not ids:
        return ("No finished run is stored to try it on.",)
    stored = desk.store.settings.resolve().settings
    held = tuning_runs.prepared(desk, ids, texts=needs_texts(stored, tried))
    with held.lock:
        found = what_if(held.under(stored, None), replay(held.archive, tried))
    tried_on = f"Tried on the last {plural(len(ids), 'finished run')}. {damage(held.damaged)}".rstrip()
    return (tried_on, *found.sentences)


def at_once(desk: Workbench, changes: Mapping[str, Any]) -> str:
    """How many of the newest few runs would get another first source; "" if none would be judged otherwise.

    A change that may not be saved would do nothing; what is wrong with it is said where it is edited.
    """
    stored = desk.store.settings.resolve().settings
    try:
        tried = desk.store.settings.as_they_would_be(desk.store.settings.with_changes(changes)).settings
    except WorkbenchError:
        return ""
    ids = tuple(desk.store.archive.ids(Wanted(state="done"), limit=FEW_RUNS))
    if not ids or judge_alike(stored, tried):
        return ""
    over = (str(desk.home), database_url(), ids)
    key = (*over, stored.model_dump_json(), tried.model_dump_json())
    return shelf.kept("settings.at_once", key, 8, lambda: _firsts(_few(desk, over), stored, tried))


def _few(desk: Workbench, over: tuple[str, str, tuple[str, ...]]) -> tuning_runs.Prepared:
    def made() -> tuning_runs.Prepared:
        return tuning_runs.Prepared(Archive(desk.store.runs.sound(over[2], texts=False).runs))

    return shelf.kept("settings.few", over, 1, made)


def _firsts(held: tuning_runs.Prepared, stored: Settings, tried: Settings) -> str:
    with held.lock:
        found = what_if(held.under(stored, None), replay(held.archive, tried))
    last = "the last finished run" if found.runs == 1 else f"the last {found.runs:,} finished runs"
    if not found.first:
        return f"No other first source in {last}."
    return f"Another first source in {f'{found.first:,} of ' if found.runs > 1 else ''}{last}."
