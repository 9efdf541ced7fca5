"""`workbench runs`: what was run, and what it left."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.files import is_folder, write
from workbench.cli.output import Json, Limit, Sets, changes, opened, put, put_json, put_table, say
from workbench.errors import BadRequest

app = typer.Typer(help="Stored runs: list, show, export, delete, cancel.", no_args_is_help=True)
Run = Annotated[str, typer.Argument(help="The run's number or id.")]


@app.command("list")
def list_(search: str = "", limit: Limit = 20, as_json: Json = False, sets: Sets = None) -> None:
    """The last runs, newest first."""
    changes(sets)
    with opened() as bench:
        rows = [
            {
                "number": one.number,
                "id": one.id,
                "topic": one.topic,
                "engine": one.engine,
                "state": bench.state_of(one.id, one.state),
                "created_at": one.created_at.isoformat(),
                "kept": one.kept,
                "results": one.results,
                "settings_version": one.settings_version,
            }
            for one in bench.store.runs.list(search, limit=limit)
        ]
    if as_json:
        put_json(rows)
    else:
        columns = ("number", "state", "kept", "results", "engine", "topic")
        put_table(columns, ([row[name] if row[name] is not None else "–" for name in columns] for row in rows))


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
    run: Run,
    form: Annotated[str, typer.Option("--format", help="md, json or csv.")] = "md",
    out: Annotated[Path | None, typer.Option(help="The file, or a folder for a file named by the run.")] = None,
    mark: Annotated[bool, typer.Option("--bom", help="Begin a CSV with a byte order mark.")] = False,
    sets: Sets = None,
) -> None:
    """Write one run as Markdown, JSON or CSV."""
    from workbench.export import as_csv, as_json, as_markdown, file_name

    changes(sets)
    if form not in ("md", "json", "csv"):
        raise BadRequest(f"--format is md, json or csv, not {form[:20]!r}.")
    with opened() as bench:
        record = bench.store.runs.get(run)
    text = {"md": as_markdown, "json": as_json}[form](record) if form != "csv" else as_csv(record, mark=mark)
    if out is None:
        put(text.rstrip("\n"))
        return
    path = out / file_name(record, form) if is_folder(out) else out
    write(path, text)
    say(f"Wrote {path}.")


@app.command("delete")
def delete(
    runs: Annotated[list[str], typer.Argument(help="Numbers or ids.")], as_json: Json = False, sets: Sets = None
) -> None:
    """Delete runs and what only they need; none is if one is unknown."""
    changes(sets)
    with opened() as bench:
        ids = dict.fromkeys(bench.store.runs.get(run, texts=False).id for run in runs)
        for run_id in ids:
            bench.cancel(run_id)
            bench.store.runs.delete(run_id)
            bench.jobs.forget(run_id)
    put_json({"deleted": list(ids)}) if as_json else put(f"Deleted {len(ids)} runs.")


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
