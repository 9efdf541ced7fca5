"""`workbench corpus`: the installed documents that answer without a network."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.output import Json, Limit, Sets, changes, opened, put, put_json, put_table, say
from workbench.errors import NotFound
from workbench.text import counted

if TYPE_CHECKING:
    from workbench.compose import Workbench

app = typer.Typer(help="The installed documents that answer without a network.", no_args_is_help=True)


@app.command("add")
def add(
    paths: Annotated[list[Path], typer.Argument(readable=False, help="Files or folders: HTML, PDF, Markdown, text.")],
    topic: Annotated[str, typer.Option(help="The topic of those that name none.")] = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Add documents; front matter gives the address a file stands for."""
    from workbench.installing import add_files

    changes(sets)
    with opened() as bench:
        _sample(bench)
        added = asyncio.run(add_files(bench, paths, topic))
        for line in (*added.refused, *added.notes):
            say(line)
        if as_json:
            put_json({"added": added.count, "refused": list(added.refused), "notes": list(added.notes)})
        else:
            put(f"Added {counted(added.count, 'document')}.")
    if added.refused and not added.count:
        raise typer.Exit(1)


@app.command("list")
def list_(as_json: Json = False, sets: Sets = None) -> None:
    """The topics and the documents."""
    from workbench.installing import sample_topics

    changes(sets)
    with opened() as bench:
        _sample(bench)
        documents = bench.store.documents.list()
    held = {one.topic for one in documents}
    topics = [topic for topic in sample_topics() if topic.slug in held]
    titles = {topic.slug: topic.title for topic in topics}
    other = sorted(held - titles.keys() - {""})
    if as_json:
        named = [{"slug": one.slug, "title": one.title, "about": one.about} for one in topics]
        named += [{"slug": slug, "title": slug, "about": ""} for slug in other]
        put_json({"topics": named, "documents": [_entry(one) for one in documents]})
        return
    put_table(
        ("topic", "documents"), ((titles.get(t, t), sum(d.topic == t for d in documents)) for t in [*titles, *other])
    )
    put("")
    put_table(("url", "title", "status"), ((one.url, one.title[:70], one.status) for one in documents))


def _entry(one: Any) -> dict[str, Any]:
    return {
        "url": one.url,
        "title": one.title,
        "topic": one.topic,
        "published": one.published.isoformat() if one.published else None,
        "status": one.status,
        "content_type": one.content_type,
        "sample": one.sample,
    }


@app.command("search")
def search(text: str, count: Limit = 10, as_json: Json = False, sets: Sets = None) -> None:
    """The documents that answer, best first."""
    changes(sets)
    with opened() as bench:
        _sample(bench)
        hits = bench.store.documents.search(text, count)
    if as_json:
        put_json([{"position": h.position, "url": h.url, "title": h.title, "snippet": h.snippet} for h in hits])
    else:
        put_table(("", "title", "url"), ((hit.position, hit.title[:70], hit.url) for hit in hits))


@app.command("remove")
def remove(
    urls: Annotated[list[str] | None, typer.Argument(help="Addresses of documents.")] = None,
    sample: Annotated[bool, typer.Option("--sample", help="Remove every sample document.")] = False,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Remove documents."""
    changes(sets)
    with opened() as bench:
        _sample(bench)
        wanted = list(urls or ())
        if sample:
            wanted += [one.url for one in bench.store.documents.list() if one.sample]
        count = bench.store.documents.remove(wanted)
        if not count:
            raise NotFound("No document stands for that address; `workbench corpus list` shows them all.")
        put_json({"removed": count}) if as_json else put(f"Removed {counted(count, 'document')}.")


def _sample(bench: Workbench) -> None:
    from workbench.installing import install_sample

    if said := asyncio.run(install_sample(bench)):
        say(said)
