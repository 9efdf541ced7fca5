"""What was folded in a run and why, and what a person rules on it: the same, not the same, or taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.parts import faults, tuning_runs
from pages.parts.bars import swatch
from pages.parts.theme import NAMES
from pages.parts.tuning_runs import Chosen
from pages.parts.words import plain_html, plain_label, plural, said, signed, thousandths
from workbench.compose import Workbench, from_snapshot
from workbench.errors import WorkbenchError
from workbench.records import MergeReason, Ruling, RunRecord, Source, Verdict
from workbench.text import plain, shown
from workbench.tuning import Cluster, Edge, clusters, rescore, sentences
from workbench.urls import canonical, host_of

Pair = frozenset[str]
Standing = Mapping[Pair, Ruling]
MERGED: dict[MergeReason, str] = {
    "url": "a second address of the same page",
    "ruling": "a ruling",
    "work id": "the same work",
    "text": "alike text",
}
_LAST, _FAULT = "tuning.ruled", "tuning.ruled.fault"


@st.fragment
@faults.told("clusters")
def draw(desk: Workbench, chosen: Chosen) -> None:
    """Draw the choice of a run, its clusters, and what the rulings that stand would make of it."""
    run = tuning_runs.one(desk, chosen, "clusters")
    judged = run.judged
    settings = from_snapshot(run.settings)
    found = clusters(judged, run.read or (), run.query, settings.research) if judged else ()
    standing = {ruling.pair: ruling for ruling in desk.store.rulings.standing()}
    st.html(f'<div class="wb wb-answer">{_head(found, len(judged.sources) if judged else 0)}</div>')
    _ruled(desk)
    if standing and judged:
        after = rescore(run, settings, tuple(standing.values())).judged
        moves = sentences(judged, after, settings.research, settings.research)
        st.html(f'<div class="wb wb-second">By the rulings that stand now: {said(" ".join(moves))}</div>')
    for number, cluster in enumerate(found, 1):
        with st.container(border=True, key=f"tuning.cluster.{number}"):
            st.html(_survivor(cluster))
            for place, edge in enumerate(cluster.edges, 1):
                st.html(_edge(cluster, edge))
                if edge.member.reason != "url":
                    pair = (cluster.source.url, edge.member.hit.url)
                    _buttons(desk, pair, standing, f"{number}.{place}")
    if judged and len(judged.sources) > 1:
        _two(desk, run, judged.sources, standing)


def _head(found: Sequence[Cluster], sources: int) -> str:
    if not found:
        return f"None of the {plural(sources, 'source')} has a copy."
    copies = sum(len(cluster.edges) for cluster in found)
    verb = "is" if copies == 1 else "are"
    return f"{plural(copies, 'result')} {verb} folded into {len(found)} of {plural(sources, 'source')}."


def _survivor(cluster: Cluster) -> str:
    source, first = cluster.source, cluster.position_from
    place = (
        f"It took over place {source.position} from its copy <code>{plain_html(_host(first.url))}</code>; "
        f"its own was {cluster.own_position}."
        if first
        else f"It stood before its copies, at {cluster.own_position}."
    )
    title = plain_html(shown(source.read.hit.title) or source.url)
    return (
        f'<div class="wb wb-any"><b>{title}</b><br><code>{plain_html(source.url)}</code>'
        f'<p class="wb-second">{place}</p></div>'
    )


def _edge(cluster: Cluster, edge: Edge) -> str:
    hit, why = edge.member.hit, MERGED[edge.member.reason]
    by = f" of {plain_html(edge.ruling.author)}" if edge.ruling else ""
    work = f" <code>{plain_html(edge.work)}</code>" if edge.work else ""
    ours = _marked(plain(cluster.source.read.hit.snippet), edge.shared.survivor)
    theirs = _marked(plain(hit.snippet), edge.shared.copy)
    return (
        f'<div class="wb wb-any"><div class="wb-rule"></div><p><b>{edge.member.similarity:.2f} alike</b>, folded by '
        f"{why}{by}{work}: <code>{plain_html(hit.url)}</code></p>"
        f'<div class="wb-pair"><div><span class="wb-second">kept, {plain_html(cluster.source.domain)}</span><br>'
        f"{ours}</div>"
        f'<div><span class="wb-second">copy, {plain_html(_host(hit.url))}</span><br>{theirs}</div></div>'
        f"{_margin(edge)}</div>"
    )


def _marked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with what both share marked."""
    pieces, at = [], 0
    for start, end in spans:
        pieces.append(f"{plain_html(text[at:start])}<mark>{plain_html(text[start:end])}</mark>")
        at = end
    return "".join(pieces) + plain_html(text[at:])


def _margin(edge: Edge) -> str:
    if edge.margin is None:
        return ""
    shares = thousandths(edge.margin.shares, edge.margin.total)
    told = "".join(f"<span>{swatch(at)}{NAMES[at]} {signed(share)}</span>" for at, share in enumerate(shares))
    total = signed(round(edge.margin.total * 1000))
    return f'<div class="wb-legend wb-under"><span>First score of the kept one {total}:</span>{told}</div>'


def _buttons(desk: Workbench, pair: tuple[str, str], standing: Standing, key: str) -> None:
    """Draw what can be ruled on a pair, and what is ruled."""
    ruling = standing.get(_pair(pair))
    with st.container(horizontal=True, vertical_alignment="center"):
        for verdict, name in (("same", "Same"), ("not the same", "Not the same")):
            st.button(
                name,
                key=f"tuning.{verdict}.{key}",
                disabled=bool(ruling and ruling.verdict == verdict),
                on_click=_rule,
                args=(desk, pair, verdict, ruling.verdict if ruling else "withdrawn"),
            )
        if ruling:
            st.button(
                "Withdraw",
                key=f"tuning.withdraw.{key}",
                type="tertiary",
                on_click=_rule,
                args=(desk, pair, "withdrawn", ruling.verdict),
            )
            st.html(f'<span class="wb wb-second">Ruled: {ruling.verdict}, by {plain_html(ruling.author)}.</span>')


def _two(desk: Workbench, run: RunRecord, sources: Sequence[Source], standing: Standing) -> None:
    """Draw the choice of two sources that were not folded."""
    told = {one.url: f"{place} · {one.domain} · {shown(one.read.hit.title)}" for place, one in enumerate(sources, 1)}
    urls = list(told)
    with st.expander("Rule on two sources that both stand", type="compact", key="tuning.two"):
        columns = st.columns(2)
        found = [
            column.selectbox(
                name, urls, index=at, format_func=lambda url: told.get(url, url), key=f"tuning.two.{run.id}.{at}"
            )
            for at, (column, name) in enumerate(zip(columns, ("One source", "Another"), strict=True))
        ]
        if found[0] != found[1]:
            _buttons(desk, (found[0] or urls[0], found[1] or urls[1]), standing, "two")


def _rule(desk: Workbench, pair: tuple[str, str], verdict: Verdict, before: Verdict) -> None:
    """Store a ruling and note what held before, so that it can be undone."""
    st.session_state[_LAST] = None
    try:
        desk.store.rulings.rule(*pair, verdict)
    except WorkbenchError as error:
        st.session_state[_FAULT] = str(error)
        return
    st.session_state[_LAST] = (pair, verdict, before)


def _undo(desk: Workbench, pair: tuple[str, str], before: Verdict) -> None:
    st.session_state[_LAST] = None
    try:
        desk.store.rulings.rule(*pair, before)
    except WorkbenchError as error:
        st.session_state[_FAULT] = str(error)


def _ruled(desk: Workbench) -> None:
    """Draw what was ruled last, with the way back."""
    if fault := st.session_state.pop(_FAULT, ""):
        st.error(plain_label(fault), icon=":material/error:")
    last = st.session_state.get(_LAST)
    if not last:
        return
    pair, verdict, before = last
    one, other = (f"<code>{plain_html(_host(url))}</code>" for url in pair)
    told = {
        "same": f"Ruled: {one} and {other} are the same.",
        "not the same": f"Ruled: {one} and {other} are not the same.",
        "withdrawn": f"Withdrawn: {one} and {other} are judged by their texts again.",
    }[verdict]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(f'<div class="wb" role="status">{told} It counts from the next run on.</div>', width="content")
        st.button("Undo", key="tuning.undo", icon=":material/undo:", on_click=_undo, args=(desk, pair, before))


def _pair(pair: tuple[str, str]) -> Pair:
    return frozenset(map(canonical, pair))


def _host(url: str) -> str:
    return host_of(url) or url
