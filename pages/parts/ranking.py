"""The ranked sources: as rows with stacked bars, or as a table; one row opens at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from pages.parts import opened, sides, tables
from pages.parts.bars import bar, legend
from pages.parts.words import how_old, plain_html, plain_label, plural
from workbench.quality.explain import why
from workbench.records import Judged, Query, RunRecord, Source
from workbench.settings import ResearchSettings, Settings
from workbench.signals.dates import age_days, candidate
from workbench.signals.trust import Tiers, standing

MOST_ROWS = 20
VIEWS = ("Bars", "Table", "Before and after")
OPEN, _LAST, TABLE = "run.open", "run.open.last", "run.table"
AS_BUTTONS = '<div class="wb-as-buttons"></div>'  # a heading's line stays as high as one with buttons
RULE = '<div class="wb-rule"></div>'


def draw(run: RunRecord, before: Judged, after: Judged, was: Settings, now: Settings) -> None:
    """Draw the order, with each source's saved score as an upright mark."""
    many = len(after.sources) > MOST_ROWS
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.header("Ranked sources", anchor=False, width="content")
        with st.container(horizontal=True, width="content", vertical_alignment="center", gap="xsmall"):
            st.html(AS_BUTTONS, width=1)
            if has_rows(after):
                _steps(after.sources)
            view = st.segmented_control(
                "Ranked sources as", VIEWS, default="Bars", required=True, key="run.view", label_visibility="collapsed"
            )
    st.html(legend())
    if view == "Before and after":
        sides.draw(before, after, was.research, now.research)
    elif view == "Table" or many:
        if view == "Bars":
            tables.chart(after.sources, now.research)
        _table(run, after, now)
    else:
        rows(run, before, after, now)


def has_rows(after: Judged) -> bool:
    """Whether the sources are drawn as rows, each with the mark of its saved score."""
    return len(after.sources) <= MOST_ROWS and st.session_state.get("run.view", "Bars") == "Bars"


def _table(run: RunRecord, after: Judged, now: Settings) -> None:
    """Draw the table, and beneath it the source of the selected row, opened."""
    urls = [source.url for source in after.sources]
    if not urls:
        return
    at = urls.index(st.session_state[OPEN]) if st.session_state.get(OPEN) in urls else None
    selected = [] if at is None else [at]  # it follows the source where the order moves
    if st.session_state.get(TABLE, {"selection": {"rows": []}})["selection"]["rows"] != selected:
        st.session_state[TABLE] = {"selection": {"rows": selected}}
    tables.components(after.sources, now.research, TABLE, partial(_choose, urls))
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        told = "Choose a row to see why the source stands there." if at is None else _called(at + 1, after.sources[at])
        st.html(f'<div class="wb" role="status">{told}</div>', width="content")
        with st.container(horizontal=True, width="content", gap="xsmall"):
            _steps(after.sources)
    if at is not None:
        _opened(run, after.sources[at], after, now)


def _called(place: int, source: Source) -> str:
    return f'<span class="wb-second">{place}</span> <b class="wb-any">{plain_html(tables.title(source))}</b>'


def _choose(urls: Sequence[str]) -> None:
    """Open the source of the selected row."""
    chosen = st.session_state[TABLE]["selection"]["rows"]
    st.session_state[OPEN] = urls[chosen[0]] if chosen and chosen[0] < len(urls) else None


def _opened(run: RunRecord, source: Source, after: Judged, now: Settings) -> None:
    opened.draw(run, source, why(source, after.sources, run.query, now.research, after), now)


def _steps(sources: Sequence[Source]) -> None:
    """Draw the way through the sources by key."""
    if not sources:
        return
    urls = [source.url for source in sources]
    st.button(
        "Close" if st.session_state.get(OPEN) in urls else "Open",
        key="run.toggle",
        help="Open or close the source",
        shortcut="O",
        type="tertiary",
        on_click=_open_or_close,
        args=(urls,),
    )
    for step, key, word, arrow in ((-1, "K", "Previous", "up"), (1, "J", "Next", "down")):
        st.button(
            "",
            icon=f":material/keyboard_arrow_{arrow}:",
            key=f"run.{word.lower()}",
            help=f"{word} source",
            shortcut=key,
            type="tertiary",
            on_click=_go,
            args=(urls, step),
        )


def _go(urls: Sequence[str], step: int) -> None:
    """Open the neighbour of the opened source, or the first one."""
    opened_now = st.session_state.get(OPEN)
    place = urls.index(opened_now) + step if opened_now in urls else 0
    st.session_state[OPEN] = urls[min(max(place, 0), len(urls) - 1)]


def _open_or_close(urls: Sequence[str]) -> None:
    """Close the opened source, or open the one that was opened last, else the first."""
    now, last = st.session_state.get(OPEN), st.session_state.get(_LAST)
    st.session_state[_LAST] = now
    st.session_state[OPEN] = None if now in urls else last if last in urls else urls[0]


def rows(run: RunRecord, before: Judged, after: Judged, now: Settings) -> None:
    """Draw a row for each source, and the opened one in place."""
    saved = {source.url: (place, source.score) for place, source in enumerate(before.sources, 1)}
    for place, source in enumerate(after.sources, 1):
        was = saved.get(source.url)
        with st.container(gap="xxsmall"):
            st.html(RULE)
            _head(place, source)
            mark = was[1] if was else None
            facts = _moved(place, was) + _facts(source, run.query, now.research)
            drawn = bar(source, now.research, mark)
            st.html(f'<div class="wb wb-row">{drawn}<div class="wb-second wb-facts">{facts}</div></div>')
            if st.session_state.get(OPEN) == source.url:
                _opened(run, source, after, now)


def _head(place: int, source: Source) -> None:
    title = tables.title(source)
    with st.container(horizontal=True, wrap=False, vertical_alignment="center"):
        st.html(f'<span class="wb wb-second wb-place">{place}</span>', width=20)
        st.container(gap=None).button(
            f"**{plain_label(title)}**",
            key=f"run.open.{place}",
            type="tertiary",
            wrap=False,
            help=plain_label(title) if len(title) > 60 else None,
            on_click=_toggle,
            args=(source.url,),
        )
        st.html(f'<b class="wb wb-score" title="{source.score!r}">{source.score:.3f}</b>', width="content")


def _toggle(url: str) -> None:
    st.session_state[OPEN] = None if st.session_state.get(OPEN) == url else url


def _moved(place: int, was: tuple[int, float] | None) -> str:
    if was is None:
        return _badge("add", "new")
    if was[0] == place:
        return ""
    return _badge("arrow_upward" if was[0] > place else "arrow_downward", f"from {was[0]}")


def _badge(icon: str, words: str) -> str:
    return f'<span class="wb-badge"><span class="wb-icon" aria-hidden="true">{icon}</span> {plain_html(words)}</span> '


def _facts(source: Source, query: Query, settings: ResearchSettings) -> str:
    tier = standing(source.domain, Tiers.of(settings)).tier
    age = age_days(candidate(source.read.hit, query.today), query.today)
    facts = [
        f'<span class="wb-nowrap">{plain_html(source.domain or source.url)}</span>',
        f"tier {tier}" if tier else "neutral host",
        "no date" if age is None else how_old(age),
    ]
    return " · ".join(facts) + " " + _copies(source)


def _copies(source: Source) -> str:
    alike: Sequence[float] = [member.similarity for member in source.cluster if member.reason == "text"]
    addresses = len(source.cluster) - len(alike)
    said = _badge("content_copy", f"{plural(len(alike), 'copy', 'copies')}, {max(alike):.2f} alike") if alike else ""
    return said + (
        _badge("link", f"{addresses} more {'address' if addresses == 1 else 'addresses'}") if addresses else ""
    )
