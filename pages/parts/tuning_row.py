"""An opened run: both rankings side by side; where its first source is another one also what the lead is made of."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from pages.parts import sidebar, sides, tuning_lines, tuning_table
from pages.parts.bars import swatch
from pages.parts.theme import NAMES
from pages.parts.tuning_table import Row
from pages.parts.weights import KEYS
from pages.parts.words import plain_html, plain_label, plural, said, signed, thousandths
from workbench.records import RunRecord
from workbench.settings import Settings
from workbench.text import shown
from workbench.tuning import rescore, sentences
from workbench.tuning.moves import NAMES as CAUSES
from workbench.tuning.moves import UNWEIGHED as STILL
from workbench.tuning.replay import Ranked, Replay
from workbench.tuning.whatif import UNWEIGHED, FirstChange, RunChange


def draw(row: Row, before: Replay, after: Replay, moved: tuple[str, ...]) -> None:
    """Draw what stands behind one row of the table."""
    place, one = row.line.run, row.first
    run, was, now = after.archive.runs[place], before.settings_of(place), after.settings_of(place)
    run = replace(run, today=after.today or run.today)
    with st.container(border=True, key="tuning.opened"):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.subheader(plain_label(shown(run.topic)), anchor=False, width="content")
            st.page_link(
                sidebar.RUN,
                label=f"Open run {run.number}",
                icon=":material/play_arrow:",
                query_params={"run": run.id},
            )
        if one is None:
            _both(row.line, run, was, now)
            return
        lead, both, swap = st.tabs(["Why the lead", "Side by side", "When do they swap?"], key="tuning.opened.tabs")
        with lead:
            st.html(_split(one, now))
        with both:
            _both(row.line, run, was, now)
        with swap:
            _swap(one, run, now, moved)


def _both(line: RunChange, run: RunRecord, was: Settings, now: Settings) -> None:
    """Draw what differs in sentences, how alike the rankings are, and both of them."""
    old, new = rescore(run, was).judged, rescore(run, now).judged
    told = " ".join(sentences(old, new, was.research, now.research))
    moved = tuning_table.moves(line)
    alike = f"Rank-biased overlap {line.rbo:.2f}, Jaccard of the top five {line.jaccard:.2f}."
    st.html(
        f'<div class="wb"><p>{said(told)}</p><p class="wb-second">{moved[:1].upper()}{moved[1:]}. {alike}</p></div>'
    )
    sides.draw(old, new, was.research, now.research)


def _split(one: FirstChange, settings: Settings) -> str:
    if one.now is None or one.old_now is None or one.gap is None:
        return f'<div class="wb">{_sources(one)}<p>{said(_no_split(one))}</p></div>'
    weights, shares = settings.research.weights, thousandths(one.shares, one.gap)
    old, new = one.old_now.components.values(), one.now.components.values()
    rows = "".join(
        f"<tr><td class='wb-nowrap'>{swatch(at)} {NAMES[at]}</td>"
        f"<td class='wb-end' title='{old[at]!r}'>{old[at]:.2f}</td>"
        f"<td class='wb-end' title='{new[at]!r}'>{new[at]:.2f}</td><td class='wb-end wb-second'>{weights[at]:.2f}</td>"
        f"<td class='wb-end'><b>{signed(shares[at])}</b></td></tr>"
        for at in range(len(NAMES))
    )
    end = 'class="wb-end"'
    head = f"<tr><th></th><th {end}>before</th><th {end}>after</th><th {end}>Weight</th><th {end}>Share</th></tr>"
    foot = (
        f"<tr><td>Score now</td><td class='wb-end'>{one.old_now.score:.3f}</td><td class='wb-end'>{one.now.score:.3f}"
        f"</td><td></td><td class='wb-end'><b>{signed(round(one.gap * 1000))}</b></td></tr>"
    )
    return (
        f'<div class="wb">{_sources(one)}<p>{_lead(one, one.gap)}</p>'
        f'<table class="wb wb-table"><thead>{head}</thead><tbody>{rows}{foot}</tbody></table></div>'
    )


def _lead(one: FirstChange, gap: float) -> str:
    if one.cause == UNWEIGHED:
        return STILL
    near = " A near-tie." if one.near_tie else ""
    return f"The lead is {signed(round(gap * 1000))}; {plain_html(one.cause)} gives most of it.{near}"


def _no_split(one: FirstChange) -> str:
    if one.was is None:
        return "Under the settings that hold the run has no source."
    if one.now is None:
        return "The run would have no source at all."
    return f"`{one.was.host or one.was.url}` would be no source any more, so there is no lead to split."


def _sources(one: FirstChange) -> str:
    return _source("before", one.was, "saved") + _source("after", one.now, "now")


def _source(side: str, source: Ranked | None, under: str) -> str:
    """One first source with its score; `under` says by which settings it has that."""
    if source is None:
        return f'<p><span class="wb-second">{side}</span> no source</p>'
    copies = f" · {plural(len(source.copies), 'copy', 'copies')}" if source.copies else ""
    title, score = plain_html(shown(source.title) or source.url), f"{source.score:.3f} {under}"
    return (
        f'<p class="wb-any"><span class="wb-second">{side}</span> <b>{title}</b>'
        f'<br><code>{plain_html(source.url)}</code><span class="wb-second"> · {score}{copies}</span></p>'
    )


def _swap(one: FirstChange, run: RunRecord, settings: Settings, moved: tuple[str, ...]) -> None:
    if one.now is None or one.old_now is None:
        st.html(f'<div class="wb"><p>{said(_no_split(one))}</p></div>')
        return
    changed = [KEYS.index(key) for key in moved if key in KEYS]
    weight = changed[0] if len(changed) == 1 else CAUSES.index(one.cause) if one.cause in CAUSES else 0
    tuning_lines.draw(run, settings, (one.now.url, one.old_now.url), weight, "tuning.row.lines")
