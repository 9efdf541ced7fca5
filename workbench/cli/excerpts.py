"""`workbench runs pin` and `unpin`: which cut of a page the writer sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.output import Json, Sets, changes, opened, put, put_json
from workbench.errors import BadRequest

if TYPE_CHECKING:
    from workbench.records import RunRecord

Run = Annotated[str, typer.Argument(help="The run's number or id.")]
Url = Annotated[str, typer.Argument(help="The address of one of its sources.")]
Author = Annotated[str, typer.Option(help="Who moves it; the operating system's user otherwise.")]


def pin(
    run: Run,
    url: Url,
    start: Annotated[int | None, typer.Option(help="The character of the page that the excerpt begins at.")] = None,
    words: Annotated[str, typer.Option(help="The first words of the excerpt, in place of a number.")] = "",
    author: Author = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Move the excerpt of a page; the run's context is rendered again, and later runs of the same text honour it."""
    from workbench.tuning import quoted_source, start_in

    changes(sets)
    if start is not None and words.strip():
        raise BadRequest("--start and --words contradict each other; give one of them.")
    with opened() as bench:
        record = bench.store.runs.get(run)
        source = quoted_source(record, url)
        _tell(bench.pin(record, source.url, start_in(source, start, words), author), source.url, as_json=as_json)


def unpin(run: Run, url: Url, as_json: Json = False, sets: Sets = None) -> None:
    """Give an excerpt back its place at the beginning of the page."""
    from workbench.tuning import quoted_source

    changes(sets)
    with opened() as bench:
        record = bench.store.runs.get(run)
        source = quoted_source(record, url)
        _tell(bench.unpin(record, source.url), source.url, as_json=as_json)


def _tell(run: RunRecord, url: str, *, as_json: bool) -> None:
    shown = next(one for one in (run.context.web if run.context else ()) if one.url == url)
    if as_json:
        entry = {"run": run.id, "url": url, "start": shown.start, "pinned": shown.pinned, "text": shown.text}
        put_json(entry)
        return
    where = f"from character {shown.start:,} on" if shown.pinned else "from its beginning"
    put(f"Run {run.number} quotes {url} {where}:")
    put(shown.text)
