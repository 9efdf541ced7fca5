"""Which runs are meant: words of the topic, a state, an engine, tags, a version of the settings, a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, get_args

from sqlalchemy import false
from sqlalchemy.sql.elements import ColumnElement
from sqlmodel import col, select

from workbench.store.stored_text import clean
from workbench.store.tables import RunRow, TagRow
from workbench.text import topic_key

Shown = Literal["finished", "no_sources", "running", "queued", "interrupted", "failed", "cancelled", "done"]
Order = Literal["newest", "oldest", "topic"]
SHOWN: tuple[Shown, ...] = get_args(Shown)
ORDERS: tuple[Order, ...] = get_args(Order)
OPEN = ("queued", "running")
MOST_VERSION = 2**31 - 1
Condition = ColumnElement[bool]

VISIBLE: Condition = col(RunRow.deleted_at).is_(None)
NEWEST_FIRST = col(RunRow.number).desc()
_ORDERS: Mapping[Order, tuple[Any, ...]] = {
    "newest": (NEWEST_FIRST,),
    "oldest": (col(RunRow.number),),
    "topic": (col(RunRow.folded), NEWEST_FIRST),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list of runs holds; what is left empty narrows nothing.

    `interrupted` names the runs whose workers are gone: the store knows them as running. `deleted` means the deleted
    runs in place of the others.
    """

    words: str = ""
    state: Shown | None = None
    engine: str = ""
    tags: tuple[str, ...] = ()
    version: int | None = None
    since: datetime | None = None
    deleted: bool = False
    interrupted: frozenset[str] = frozenset()


def asked(text: str) -> Wanted:
    """What a person typed into a search: words of the topic, and `tag:` and `engine:` with a word each."""
    words: list[str] = []
    wanted = Wanted()
    for piece in clean(text).split():
        name, colon, value = piece.partition(":")
        if colon and value and name.lower() == "tag":
            wanted = replace(wanted, tags=(*wanted.tags, value.lower()))
        elif colon and value and name.lower() == "engine":
            wanted = replace(wanted, engine=value.lower())
        else:
            words.append(piece)
    return replace(wanted, words=" ".join(words))


def conditions(wanted: Wanted) -> list[Condition]:
    """What holds of every row that is meant."""
    found = [col(RunRow.folded).contains(word, autoescape=True) for word in topic_key(clean(wanted.words)).split()]
    found.append(col(RunRow.deleted_at).is_not(None) if wanted.deleted else VISIBLE)
    if wanted.state:
        found.extend(_of_state(wanted.state, wanted.interrupted))
    if wanted.engine:
        found.append(col(RunRow.engine) == clean(wanted.engine))
    if wanted.version is not None:
        known = abs(wanted.version) <= MOST_VERSION
        found.append(col(RunRow.settings_version) == wanted.version if known else false())
    if wanted.since is not None:
        found.append(col(RunRow.created_at) >= wanted.since)
    for tag in wanted.tags:
        found.append(col(RunRow.id).in_(select(TagRow.run_id).where(col(TagRow.tag) == clean(tag))))
    return found


def _of_state(state: Shown, interrupted: frozenset[str]) -> list[Condition]:
    stored = col(RunRow.state)
    match state:
        case "finished":
            return [stored == "done", col(RunRow.kept) > 0]
        case "no_sources":
            return [stored == "done", col(RunRow.kept) == 0]
        case "running":
            return [stored == "running", col(RunRow.id).not_in(interrupted)]
        case "interrupted":
            return [stored == "running", col(RunRow.id).in_(interrupted)]
        case _:
            return [stored == state]


def ordered(order: Order) -> tuple[Any, ...]:
    """By what a list of runs is sorted."""
    return _ORDERS[order]
