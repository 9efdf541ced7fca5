"""What put the selected part there: its source, its settings, and for page text the window that can be moved."""

from __future__ import annotations

import streamlit as st

from pages.parts import writer_run, writer_window
from pages.parts.bars import bar
from pages.parts.words import MISSING, day, plain_html, said
from pages.parts.writer_parts import KINDS
from workbench.compose import Workbench, from_snapshot
from workbench.context import Part, parts_of
from workbench.records import Context, RunRecord, Source
from workbench.settings import Settings
from workbench.signals.dates import candidate
from workbench.signals.trust import Tiers, standing
from workbench.text import plain
from workbench.tuning import Origin, origin


def draw(desk: Workbench, run: RunRecord) -> None:
    """Draw the pane of the part that the address names."""
    held = run.context or Context("")
    parts, number = parts_of(held), writer_run.part(run)
    part, settings = parts[number - 1], from_snapshot(run.settings)
    found = origin(part, run, settings)
    with st.container(border=True, gap="xsmall", key="writer-pane"):
        _steps(run, part, number, len(parts))
        st.html(f'<h2 class="wb wb-title" dir="auto">{plain_html(_title(part, held))}</h2>')
        if found.source:
            st.html(_facts(found.source, found.rank, run, settings))
        elif part.url:
            st.html(f'<div class="wb wb-second"><code>{plain_html(part.url)}</code></div>')
        st.html(_why(found))
        if part.kind == "excerpt" and found.source:
            writer_window.draw(desk, run, found.source)


def _steps(run: RunRecord, part: Part, number: int, count: int) -> None:
    """Draw which part it is, and the way to its neighbours."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.html(f'<div class="wb wb-second" role="status">Part {number} of {count} · {KINDS[part.kind]}</div>')
        with st.container(horizontal=True, width="content", gap="xsmall"):
            for step, key, word, arrow in ((-1, "K", "Previous", "upward"), (1, "J", "Next", "downward")):
                st.button(
                    "",
                    icon=f":material/arrow_{arrow}:",
                    key=f"writer.{word.lower()}",
                    help=f"{word} part",
                    shortcut=key,
                    disabled=not 1 <= number + step <= count,
                    on_click=writer_run.go,
                    args=(run.id, number + step),
                )


def _title(part: Part, held: Context) -> str:
    match part.kind:
        case "reference":
            return held.references[part.place - 1].title or part.url
        case "post":
            return held.posts[part.place - 1].title or part.url
        case "source" | "excerpt":
            return held.web[part.place - 1].title or part.url
        case "footer":
            return "How the writer is to cite"
        case _:
            return "A section of the context"


def _facts(source: Source, rank: int, run: RunRecord, settings: Settings) -> str:
    tier = standing(source.domain, Tiers.of(settings.research)).tier
    dated = candidate(source.read.hit, run.today)
    shown = day(dated.day) if dated and dated.day and not dated.refused else MISSING
    facts = (
        f"<code>{plain_html(source.domain or source.url)}</code>",
        f"tier {tier}" if tier else "neutral host",
        "no date" if shown == MISSING else shown,
        f"ranked {rank} with {source.score:.3f}",
    )
    address = f'<div class="wb-second wb-line" title="{plain_html(source.url)}">{plain_html(plain(source.url))}</div>'
    drawn = f'<div class="wb-under">{bar(source, settings.research, None)}</div>'
    return f'<div class="wb"><div class="wb-second">{" · ".join(facts)}</div>{address}{drawn}</div>'


def _why(found: Origin) -> str:
    rows = "".join(
        f"<dt>Setting</dt><dd><code>{plain_html(one.key)}</code> is "
        f"<b>{plain_html(one.value)}</b>: {said(one.why)}.</dd>"
        for one in found.reasons
    )
    return f'<dl class="wb wb-facts-list wb-origin"><dt>Why</dt><dd>{said(found.sentence)}</dd>{rows}</dl>'
