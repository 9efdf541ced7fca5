"""Which runs are meant: words of the topic, a state, an engine, tags, a version of the settings, a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, Literal, get_args

from sqlalchemy import false
from sqlalchemy.sql.elements import ColumnElement
from sqlmodel import col, select

from workbench.errors import BadRequest
from workbench.store.stored_text import clean
from workbench.store.tables import RunRow, TagRow
from workbench.text import quoted, topic_key

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

    Runs begun at `since` or later and before `until` are meant. `interrupted` names the runs whose workers are gone:
    the store knows them as running. `deleted` means the deleted runs in place of the others.
    """

    words: str = ""
    state: Shown | None = None
    engine: str = ""
    tags: tuple[str, ...] = ()
    version: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    deleted: bool = False
    interrupted: frozenset[str] = frozenset()


def asked(text: str, where: tzinfo | None = UTC) -> Wanted:
    """What a person typed into a search: words, and one word each after `tag:`, `engine:`, `since:` and `until:`.

    A day is one of the reader's time zone, where `None` is the zone of this machine; `until` includes its day. What is
    no day is a `BadRequest`. Of several days the narrowest count.
    """
    words: list[str] = []
    wanted = Wanted()
    for piece in clean(text).split():
        name, colon, value = piece.partition(":")
        match name.lower() if colon and value else "":
            case "tag":
                wanted = replace(wanted, tags=(*wanted.tags, value.lower()))
            case "engine":
                wanted = replace(wanted, engine=value.lower())
            case "since":
                wanted = between(wanted, since=day_of(value, "since:"), where=where)
            case "until":
                wanted = between(wanted, until=day_of(value, "until:"), where=where)
            case _:
                words.append(piece)
    return replace(wanted, words=" ".join(words))


def day_of(text: str, said_as: str) -> date:
    """A day as it is written, such as 2026-11-29; `BadRequest` names what was asked for as something else."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadRequest(f"{said_as} is {quoted(text, 40)}, which is no day such as 2026-11-29.") from error


def between(
    wanted: Wanted, *, since: date | None = None, until: date | None = None, where: tzinfo | None = UTC
) -> Wanted:
    """The same runs, of those only the ones begun on these days, both included."""
    first = _midnight(since, where) if since else None
    end = _midnight(until + timedelta(days=1), where) if until and until < date.max else None
    return replace(
        wanted,
        since=max((at for at in (wanted.since, first) if at), default=None),
        until=min((at for at in (wanted.until, end) if at), default=None),
    )


def _midnight(day: date, where: tzinfo | None) -> datetime:
    near = min(max(day, date(2, 1, 1)), date(9998, 12, 31))  # a moment that any zone has a name for
    return datetime.combine(near, time(), where).astimezone(UTC)


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
    if wanted.until is not None:
        found.append(col(RunRow.created_at) < wanted.until)
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
