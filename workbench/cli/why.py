"""`workbench why`: what became of an address in a run."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.output import Json, Sets, changes, opened, put, put_json
from workbench.text import visible

if TYPE_CHECKING:
    from workbench.records import Hit
    from workbench.tuning import Why


def why(
    run: Annotated[str, typer.Argument(help="The run's number or id.")],
    url: Annotated[str, typer.Argument(help="The address that is missed.")],
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Why an address is not among a run's sources, or where it stands; nothing is searched.

    With --set the run is judged again under those settings first.
    """
    from workbench.compose import from_snapshot
    from workbench.tuning import under
    from workbench.tuning import why as asked

    given = changes(sets)
    with opened() as bench:
        record = bench.store.runs.get(run, texts=False)
    settings = from_snapshot({**record.settings, **given})
    found = asked(under(record, settings) if given else record, url, settings)
    if as_json:
        put_json({"run": record.number, **_entry(found)})
        return
    for sentence in found.sentences:
        put(visible(sentence))


def _entry(found: Why) -> dict[str, Any]:
    return {
        "url": found.url,
        "state": found.state,
        "sentences": list(found.sentences),
        "rank": found.place or None,
        "position": found.hit.position if found.hit else None,
        "of": found.of or None,
        "similarity": found.similarity,
        "setting": asdict(found.setting) if found.setting else None,
        "outranked_by": list(map(_hit, found.outranked)),
        "nearest": list(map(_hit, found.nearest)),
        "interval": asdict(found.interval) if found.interval else None,
    }


def _hit(hit: Hit) -> dict[str, Any]:
    return {"url": hit.url, "position": hit.position}
