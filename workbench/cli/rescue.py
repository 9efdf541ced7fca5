"""`workbench runs rescue`: bring a lost result back with a page given by hand."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.files import read_bytes
from workbench.cli.output import Json, Sets, changes, opened, put, put_json
from workbench.errors import BadRequest

LARGEST = 20 << 20


def rescue(
    run: Annotated[str, typer.Argument(help="The run's number or id.")],
    url: Annotated[str, typer.Argument(help="The address of the lost result.")],
    file: Annotated[Path | None, typer.Option(help="Its page as HTML, PDF or text; standard input otherwise.")] = None,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Judge a run again with a page that was lost; nothing is searched, and the run itself stays as it was."""
    from workbench.export import run_document
    from workbench.library.given import type_given

    changes(sets)
    body = _body(file)
    with opened() as bench:
        record = bench.store.runs.get(run)
        new = asyncio.run(bench.rescue(record, url, body, type_given(file.name if file else "", body)))
        if as_json:
            put_json(run_document(new))
            return
        places = [
            place for place, source in enumerate(new.judged.sources if new.judged else (), 1) if source.url == url
        ]
        where = f"it stands at {places[0]}" if places else "it is still no source"
        put(f"Run {new.number} is run {record.number} with this page; {where}.")
        for lost in new.judged.dropped if new.judged else ():
            if lost.hit.url == url:
                put(lost.reason)


def _body(file: Path | None) -> bytes:
    body = read_bytes(file or Path("-"), LARGEST)
    if not body.strip():
        raise BadRequest("The page is empty; give its text, HTML or PDF with --file or on standard input.")
    return body
