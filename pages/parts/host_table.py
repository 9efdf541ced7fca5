"""A list of hosts as a table that can be edited, with how many stored sources each entry covers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from pages.parts import drafts, sightings
from pages.parts.drafts import Held
from pages.parts.sightings import Seen
from pages.parts.theme import palette
from pages.parts.words import day, plain_html, plain_label, said
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.settings import FIELDS
from workbench.settings.check import checked
from workbench.settings.kinds import split_hosts
from workbench.signals.trust import Tiers, standing
from workbench.urls import host_of

MOST_TALL = 10
NO_MATCH, WARNING = "no match", "\u26a0\ufe0e"
Rows = tuple[tuple[bool, str], ...]


def draw(desk: Workbench, key: str, held: Held) -> None:
    """Draw the list; what differs from the stored one becomes an edit."""
    stored: tuple[str, ...] = held.values[key]
    own, rows = _rows(key, stored, held.shown(key))
    seen = sightings.seen(desk)
    edited = st.data_editor(
        _warned(_table(rows, seen), FIELDS[key].default),
        key=own,
        num_rows="add",
        hide_index=True,
        height="auto" if len(rows) < MOST_TALL else 398,
        disabled=["Sources", "Last seen"],
        alt=f"{len(rows)} hosts, each with the number of stored sources it covers",
        column_config={
            "In": st.column_config.CheckboxColumn("In", default=True, width=48, help="Unticked is taken off the list"),
            "Host": st.column_config.TextColumn("Host", required=True, max_chars=300),
            "Sources": st.column_config.NumberColumn("Sources", width=60),
            "Last seen": st.column_config.TextColumn("Last seen", width=92),
        },
    )
    _note(key, stored, [str(row["Host"]).strip() for row in edited.to_dict("records") if _is_in(row)])
    if key in held.edits and (fault := _fault(key, held.edits[key])):
        st.error(plain_label(fault), icon=":material/error:")


def _is_in(row: dict[Any, Any]) -> bool:
    return row["In"] is not False and isinstance(row["Host"], str) and bool(row["Host"].strip())


def _rows(key: str, stored: tuple[str, ...], shown: Sequence[str]) -> tuple[str, Rows]:
    """The table that the edits of this editor are over; begun anew when the page was left or the store changed.

    An editor keeps its edits by the place of the row, so its rows must not move while it has any.
    """
    place = f"settings.table.{key}"
    basis = (stored, drafts.table_round())
    begun = st.session_state.get(place)
    if begun is None or begun["basis"] != basis or begun["key"] not in st.session_state:
        count = begun["count"] + 1 if begun else 1
        gone = tuple((False, host) for host in stored if host not in shown)
        rows: Rows = (*((True, host) for host in shown), *gone)
        begun = {"basis": basis, "key": f"settings.{key}.{count}", "count": count, "rows": rows}
        st.session_state[place] = begun
    return begun["key"], begun["rows"]


def _table(rows: Rows, seen: Seen) -> pd.DataFrame:
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


def _note(key: str, stored: tuple[str, ...], entries: Sequence[str]) -> None:
    good, bad = split_hosts("\n".join(entries))
    if not bad and good == stored:
        drafts.forget(key)
    else:
        drafts.edit(key, tuple(entries) if bad else good)


def _fault(key: str, entries: Sequence[str]) -> str:
    try:
        checked(key, ",".join(entries))
    except WorkbenchError as error:
        return str(error)
    return ""


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
