"""Generated runs in a store, as if they had been done there, and other settings tried on them."""

from __future__ import annotations

import random
from datetime import timedelta

from tests.desk.sessions import Desk
from tests.tuning.archives import TODAY, WORDS, run, stored
from workbench.compose import Workbench
from workbench.records import Hit, Page, RunRecord, Stage
from workbench.settings import Settings
from workbench.store.stage_records import StageRecord


def keep(bench: Workbench, seeds: range) -> list[RunRecord]:
    """Store the generated runs of these numbers, all under the default settings."""
    return [keep_made(bench, run(seed, Settings())) for seed in seeds]


def keep_close(bench: Workbench, seeds: range) -> list[RunRecord]:
    """Store generated runs in which Wikipedia often leads by what its tier gives it."""
    return [keep_made(bench, close(seed)) for seed in seeds]


def close(seed: int) -> RunRecord:
    """The run of that number: eight to ten results, none of them copies, one of the first three on Wikipedia."""
    chance = random.Random(seed)
    places = list(range(1, chance.randint(8, 10) + 1))
    wikipedia = chance.choice(places[:3])
    hits = []
    for place in places:
        host = "en.wikipedia.org" if place == wikipedia else f"{chance.choice(('blog', 'news', 'shop'))}{place}.example"
        words = " ".join(chance.choices(WORDS, k=chance.randint(14, 44)))
        published = chance.choice((None, TODAY - timedelta(days=chance.randint(0, 900))))
        hits.append(Hit(f"https://{host}/{seed}", f"Title {place}", words, place, "ddg", published))
    pages: dict[str, Page | None] = {hit.url: Page(hit.url, "ok", text="Page text.") for hit in hits}
    return stored(f"topic {seed} {' '.join(chance.choices(WORDS, k=2))}", tuple(hits), pages, Settings(), seed)


def keep_made(bench: Workbench, made: RunRecord) -> RunRecord:
    """Store a finished run as it was made."""
    left: dict[Stage, StageRecord | None] = {
        "search": made.searched, "read": made.read, "judge": made.judged, "render": made.context,
    }  # fmt: skip
    stages = {stage: one for stage, one in left.items() if one is not None}
    return bench.store.runs.create(made.topic, made.today, made.engine, made.settings, 0, {}, stages=stages)


def weighed(shown: Desk, key: str, value: float, turn: int = 0) -> Desk:
    """Move a slider of what is tried."""
    shown.at.slider(key=f"tuning.{turn}.{key}").set_value(value).run()
    return shown.checked()
