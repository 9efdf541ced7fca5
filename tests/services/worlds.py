"""What the tests of the services share: a reference map, the log by its name, the last run."""

from __future__ import annotations

import json

import pytest

from workbench.compose import Workbench
from workbench.records import RunRecord

RIVER = json.dumps({"River": [{"title": "River handbook", "url": "https://docs.river.example/"}]})


def lines(log: pytest.LogCaptureFixture, name: str = "workbench.research") -> list[str]:
    """The messages of one logger."""
    return [record.getMessage() for record in log.records if record.name == name]


def last_run(bench: Workbench) -> RunRecord:
    """The run that was begun last."""
    return bench.store.runs.get(bench.store.runs.list(limit=1)[0].id)
