"""The head of the writer's context: what is in it, how to take it along, and what became of it since the last run."""

from __future__ import annotations

import streamlit as st

from pages.parts import exports, writer_run
from pages.parts.words import day, plain_label, plural, said, version_name, when, zone
from workbench.compose import from_snapshot
from workbench.export import file_name
from workbench.records import Context, RunRecord
from workbench.tuning import since


def draw(run: RunRecord, before: RunRecord | None) -> None:
    """Draw title, copy, files and, if the topic was run before, three sentences."""
    held = run.context or Context("")
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(gap=None, width="content"):
            st.title(counted(held), anchor=False)
            st.caption(_second(run, held))
        with st.container(horizontal=True, width="content"):
            _copy(run, held)
            exports.menu(run)
    if before:
        _since(run, before)


def counted(held: Context) -> str:
    """What the writer gets, in a sentence."""
    counts = ((held.web, "source"), (held.references, "reference"), (held.posts, "own post"))
    named = [plural(len(entries), name) for entries, name in counts if entries]
    told = named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}" if named else "nothing"
    return f"The writer gets {told}"


def _second(run: RunRecord, held: Context) -> str:
    at = when(run.finished_at or run.created_at, zone(st.context.timezone))
    size = plural(len(held.text), "character")
    made = version_name(run.settings_version).lower()
    return f"{plain_label(run.topic)} · run {run.number}, {at} · {size}, letter for letter · {made}"


def _copy(run: RunRecord, held: Context) -> None:
    with st.popover("Copy", icon=":material/content_copy:"):
        st.caption("The button at the top right of the text copies all of it.")
        st.code(held.text, language=None, wrap_lines=True)
        st.download_button(
            "Download as text",
            held.text.encode("utf-8"),
            file_name(run, "txt"),
            "text/plain",
            key="writer.file",
            icon=":material/download:",
            on_click="ignore",
        )


def _since(run: RunRecord, before: RunRecord) -> None:
    was, now = from_snapshot(before.settings).research, from_snapshot(run.settings).research
    told = " ".join(said(sentence) for sentence in since(before, run, was, now))
    made = day((before.finished_at or before.created_at).date())
    with st.container(border=True, gap="xxsmall"):
        st.html(f'<div class="wb"><b>Since run {before.number} of {made}:</b> {told}</div>')
        st.toggle(
            f"Compare with run {before.number}, the previous run of this topic",
            value=writer_run.is_compared(),
            key="writer.compare",
            on_change=writer_run.compare,
            args=(run.id,),
        )
