"""The menu of files: each is made when it is asked for, not when the page is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from workbench.compose import Workbench
from workbench.export import FORMATS, FORMS, Form, bundled, exported, file_name
from workbench.records import RunRecord


def menu(run: RunRecord) -> None:
    """Draw the files of one run, and the Markdown one by a key."""
    with st.popover("Export", icon=":material/download:"):
        for form in FORMS:
            kind = FORMATS[form]
            name = file_name(run, kind.ending)
            _file(form, name, kind.media_type, partial(exported, run, form, mark=True), f"run.export.{form}")
    st.download_button(
        "Markdown",
        partial(exported, run, "md", mark=True),
        file_name(run, "md"),
        FORMATS["md"].media_type,
        key="run.export.now",
        help="Export as Markdown at once",
        shortcut="E",
        type="tertiary",
        on_click="ignore",
    )


def several(desk: Workbench, ids: Sequence[str]) -> None:
    """Draw the files of several runs: each format is one zip file, and a run that is gone by then is not in it."""
    with st.popover("Export", icon=":material/download:", disabled=not ids):
        for form in FORMS:
            name = f"{len(ids)}-runs-{form}.zip"
            _file(form, name, "application/zip", partial(_bundle, desk, tuple(ids), form), f"runs.export.{form}")


def _bundle(desk: Workbench, ids: Sequence[str], form: Form) -> bytes:
    return bundled(desk.store.runs.several(ids, texts=True), form, mark=True)


def _file(form: Form, name: str, media_type: str, made: Callable[[], bytes], key: str) -> None:
    st.download_button(FORMATS[form].label, made, name, media_type, key=key, type="tertiary", on_click="ignore")
