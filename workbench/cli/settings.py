"""`workbench settings`: read, change, compare and restore what a person may change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.files import hand_over, read_text, targets
from workbench.cli.output import MOST, Json, Limit, Sets, changes, opened, put, put_json, put_table, say, warn
from workbench.errors import NotFound
from workbench.text import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from workbench.store import SettingVersion, Store

app = typer.Typer(help="Read, change, compare and restore settings.", no_args_is_help=True)
Author = Annotated[str, typer.Option(help="Who saves it; your user name otherwise.")]
Note = Annotated[str, typer.Option(help="Why, for the history.")]
Base = Annotated[
    int | None,
    typer.Option(min=0, max=MOST, help="The version you read; a key saved since then is not overwritten."),
]
Reason = Annotated[str, typer.Option(help="Why it is saved although it leaves pins red.")]
Version = Annotated[int, typer.Argument(min=0, max=MOST)]
Saves = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Another setting to save with it; may be given several times."),
]
LARGEST = 1 << 20


@app.command("list")
def list_(as_json: Json = False, sets: Sets = None) -> None:
    """Every setting in force, with what differs from its default."""
    from workbench.settings import FIELDS, to_text
    from workbench.settings.load import as_texts

    with opened() as bench:
        resolved = bench.store.settings.resolve(changes(sets))
        warn(resolved.warnings)
        for key in resolved.unknown:
            say(f"Warning: {quoted(key, 80)} is stored and no setting has that name; it is ignored.")
        values = as_texts(resolved.settings)
        if as_json:
            put_json(values)
            return
        rows = []
        for key, found in FIELDS.items():
            changed = "*" if to_text(values[key]) != to_text(found.default) else ""
            between = f"{found.low:g}..{found.high:g} {found.unit}" if found.low is not None else found.unit
            rows.append((changed, key, _short(values[key]), between))
        put_table(("", "key", "value", "range"), rows)


def _short(value: object) -> str:
    from workbench.settings import to_text

    text = to_text(value)
    return text if len(text) <= 60 else text[:57] + "…"


@app.command("get")
def get(key: str, as_json: Json = False, sets: Sets = None) -> None:
    """Print the value of one setting."""
    from workbench.settings import to_text
    from workbench.settings.load import as_texts

    with opened() as bench:
        resolved = bench.store.settings.resolve(changes(sets))
        warn(line for line in resolved.warnings if _concerns(line, key))
        values = as_texts(resolved.settings)
        if key not in values:
            raise NotFound(_no_such(key, values))
        put_json({"key": key, "value": values[key]}) if as_json else put(to_text(values[key]))


def _concerns(warning: str, key: str) -> bool:
    """Whether a warning is about this setting, or about all of them, as that a file cannot be read."""
    from workbench.settings import FIELDS

    named = warning.partition(":")[0]
    return named == key or named not in FIELDS


def _no_such(key: str, values: Mapping[str, Any]) -> str:
    import difflib

    near = difflib.get_close_matches(key, values, 1)
    return f"There is no setting {quoted(key, 80)}." + (f" Did you mean {near[0]}?" if near else "")


@app.command("set")
def set_(
    key: str,
    value: str,
    author: Author = "",
    note: Note = "",
    base: Base = None,
    reason: Reason = "",
    as_json: Json = False,
    sets: Saves = None,
) -> None:
    """Save a value as a new version."""
    save({**changes(sets), key: value}, author, note, base, reason, as_json=as_json)


@app.command("reset")
def reset(
    keys: list[str],
    author: Author = "",
    note: Note = "",
    base: Base = None,
    reason: Reason = "",
    as_json: Json = False,
    sets: Saves = None,
) -> None:
    """Go back to the default of one or more settings."""
    save({**changes(sets), **dict.fromkeys(keys)}, author, note, base, reason, as_json=as_json)


def save(wanted: Mapping[str, Any], author: str, note: str, base: int | None, reason: str, *, as_json: bool) -> None:
    """Save the values as one version and say which it is; what leaves a pin red needs a reason."""
    with opened() as bench:
        before = bench.store.settings.version()
        version = bench.store.settings.write(wanted, author=author, note=note, base=base, reason=reason)
        for line in bench.store.settings.notes(wanted):
            say(f"Note: {line}")
        if as_json:
            put_json({"version": version, "changed": version != before})
        else:
            put(f"Saved as v{version}." if version != before else f"Nothing changed; v{version} stands.")


@app.command("history")
def history(limit: Limit = 20, as_json: Json = False, sets: Sets = None) -> None:
    """Who changed what, when and why, newest first."""
    changes(sets)
    with opened() as bench:
        versions = bench.store.settings.history(limit)
        if as_json:
            put_json([_entry(version) for version in versions])
            return
        for version in versions:
            put(f"v{version.version}  {version.at.astimezone():%Y-%m-%d %H:%M}  {version.author}  {version.note}")
            for key, (old, new) in version.changes.items():
                put(f"    {key}: {_told(old)} → {_told(new)}")
            if version.red:
                put(f"    saved although pins are red, because: {version.reason}")
            for line in version.red:
                put(f"    red: {line}")


def _entry(version: SettingVersion) -> dict[str, Any]:
    return {
        "version": version.version,
        "at": version.at.isoformat(),
        "author": version.author,
        "note": version.note,
        "changes": {key: {"old": old, "new": new} for key, (old, new) in version.changes.items()},
        "reason": version.reason,
        "red": list(version.red),
    }


def _told(value: str | None) -> str:
    return "default" if value is None else _short(value)


@app.command("diff")
def diff(
    first: Version,
    second: Annotated[int | None, typer.Argument(min=0, max=MOST, help="The version now, if left out.")] = None,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """What differs between two versions; 0 is the defaults."""
    changes(sets)
    with opened() as bench:
        last = bench.store.settings.version() if second is None else second
        found = bench.store.settings.diff(first, last)
        if as_json:
            put_json({key: {"old": old, "new": new} for key, (old, new) in found.items()})
            return
        for key, (old, new) in found.items():
            put(f"{key}: {_told(old)} → {_told(new)}")
        if not found:
            put(f"v{first} and v{last} are the same.")


@app.command("restore")
def restore(
    version: Version,
    author: Author = "",
    note: Note = "",
    reason: Reason = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Make an earlier version the one in force, as a new version; 0 is the defaults."""
    changes(sets)
    with opened() as bench:
        new = bench.store.settings.restore(version, author, note, reason=reason)
        put_json({"version": new}) if as_json else put(f"v{version} is in force again, as v{new}.")


@app.command("export")
def export(out: Annotated[Path | None, typer.Option(help="Write to this file.")] = None, sets: Sets = None) -> None:
    """Print what differs from the defaults, as JSON that `import` reads back."""
    changes(sets)
    targets(out)
    with opened() as bench:
        hand_over(f"{json.dumps(_stored(bench.store), indent=2, sort_keys=True)}\n".encode(), out)


def _stored(store: Store) -> dict[str, str]:
    return store.settings.at(store.settings.version())


@app.command("import")
def import_(
    file: Path,
    author: Author = "",
    note: Note = "",
    base: Base = None,
    reason: Reason = "",
    as_json: Json = False,
    sets: Saves = None,
) -> None:
    """Save the settings of a JSON or TOML file as a new version; nothing is saved if one is refused."""
    save({**changes(sets), **_read(file)}, author, note or f"Imported from {file.name}.", base, reason, as_json=as_json)


def _read(file: Path) -> dict[str, Any]:
    from workbench.settings.load import from_text

    return from_text(read_text(file, LARGEST), str(file))
