"""A list of hosts as a table that can be edited, with how many stored sources each entry covers."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from pages.parts import drafts, editors, fields, sightings
from pages.parts.drafts import Held
from pages.parts.editors import Row
from pages.parts.sightings import Seen
from pages.parts.theme import palette
from pages.parts.words import day, plain_html, said
from workbench.compose import Workbench
from workbench.settings import FIELDS
from workbench.settings.kinds import split_hosts
from workbench.signals.trust import Tiers, standing
from workbench.urls import host_of

MOST_TALL = 10
NO_MATCH, WARNING = "no match", "\u26a0\ufe0e"
COLUMNS = ("In", "Host")


def draw(desk: Workbench, key: str, held: Held) -> None:
    """Draw the list; what differs from the stored one becomes an edit."""
    stored: tuple[str, ...] = held.values[key]
    begun = editors.begun(key, stored, lambda: _rows(stored, held.shown(key)))
    seen = sightings.seen(desk)
    st.data_editor(
        _warned(_table(begun.rows, seen), FIELDS[key].default),
        key=begun.key,
        num_rows="add",
        hide_index=True,
        height="auto" if len(begun.rows) < MOST_TALL else 398,
        disabled=["Sources", "Last seen"],
        alt=f"{len(begun.rows)} hosts, each with the number of stored sources it covers",
        column_config={
            "In": st.column_config.CheckboxColumn("In", default=True, width=48, help="Unticked is taken off the list"),
            "Host": st.column_config.TextColumn("Host", required=True, max_chars=300),
            "Sources": st.column_config.NumberColumn("Sources", width=60),
            "Last seen": st.column_config.TextColumn("Last seen", width=92),
        },
        on_change=_note,
        args=(key,),
    )
    _note(key)
    fields.refused(key, held)


def _rows(stored: Sequence[str], shown: Sequence[str]) -> list[tuple[bool, str]]:
    """The hosts of the list as edited, then those of the stored one that were taken off."""
    return [*((True, host) for host in shown), *((False, host) for host in stored if host not in shown)]


def _table(rows: Sequence[Row], seen: Seen) -> pd.DataFrame:
    lines = [(kept, host, *_sight(host, seen)) for kept, host in rows]
    return pd.DataFrame(lines, columns=["In", "Host", "Sources", "Last seen"])


def _sight(host: str, seen: Seen) -> tuple[int, str]:
    count, last = sightings.of_entry(host, seen)
    return count, day(last) if count else NO_MATCH


def _warned(table: pd.DataFrame, default: Sequence[str]) -> Styler:
    """The table with a warning on each entry that is no default and covers no stored source."""
    amber = f"color:{palette().warning};background-color:{palette().warning_back}"
    idle = (table["Last seen"] == NO_MATCH) & ~table["Host"].isin(default)
    table.loc[idle, "Last seen"] = f"{WARNING} {NO_MATCH}"
    return table.style.apply(lambda seen: idle.loc[seen.index].map({True: amber, False: ""}), subset=["Last seen"])


def _note(key: str) -> None:
    entries = [editors.cell(host) for kept, host in editors.typed(key, COLUMNS) if kept is not False]
    good, bad = split_hosts("\n".join(entries))
    if not bad and good == editors.stored_under(key).stored:
        drafts.forget(key)
    else:
        drafts.edit(key, tuple(filter(None, entries)) if bad else good)


def tester(held: Held) -> None:
    """Draw how the lists as edited place an address."""
    with st.container(border=True):
        typed = st.text_input(
            "Test an address",
            key="settings.tester",
            placeholder="https://docs.tool.example/page",
            persist_state="session",
            max_chars=2000,
        )
        if not typed:
            return
        host = host_of(typed if "://" in typed else f"//{typed}")
        lists = (
            frozenset(split_hosts("\n".join(held.shown(key)))[0])
            for key in ("research_tier1_domains", "research_tier2_domains")
        )
        found = standing(host, Tiers(*lists))
        tier = f"tier {found.tier}" if found.tier else "no tier"
        why = f"The entry `{found.entry}` covers it." if found.entry else "No entry covers it."
        lines = (
            ("Host", said(f"`{host}`") if host else "none"),
            ("Result", f"<b>{found.credibility:.2f}, {tier}</b>"),
            ("Why", said(why)),
        )
        told = "".join(f"<dt>{term}</dt><dd>{text}</dd>" for term, text in lines)
        st.html(
            f'<dl class="wb wb-facts-list">{told}</dl>'
            if host
            else f'<div class="wb">{plain_html(typed)} has no host.</div>'
        )
