"""A lost result brought back: its page pasted or uploaded, the run judged again as a new run, nothing searched."""

from __future__ import annotations

import asyncio

import streamlit as st

from pages.parts import asked, asking, faults
from pages.parts.words import plain_html, plain_label, reason
from workbench.compose import Workbench
from workbench.errors import WorkbenchError
from workbench.library.given import type_given
from workbench.records import Dropped, RunRecord
from workbench.text import shown

DIALOG = "give"
LARGEST_MIB = 20
TYPES = ("html", "htm", "xhtml", "pdf", "txt", "md")


@st.dialog("Give the page", width="medium", on_dismiss=asking.done)
@faults.told(DIALOG)
def ask(desk: Workbench, run: RunRecord, lost: Dropped) -> None:
    """Ask for the text or the file; what cannot be read is a sentence, and nothing typed is lost."""
    title = shown(lost.hit.title) or lost.hit.url
    st.html(
        f'<div class="wb"><b>{plain_html(title)}</b><div class="wb-second wb-any">{plain_html(lost.hit.url)}</div>'
        f'<div class="wb-second">{plain_html(reason(lost.reason))}</div></div>'
    )
    with st.form("run.give.form", border=False):
        file = st.file_uploader("HTML, PDF or text", TYPES, key="run.give.file", max_upload_size=LARGEST_MIB)
        text = st.text_area("Or its text", key="run.give.text", height=180, placeholder="Paste the page here")
        st.caption("Run again with this page: nothing is searched or fetched, and this run stays as it is.")
        going = st.form_submit_button("Judge again", type="primary", key="run.give.go")
    if not going:
        return
    name, body = (file.name, file.getvalue()) if file else ("", (text or "").encode("utf-8", "replace"))
    if not body.strip():
        told = f"{file.name} is empty." if file else "Paste the text of the page, or choose a file that fits."
        st.error(plain_label(told), icon=":material/error:")
        return
    try:
        new = asyncio.run(desk.rescue(run, lost.hit.url, body, type_given(name, body)))
    except WorkbenchError as error:
        st.error(plain_label(str(error)), icon=":material/error:")
        return
    asking.done()
    st.query_params[asked.PARAMETER] = new.id
    st.rerun()
