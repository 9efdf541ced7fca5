"""`workbench rulings`: which pages are the same and which are not, by a person's word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.output import Json, Sets, changes, opened, put, put_json, put_table

if TYPE_CHECKING:
    from workbench.records import Verdict

app = typer.Typer(help="What people ruled on copies: list, same, apart, withdraw.", no_args_is_help=True)
First = Annotated[str, typer.Argument(help="The address of one page.")]
Second = Annotated[str, typer.Argument(help="The address of the other.")]
Author = Annotated[str, typer.Option(help="Who rules; the operating system's user otherwise.")]
Note = Annotated[str, typer.Option(help="Why, in a few words.")]


@app.command("list")
def list_(
    history: Annotated[bool, typer.Option("--history", help="Also what was overruled and withdrawn.")] = False,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """The rulings that stand, oldest first."""
    from workbench.export.rulings import rulings_document

    changes(sets)
    with opened() as bench:
        found = bench.store.rulings.history() if history else bench.store.rulings.standing()
    if as_json:
        put_json(rulings_document(found))
        return
    put_table(
        ("ruling", "first", "second", "by", "on", "note"),
        ((one.verdict, one.first, one.second, one.author, one.at.date(), one.note) for one in found),
    )


@app.command("same")
def same(
    first: First, second: Second, author: Author = "", note: Note = "", as_json: Json = False, sets: Sets = None
) -> None:
    """Two pages are one source from the next run on, however alike their texts are."""
    _rule(first, second, "same", author, note, as_json=as_json, sets=sets)


@app.command("apart")
def apart(
    first: First, second: Second, author: Author = "", note: Note = "", as_json: Json = False, sets: Sets = None
) -> None:
    """Two pages are never one source from the next run on, also not through a third; one page with two addresses is."""
    _rule(first, second, "not the same", author, note, as_json=as_json, sets=sets)


@app.command("withdraw")
def withdraw(
    first: First, second: Second, author: Author = "", note: Note = "", as_json: Json = False, sets: Sets = None
) -> None:
    """Take a ruling back; it stays in the history."""
    _rule(first, second, "withdrawn", author, note, as_json=as_json, sets=sets)


def _rule(
    first: str, second: str, verdict: Verdict, author: str, note: str, *, as_json: bool, sets: list[str] | None
) -> None:
    from workbench.export.rulings import rulings_document

    changes(sets)
    with opened() as bench:
        ruled = bench.store.rulings.rule(first, second, verdict, author, note)
    if as_json:
        put_json(rulings_document([ruled])[0])
        return
    pair = f"{ruled.first} and {ruled.second}"
    match verdict:
        case "withdrawn":
            put(f"Withdrawn: {pair} are judged by themselves again.")
        case "same":
            put(f"Ruled: {pair} are the same. It counts from the next run on.")
        case _:
            put(f"Ruled: {pair} are not the same. It counts from the next run on.")
            put("Where both addresses lead to one page, that page stays one source.")
