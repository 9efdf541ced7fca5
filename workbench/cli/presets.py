"""`workbench settings presets`: settings under a name."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from workbench.cli.output import Json, Sets, changes, opened, put, put_json, put_table
from workbench.errors import BadRequest
from workbench.text import quoted

app = typer.Typer(help="Settings under a name: save, list, apply, delete.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="The name of the preset.")]
Author = Annotated[str, typer.Option(help="Who saves it; your user name otherwise.")]
Note = Annotated[str, typer.Option(help="Why, in a few words.")]
Reason = Annotated[str, typer.Option(help="Why it is put in force although it leaves pins red.")]


@app.command("list")
def list_(as_json: Json = False, sets: Sets = None) -> None:
    """Every preset, by name, with what differs from the defaults."""
    changes(sets)
    with opened() as bench:
        presets = bench.store.presets.list()
    if as_json:
        put_json([_entry(preset) for preset in presets])
        return
    rows = ((one.name, len(one.changes), f"{one.at.astimezone():%Y-%m-%d}", one.author, one.note) for one in presets)
    put_table(("name", "changes", "saved", "author", "note"), rows)


def _entry(preset: Any) -> dict[str, Any]:
    return {
        "name": preset.name,
        "changes": preset.changes,
        "author": preset.author,
        "note": preset.note,
        "at": preset.at.isoformat(),
    }


@app.command("save")
def save(
    name: Name,
    author: Author = "",
    note: Note = "",
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace a preset of that name.")] = False,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Keep the settings in force, with any --set, under a name."""
    with opened() as bench:
        if not overwrite and any(one.name == name for one in bench.store.presets.list()):
            raise BadRequest(f"There is a preset {quoted(name, 60)}; give --overwrite to replace it.")
        made = bench.store.presets.save(name, bench.store.settings.with_changes(changes(sets)), author, note)
    put_json(_entry(made)) if as_json else put(f"Saved the preset {made.name}.")


@app.command("apply")
def apply(
    name: Name,
    author: Author = "",
    note: Note = "",
    reason: Reason = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Make a preset the settings in force, as a new version."""
    changes(sets)
    with opened() as bench:
        preset = bench.store.presets.get(name)
        why = note or f"preset {preset.name}"
        version = bench.store.settings.become(preset.changes, author, why, reason=reason)
    put_json({"version": version}) if as_json else put(f"{preset.name} is in force, as v{version}.")


@app.command("delete")
def delete(name: Name, as_json: Json = False, sets: Sets = None) -> None:
    """Delete a preset; the settings in force stay."""
    changes(sets)
    with opened() as bench:
        bench.store.presets.delete(name)
    put_json({"deleted": name}) if as_json else put(f"Deleted the preset {name}.")
