"""`workbench pins` and `workbench check`: what is expected of rankings, and whether settings keep to it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.files import read_text
from workbench.cli.output import Json, Sets, changes, opened, put, put_json, say, warn
from workbench.errors import BadRequest
from workbench.text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.compose import Checked, Workbench
    from workbench.records import Pin
    from workbench.settings import Settings

app = typer.Typer(help="What is expected of rankings: list, add, remove, restore.", invoke_without_command=True)
LARGEST = 1 << 20  # bytes; every check reads the recording of every pin
RED = 1
Author = Annotated[str, typer.Option(help="Who pins it; the operating system's user otherwise.")]
Number = Annotated[int, typer.Argument(help="The number of the pin.")]


@app.callback()
def pins(
    context: typer.Context,
    history: Annotated[bool, typer.Option("--history", help="Also what was removed.")] = False,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Every pin with its verdict under the settings that hold, or under those given with --set."""
    if context.invoked_subcommand is not None:
        if history or as_json or sets:
            raise BadRequest(f"Options of `pins {context.invoked_subcommand}` stand after its name.")
        return
    from workbench.compose import check

    with opened() as bench:
        found = check(bench.store, _settings(bench, changes(sets)))
        gone = [pin for pin in bench.store.pins.history() if pin.removed_at] if history else []
    if as_json:
        put_json([*map(_entry, found), *map(_bare, gone)])
        return
    _put(found)
    for pin in gone:
        put(f"removed           {pin.id:>3}  {visible(pin.text)}")
    if not found and not gone:
        put("There is no pin. `workbench pins add` takes one line, such as: `bun.com` above `dev.to` for bun runtime")


def _settings(bench: Workbench, given: dict[str, str]) -> Settings:
    resolved = bench.store.settings.resolve(given)
    warn(resolved.warnings)
    return resolved.settings


def _put(found: Sequence[Checked]) -> None:
    for one in found:
        put(f"{one.verdict.state:<16}  {one.pin.id:>3}  {visible(one.pin.text)}")
        put(f"                       {visible(one.verdict.sentence)}{_on(one)}")


def _on(one: Checked) -> str:
    """What it was checked on, where the sentence does not say."""
    if one.pin.recording:
        return " On its recording."
    return f" On run {one.runs[0]}." if len(one.runs) == 1 else ""


def _bare(pin: Pin) -> dict[str, Any]:
    return {
        "id": pin.id,
        "text": pin.text,
        "recorded": bool(pin.recording),
        "author": pin.author,
        "note": pin.note,
        "at": pin.at.isoformat(),
        "removed_at": pin.removed_at.isoformat() if pin.removed_at else None,
    }


def _entry(one: Checked) -> dict[str, Any]:
    return {
        **_bare(one.pin),
        "state": one.verdict.state,
        "sentence": one.verdict.sentence,
        "lead": one.verdict.lead,
        "runs": list(one.runs),
    }


@app.command("add")
def add(
    text: Annotated[str, typer.Argument(help="One line: what is expected, of which topic.")],
    run: Annotated[str, typer.Option(help="Check it on this run for good, also when the run is deleted.")] = "",
    recording: Annotated[Path | None, typer.Option(help="Check it on the recording in this JSON file.")] = None,
    author: Author = "",
    note: Annotated[str, typer.Option(help="Why, in a few words.")] = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Pin one line; without a run or a recording it is checked on the newest finished run of its topic."""
    from workbench.compose import check_one, keep, new_pin, ship

    given = changes(sets)
    if run and recording:
        raise BadRequest("--run and --recording contradict each other; give one of them.")
    held = read_text(recording, LARGEST) if recording else ""
    with opened() as bench:
        record = bench.store.runs.get(run) if run else None
        new = new_pin(text, run=record, recording=held, author=author, note=note)
        ship(bench.store)
        added = keep(bench.store, new)
        found = check_one(bench.store, added, _settings(bench, given))
    put_json(_entry(found)) if as_json else _put([found])


@app.command("remove")
def remove(number: Number, as_json: Json = False, sets: Sets = None) -> None:
    """Let a pin count no more; it stays in the history."""
    changes(sets)
    with opened() as bench:
        gone = bench.store.pins.remove(number)
    put_json(_bare(gone)) if as_json else put(
        f"Removed: {gone.text}. `workbench pins restore {gone.id}` brings it back."
    )


@app.command("restore")
def restore(number: Number, as_json: Json = False, sets: Sets = None) -> None:
    """Let a removed pin count again."""
    changes(sets)
    with opened() as bench:
        back = bench.store.pins.restore(number)
    put_json(_bare(back)) if as_json else put(f"Pin {back.id} counts again: {back.text}")


def check(as_json: Json = False, sets: Sets = None) -> None:
    """What the settings, with any --set, would change in the stored runs, and the pins; ends with 1 if one is red."""
    from workbench.cli.replay import left_out, records
    from workbench.compose import check as checked
    from workbench.store import Wanted
    from workbench.tuning.archive import Archive
    from workbench.tuning.replay import replay
    from workbench.tuning.whatif import needs_texts, what_if

    given = changes(sets)
    with opened() as bench:
        settings = _settings(bench, given)
        saved = bench.store.settings.resolve({}).settings
        base = saved if given else None
        found = checked(bench.store, settings)
        archive = Archive(records(bench, Wanted(state="done"), texts=needs_texts(base, settings)))
    after = replay(archive, settings)
    told = what_if(replay(archive, base), after)
    states = Counter(one.verdict.state for one in found)
    if as_json:
        counts = {"green": states["green"], "red": states["red"], "nothing_to_check": states["nothing to check"]}
        put_json({"sentences": list(told.sentences), "runs": told.runs, **counts, "pins": list(map(_entry, found))})
    else:
        for sentence in (*told.sentences, *left_out(after)) if told.runs else ("No finished run is stored.",):
            put(sentence)
        _put(found)
        put(counted_states(states))
    if states["red"]:
        say("A pin is red.")
        raise typer.Exit(RED)


def counted_states(states: Counter[Any]) -> str:
    """How many pins are in each state, as a sentence."""
    total = sum(states.values())
    if not total:
        return "There is no pin."
    many = "1 pin" if total == 1 else f"{total} pins"
    return f"{many}: {states['green']} green, {states['red']} red, {states['nothing to check']} with nothing to check."
