"""`workbench runs compare`, `tag`, `untag`, `delete` and `restore`: the stored runs put side by side and in order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.output import Json, Sets, changes, opened, put, put_json, put_table
from workbench.errors import BadRequest, NotFound

if TYPE_CHECKING:
    from workbench.compose import Workbench
    from workbench.records import RunRecord
    from workbench.tuning.compare import Place

Run = Annotated[str, typer.Argument(help="The run's number or id.")]
Runs = Annotated[list[str], typer.Argument(help="Numbers or ids.")]
Tags = Annotated[list[str], typer.Argument(help="Tags, a word each.")]


def compare(
    run: Run,
    other: Annotated[str, typer.Argument(help="A later run; without it, RUN is compared with the one before it.")] = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """What became of the sources of a run in a later one: by default of the run of the same topic before it."""
    from workbench.compose import from_snapshot
    from workbench.tuning import compare as compared

    changes(sets)
    with opened() as bench:
        before, after = _two(bench, run, other)
    found = compared(before, after, from_snapshot(before.settings).research, from_snapshot(after.settings).research)
    if as_json:
        sides = {"before": _side(before), "after": _side(after)}
        differing = {key: {"old": old, "new": new} for key, (old, new) in found.settings.items()}
        sources = [asdict(line) for line in found.lines]
        put_json({**sides, "sentences": list(found.sentences), "settings": differing, "sources": sources})
        return
    put(f"run {before.number} of {before.today}, and run {after.number} of {after.today}")
    for sentence in found.sentences:
        put(sentence)
    put("")
    put_table(
        ("", "was", "now", "host", "why"),
        ((line.change, _placed(line.was), _placed(line.now), line.host, line.why) for line in found.lines),
    )
    for key, (old, new) in found.settings.items():
        put(f"{key}: {old} → {new}")


def _two(bench: Workbench, run: str, other: str) -> tuple[RunRecord, RunRecord]:
    first = bench.store.runs.get(run, texts=False)
    if other:
        second = bench.store.runs.get(other, texts=False)
        if second.id == first.id:
            raise BadRequest(f"Both are run {first.number}; a comparison takes two runs.")
        return first, second
    previous = bench.store.archive.previous(first)
    if previous is None:
        raise NotFound(f"There is no finished run of the same topic before run {first.number}; name a second run.")
    return bench.store.runs.get(previous.id, texts=False), first


def _side(run: RunRecord) -> dict[str, Any]:
    return {
        "number": run.number,
        "id": run.id,
        "topic": run.topic,
        "created_at": run.created_at.isoformat(),
        "engine": run.engine,
        "settings_version": run.settings_version,
        "kept": len(run.judged.sources) if run.judged else 0,
    }


def _placed(place: Place | None) -> str:
    return f"{place.rank} {place.score:.3f}" if place else "–"


def tag(run: Run, tags: Tags, as_json: Json = False, sets: Sets = None) -> None:
    """Put tags on a run."""
    changes(sets)
    with opened() as bench:
        record = bench.store.runs.get(run, texts=False)
        bench.store.archive.tag([record.id], tags)
        _tell_tags(bench, record, as_json=as_json)


def untag(run: Run, tags: Tags, as_json: Json = False, sets: Sets = None) -> None:
    """Take tags off a run."""
    changes(sets)
    with opened() as bench:
        record = bench.store.runs.get(run, texts=False)
        bench.store.archive.untag([record.id], tags)
        _tell_tags(bench, record, as_json=as_json)


def _tell_tags(bench: Workbench, record: RunRecord, *, as_json: bool) -> None:
    left = bench.store.archive.tags_of([record.id]).get(record.id, ())
    if as_json:
        put_json({"id": record.id, "tags": list(left)})
    else:
        put(f"Run {record.number} is tagged {' '.join(left)}." if left else f"Run {record.number} has no tag.")


def delete(
    runs: Runs,
    now: Annotated[bool, typer.Option("--now", help="For good, and deleted ones too; this cannot be undone.")] = False,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Delete runs; none is if one is unknown. They can be restored for 30 days."""
    changes(sets)
    with opened() as bench:
        numbers = dict(_named(bench, run, hidden=now) for run in runs)
        (bench.delete_for_good if now else bench.delete)(list(numbers))
    if as_json:
        put_json({"deleted": list(numbers), "undo": not now})
        return
    put(f"Deleted {_counted(numbers)}{' for good' if now else ''}.")
    if not now:
        names = " ".join(map(str, numbers.values()))
        put(f"`workbench runs restore {names}` brings back what is less than 30 days deleted.")


def restore(runs: Runs, as_json: Json = False, sets: Sets = None) -> None:
    """Bring deleted runs back; none is if one is not deleted."""
    changes(sets)
    with opened() as bench:
        ids = [bench.store.archive.deleted(run).id for run in runs]
        back = bench.store.archive.bring_back(ids)
    put_json({"restored": back}) if as_json else put(f"Restored {_counted(back)}.")


def _named(bench: Workbench, run: str, *, hidden: bool) -> tuple[str, int]:
    """The id and the number of a run; with `hidden`, of a deleted one too."""
    try:
        found = bench.store.runs.get(run, texts=False)
    except NotFound:
        if not hidden:
            raise
        kept = bench.store.archive.deleted(run)
        return kept.id, kept.number
    return found.id, found.number


def _counted(runs: Collection[object]) -> str:
    return "1 run" if len(runs) == 1 else f"{len(runs)} runs"
