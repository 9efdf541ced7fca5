"""What the verdict rests on: measures before and after, the held-out interval, and the topics that win and lose."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

import streamlit as st

from pages.parts.judge_evidence import Held
from pages.parts.judge_place import Place
from pages.parts.words import MISSING, plain_html, plural
from workbench.compose import Workbench
from workbench.compose.measured import Measured, counts, fit_document, measures_document, named
from workbench.evidence.fit import Fit, TopicScore
from workbench.evidence.measures import Measures
from workbench.store import DamagedRun
from workbench.tuning.moves import NAMES

MOST_TOPICS = 50
REACH = 36  # percent of the width on either side of zero that an interval may take; the rest is for its numbers


def draw(desk: Workbench, place: Place, told: Held) -> None:
    """Draw it where it was unfolded."""
    label = "Measures, before and after the fitted weights"
    folded = st.expander(label, key="judge.measures", on_change="rerun")
    if not folded.open:
        return
    fit = told.fit()
    with folded:
        found = told.measured(fit)
        left, right = st.columns(2, gap="large")
        with left:
            st.html(_means(found, fit, told.found.runs.damaged))
        with right:
            st.html(_weights(place, fit) + _held_out(fit))
        if fit.scores:
            st.html(_topics(told, fit))
        st.download_button(
            "JSON",
            partial(_file, told, desk.store.settings.version()),
            "measures.json",
            "application/json",
            key="judge.measures.json",
            icon=":material/download:",
            help="All of it in full precision; no measure is stored elsewhere.",
            on_click="ignore",
        )


def _file(told: Held, version: int) -> bytes:
    fit = told.fit()
    measures = measures_document(told.found, told.measured(fit), version)
    document = {"measures": measures, "fit": fit_document(told.found, fit, version)}
    return json.dumps(document, indent=2, allow_nan=False).encode()


def _means(found: Measured, fit: Fit, damaged: Sequence[DamagedRun]) -> str:
    """The means of both sides, and what they are over."""
    said = f"<p>{plain_html(' '.join((*counts(found.before, damaged), *_left_out(found.before, fit))))}</p>"
    why = [f"{plain_html(one.topic)}: {plain_html(one.why)}." for one in found.before.topics if one.why]
    more = f"<p>And {plural(len(why) - 3, 'more such topic')}.</p>" if len(why) > 3 else ""
    reasons = "".join(f'<p class="wb-any">{one}</p>' for one in why[:3]) + more
    head = "<b>By the grades</b>"
    if not found.before.topics:
        return f'<div class="wb">{head}<div class="wb-second">{said}</div></div>'
    sides = (found.before, found.after or found.before)
    rows = "".join(
        f"<tr><td>{name}</td>{''.join(_cell(value) for value in values)}</tr>" for name, values in _rows(*sides)
    )
    rbo = MISSING if found.rbo is None else f"{found.rbo:.3f}"
    rows += (
        f'<tr><td>Overlap of both rankings, RBO</td><td class="wb-end">{MISSING}</td><td class="wb-end">{rbo}</td></tr>'
    )
    names = '<th></th><th class="wb-end">now</th><th class="wb-end">fitted</th>'
    return (
        f'<div class="wb">{head}<table class="wb-table wb-measures"><thead><tr>{names}</tr></thead>'
        f'<tbody>{rows}</tbody></table><div class="wb-second">{said}{reasons}</div></div>'
    )


def _left_out(found: Measures, fit: Fit) -> tuple[str, ...]:
    """A sentence on nDCG of graded topics that the weights were not fitted on, for the means are over all of them."""
    if fit.ndcg is None or fit.current_ndcg is None:
        return ()
    return (f"Each topic left out of the fit, nDCG@{found.k} is {fit.ndcg:.3f}; now it is {fit.current_ndcg:.3f}.",)


def _rows(before: Measures, after: Measures) -> list[tuple[str, tuple[float | None, float | None]]]:
    k = before.k
    return [
        (f"nDCG@{k}", (before.ndcg, after.ndcg)),
        (f"P@{k}, relevant from grade {before.relevant_from}", (before.precision, after.precision)),
        ("MRR", (before.mrr, after.mrr)),
        (f"Coverage@{k}", (before.coverage, after.coverage)),
    ]


def _cell(value: float | None) -> str:
    if value is None:
        return f'<td class="wb-end">{MISSING}</td>'
    return f'<td class="wb-end" title="{value!r}">{value:.3f}</td>'


def _weights(place: Place, fit: Fit) -> str:
    """The weights that hold beside the fitted ones, or a sentence in their place."""
    head = "<b>By the answers on pairs</b>"
    if fit.held_out is None or fit.current is None:
        return f'<div class="wb">{head}<div class="wb-second"><p>{plain_html(fit.sentence)}</p></div></div>'
    rows = "".join(
        f'<tr><td>{name.capitalize()}</td><td class="wb-end">{old:.3f}</td><td class="wb-end">{new:.3f}</td></tr>'
        for name, old, new in zip(NAMES, place.settings.research.weights, fit.weights, strict=True)
    )
    rows += (
        f'<tr><td>Agree with held-out answers</td><td class="wb-end">{fit.current:.1%}</td>'
        f'<td class="wb-end">{fit.held_out:.1%}</td></tr>'
    )
    names = '<th>Weight</th><th class="wb-end">now</th><th class="wb-end">fitted</th>'
    return (
        f'<div class="wb">{head}<table class="wb-table wb-measures"><thead><tr>{names}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _held_out(fit: Fit) -> str:
    """The interval of the gain of the fitted weights on held-out topics, on a line with 0, and a sentence."""
    if fit.interval is None or fit.held_out is None or fit.current is None:
        return ""
    low, high = fit.interval
    gain = fit.held_out - fit.current
    ends = max(0.1, abs(low), abs(high), abs(gain))
    at = [50 + REACH * value / ends for value in (low, high, gain)]
    told = f"The gain is {_points(gain)} points; its 95% interval over topics is {_points(low)} to {_points(high)}."
    chance = (
        ""
        if fit.chance is None
        else f" The weights that hold would look so wrong by chance {fit.chance:.0%} of the time."
    )
    unseen = f" {plural(fit.unseen, 'answer')} on sources that no run holds together." if fit.unseen else ""
    return (
        f'<div class="wb wb-interval" role="img" aria-label="{plain_html(told)}"><i class="wb-zero"></i>'
        f'<i class="wb-span" style="left:{at[0]:.1f}%;width:{max(0.5, at[1] - at[0]):.1f}%"></i>'
        f'<i class="wb-mean" style="left:{at[2]:.1f}%"></i><span style="right:{100 - at[0]:.1f}%">{_points(low)}</span>'
        f'<span style="left:{at[1]:.1f}%">{_points(high)}</span><span class="wb-zero-said">0</span></div>'
        f'<div class="wb wb-second">{plain_html(told + chance + unseen)}</div>'
    )


def _points(share: float) -> str:
    return f"{'−' if share < 0 else '+'}{abs(100 * share):.1f}"


def _topics(told: Held, fit: Fit) -> str:
    """The topics that lose, then those that win; the others are counted."""
    rows = named(fit.scores, told.found)
    moved = [row for row in rows if row[1].after < row[1].before] + [row for row in rows[::-1] if _wins(row[1])]
    alike, more = len(rows) - len(moved), len(moved) - MOST_TOPICS
    body = "".join(
        f'<tr><td class="wb-any">{plain_html(name)}</td><td class="wb-end">{one.answers:,}</td>'
        f'<td class="wb-end">{one.before:.0%}</td><td class="wb-end">{one.after:.0%}</td>'
        f"<td>{'better' if _wins(one) else 'worse'}</td></tr>"
        for name, one in moved[:MOST_TOPICS]
    )
    rest = f" {plural(more, 'more topic')} would change; the JSON names all." if more > 0 else ""
    said = f"{plural(alike, 'topic')} {'stays' if alike == 1 else 'stay'} as well ordered as now.{rest}"
    names = (
        '<th>Topic, left out of its own fit</th><th class="wb-end">answers</th><th class="wb-end">now</th>'
        '<th class="wb-end">fitted</th><th></th>'
    )
    table = f'<table class="wb-table wb-measures"><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="wb">{table if moved else ""}<div class="wb-second"><p>{said}</p></div></div>'


def _wins(one: TopicScore) -> bool:
    return one.after > one.before
