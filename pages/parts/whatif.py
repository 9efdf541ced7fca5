"""What other settings would do to the runs that are stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pages.parts.words import plural
from workbench.compose import Workbench, from_snapshot
from workbench.errors import WorkbenchError
from workbench.settings import flat, from_flat
from workbench.tuning import rescore

MOST_RUNS = 20


def sentence(desk: Workbench, changes: Mapping[str, Any]) -> str:
    """How many of the last runs would have another first source, or another order."""
    try:
        wanted = flat(desk.store.settings.resolve(changes).settings)
    except WorkbenchError as error:
        return str(error)
    runs = desk.store.runs.list(state="done", limit=MOST_RUNS)
    first = order = 0
    for summary in runs:
        run = desk.store.runs.get(summary.id, texts=False)
        settings = from_flat({**flat(from_snapshot(run.settings)), **{key: wanted[key] for key in changes}})
        old = [source.url for source in run.judged.sources] if run.judged else []
        new = [source.url for source in rescore(run, settings).judged.sources]
        first += old[:1] != new[:1]
        order += old != new
    if not runs:
        return "No finished run is stored to try it on."
    many = plural(len(runs), "stored run")
    if not order:
        return f"In the last {many} nothing would change."
    return f"In the last {many}, {plural(first, 'first source')} would change, and {plural(order, 'ranking')} in all."
