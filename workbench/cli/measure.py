"""`workbench measure` and `workbench fit`: how good the rankings are by what was judged, and better weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.output import Json, Sets, changes, opened, put, put_json, put_table, say, warn
from workbench.text import counted

if TYPE_CHECKING:
    from workbench.compose.evidence import Evidence
    from workbench.compose.measured import Measured
    from workbench.evidence.fit import Fit
    from workbench.evidence.measures import TopicMeasures

MISSING = "–"
MOST_SEED = 2**63 - 1


def measure(as_json: Json = False, sets: Sets = None) -> None:
    """nDCG, P, MRR and coverage of each topic's newest run by its grades; with --set, before and after."""
    from workbench.compose.evidence import evidence
    from workbench.compose.measured import measured, measures_document

    given = changes(sets)
    with opened() as bench:
        saved, tried = bench.store.settings.resolve(), bench.store.settings.resolve(given)
        base = saved.settings.model_copy(update={"judgments": tried.settings.judgments})
        found = evidence(bench.store, base)
        version = bench.store.settings.version()
    warn(tried.warnings)
    told = measured(found, tried.settings)
    put_json(measures_document(found, told, version)) if as_json else _measures(found, told)


def _measures(found: Evidence, told: Measured) -> None:
    from workbench.compose.measured import counts

    before, after = told.before, told.after
    for sentence in counts(before, found.runs.damaged):
        put(sentence)
    if not before.topics:
        return
    put("")
    k, sides = before.k, [before, *([after] if after else [])]
    rows = [
        (f"nDCG@{k}", *(_number(one.ndcg) for one in sides)),
        (f"P@{k} from grade {before.relevant_from}", *(_number(one.precision) for one in sides)),
        ("MRR", *(_number(one.mrr) for one in sides)),
        (f"coverage@{k}", *(_number(one.coverage) for one in sides)),
    ]
    put_table(("mean", "before", "after") if after else ("mean", "now"), rows)
    if told.rbo is not None:
        put(f"RBO of before and after: {told.rbo:.3f}")
    put("")
    head = ("topic", "run", "graded", f"nDCG@{k}", f"P@{k}", "RR", f"coverage@{k}", *(["RBO"] if after else []), "")
    put_table(head, [_row(*row) for row in told.rows])


def _row(old: TopicMeasures, new: TopicMeasures | None, overlap: float | None) -> tuple[object, ...]:
    cells = [
        _both(getattr(old, name), getattr(new, name) if new else None, is_tried=new is not None)
        for name in ("ndcg", "precision", "reciprocal_rank", "coverage")
    ]
    return (old.topic, old.run, old.judged, *cells, *([_number(overlap)] if new else []), old.why)


def _both(old: float | None, new: float | None, *, is_tried: bool) -> str:
    return f"{_number(old)} → {_number(new)}" if is_tried and old is not None else _number(old)


def _number(value: float | None) -> str:
    return MISSING if value is None else f"{value:.3f}"


def fit(
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="The same seed gives the same answer.")] = 0,
    as_json: Json = False,
    sets: Sets = None,
) -> None:
    """The weights that the judgments ask for, or that the current ones are to be kept, and what that rests on."""
    from workbench.compose.evidence import evidence
    from workbench.compose.measured import fit_document
    from workbench.store import damage

    given = changes(sets)
    with opened() as bench:
        resolved = bench.store.settings.resolve(given)
        found = evidence(bench.store, resolved.settings)
        version = bench.store.settings.version()
    warn(resolved.warnings)
    told = found.fit(seed)
    if found.runs.damaged:
        say(damage(found.runs.damaged))
    put_json(fit_document(found, told, version)) if as_json else _fit(found, told)


def _fit(found: Evidence, told: Fit) -> None:
    from workbench.compose.measured import named
    from workbench.tuning.moves import NAMES

    put(told.sentence)
    unseen = f"; {told.unseen:,} more on sources that no run holds together" if told.unseen else ""
    put(f"{counted(told.answers, 'answer')} on {counted(told.topics, 'topic')}{unseen}.")
    if told.held_out is None or told.current is None or told.interval is None:
        return
    put("")
    held = found.settings.research.weights
    rows = zip(NAMES, (f"{one:.3f}" for one in held), (f"{one:.3f}" for one in told.weights), strict=True)
    put_table(("weight", "now", "fitted"), rows)
    put("")
    measured = [("agreement", f"{told.current:.3f}", f"{told.held_out:.3f}")]
    k = found.settings.judgments.cutoff
    if told.ndcg is not None:
        measured.append((f"nDCG@{k}", _number(told.current_ndcg), _number(told.ndcg)))
    put_table(("held out", "current", "fitted"), measured)
    low, high = told.interval
    put(f"Difference of agreement, 95% interval: {low:+.3f} to {high:+.3f}.")
    put(f"The current weights would look so wrong by chance {_often(told.chance)}.")
    if told.more:
        put(f"About {counted(told.more, 'more answer')} would settle it.")
    topics = named(told.scores, found)
    put("")
    for word, sign in (("worse", -1), ("better", 1)):
        those = [(name, one) for name, one in topics[::-sign] if sign * (one.after - one.before) > 0]
        many = counted(len(those), "topic") if those else "No topic"
        put(f"{many} {'get' if len(those) > 1 else 'gets'} {word}{':' if those else '.'}")
        for name, one in those:
            put(f"  {name}: {one.before:.0%} to {one.after:.0%} of {counted(one.answers, 'answer')}")


def _often(chance: float | None) -> str:
    return MISSING if chance is None else f"{chance:.0%} of the time"
