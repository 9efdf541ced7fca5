"""The question of the operators, answered by a loop of its own that judges every stored run twice."""

from __future__ import annotations

from workbench.compose import Workbench
from workbench.records import RunRecord
from workbench.tuning import rescore
from workbench.urls import canonical

TIER2 = "research_tier2_domains"
Changed = tuple[int, str, str, str, float]


def without_wikipedia(bench: Workbench, runs: list[RunRecord]) -> list[Changed]:
    """Number, topic, both first hosts and lead of each run whose first source goes with wikipedia.org off tier 2."""
    saved = bench.store.settings.resolve().settings
    kept = [host for host in saved.research.tier2_domains if host != "wikipedia.org"]
    tried = bench.store.settings.resolve({TIER2: ",".join(kept)}).settings
    found = []
    for run in runs:
        before, after = rescore(run, saved).judged.sources, rescore(run, tried).judged.sources
        if before and after and canonical(before[0].url) != canonical(after[0].url):
            [old] = [one for one in after if canonical(one.url) == canonical(before[0].url)]
            lead = after[0].score - old.score
            found.append((run.number, run.topic, before[0].domain, after[0].domain, lead))
    return sorted(found, key=lambda one: one[-1])
