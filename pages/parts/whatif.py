"""What other settings would do to the runs that are stored, as `workbench replay` says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pages.parts import tuning_runs
from pages.parts.words import plural
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.settings import Settings
from workbench.store import Wanted, damage
from workbench.tuning.replay import replay
from workbench.tuning.whatif import needs_texts, what_if

MOST_RUNS = 200


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
