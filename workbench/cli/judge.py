"""`workbench judge`: what raters say of sources: added, listed, asked for next, imported and exported."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from workbench.cli.files import hand_over, read_bytes, targets
from workbench.cli.output import Json, Sets, changes, opened, put, put_json, put_table, say
from workbench.errors import BadRequest, NotFound
from workbench.text import counted, quoted

if TYPE_CHECKING:
    from workbench.compose.judgments import BroughtIn
    from workbench.export.judgments import JudgmentForm
    from workbench.records import Judgment
    from workbench.records.judgment import Answer

app = typer.Typer(help="What raters say of sources: import, export, next, list, add.", no_args_is_help=True)
MOST_SAID = 50
Topic = Annotated[str, typer.Option(help="Only this topic, in any spelling of it.")]
Rater = Annotated[str, typer.Option(help="Who judges; the operating system's user otherwise.")]
OnlyRater = Annotated[str, typer.Option(help="Only what this rater said.")]
History = Annotated[bool, typer.Option("--history", help="Also what was answered anew and withdrawn.")]


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="CSV, JSON or qrels; - reads standard input.")],
    form: Annotated[str, typer.Option("--format", help="csv, json or qrels; seen in the content otherwise.")] = "",
    rater: Annotated[str, typer.Option(help="Who judged, where a row names nobody.")] = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Take in judgments; a row that is none is said and never ends the others, and what is known adds nothing."""
    from workbench.compose.judgments import bring_in
    from workbench.export.judgment_rows import LARGEST

    changes(sets)
    known = _form(form) if form else None
    data = read_bytes(file, LARGEST)
    with opened() as bench:
        brought = bring_in(
            bench.store, data, "Standard input" if str(file) == "-" else file.name, form=known, rater=rater
        )
    for fault in brought.faults[:MOST_SAID]:
        say(f"Row {fault.row}: {fault.why}")
    if (more := len(brought.faults) - MOST_SAID) > 0:
        say(f"And {counted(more, 'row')} more; --json names them all.")
    put_json({**asdict(brought), "faults": [asdict(fault) for fault in brought.faults]}) if as_json else _tell(brought)
    if brought.faults and not brought.added + brought.known:
        raise typer.Exit(1)


def _tell(brought: BroughtIn) -> None:
    known = f"; {brought.known:,} known before" if brought.known else ""
    bad = f"; {counted(len(brought.faults), 'row')} not taken" if brought.faults else ""
    put(f"Imported {counted(brought.added, 'judgment')}{known}{bad}.")


@app.command("export")
def export(
    form: Annotated[str, typer.Option("--format", help="csv, json, or qrels with grades only.")] = "csv",
    out: Annotated[Path | None, typer.Option("--out", "--output", help="Write to this file.")] = None,
    mark: Annotated[bool, typer.Option("--bom", help="Begin a CSV with a byte order mark.")] = False,
    history: History = False,
    topic: Topic = "",
    rater: OnlyRater = "",
    sets: Sets = None,
) -> None:
    """Write the judgments that stand, all that is known of each as CSV or JSON, or what the grades come to as qrels."""
    from workbench.compose.judgments import judgments_file

    given = changes(sets)
    known = _form(form)
    if history and known == "qrels":
        raise BadRequest("--history and qrels contradict each other: a line of qrels is a grade that stands.")
    targets(out)
    with opened() as bench:
        held = bench.store.judgments
        found = (held.history if history else held.standing)(topic or None, rater or None)
        rule = bench.store.settings.resolve(given).settings.judgments.combine
    content, left_out = judgments_file(found, known, rule, mark=mark)
    if left_out:
        say(f"{counted(left_out, 'judgment')} left out: qrels hold grades, and no comparison, skip or delay.")
    hand_over(content, out)


@app.command("next")
def next_(
    topic: Topic = "",
    rater: Rater = "",
    asked_as: Annotated[str, typer.Option("--as", help="pairs, or grades of one source each.")] = "pairs",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """What to judge next: of two sources the pair whose answer tells most of the weights, or one to be graded."""
    from workbench.compose.evidence import evidence
    from workbench.compose.judging import least_judged, most_telling, next_for, topics
    from workbench.store import DamagedRun, damage
    from workbench.store.authors import user

    given = changes(sets)
    if asked_as not in ("pairs", "grades"):
        raise BadRequest(f"--as is pairs or grades, not {quoted(asked_as, 20)}.")
    wanted = cast(Literal["pairs", "grades"], asked_as)
    rater = rater or user()
    damaged: list[DamagedRun] = []
    with opened() as bench:
        known = topics(bench.store, topic or None)
        if not known:
            raise NotFound(f"No finished run {f'of {quoted(topic, 80)} ' if topic else ''}to judge the sources of.")
        if wanted == "pairs":
            told = evidence(bench.store, bench.store.settings.resolve(given).settings)
            damaged += told.runs.damaged
            found = most_telling(bench.store, known, told, rater, damaged)
        else:
            standing = bench.store.judgments.standing()
            ordered = least_judged(known, standing, wanted, rater)
            found = next_for(bench.store, ordered, standing, wanted, rater, damaged)
    if damaged:
        say(damage(damaged))
    if as_json:
        asked = (
            {"topic": found[1].topic, "run": found[0].number, "sources": found[1].shown, "why": found[1].why}
            if found
            else None
        )
        put_json({"rater": rater, "as": wanted, "next": asked})
    elif found:
        put(f"{found[1].topic}, run {found[0].number}")
        for address in found[1].shown:
            put(address)
        put(found[1].why)
    else:
        put(f"Nothing is left for {rater} to judge.")


@app.command("list")
def list_(
    topic: Topic = "", rater: OnlyRater = "", history: History = False, as_json: Json = False, sets: Sets = None
) -> None:
    """The judgments that stand, in the order of time."""
    changes(sets)
    with opened() as bench:
        held = bench.store.judgments
        found = (held.history if history else held.standing)(topic or None, rater or None)
    if as_json:
        put_json([_entry(one) for one in found])
        return
    put_table(
        ("topic", "answer", "first", "second", "by", "on", "note"),
        ((one.topic, one.answer, one.first, one.second, one.rater, one.at.date(), one.note) for one in found),
    )


@app.command("add")
def add(
    topic: Annotated[str, typer.Argument(help="What the sources are judged for.")],
    answer: Annotated[str, typer.Argument(help="0 to 3 for one; first, second or equal for two; or withdrawn.")],
    first: Annotated[str, typer.Argument(help="The address of a source.")],
    second: Annotated[str, typer.Argument(help="The address of the one it is compared with.")] = "",
    rater: Rater = "",
    note: Annotated[str, typer.Option(help="Why, in a few words.")] = "",
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """Judge one source, or two; it stands in place of what the rater said of the same before."""
    changes(sets)
    with opened() as bench:
        guideline = bench.store.settings.resolve().settings.judgments.guideline_version
        said = cast("Answer", answer.lower())
        kept = bench.store.judgments.add(topic, first, second, said, rater=rater, note=note, guideline=guideline)
    if as_json:
        put_json(_entry(kept))
        return
    of = f"{kept.first} and {kept.second}" if kept.is_pair else kept.first
    put(f"Judged for {kept.topic}, by {kept.rater}: {of}, {kept.answer}.")


def _form(form: str) -> JudgmentForm:
    from workbench.export.judgments import JUDGMENT_FORMS

    if found := next((one for one in JUDGMENT_FORMS if one == form), None):
        return found
    raise BadRequest(f"--format is {', '.join(JUDGMENT_FORMS[:-1])} or {JUDGMENT_FORMS[-1]}, not {quoted(form, 20)}.")


def _entry(judgment: Judgment) -> dict[str, Any]:
    return {**asdict(judgment), "at": judgment.at.isoformat()}
