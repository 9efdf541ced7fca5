"""`workbench runs`: what was run, and what it left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from workbench.cli.files import hand_over, is_folder, targets
from workbench.cli.output import SEARCH, Json, Limit, Sets, changes, opened, put, put_json, put_table, say
from workbench.errors import BadRequest
from workbench.text import quoted

if TYPE_CHECKING:
    from workbench.store import RunLine, Shown

app = typer.Typer(help="Stored runs: list, show, compare, export, tag, delete, restore, cancel.", no_args_is_help=True)
_FORMATS = "md (Markdown), json, csv, docx (Word), bib (BibTeX), ris or csl (CSL-JSON)."
Run = Annotated[str, typer.Argument(help="The run's number or id.")]


@app.command("list")
def list_(
    search: Annotated[str, typer.Option(help=SEARCH)] = "",
    tag: Annotated[list[str] | None, typer.Option(help="Only runs with this tag; may be given several times.")] = None,
    state: Annotated[str, typer.Option(help="Only runs in this state.")] = "",
    engine: Annotated[str, typer.Option(help="Only runs of this engine.")] = "",
    deleted: Annotated[bool, typer.Option("--deleted", help="The deleted runs, which can be restored.")] = False,
    limit: Limit = 20,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """The last runs, newest first."""
    from workbench.store import SHOWN, asked, tag_of, way_out

    changes(sets)
    if state and state not in SHOWN:
        raise BadRequest(f"There is no state {quoted(state, 40)}; choose {', '.join(SHOWN)}.")
    wanted = asked(search)
    with opened() as bench:
        wanted = replace(
            wanted,
            state=cast("Shown", state) or None,
            engine=engine or wanted.engine,
            tags=(*wanted.tags, *map(tag_of, tag or ())),
            deleted=deleted,
            interrupted=bench.interrupted(),
        )
        lines = bench.store.archive.lines(wanted, limit=limit)
        if len(lines) < min(limit, bench.store.archive.count(wanted)):
            say(way_out(bench.store.database.name, bench.store.damaged("runs")))
    rows = [_row(line, wanted.interrupted) for line in lines]
    if as_json:
        put_json(rows)
    else:
        columns = ("number", "state", "kept", "results", "engine", "topic", "tags")
        put_table(columns, ([" ".join(row[name]) if name == "tags" else row[name] for name in columns] for row in rows))


def _row(line: RunLine, interrupted: frozenset[str]) -> dict[str, Any]:
    one = line.run
    return {
        "number": one.number,
        "id": one.id,
        "topic": one.topic,
        "engine": one.engine,
        "state": "interrupted" if one.id in interrupted else one.state,
        "created_at": one.created_at.isoformat(),
        "kept": one.kept,
        "results": one.results,
        "settings_version": one.settings_version,
        "tags": list(line.tags),
    }


@app.command("show")
def show(run: Run, as_json: Json = False, sets: Sets = None) -> None:
    """One run: its funnel and its context, or everything with --json."""
    from workbench.export import run_document

    changes(sets)
    with opened() as bench:
        record = bench.store.runs.get(run)
        document = {**run_document(record), "state": bench.state_of(record.id, record.state)}
    if as_json:
        put_json(document)
        return
    put(f"run {record.number} ({record.id}), {document['state']}, {record.engine}, settings v{record.settings_version}")
    put(f"{record.topic}, {record.today}")
    put("")
    put_table(
        ("", "state", "url", "reason"), ((h["position"], h["state"], h["url"], h["reason"]) for h in document["hits"])
    )
    put("")
    put(document["context"])


@app.command("export")
def export(
    runs: Annotated[list[str], typer.Argument(help="Numbers or ids.")],
    form: Annotated[str, typer.Option("--format", help=_FORMATS)] = "md",
    out: Annotated[Path | None, typer.Option(help="The file, or a folder for files named by their runs.")] = None,
    mark: Annotated[bool, typer.Option("--bom", help="Begin a CSV with a byte order mark.")] = False,
    sets: Sets = None,
) -> None:
    """Write a run, or several into a folder, as Markdown, JSON, CSV, Word, BibTeX, RIS or CSL-JSON."""
    from workbench.export import FORMATS, FORMS, exported, file_name

    changes(sets)
    known = next((one for one in FORMS if one == form), None)
    if known is None:
        raise BadRequest(f"--format is {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {quoted(form, 20)}.")
    if out is None and known == "docx":
        raise BadRequest("A Word document is no text for standard output: name a file or a folder with --out.")
    folder = out is not None and is_folder(out)
    targets(None if folder else out)
    with opened() as bench:
        records = list({record.id: record for record in map(bench.store.runs.get, runs)}.values())
    if len(records) > 1 and not folder:
        raise BadRequest("Several runs go into a folder: name one that exists with --out.")
    paths = [out / file_name(record, FORMATS[known].ending) if out and folder else out for record in records]
    targets(*paths)
    for record, path in zip(records, paths, strict=True):
        hand_over(exported(record, known, mark=mark), path)


@app.command("cancel")
def cancel(run: Run, as_json: Json = False, sets: Sets = None) -> None:
    """End a run; what it stored stays."""
    changes(sets)
    with opened() as bench:
        record = bench.store.runs.get(run, texts=False)
        ended = bench.cancel(record.id)
    if as_json:
        put_json({"id": record.id, "cancelled": ended, "state": "cancelled" if ended else record.state})
    else:
        put(f"Cancelled run {record.number}." if ended else f"Run {record.number} had ended as {record.state}.")
