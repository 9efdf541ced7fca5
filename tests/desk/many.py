"""A finished run with more sources than are drawn as rows."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.desk.sessions import TOPIC
from workbench.compose import Workbench
from workbench.context import render
from workbench.quality import judge
from workbench.records import Answer, Hit, Page, Query, Read, RunRecord, Searched, Stage
from workbench.settings.load import as_texts

COUNT = 25
WORDS = ("heat", "pump", "winter", "study", "homes", "cold", "capacity", "defrost", "unit", "flow", "sensor", "field")


def many_sources(bench: Workbench) -> RunRecord:
    """Store the run; each of its sources is of a host of its own."""
    settings, query = bench.store.settings.resolve().settings, Query(TOPIC, date(2026, 11, 29))
    hits = tuple(map(_hit, range(1, COUNT + 1)))
    reads = tuple(Read(hit, Page(hit.url, "ok", text=f"Page text. {hit.snippet}")) for hit in hits)
    judged = judge(reads, query, settings.research)
    if len(judged.sources) != COUNT:
        raise AssertionError(f"{len(judged.sources)} sources are kept, not {COUNT}")
    stages: dict[Stage, Any] = {
        "search": Searched((Answer("corpus", "ok", hits),), hits), "read": reads, "judge": judged,
        "render": render(judged.sources, (), (), settings),
    }  # fmt: skip
    return bench.store.runs.create(TOPIC, query.today, "corpus", as_texts(settings), 0, {}, stages=stages)


def _hit(place: int) -> Hit:
    words = " ".join(WORDS[(place * step + step) % 12] + str(step * place % 97) for step in range(30 + place % 20))
    title = f"Result {place} <b>in a title</b> & too long"
    return Hit(f"https://host{place}.example/page", title, words, place, "corpus")
