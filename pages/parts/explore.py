"""The ranking and the weights beside it, in one fragment: a moved slider judges the stored pages again at once."""

from __future__ import annotations

import streamlit as st

from pages.parts import faults, keep, ranking, sidebar, weights
from pages.parts.ranking import MOST_ROWS
from pages.parts.words import MISSING, plain_html, plural, said, version_name
from workbench.compose import Workbench, from_snapshot
from workbench.records import Judged, RunRecord
from workbench.settings import Settings
from workbench.tuning import Line, lines, rejudged, rendered, sentences
from workbench.tuning.compare import Place


@st.fragment
@faults.told("ranking")
def draw(desk: Workbench, run: RunRecord) -> None:
    """Draw the ranking as the sliders have it; nothing is fetched, queued or saved."""
    was = from_snapshot(run.settings)
    before = run.judged or Judged((), (), 0)
    left, right = st.columns([7, 3], gap="large")
    with right:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.header("Weights", anchor=False, width="content")
            st.html(ranking.AS_BUTTONS, width=1)
        now = weights.tried(run, was)
    after, moved = rejudged(run, now), bool(weights.changed(now, was))
    with left:  # first, so that the order follows the slider at once
        ranking.draw(run, before, after, was, now)
        if moved and len(after.sources) != len(before.sources):
            count = plural(len(after.sources), "source")
            st.caption(f"{count} under the tried settings; the funnel above shows the run as it was saved.")
        if ranking.has_rows(after):
            made = version_name(run.settings_version).lower()
            st.caption(f"The upright mark is the score that the run was saved with, under {made}.")
    with right:
        if moved:
            _what_moved(before, after, was, now)
            _what_is_read(run, after, now)
        keep.draw(desk, run, was, now)
        if len(before.sources) > 1:
            st.page_link(
                sidebar.PINS, label="Pin this order…", icon=":material/push_pin:", query_params={"run": run.id}
            )


def _what_moved(before: Judged, after: Judged, was: Settings, now: Settings) -> None:
    told = "".join(f"<p>{_stressed(one)}</p>" for one in sentences(before, after, was.research, now.research))
    st.html(f'<div class="wb wb-moves" role="status">{told}</div>')
    st.html(_saved_and_now(before, after))


def _what_is_read(run: RunRecord, after: Judged, now: Settings) -> None:
    """Say how much more or less the writer would read."""
    old, new = len(run.context.text) if run.context else 0, len(rendered(run, after, now).text)
    if old != new:
        st.caption(f"The writer would read {plural(new, 'character')} instead of {old:,}.")


def _stressed(sentence: str) -> str:
    """A move with who passes whom in bold."""
    head, comma, rest = sentence.partition(", ")
    if " passes " in head and comma:
        return f"<b>{plain_html(head.replace('`', ''))}</b>, {said(rest)}"
    return said(sentence)


def _saved_and_now(before: Judged, after: Judged) -> str:
    found = lines(before.sources, after.sources)
    if len(found) > MOST_ROWS:
        found = [line for line in found if line.change != "unchanged"]
    rows = "".join(map(_row, found[:MOST_ROWS]))
    rest = found[MOST_ROWS:]
    did = "moved" if all(line.change == "moved" for line in rest) else "moved, came or went"
    told = f"{plural(len(rest), 'more source')} {did}"
    more = f'<tr><td colspan="3" class="wb-second">{told}</td></tr>' if rest else ""
    head = "<tr><th></th><th class=wb-end>saved</th><th class=wb-end>now</th></tr>"
    return f'<table class="wb wb-table wb-moved"><thead>{head}</thead><tbody>{rows}{more}</tbody></table>'


def _row(line: Line) -> str:
    strong = " wb-strong" if line.change in ("moved", "added") else ""
    return (
        f'<tr><td class="wb-cut wb-second"><div class="wb-line" title="{plain_html(line.url)}">'
        f"{plain_html(line.host)}</div></td>"
        f'<td class="wb-end wb-second">{placed(line.was)}</td><td class="wb-end{strong}">{placed(line.now)}</td></tr>'
    )


def placed(place: Place | None) -> str:
    """Where a source stands and its score."""
    return f"{place.rank} · {place.score:.3f}" if place else MISSING
