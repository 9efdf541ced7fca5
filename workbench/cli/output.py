"""How commands speak: one document or plain lines on standard output, sentences on standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from workbench.errors import BadRequest, SettingRefused
from workbench.text import quoted, visible
from workbench.urls import masked

if TYPE_CHECKING:
    from workbench.compose import Workbench

Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A setting for this command only; may be given several times."),
]
SEARCH = "Words of the topic; tag:WORD, engine:NAME, since:DAY and until:DAY narrow it, days as 2026-11-29."
MOST = 2**31 - 1
Limit = Annotated[int, typer.Option(min=1, max=10_000, help="At most so many.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def changes(sets: Sequence[str] | None) -> dict[str, str]:
    """The settings given with `--set`, checked; the last one of a key counts."""
    from workbench.settings.check import checked

    given: dict[str, str] = {}
    for one in sets or ():
        key, equals, value = one.partition("=")
        if not equals:
            raise BadRequest(f"--set takes KEY=VALUE; {quoted(one, 80)} has no '='.")
        try:
            checked(key.strip(), value)
        except SettingRefused as error:
            raise SettingRefused(
                str(error).replace("was not saved", "was not used").replace("was saved", "was done")
            ) from error
        given[key.strip()] = value
    return given


def say(text: str) -> None:
    """A sentence for the person, on standard error; who asks is left out of every address in it.

    Where nobody can be told any more, the work goes on unheard: the reader has gone, or the disk is full.
    """
    try:
        sys.stderr.write(visible(masked(text)) + "\n")
        sys.stderr.flush()
    except OSError:
        sys.stderr = nowhere()


def nowhere() -> TextIO:
    """Where what is written is lost."""
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123  open to the end of the process


def put(text: str) -> None:
    """A line of the result, on standard output; what a terminal cannot show is replaced."""
    sys.stdout.write(
        text.encode(sys.stdout.encoding or "utf-8", "replace").decode(sys.stdout.encoding or "utf-8") + "\n"
    )


def put_json(data: Any) -> None:
    """The result as one JSON document."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=True, allow_nan=False) + "\n")


def put_line(data: Any) -> None:
    """One record of a batch as one line of JSON, at once."""
    sys.stdout.write(json.dumps(data, ensure_ascii=True, allow_nan=False) + "\n")
    sys.stdout.flush()


def put_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Rows under a head, columns aligned, for a person's eyes."""
    lines = [[visible(str(cell)).replace("\n", " ") for cell in row] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        put("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


@contextmanager
def opened() -> Iterator[Workbench]:
    """The workbench of this home, with what opening it found said."""
    import asyncio

    from workbench.compose import Workbench
    from workbench.jobs import jobs_url
    from workbench.store.faults import told, without_password

    bench = Workbench.open()
    for notice in bench.store.notices:
        say(notice)
    try:
        with told(without_password(jobs_url(bench.home)).removeprefix("sqlite:///")):  # the store tells its own faults
            yield bench
        if why := bench.store.database.frozen:
            say(f"{why} It is only read.")
    finally:
        asyncio.run(bench.aclose())


def warn(warnings: Iterable[str]) -> None:
    """Say what was passed over in the settings."""
    for warning in warnings:
        say(f"Warning: {warning}")
