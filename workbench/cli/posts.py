"""`workbench posts`: the posts of our own site, for internal links."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.files import read_bytes
from workbench.cli.output import Json, Sets, changes, opened, put, put_json, put_table, say
from workbench.text import counted

app = typer.Typer(help="The posts of our own site, for internal links.", no_args_is_help=True)
LARGEST = 10 << 20


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="RSS, Atom, a sitemap, CSV or JSON.")],
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Take in posts; a row that is none is said and never ends the others."""
    from workbench.library import read_posts

    changes(sets)
    found, errors = read_posts(read_bytes(file, LARGEST), file.name)
    with opened() as bench:
        count = bench.store.posts.add(found)
    for line in errors:
        say(line)
    if not count and not errors:
        say(f"{file.name} holds no post.")
    put_json({"imported": count, "errors": list(errors)}) if as_json else put(f"Imported {counted(count, 'post')}.")
    if not count:
        raise typer.Exit(1)


@app.command("list")
def list_(as_json: Json = False, sets: Sets = None) -> None:
    """Every post with its slug and status."""
    changes(sets)
    with opened() as bench:
        rows = [(post.title, post.slug, post.status) for post in bench.store.posts.list()]
    if as_json:
        put_json([dict(zip(("title", "slug", "status"), row, strict=True)) for row in rows])
    else:
        put_table(("title", "slug", "status"), rows)
