"""What is stored comes back as it was."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import settings as effort

from tests.properties import strategies
from workbench.export import as_json
from workbench.records import RunRecord, dump, load


@effort(deadline=None, max_examples=60)
@given(strategies.runs)
def test_any_run_is_stored_and_loaded_as_it_was(run: RunRecord) -> None:
    assert load(RunRecord, json.loads(json.dumps(dump(run)))) == run
    assert json.loads(as_json(run))["id"] == run.id
