"""All judgments as a file, and those of a file taken in, each bad row named."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from pages.parts import faults
from pages.parts.judge_place import named_rater
from pages.parts.words import plain_html, plain_label, plural
from workbench.compose import Workbench
from workbench.compose.judgments import BroughtIn, bring_in, judgments_file
from workbench.errors import WorkbenchError
from workbench.export.judgment_rows import LARGEST
from workbench.export.judgments import JUDGMENT_FORMATS, JUDGMENT_FORMS, JudgmentForm
from workbench.text import shown

REPORT = "judge.report"


def draw(desk: Workbench) -> None:
    """Draw what leads out and in."""
    report = st.session_state.get(REPORT)
    with st.expander("Import and export", expanded=report is not None), faults.told("judge.files"):
        left, right = st.columns(2, gap="large")
        with left:
            _out(desk)
        with right:
            _in(desk)
        if isinstance(report, BroughtIn):
            _told(report)


def _out(desk: Workbench) -> None:
    st.html(
        '<div class="wb"><b>Export</b><div class="wb-second">Every judgment that stands, of all topics and raters. '
        "qrels hold grades only, under the combining rule.</div></div>"
    )
    with st.container(horizontal=True):
        for form in JUDGMENT_FORMS:
            kind = JUDGMENT_FORMATS[form]
            st.download_button(
                kind.label,
                partial(_file, desk, form),
                f"judgments.{kind.ending}",
                kind.media_type,
                key=f"judge.export.{form}",
                icon=":material/download:",
                on_click="ignore",
            )


def _file(desk: Workbench, form: JudgmentForm) -> bytes:
    rule = desk.store.settings.resolve().settings.judgments.combine
    return judgments_file(desk.store.judgments.standing(), form, rule, mark=True)[0]


def _in(desk: Workbench) -> None:
    st.html(
        '<div class="wb"><b>Import</b><div class="wb-second">CSV, JSON or qrels. What is known adds nothing; '
        "where a row names no rater, it is yours.</div></div>"
    )
    with st.form("judge.import", border=False):
        file = st.file_uploader(
            "A file of judgments",
            ["csv", "json", "qrels", "txt", "tsv"],
            key="judge.file",
            max_upload_size=LARGEST >> 20,
            label_visibility="collapsed",
        )
        going = st.form_submit_button("Import", key="judge.import.go")
    if not going:
        return
    st.session_state.pop(REPORT, None)
    if file is None:
        st.error("Choose a file first.", icon=":material/error:")
        return
    try:
        st.session_state[REPORT] = bring_in(desk.store, file.getvalue(), shown(file.name), rater=named_rater())
    except WorkbenchError as error:
        st.error(plain_label(str(error)), icon=":material/error:")
        return
    st.rerun()


def _told(report: BroughtIn) -> None:
    known = f"; {report.known:,} known before" if report.known else ""
    told = f"Imported {plural(report.added, 'judgment')}{known}."
    st.html(f'<div class="wb" role="status"><span class="wb-icon">check</span> {plain_html(told)}</div>')
    if report.faults:
        told = f"{plural(len(report.faults), 'row')} not taken; the others were."
        st.warning(told, icon=":material/warning:")
        st.dataframe(
            pd.DataFrame([(one.row, one.why) for one in report.faults], columns=["Row", "What is wrong with it"]),
            hide_index=True,
            alt=told,
            height=320 if len(report.faults) > 8 else "auto",
            column_config={
                "Row": st.column_config.NumberColumn(width=64, format="%d"),
                "What is wrong with it": st.column_config.TextColumn(width=900),
            },
        )
