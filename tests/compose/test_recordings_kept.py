"""The recording of a run lives as long as the runs that replay it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.jobs.test_killed_runs import recording
from workbench.compose import Workbench


def test_a_recording_goes_with_the_last_run_that_replays_it(home: Path) -> None:
    bench = Workbench.open()
    text = json.dumps(recording())
    first, second = (bench.new_run("river quality", recording=text) for _ in range(2))
    key = first.options["recording"]
    bench.store.runs.delete(first.id)
    assert bench.store.blobs.get(key) == text.encode()
    bench.store.runs.delete(second.id)
    assert bench.store.blobs.get(key) is None
