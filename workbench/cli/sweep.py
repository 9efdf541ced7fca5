"""`workbench sweep`: what another dedup threshold would do to the stored runs."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.output import SEARCH, Json, Sets, changes, opened, put, put_json, put_table, say
from workbench.cli.replay import none_found
from workbench.errors import BadRequest
from workbench.text import counted

if TYPE_CHECKING:
    from workbench.tuning import Step

MOST_RUNS = 10_000
LOWEST, HIGHEST = 0.01, 1.0  # of research_dedup_similarity_threshold


def sweep(
    runs: Annotated[str, typer.Option(help=SEARCH)] = "",
    low: Annotated[
        float, typer.Option("--from-threshold", min=LOWEST, max=HIGHEST, help="The lowest threshold looked at.")
    ] = 0.5,
    high: Annotated[float, typer.Option("--to", min=LOWEST, max=HIGHEST, help="The highest.")] = 1.0,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """At which dedup thresholds which pairs of the stored runs merge or part, and how many sources that changes."""
    from workbench.compose import from_snapshot
    from workbench.store import asked, damage
    from workbench.tuning import sweep as swept

    given = changes(sets)
    if low > high:
        raise BadRequest(f"--from-threshold is {low:g}, which is over --to with {high:g}.")
    with opened() as bench:
        found = bench.store.runs.sound(bench.store.archive.ids(asked(runs), limit=MOST_RUNS))
    if found.damaged:
        say(damage(found.damaged))
    records = [one for one in found.runs if one.judged]
    steps = swept(((one, from_snapshot({**one.settings, **given})) for one in records), low, high)
    if as_json:
        put_json({"runs": len(records), "from": low, "to": high, "steps": [asdict(step) for step in steps]})
        return
    if not records:
        put(none_found(chosen=bool(runs)))
        return
    put(f"{counted(len(records), 'run')}, thresholds from {high:g} down to {low:g}")
    put_table(("threshold", "sources", "changed", "first slots", "pairs"), map(_row, steps))


def _row(step: Step) -> tuple[object, ...]:
    from workbench.tuning.sweep import rounded

    said = [f"run {one.run}: {one.copy} into {one.source}" for one in step.merged]
    said += [f"run {one.run}: {one.copy} out of {one.source}" for one in step.parted]
    return (rounded(step.threshold), step.sources, step.changed, step.first_slots, "; ".join(said))
