"""What was folded in a run and why: how alike each copy is, the words it shares, and by what the kept one won."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.parts import faults, tuning_rulings, tuning_runs, tuning_under
from pages.parts.bars import swatch
from pages.parts.theme import NAMES
from pages.parts.tuning_runs import Chosen
from pages.parts.words import plain_html, plural, said, signed, thousandths
from workbench.compose import Workbench
from workbench.records import Judged, MergeReason, Ruling, RunRecord
from workbench.settings import Settings
from workbench.text import plain, shown
from workbench.tuning import Cluster, Edge, clusters, rescore, sentences
from workbench.urls import names

MERGED: dict[MergeReason, str] = {
    "url": "a second address of the same page",
    "ruling": "a ruling",
    "work id": "the same work",
    "text": "alike text",
}


@st.fragment
@faults.told("clusters")
def draw(desk: Workbench, chosen: Chosen) -> None:
    """Draw the choice of a run, its clusters, and what the rulings that stand would make of it."""
    run = tuning_runs.one(desk, chosen, "clusters")
    if run is None:
        return
    under, run, settings = tuning_under.draw(desk, run, "clusters")
    again = rescore(run, settings)
    judged, reads = (again.judged, again.reads) if under != "run" else (run.judged or again.judged, run.read or ())
    found = clusters(judged, reads, run.query, settings.research)
    standing = tuning_rulings.standing(desk)
    st.html(f'<div class="wb wb-answer">{_head(found, len(judged.sources))}</div>')
    tuning_rulings.told(desk)
    if standing:
        st.html(_by_rulings(run, settings, judged, tuple(standing.values())))
    for number, cluster in enumerate(found, 1):
        with st.container(border=True, key=f"tuning.cluster.{number}"):
            st.html(_survivor(cluster))
            for place, edge in enumerate(cluster.edges, 1):
                st.html(_edge(cluster, edge))
                if edge.member.reason != "url":
                    pair = (cluster.source.url, edge.member.hit.url)
                    tuning_rulings.buttons(desk, pair, standing, f"{number}.{place}")
    if len(judged.sources) > 1:
        tuning_rulings.two(desk, f"{run.id}.{under}", judged.sources, standing)
    tuning_rulings.files(desk, standing)


def _by_rulings(run: RunRecord, settings: Settings, judged: Judged, rulings: Sequence[Ruling]) -> str:
    """What the rulings that stand would make of the run."""
    moves = sentences(judged, rescore(run, settings, rulings).judged, settings.research, settings.research)
    return f'<div class="wb wb-second">By the rulings that stand now: {said(" ".join(moves))}</div>'


def _head(found: Sequence[Cluster], sources: int) -> str:
    if not found:
        none = {0: "The run has no source under these settings.", 1: "Its only source has no copy."}
        return none.get(sources, f"None of the {sources:,} sources has a copy.")
    copies = sum(len(cluster.edges) for cluster in found)
    verb = "is" if copies == 1 else "are"
    return f"{plural(copies, 'result')} {verb} folded into {len(found)} of {plural(sources, 'source')}."


def _survivor(cluster: Cluster) -> str:
    source, first = cluster.source, cluster.position_from
    told = names((source.url, *((first.url,) if first else ())))
    place = (
        f"It took over place {source.position} from its copy <code>{plain_html(told[first.url])}</code>; "
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
    hit = edge.member.hit
    by = f" of {plain_html(edge.ruling.author)}" if edge.ruling else ""
    told = {url: plain_html(name) for url, name in names((cluster.source.url, hit.url)).items()}
    work = f" <code>{plain_html(edge.work)}</code>" if edge.work else ""
    ours = _marked(plain(cluster.source.read.hit.snippet), edge.shared.survivor)
    theirs = _marked(plain(hit.snippet), edge.shared.copy)
    return (
        f'<div class="wb wb-any"><div class="wb-rule"></div><p>{_merged(edge)}{by}{work}: '
        f"<code>{plain_html(hit.url)}</code></p>"
        f'<div class="wb-pair"><div><span class="wb-second">kept, {told[cluster.source.url]}</span><br>'
        f"{ours}</div>"
        f'<div><span class="wb-second">copy, {told[hit.url]}</span><br>{theirs}</div></div>'
        f"{_margin(edge)}</div>"
    )


def _merged(edge: Edge) -> str:
    """How alike the copy is and what folded it; a second address of a copy came along with that one."""
    if edge.second_of:
        return f"<b>a second address of its copy</b> <code>{plain_html(edge.second_of.url)}</code>"
    if edge.member.reason == "url":
        return f"<b>{MERGED['url']}</b>, which stays one source whatever is ruled"
    return f"<b>{edge.member.similarity:.2f} alike</b>, folded by {MERGED[edge.member.reason]}"


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
