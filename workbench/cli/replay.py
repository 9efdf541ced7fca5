"""`workbench replay` and `workbench flips`: what other settings would do to stored runs, and when two sources swap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.output import SEARCH, Json, Sets, changes, opened, put, put_json, put_table, say, warn
from workbench.errors import BadRequest

if TYPE_CHECKING:
    from workbench.compose import Workbench
    from workbench.records import RunRecord
    from workbench.store import Wanted
    from workbench.tuning.flips import Flips, Stability, WeightLine
    from workbench.tuning.replay import Replay
    from workbench.tuning.whatif import FirstChange, WhatIf

BATCH = 200
Url = Annotated[str, typer.Argument(help="The address of one of its sources.")]


def replay(
    runs: Annotated[str, typer.Option("--runs", help=SEARCH)] = "",
    tag: Annotated[list[str] | None, typer.Option(help="Only runs with this tag; may be given several times.")] = None,
    since: Annotated[str, typer.Option("--from", help="Only runs made on this day or later, YYYY-MM-DD.")] = "",
    until: Annotated[str, typer.Option("--to", help="Only runs made on this day or before.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="Every run, which is also meant without a choice.")] = False,
    own: Annotated[
        bool, typer.Option("--own", help="Compare with each run’s own settings, not with the saved.")
    ] = False,
    today: Annotated[str, typer.Option(help="The day that counts as today in every run; its own otherwise.")] = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """What the settings given with --set would change in the stored runs; without any, what the saved ones would."""
    from workbench.tuning.archive import Archive
    from workbench.tuning.replay import replay as replayed
    from workbench.tuning.whatif import needs_texts, what_if

    if everything and (runs or tag or since or until):
        raise BadRequest("--all means every run; it does not go with --runs, --tag, --from or --to.")
    given, day = changes(sets), _day(today, "--today")
    wanted = _wanted(runs, tag or (), _day(since, "--from"), _day(until, "--to"))
    with opened() as bench:
        saved, tried = bench.store.settings.resolve({}), bench.store.settings.resolve(given)
        base = None if own or not given else saved.settings
        archive = Archive(records(bench, wanted, texts=needs_texts(base, tried.settings)))
    warn(tried.warnings)
    before, after = replayed(archive, base, day), replayed(archive, tried.settings, day)
    found = what_if(before, after)
    if as_json:
        put_json(_document(found, before, after))
        return
    chosen = bool(runs or tag or since or until)
    for sentence in found.sentences if found.runs else (none_found(chosen=chosen),):
        put(sentence)
    for line in left_out(after):
        put(line)
    if found.firsts:
        put("")
        put_table(("run", "topic", "first", "then", "lead", "cause"), (_row(one, after) for one in found.firsts))


def _day(text: str, option: str) -> date | None:
    from workbench.store import day_of

    return day_of(text, option) if text else None


def _wanted(search: str, tags: Sequence[str], since: date | None, until: date | None) -> Wanted:
    from workbench.store import asked, between, tag_of

    wanted = asked(search)
    return between(replace(wanted, tags=(*wanted.tags, *map(tag_of, tags))), since=since, until=until)


def records(bench: Workbench, wanted: Wanted, *, texts: bool = False) -> Iterator[RunRecord]:
    """The runs that are meant, oldest first, a batch at a time; without `texts` their pages are empty."""
    from workbench.store import damage

    read, of = 0, bench.store.archive.count(wanted)
    while ids := bench.store.archive.ids(wanted, order="oldest", limit=BATCH, offset=read):
        found = bench.store.runs.sound(ids, texts=texts)
        if found.damaged:
            say(damage(found.damaged))
        yield from found.runs
        read += len(ids)
        if of > BATCH:
            say(f"Read {read:,} of {of:,} runs.")


def none_found(*, chosen: bool) -> str:
    """What is said where nothing can be replayed: of the runs chosen, or of all."""
    return "No finished run is among those chosen." if chosen else "No finished run is stored yet."


def left_out(after: Replay) -> Iterator[str]:
    """A sentence on the runs that could not be replayed, if any."""
    if count := after.archive.unfinished:
        said = "was never judged, and is" if count == 1 else "were never judged, and are"
        yield f"{count:,} of the runs chosen {said} left out."


def _row(one: FirstChange, after: Replay) -> tuple[object, ...]:
    from workbench.urls import names

    run = after.archive.runs[one.run]
    lead = "–" if one.gap is None else f"{one.gap:+.3f}{' near-tie' if one.near_tie else ''}"
    told = names(side.url for side in (one.was, one.now) if side)
    was, now = (told[side.url] if side else "–" for side in (one.was, one.now))
    return run.number, run.topic, was, now, lead, one.cause


def _document(found: WhatIf, before: Replay, after: Replay) -> dict[str, Any]:
    archive = after.archive
    return {
        "sentences": list(found.sentences),
        "base": "own" if before.settings is None else "saved",
        "today": after.today.isoformat() if after.today else None,
        "settings": _differing(before, after),
        "runs": found.runs,
        "unfinished": archive.unfinished,
        "one_by_one": len(archive.one_by_one),
        "first": found.first,
        "top3": found.top3,
        "top5": found.top5,
        "contexts": found.contexts,
        "near_ties": found.near_ties,
        "causes": dict(found.causes),
        "firsts": [_first(one, after) for one in found.firsts],
        "lines": [
            {**asdict(line), "run": archive.runs[line.run].number, "topic": archive.runs[line.run].topic}
            for line in found.lines
        ],
    }


def _differing(before: Replay, after: Replay) -> dict[str, Any]:
    from workbench.settings.load import as_texts

    if before.settings is None or after.settings is None:
        return {}
    old, new = as_texts(before.settings), as_texts(after.settings)
    return {key: {"old": old[key], "new": new[key]} for key in new if old[key] != new[key]}


def _first(one: FirstChange, after: Replay) -> dict[str, Any]:
    from workbench.tuning.moves import NAMES

    run = after.archive.runs[one.run]
    return {
        "run": run.number,
        "id": run.id,
        "topic": run.topic,
        "was": one.was.url if one.was else None,
        "now": one.now.url if one.now else None,
        "gap": one.gap,
        "near_tie": one.near_tie,
        "shares": dict(zip(NAMES, one.shares, strict=False)),
        "cause": one.cause,
    }


def flips(
    run: Annotated[str, typer.Argument(help="The run's number or id.")],
    one: Url,
    other: Url,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """When two sources of a run swap: by each weight, by a tier, and how much every slot bears."""
    from workbench.compose import from_snapshot
    from workbench.tuning.flips import flips as swaps
    from workbench.tuning.flips import orders, stability
    from workbench.tuning.swaps import head
    from workbench.urls import names

    given = changes(sets)
    with opened() as bench:
        record = bench.store.runs.get(run, texts=False)
    settings = from_snapshot({**record.settings, **given})
    held = orders(record, settings)
    found, slots = swaps(record, settings, one, other, held), stability(record, settings, held)
    if as_json:
        put_json(_swaps(record, found, slots))
        return
    lead = head(found, settings.research)
    above, below = names((found.above.url, found.below.url)).values()
    put(f"{above} leads {below} by {lead}.")
    for line in found.weights:
        put(_said(line))
    put(_tier(found))
    put("")
    rows = (
        (slot.slot, slot.url, f"{slot.radius:.1%} of {slot.weight}" if slot.radius is not None else "–")
        for slot in slots
    )
    put_table(("slot", "source", "bears less than"), rows)


def _said(line: WeightLine) -> str:
    from workbench.tuning.swaps import values

    if not line.flips:
        return f"{line.name}: no value does it (now {line.now:g})."
    return f"{line.name}: they swap at {values(line)} (now {line.now:g})."


def _tier(found: Flips) -> str:
    from workbench.tuning.swaps import tier

    return f"tier: {tier(found) or 'no single change does it'}."


def _swaps(record: RunRecord, found: Flips, slots: tuple[Stability, ...]) -> dict[str, Any]:
    return {
        "run": record.id,
        "above": found.above.url,
        "below": found.below.url,
        "lead": found.lead,
        "weights": [asdict(line) for line in found.weights],
        "tier": asdict(found.tier) if found.tier else None,
        "slots": [asdict(slot) for slot in slots],
    }
