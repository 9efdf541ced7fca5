"""Rulings as a document that another program reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from workbench.records import Ruling


def rulings_document(rulings: Sequence[Ruling]) -> list[dict[str, Any]]:
    """Each ruling with both addresses, the verdict, who ruled, when and why."""
    return [{**asdict(one), "at": one.at.isoformat()} for one in rulings]


def rulings_file(rulings: Sequence[Ruling]) -> bytes:
    """The document as a JSON file in UTF-8, as `workbench rulings list --json` prints it."""
    return (json.dumps(rulings_document(rulings), indent=2, ensure_ascii=True, allow_nan=False) + "\n").encode()
