"""The table of pages while they are read."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import streamlit as st

from pages.parts.steps import PageLine, Steps
from pages.parts.words import plain_html, plural, seconds, state_word
from workbench.compose import from_snapshot
from workbench.records import RunRecord
from workbench.text import shown
from workbench.urls import host_of

ICONS = {
    "ok": "check", "waiting": "schedule", "reading": "progress_activity",
    "stopped": "stop_circle", "blocked": "block", "refused": "block", "rate_limited": "block",
}  # fmt: skip
NOT_READ = {
    "duplicate": "more address of a page above", "filtered_domain": "on the list of blocked hosts",
    "over_limit": "over the limit", "unread": "without a usable address",
}  # fmt: skip


def draw(now: Steps, record: RunRecord) -> None:
    """Draw each page with its state in icon and word, and what is not read."""
    st.header("Pages", anchor=False)
    if not now.pages:
        st.caption("No page yet: they are known when the search has ended.")
        return
    limit = from_snapshot(record.settings).web_research.fetch_timeout_seconds
    head = "<tr><th></th><th>Page</th><th>State</th><th class=wb-end>Detail</th></tr>"
    body = "".join(_row(page, limit) for page in now.pages)
    st.html(f'<table class="wb wb-table wb-pages"><thead>{head}</thead><tbody>{body}</tbody></table>')
    lost = Counter(one.state for one in record.searched.dropped) if record.searched else Counter()
    if said := [f"{count} {NOT_READ[state]}" for state, count in lost.items() if state in NOT_READ]:
        st.caption(f"Not read: {', '.join(said)}.")


def _row(page: PageLine, limit: int) -> str:
    host = host_of(page.url) or page.url
    icon = ICONS.get(page.state, "warning")
    return (
        f'<tr><td><span class="wb-icon" aria-hidden="true">{icon}</span></td>'
        f'<td class="wb-cut"><div class="wb-line">{plain_html(shown(page.title) or host)}</div>'
        f'<div class="wb-second wb-line">{plain_html(host)}</div></td>'
        f"<td>{plain_html(state_word(page.state))}</td>"
        f'<td class="wb-end wb-second">{plain_html(_detail(page, limit))}</td></tr>'
    )


def _detail(page: PageLine, limit: int) -> str:
    if page.state == "waiting":
        return ""
    if page.state == "stopped":
        return "the run ended before it was read"
    if page.state == "reading":
        since = page.since.replace(tzinfo=UTC) if page.since else datetime.now(UTC)
        return f"{min((datetime.now(UTC) - since).total_seconds(), limit):.1f} s of {limit}"
    took = seconds(float(page.detail.get("seconds", 0)))
    if page.state == "ok":
        return f"{took} · {plural(int(page.detail.get('characters', 0)), 'character')}"
    return f"{took} · {page.detail.get('reason') or 'no reason was given'}"
