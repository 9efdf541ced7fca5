"""`workbench score`: results from a file, judged as a run would, without a gate and without the network."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from workbench.cli.files import read_bytes
from workbench.cli.output import Json, Sets, changes, put, put_json, put_table, warn
from workbench.errors import BadRequest
from workbench.files import not_json
from workbench.text import quoted

LARGEST = 50 << 20
MOST_ITEMS = 1000  # every snippet is compared with every other one


def score(
    file: Annotated[
        Path, typer.Argument(help="A JSON list of {title, url, snippet, content}; - reads standard input.")
    ],
    topic: Annotated[str, typer.Option("--topic", help="The topic the results answer.")] = "",
    today: Annotated[str, typer.Option(help="The day that counts as today, YYYY-MM-DD.")] = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Score, fold and order results given in search order."""
    from workbench.export.document import dropped_entry, source_entry
    from workbench.quality import judge
    from workbench.records import Dropped, Query
    from workbench.store import open_store

    given = changes(sets)
    reads = tuple(_reads(_load(file)))
    store = open_store()
    resolved = store.settings.resolve(given)
    store.close()
    warn(resolved.warnings)
    settings = resolved.settings.research.model_copy(update={"require_fetched_source_for_citation": False})
    judged = judge([read for read, refused in reads if not refused], Query(topic, day(today)), settings)
    reason = "unread: refused, credentials in the address"
    refused = [Dropped(read.hit, "search", "unread", reason) for read, refused in reads if refused]
    judged = replace(judged, dropped=(*refused, *judged.dropped))
    logging.getLogger("workbench.research").info(judged.log)
    if as_json:
        sources = [source_entry(source) for source in judged.sources]
        put_json({"sources": sources, "dropped": [dropped_entry(lost) for lost in judged.dropped], "log": judged.log})
        return
    rows = (
        (f"{one.score:.3f}", *(f"{part:.2f}" for part in one.components.values()), one.url) for one in judged.sources
    )
    put_table(("score", "cred", "snip", "rec", "uniq", "rank", "url"), rows)
    for lost in judged.dropped:
        put(f"{lost.reason}  {lost.hit.url}")
    put(judged.log)


def day(text: str) -> date:
    """The day given, else today by the calendar of UTC."""
    if not text:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadRequest(f"--today is {quoted(text, 40)}, which is no day such as 2026-11-29.") from error


def _load(file: Path) -> list[Any]:
    raw = read_bytes(file, LARGEST)
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"{file} {not_json(error)}.") from error
    if not isinstance(data, list):
        raise BadRequest(f"{file} holds no list; a list of title, url, snippet, content is needed.")
    if len(data) > MOST_ITEMS:
        raise BadRequest(f"{file} holds {len(data):,} results; at most {MOST_ITEMS:,} are compared at a time.")
    return data


def _reads(items: list[Any]) -> Any:
    """Each result as it is judged, and whether a run would refuse it for the password in its address."""
    from workbench.records import Hit, Read
    from workbench.text import plain, safe
    from workbench.urls import has_credentials, masked, without_credentials

    for place, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise BadRequest(f"Item {place} is no object with title, url and snippet.")
        title, url, snippet = (item.get(key) for key in ("title", "url", "snippet"))
        url, title, snippet = (safe(text) if isinstance(text, str) else "" for text in (url, title, snippet))
        shown = without_credentials(url)
        hit = Hit(shown, masked(plain(title)), masked(snippet), place)
        yield Read(hit), ":" in url.partition("://")[2].partition("@")[0] and has_credentials(url)
