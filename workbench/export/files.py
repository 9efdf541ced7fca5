"""Every format of a stored run, and a short safe name for the file."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from workbench.export.archive import zipped
from workbench.export.bibtex import as_bibtex
from workbench.export.csl import as_csl
from workbench.export.document import run_document
from workbench.export.made import ended_at
from workbench.export.markdown import as_markdown
from workbench.export.ris import as_ris
from workbench.export.table import table, to_csv
from workbench.records import RunRecord

Form = Literal["md", "json", "csv", "docx", "bib", "ris", "csl"]
FORMS: tuple[Form, ...] = get_args(Form)
LONGEST_NAME, LONGEST_ID = 100, 40


@dataclass(frozen=True, slots=True)
class Format:
    """How a format is called, how its files end, and what a browser calls it."""

    label: str
    ending: str
    media_type: str


FORMATS: dict[Form, Format] = {
    "md": Format("Markdown", "md", "text/markdown"),
    "json": Format("JSON", "json", "application/json"),
    "csv": Format("CSV", "csv", "text/csv"),
    "docx": Format("Word", "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    "bib": Format("BibTeX", "bib", "application/x-bibtex"),
    "ris": Format("RIS", "ris", "application/x-research-info-systems"),
    "csl": Format("CSL-JSON", "csl.json", "application/vnd.citationstyles.csl+json"),
}


def as_json(run: RunRecord) -> str:
    """The whole run, indented, ASCII only."""
    return json.dumps(run_document(run), indent=2, allow_nan=False)


def as_csv(run: RunRecord, *, mark: bool = False) -> str:
    """The table of the run; `mark` adds a byte order mark."""
    return to_csv(table(run), mark=mark)


_TEXTS: dict[Form, Callable[[RunRecord], str]] = {
    "md": as_markdown,
    "json": as_json,
    "csv": as_csv,
    "bib": as_bibtex,
    "ris": as_ris,
    "csl": as_csl,
}


def exported(run: RunRecord, form: Form, *, mark: bool = False) -> bytes:
    """The file of a run; `mark` begins a CSV with a byte order mark."""
    if form == "docx":
        from workbench.export.word import as_docx

        return as_docx(run)
    return (as_csv(run, mark=mark) if form == "csv" else _TEXTS[form](run)).encode("utf-8")


def bundled(runs: Sequence[RunRecord], form: Form, *, mark: bool = False) -> bytes:
    """The files of several runs, each once, as a zip file."""
    once = {run.id: run for run in runs}
    at = max(map(ended_at, once.values()), default=datetime.min)
    files = ((file_name(run, FORMATS[form].ending), exported(run, form, mark=mark)) for run in once.values())
    return zipped(files, at)


def file_name(run: RunRecord, ending: str) -> str:
    """An ASCII name of at most 100 characters with the run's id in it."""
    tail = f"-{_slug(run.id)[:LONGEST_ID] or run.number}.{ending}"
    return (_slug(run.topic) or "run")[: LONGEST_NAME - len(tail)].strip("-") + tail


def _slug(text: str) -> str:
    """Letters and digits of ASCII, accents gone, with hyphens between them."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
