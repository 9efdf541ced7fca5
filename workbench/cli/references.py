"""`workbench references`: the curated links to official documentation, by keyword."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.files import read_text
from workbench.cli.output import Json, Sets, changes, opened, put_json, put_table
from workbench.cli.settings import LARGEST, Author, Base, Note, Reason, Saves, save

app = typer.Typer(help="The curated links to official documentation.", no_args_is_help=True)


@app.command("list")
def list_(
    topic: Annotated[str, typer.Option(help="Only those that this topic would get.")] = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """The reference map in force."""
    from workbench.library import matching, reference_map

    with opened() as bench:
        stored = bench.store.settings.resolve(changes(sets)).settings.known_references_json
    known = reference_map(stored)
    if topic:
        known = {topic: matching(known, topic)}
    if as_json:
        put_json({key: [{"title": one.title, "url": one.url} for one in entries] for key, entries in known.items()})
    else:
        put_table(
            ("keyword", "title", "url"), ((key, e.title, e.url) for key, entries in known.items() for e in entries)
        )


@app.command("set")
def set_(
    file: Annotated[Path, typer.Argument(help="A JSON object of keyword to list of {title, url}.")],
    author: Author = "",
    note: Note = "",
    base: Base = None,
    reason: Reason = "",
    as_json: Json = False,
    sets: Saves = None,
) -> None:
    """Replace the whole map; `workbench settings reset known_references_json` brings the built-in one back."""
    save(
        {**changes(sets), "known_references_json": read_text(file, LARGEST)},
        author,
        note,
        base,
        reason,
        as_json=as_json,
    )
