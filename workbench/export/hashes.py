"""SHA-256 of what a run's files were made from, so that a file can be held against the stored run."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from workbench.export.texts import sound
from workbench.records import RunRecord, Source


def text_sha256(text: str) -> str:
    """The hash of a text in UTF-8, in hex; of no text it is empty."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() if text else ""


def context_sha256(run: RunRecord) -> str:
    """The hash of the `research_context`, letter for letter as the writer gets it."""
    return text_sha256(run.context.text) if run.context else ""


def settings_sha256(run: RunRecord) -> str:
    """The hash of the settings snapshot as JSON: keys sorted, no blanks, ASCII only."""
    snapshot: Any = sound(run.settings)
    return text_sha256(json.dumps(snapshot, sort_keys=True, separators=(",", ":"), allow_nan=False))


def page_sha256(source: Source) -> str:
    """The hash of the stored text of a source's page; empty if the page was not read."""
    return text_sha256(source.read.page.text) if source.read.page else ""
