"""Two runs side by side: three sentences, then every source with where it stood and where it stands."""

from __future__ import annotations

import streamlit as st

from pages.parts import changes, runs_place
from pages.parts.explore import placed
from pages.parts.sidebar import RUN
from pages.parts.words import (
    engine_name,
    plain_html,
    plain_label,
    plural,
    reason,
    said,
    shortened,
    version_name,
    when,
    zone,
)
from workbench.compose import Workbench, from_snapshot
from workbench.errors import BadRequest, WorkbenchError
from workbench.records import RunRecord
from workbench.text import topic_key
from workbench.tuning import Comparison, Line, compare

TWO = "A comparison takes two runs: select two in the list."
ICONS = {"moved": "swap_vert", "added": "add", "removed": "remove", "unchanged": "check"}


def draw(desk: Workbench, asked: str) -> None:
    """Draw the comparison that the address asks for, or the sentence on why there is none."""
    st.button(
        "All runs", key="runs.back", icon=":material/arrow_back:", type="tertiary",
        on_click=runs_place.go, kwargs={"compare": ""},
    )  # fmt: skip
    try:
        before, after = (desk.store.runs.get(name, texts=False) for name in _two(asked))
        if before.id == after.id:
            raise BadRequest(f"Both are run {before.number}. {TWO}")
    except WorkbenchError as error:
        st.title("Compare", anchor=False)
        st.error(plain_label(str(error)), icon=":material/error:")
        return
    was, now = from_snapshot(before.settings).research, from_snapshot(after.settings).research
    found = compare(before, after, was, now)
    with st.container(gap=None):
        st.title(f"Run {before.number} and run {after.number}", anchor=False)
        st.caption(plain_label(_topics(before, after)))
    st.html(f'<div class="wb wb-moves">{"".join(f"<p>{said(sentence)}</p>" for sentence in found.sentences)}</div>')
    _sides(before, after)
    if found.lines:
        st.html(_table(found, before, after))
        st.caption(" ".join(f"Run {run.number}: {_described(run)}." for run in (before, after)))
    _settings(found)


def _two(asked: str) -> tuple[str, str]:
    first, _, second = (part.strip() for part in asked.partition(","))
    if not first or not second:
        raise BadRequest(TWO)
    return first[:40], second[:40]


def _topics(before: RunRecord, after: RunRecord) -> str:
    if topic_key(before.topic) == topic_key(after.topic):
        return after.topic
    return f"Two topics: {shortened(before.topic)}, and {shortened(after.topic)}"


def _sides(before: RunRecord, after: RunRecord) -> None:
    with st.container(horizontal=True):
        for run in (before, after):
            label = f"Open run {run.number}"
            st.page_link(RUN, label=label, icon=":material/open_in_full:", query_params={"run": run.id})


def _described(run: RunRecord) -> str:
    at = when(run.created_at, zone(st.context.timezone))
    return f"{at} · {engine_name(run.engine)} · {version_name(run.settings_version).lower()}"


def _table(found: Comparison, before: RunRecord, after: RunRecord) -> str:
    heads = "".join(f'<th class="wb-end wb-nowrap">run {run.number}</th>' for run in (before, after))
    rows = "".join(map(_row, found.lines))
    head = f"<tr><th>Source</th><th>Change</th>{heads}</tr>"
    return f'<table class="wb wb-table wb-compared"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _row(line: Line) -> str:
    strong = " wb-strong" if line.change in ("moved", "added") else ""
    was, change = placed(line.was), _change(line)
    why = f'<div class="wb-second wb-any">{plain_html(reason(line.why))}</div>' if line.why else ""
    return (
        f'<tr><td class="wb-cut"><div class="wb-line" title="{plain_html(line.title)}">'
        f'{plain_html(line.title or line.host)}</div><div class="wb-second wb-line" title="{plain_html(line.url)}">'
        f'{plain_html(line.host)}</div>{why}</td><td class="wb-nowrap"><span class="wb-icon" aria-hidden="true">'
        f'{ICONS[line.change]}</span> {change}</td><td class="wb-end wb-second wb-nowrap">{was}</td>'
        f'<td class="wb-end wb-nowrap{strong}">{placed(line.now)}</td></tr>'
    )


def _change(line: Line) -> str:
    """What became of a source; one whose score is another has the same place and is not unchanged."""
    same_place = line.change == "unchanged" and placed(line.was) != placed(line.now)
    return "same place" if same_place else line.change


def _settings(found: Comparison) -> None:
    if not found.settings:
        st.caption("Both were made with the same values of every setting.")
        return
    many = plural(len(found.settings), "setting differs", "settings differ")
    with st.expander(f"{many} between them", type="compact"):
        st.html(changes.table(found.settings))
