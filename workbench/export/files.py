"""A stored run as Markdown, JSON or CSV, and a short safe name for the file."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata

from workbench.export.cells import guarded
from workbench.export.document import run_document
from workbench.records import RunRecord

LONGEST_NAME = 100
_COLUMNS = (
    "rank", "title", "url", "domain", "overall_score", "domain_credibility", "snippet_quality", "recency_score",
    "uniqueness_score", "search_rank_score", "position", "state", "reason",
)  # fmt: skip


def as_json(run: RunRecord) -> str:
    """The whole run, indented, ASCII only."""
    return json.dumps(run_document(run), indent=2, allow_nan=False)


def as_markdown(run: RunRecord) -> str:
    """The context as the writer gets it, under a comment that says which run and settings made it."""
    made = f"<!-- run {run.number} ({run.id}), {run.today.isoformat()}, settings v{run.settings_version} -->"
    return f"{made}\n\n{run.context.text if run.context else ''}\n"


def as_csv(run: RunRecord, *, mark: bool = False) -> str:
    """One row a result, sources first; no text cell can be taken for a formula. `mark` adds a byte order mark."""
    document = run_document(run)
    sources = {source["url"]: (rank, source) for rank, source in enumerate(document["sources"], 1)}
    kept = [{"rank": rank, **source, "state": "kept", "reason": ""} for rank, source in sources.values()]
    lost = [{**hit, "rank": ""} for hit in document["hits"] if hit["state"] != "kept"]
    out = io.StringIO()
    writer = csv.DictWriter(out, _COLUMNS, extrasaction="ignore", restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({key: _cell(value) for key, value in row.items()} for row in [*kept, *lost])
    return ("\ufeff" if mark else "") + out.getvalue()


def _cell(value: object) -> object:
    return guarded(value) if isinstance(value, str) else value


def file_name(run: RunRecord, ending: str) -> str:
    """An ASCII name of at most 100 characters with the run's id in it."""
    ascii_topic = unicodedata.normalize("NFKD", run.topic).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_topic).strip("-") or "run"
    tail = f"-{run.id}.{ending}"
    return slug[: LONGEST_NAME - len(tail)].strip("-") + tail
