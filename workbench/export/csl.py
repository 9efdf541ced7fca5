"""A run's sources as CSL-JSON, which Zotero, Pandoc and citation processors read."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from workbench.export.citations import Citation, citations
from workbench.records import RunRecord


def as_csl(run: RunRecord) -> str:
    """One item a source, ASCII only."""
    return json.dumps([_item(one) for one in citations(run)], indent=2, allow_nan=False) + "\n"


def _item(one: Citation) -> dict[str, Any]:
    item = {
        "id": one.key,
        "type": "webpage",
        "title": one.title,
        "container-title": one.site,
        "URL": one.url,
        "issued": _parts(one.issued) if one.issued else None,
        "accessed": _parts(one.accessed),
        "language": one.language,
        "abstract": one.abstract,
        "annote": one.note,
    }
    return {name: value for name, value in item.items() if value}


def _parts(day: date) -> dict[str, list[list[int]]]:
    return {"date-parts": [[day.year, day.month, day.day]]}
