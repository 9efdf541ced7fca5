"""The parts of the context in order, letter for letter; each leads to what put it there."""

from __future__ import annotations

import streamlit as st

from pages.parts import scroll, writer_run
from pages.parts.words import plain_html
from workbench.context import Part, PartKind, parts_of
from workbench.records import RunRecord
from workbench.tuning import Marked, Sign, marked
from workbench.urls import host_of

KINDS: dict[PartKind, str] = {
    "heading": "heading", "reference": "reference link", "post": "own post", "source": "source line",
    "excerpt": "source text", "footer": "guidance",
}  # fmt: skip
SIGNS: dict[Sign, str] = {"kept": "", "moved": "↕ moved", "added": "+ added", "removed": "− removed"}
HEIGHT = 680


def draw(run: RunRecord, before: RunRecord | None) -> None:
    """Draw the context, or with an earlier run the parts of both, those that differ marked."""
    if run.context is None:
        return
    shown = writer_run.part(run)
    lines = marked(before.context, run.context) if before and before.context else _all(parts_of(run.context))
    drawn = [_text(line, shown) for line in lines]
    with st.container(height=HEIGHT, border=False, gap=None, key="writer-parts"):
        for place, (line, text) in enumerate(zip(lines, drawn, strict=True)):
            if place and line.part.kind in ("heading", "footer"):
                st.space(12)
            with st.container(horizontal=True, wrap=False, gap="xsmall", key=f"writer-part-{place}"):
                st.html(text)
                if line.sign == "removed":
                    continue
                st.button(
                    f"Why {line.number}",
                    key=f"writer.why.{line.number}",
                    type="tertiary",
                    width=52,
                    help=f"What put part {line.number} there, {KINDS[line.part.kind]}",
                    on_click=writer_run.go,
                    args=(run.id, line.number),
                )
    scroll.into_view("wb-part-on", "wb-part-on", "st-key-writer-parts", "".join(drawn))


def _all(parts: tuple[Part, ...]) -> tuple[Marked, ...]:
    return tuple(Marked("kept", part, number) for number, part in enumerate(parts, 1))


def _text(line: Marked, shown: int) -> str:
    """A part as HTML: its letters, its mark where two runs differ, and what a pointer over it is told."""
    part, sign, is_shown = line.part, SIGNS[line.sign], line.sign != "removed" and line.number == shown
    mark = f'<span class="wb-sign">{sign}</span>' if sign else ""
    classes = f"wb-part wb-part-{part.kind} wb-part-{line.sign}" + " wb-part-on" * is_shown
    current = ' aria-current="true"' if is_shown else ""
    return (
        f'<div class="wb {classes}"{current} title="{plain_html(hint(part))}">{mark}'
        f'<div class="wb-letters">{plain_html(part.text.rstrip(chr(10)))}</div></div>'
    )


def hint(part: Part) -> str:
    """A part in a few words: what it is, of which host, where in the page, by which settings."""
    pieces = [KINDS[part.kind]]
    if part.url:
        pieces.append(host_of(part.url) or part.url)
    if part.kind == "excerpt":
        pieces.append(f"characters {part.start:,} to {part.end:,} of the page")
    return " · ".join([*pieces, *part.keys])
