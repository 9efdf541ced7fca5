"""Generated runs in a store, as if they had been done there."""

from __future__ import annotations

from tests.tuning.archives import run
from workbench.compose import Workbench
from workbench.records import RunRecord, Stage
from workbench.settings import Settings
from workbench.store.stage_records import StageRecord


def keep(bench: Workbench, seeds: range) -> list[RunRecord]:
    """Store the generated runs of these numbers, all under the default settings."""
    return [_keep(bench, run(seed, Settings())) for seed in seeds]


def _keep(bench: Workbench, made: RunRecord) -> RunRecord:
    left: dict[Stage, StageRecord | None] = {
        "search": made.searched, "read": made.read, "judge": made.judged, "render": made.context,
    }  # fmt: skip
    stages = {stage: one for stage, one in left.items() if one is not None}
    return bench.store.runs.create(made.topic, made.today, made.engine, made.settings, 0, {}, stages=stages)
