"""`workbench fetch` and `workbench extract`: read addresses or files, one record each, in the order given."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from workbench.cli.output import Json, Sets, changes, opened, put, put_json, put_line, warn
from workbench.text import visible

if TYPE_CHECKING:
    from workbench.records import Page, Response

T = TypeVar("T")
LARGEST = 2 << 20


def fetch(
    urls: Annotated[list[str], typer.Argument(help="Addresses.")], as_json: Json = False, sets: Sets = None
) -> None:
    """Read pages of the web through the guard; a bad one never ends the others."""
    given = changes(sets)
    with opened() as bench:
        resolved = bench.store.settings.resolve(given)
        warn(resolved.warnings)
        read = bench.reader(bench.web_fetcher(resolved.settings), resolved.settings, keep=False)

        async def one(url: str) -> dict[str, Any]:
            return entry(await read(url))

        asyncio.run(_print(urls, one, resolved.settings.web_research.max_concurrent, as_json=as_json))


def extract(
    files: Annotated[list[Path], typer.Argument(readable=False, help="HTML, PDF or text files; .gz is opened.")],
    url: Annotated[str, typer.Option("--url", help="The address they stand for.")] = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Read files as the pages of a run are read; a bad one never ends the others."""
    given = changes(sets)
    with opened() as bench:
        resolved = bench.store.settings.resolve(given)
        warn(resolved.warnings)

        async def one(path: Path) -> dict[str, Any]:
            read = bench.reader(_File(path), resolved.settings, keep=False)
            return {"path": str(path), **entry(await read(url or _file_address(path)))}

        asyncio.run(_print(files, one, 2, as_json=as_json))


def entry(page: Page) -> dict[str, Any]:
    """A page as the record that both commands print."""
    return {
        "url": page.url,
        "final_url": page.address,
        "status": page.status,
        "outcome": page.outcome,
        "reason": page.reason,
        "content_type": page.content_type,
        "title": page.title,
        "published": page.published.isoformat() if page.published else None,
        "language": page.language,
        "text": page.text,
        "truncated": page.truncated,
    }


async def _print(
    items: Sequence[T], one: Callable[[T], Awaitable[dict[str, Any]]], at_once: int, *, as_json: bool
) -> None:
    read = 0
    async for record in _in_order(items, one, at_once):
        read += record["outcome"] == "ok"
        if not as_json:
            name = visible(record.get("path") or record["url"])
            put(f"{name}  {record['outcome']}  {record['reason'] or record['title']}")
            if record["text"]:
                put(record["text"] + "\n")
        elif len(items) == 1:
            put_json(record)
        else:
            put_line(record)
    if not read:
        raise typer.Exit(1)


async def _in_order(
    items: Sequence[T], one: Callable[[T], Awaitable[dict[str, Any]]], at_once: int
) -> AsyncIterator[dict[str, Any]]:
    from workbench.gather.turns import Turns

    turns = Turns(at_once)

    async def held(item: T) -> dict[str, Any]:
        async with turns.taken():
            return await one(item)

    tasks = [asyncio.ensure_future(held(item)) for item in items]
    for task in tasks:
        yield await task


class _File:
    """A fetcher whose every address is one file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def __call__(self, url: str) -> Response:
        from workbench.records import Response
        from workbench.signals.kinds import kind_of

        try:
            body, truncated = _body(self._path)
        except (OSError, EOFError, ValueError, zlib.error) as error:
            words = getattr(error, "strerror", None) or error
            return Response(url, "error", reason=f"the file cannot be read: {words}")
        kind = kind_of(_declared(self._path), body)
        if not kind:
            return Response(url, "not_text", reason="the file is no HTML, PDF or text")
        return Response(url, "ok", content_type=kind, body=body, truncated=truncated)


def _file_address(path: Path) -> str:
    return path.absolute().as_uri()


def _declared(path: Path) -> str:
    """The kind that a file's ending names; what it names no kind of is told by its bytes."""
    from workbench.library.documents import TYPES

    ending = Path(path.stem).suffix if _is_packed(path) else path.suffix
    kind = TYPES.get(ending.lower(), "")
    return "text/plain" if kind == "text/markdown" else kind


def _is_packed(path: Path) -> bool:
    return path.suffix.lower() == ".gz"


def _body(path: Path) -> tuple[bytes, bool]:
    from workbench.files import opened_regular

    with opened_regular(path) as held:
        body = (gzip.GzipFile(fileobj=held) if _is_packed(path) else held).read(LARGEST + 1)
    return body[:LARGEST], len(body) > LARGEST
