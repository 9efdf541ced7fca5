"""An opened source: why it stands where it stands, what was read, its copies, its dates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import streamlit as st

from pages.parts.bars import shown_shares, swatch
from pages.parts.theme import NAMES
from pages.parts.words import MISSING, day, plain_html, plural, said, signed
from pages.parts.writer_window import page_with_mark
from workbench.context import Cut, page_text
from workbench.quality.copies import second_of
from workbench.records import DateCandidate, Hit, Member, RunRecord, Source
from workbench.settings import ResearchSettings, Settings
from workbench.signals.dates import candidate
from workbench.text import plain, shown


def draw(run: RunRecord, source: Source, reasons: Sequence[str], now: Settings) -> None:
    """Draw the four sides of one source."""
    copies = f"Copies {len(source.cluster)}" if source.cluster else "Copies"
    with st.container(border=True):
        whys, text, twins, dates = st.tabs([f"Why {source.score:.3f}", "Page text", copies, "Dates"], key="run.sides")
    with whys:
        st.html(_why(source, reasons, now.research))
    with text:
        _page_text(run, source)
    with twins:
        st.html(_copies(source.cluster))
    with dates:
        st.html(_dates(source, run.today))


def _why(source: Source, reasons: Sequence[str], settings: ResearchSettings) -> str:
    rounded = shown_shares(source, settings)
    values = source.components.values()
    rows = "".join(
        f'<div class="wb-why"><span>{swatch(at)} {NAMES[at]}</span><span class="wb-end" title="{values[at]!r}">'
        f'{values[at]:.2f}</span><span class="wb-second wb-times">× {settings.weights[at]:.2f}</span>'
        f'<span class="wb-second wb-because">{said(reasons[at])}</span>'
        f'<b class="wb-end">{signed(rounded[at])}</b></div>'
        for at in range(len(NAMES))
    )
    total = sum(settings.weights)
    how = f"A share is value × weight ÷ {total:.2f}, the sum of the weights." if total else "All weights are 0."
    return f'<div class="wb">{rows}<div class="wb-second wb-foot">{how}</div></div>'


def _page_text(run: RunRecord, source: Source) -> None:
    page = source.read.page
    address = plain_html(source.url)
    if page is None or not page.text:
        st.html(f'<div class="wb"><code>{address}</code><p class="wb-second">No text: the page was not read.</p></div>')
        return
    text, seen = page_text(page), _excerpt(run, source)
    facts = [plural(len(text), "character") + " stored", page.content_type or "no content type"]
    facts += ["cut at the limit"] * page.truncated + [plain(flag) for flag in page.flags]
    where = f", from character {seen.start:,} on, where a person moved it" if seen.start else ""
    st.html(
        f'<div class="wb"><code>{address}</code><p class="wb-second">{plain_html(" · ".join(facts))}. '
        f"The marked part, {plural(len(seen.text), 'character')}{where}, is what the writer sees.</p></div>"
    )
    page_with_mark(text, seen, seen)


def _excerpt(run: RunRecord, source: Source) -> Cut:
    """Where the run's context cuts the page of a source; nothing if it does not."""
    web = run.context.web if run.context else ()
    found = next((one for one in web if one.url == source.url), None)
    return Cut(found.start, found.start + len(found.text), found.text) if found else Cut(0, 0, "")


def _copies(cluster: Sequence[Member]) -> str:
    if not cluster:
        return '<div class="wb wb-second">No other result was folded into this source.</div>'
    rows = "".join(
        f'<tr><td class="wb-cut"><div class="wb-line">{plain_html(shown(member.hit.title) or member.hit.url)}</div>'
        f'<div class="wb-second wb-line">{plain_html(member.hit.url)}</div></td>'
        f'<td class="wb-end">{MISSING if copy else f"{member.similarity:.2f}"}</td><td>{_merged(member, copy)}</td>'
        f'<td class="wb-end">{member.hit.position}</td></tr>'
        for member, copy in zip(cluster, second_of(cluster), strict=True)
    )
    end = 'class="wb-end"'
    head = f"<tr><th>Result</th><th {end}>Similarity</th><th>Merged by</th><th {end}>Engine’s place</th></tr>"
    return f'<table class="wb wb-table"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _merged(member: Member, copy: Hit | None) -> str:
    if copy:
        return f"the same address as its copy at {copy.position}"
    return {"url": "the same address", "ruling": "a ruling", "work id": "the same work", "text": "alike text"}[
        member.reason
    ]


def _dates(source: Source, today: date) -> str:
    counted = candidate(source.read.hit, today)
    page = source.read.page
    rows = [_date(counted, "counts" if counted and counted.day and not counted.refused else "")] if counted else []
    rows += [_date(found, "noted; only the result’s own date counts") for found in (page.dates if page else ())]
    if not rows:
        return '<div class="wb wb-second">Neither the result nor its page names a date.</div>'
    head = "<tr><th>Signal</th><th>Day</th><th>As written</th><th>Use</th></tr>"
    return f'<table class="wb wb-table"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'


def _date(found: DateCandidate, use: str) -> str:
    told = f"set aside: {found.refused}" if found.refused else use
    return (
        f"<tr><td>{plain_html(found.signal)}</td><td class='wb-nowrap'>{day(found.day)}</td>"
        f"<td class='wb-any'>{plain_html(found.text[:120])}</td><td class='wb-second'>{plain_html(told)}</td></tr>"
    )
