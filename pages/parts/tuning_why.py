"""Why an address is not among the sources of a run, in words."""

from __future__ import annotations

import streamlit as st

from pages.parts import faults, sidebar, tuning_runs
from pages.parts.tuning_runs import Chosen
from pages.parts.words import plain_html, plain_label, reason, said, state_word
from workbench.compose import Workbench, from_snapshot
from workbench.errors import BadRequest
from workbench.records import RunRecord
from workbench.tuning import Interval, Why, why

STATES = {"kept": "It is here", "never returned": "Never returned"}


@st.fragment
@faults.told("why")
def draw(desk: Workbench, chosen: Chosen) -> None:
    """Draw the choice of a run, the line for an address, and the answer."""
    run = tuning_runs.one(desk, chosen, "why")
    if run is None:
        return
    url = st.text_input(
        "Address", key="tuning.why.url", placeholder="https://host.example/page", persist_state="session"
    )
    if not (url or "").strip():
        st.caption("Paste the address that you miss; nothing is searched or fetched.")
        return
    try:
        found = why(run, url.strip(), from_snapshot(run.settings))
    except BadRequest as error:
        st.error(plain_label(str(error)), icon=":material/error:")
        return
    with st.container(border=True, key="tuning.why.answer"):
        st.html(_answer(found, run))
        st.page_link(
            sidebar.RUN, label=f"Open run {run.number}", icon=":material/play_arrow:", query_params={"run": run.id}
        )


def _answer(found: Why, run: RunRecord) -> str:
    head = STATES.get(found.state, state_word(found.state).capitalize())
    why, *more = found.sentences
    if found.state not in STATES:
        why = reason(why.removesuffix("."))
    sentences = "".join(f"<p class='wb-any'>{_told(sentence)}</p>" for sentence in (why, *more))
    kept = len(run.judged.sources) if run.judged else 0
    return (
        f'<div class="wb" role="status"><p><b>{head}</b> <code>{plain_html(found.url)}</code></p>{sentences}'
        f"{_span(found.interval, kept + 1) if found.interval else ''}</div>"
    )


def _told(sentence: str) -> str:
    return said(sentence).replace("*not the same*", "<em>not the same</em>")


def _span(span: Interval, most: int) -> str:
    """Every rank there is, those that it could take marked."""
    ranks = "".join(
        f"<i class='{'wb-could' if span.best <= rank <= span.worst else ''}'>{rank}</i>" for rank in range(1, most + 1)
    )
    told = f"Rank {span.ranks} of {most}"
    return f'<div class="wb-ranks" role="img" aria-label="{told}">{ranks}</div>'
