"""`workbench runs rescue`: bring a lost result back with a page given by hand."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

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

    changes(sets)
    body = _body(file)
    with opened() as bench:
        record = bench.store.runs.get(run)
        new = asyncio.run(bench.rescue(record, url, body, _kind(file, body)))
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
    try:
        body = file.read_bytes() if file else sys.stdin.buffer.read(LARGEST + 1)
    except OSError as error:
        raise BadRequest(f"{file} cannot be read: {error.strerror or error}.") from error
    if not body.strip():
        raise BadRequest("The page is empty; give its text, HTML or PDF with --file or on standard input.")
    if len(body) > LARGEST:
        raise BadRequest(f"The page is over {LARGEST >> 20} MiB.")
    return body


def _kind(file: Path | None, body: bytes) -> str:
    from workbench.library.documents import TYPES
    from workbench.signals.kinds import kind_of

    named = TYPES.get(file.suffix.lower(), "") if file else ""
    kind = kind_of("" if named in ("", "text/markdown") else named, body)
    return kind or "text/plain; charset=utf-8"
