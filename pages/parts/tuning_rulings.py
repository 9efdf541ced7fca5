"""What a person rules on two pages: the same, not the same, or taken back; each with its undo, and all as a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.parts.words import plain_html, plain_label
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.export.rulings import rulings_file
from workbench.records import Ruling, Source, Verdict
from workbench.text import shown
from workbench.urls import canonical, names

Pair = frozenset[str]
Standing = Mapping[Pair, Ruling]
_LAST, _FAULT, _BACK = "tuning.ruled", "tuning.ruled.fault", "tuning.ruled.back"


def standing(desk: Workbench) -> Standing:
    """The rulings that stand, by their pages."""
    return {ruling.pair: ruling for ruling in desk.store.rulings.standing()}


def buttons(desk: Workbench, pair: tuple[str, str], ruled: Standing, key: str) -> None:
    """Draw what can be ruled on a pair, and what is ruled."""
    ruling = ruled.get(_pair(pair))
    with st.container(horizontal=True, vertical_alignment="center"):
        for verdict, name in (("same", "Same"), ("not the same", "Not the same")):
            st.button(
                name,
                key=f"tuning.{verdict}.{key}",
                disabled=bool(ruling and ruling.verdict == verdict),
                on_click=_rule,
                args=(desk, pair, verdict, ruling),
            )
        if ruling:
            st.button(
                "Withdraw",
                key=f"tuning.withdraw.{key}",
                type="tertiary",
                on_click=_rule,
                args=(desk, pair, "withdrawn", ruling),
            )
            st.html(f'<span class="wb wb-second">Ruled: {ruling.verdict}, by {plain_html(ruling.author)}.</span>')


def two(desk: Workbench, of: str, sources: Sequence[Source], ruled: Standing) -> None:
    """Draw the choice of two sources that were not folded; `of` names what they are the sources of."""
    named = names(one.url for one in sources)
    told = {
        one.url: f"{place} · {named[one.url]} · {shown(one.read.hit.title)}" for place, one in enumerate(sources, 1)
    }
    urls = list(told)
    with st.expander("Rule on two sources that both stand", type="compact", key="tuning.two"):
        columns = st.columns(2)
        found = [
            column.selectbox(
                name, urls, index=at, format_func=lambda url: told.get(url, url), key=f"tuning.two.{of}.{at}"
            )
            for at, (column, name) in enumerate(zip(columns, ("One source", "Another"), strict=True))
        ]
        if found[0] != found[1]:
            buttons(desk, (found[0] or urls[0], found[1] or urls[1]), ruled, "two")


def files(desk: Workbench, ruled: Standing) -> None:
    """Draw the file of all rulings that stand."""
    if ruled:
        st.download_button(
            "Rulings as JSON",
            lambda: rulings_file(desk.store.rulings.standing()),
            "rulings.json",
            "application/json",
            key="tuning.rulings",
            type="tertiary",
            icon=":material/download:",
            on_click="ignore",
        )


def _rule(desk: Workbench, pair: tuple[str, str], verdict: Verdict, seen: Ruling | None) -> None:
    """Store a ruling over the one that was seen, and note both, so that it can be undone."""
    st.session_state[_LAST] = None
    try:
        if _refused(desk, pair, seen):
            return
        desk.store.rulings.rule(*pair, verdict)
        now = standing(desk).get(_pair(pair))
    except WorkbenchError as error:
        st.session_state[_FAULT] = str(error)
        return
    st.session_state[_LAST] = (pair, verdict, seen, now)


def _undo(desk: Workbench, pair: tuple[str, str], seen: Ruling | None, made: Ruling | None) -> None:
    """Rule again what held before, if nobody ruled since."""
    st.session_state[_LAST] = None
    try:
        if not _refused(desk, pair, made):
            verdict = seen.verdict if seen else "withdrawn"
            desk.store.rulings.rule(*pair, verdict)
            st.session_state[_BACK] = (pair, verdict)
    except WorkbenchError as error:
        st.session_state[_FAULT] = str(error)


def _refused(desk: Workbench, pair: tuple[str, str], seen: Ruling | None) -> bool:
    """Whether somebody ruled on the pair since it was drawn; then it is told."""
    now = standing(desk).get(_pair(pair))
    if now == seen:
        return False
    did = f"{now.author} ruled {now.verdict}" if now else "the ruling was withdrawn"
    st.session_state[_FAULT] = f"Meanwhile {did} on these two pages. Nothing was changed; it is drawn anew."
    return True


def told(desk: Workbench) -> None:
    """Draw what was ruled last, with the way back."""
    if fault := st.session_state.pop(_FAULT, ""):
        st.error(plain_label(fault), icon=":material/error:")
    if back := st.session_state.pop(_BACK, None):
        st.html(f'<div class="wb" role="status">Taken back: {_ruled(*back)} It counts from the next run on.</div>')
    last = st.session_state.get(_LAST)
    if not last:
        return
    pair, verdict, seen, made = last
    said = f"{'Withdrawn' if verdict == 'withdrawn' else 'Ruled'}: {_ruled(pair, verdict)}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(f'<div class="wb" role="status">{said} It counts from the next run on.</div>', width="content")
        st.button("Undo", key="tuning.undo", icon=":material/undo:", on_click=_undo, args=(desk, pair, seen, made))


def _ruled(pair: tuple[str, str], verdict: Verdict) -> str:
    one, other = (f"<code>{plain_html(name)}</code>" for name in names(pair).values())
    told: dict[Verdict, str] = {
        "same": f"{one} and {other} are the same.",
        "not the same": f"{one} and {other} are not the same.",
        "withdrawn": f"{one} and {other} are judged by their texts again.",
    }
    return told[verdict]


def _pair(pair: tuple[str, str]) -> Pair:
    return frozenset(map(canonical, pair))
