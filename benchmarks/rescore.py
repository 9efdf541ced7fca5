"""Re-scoring a stored run of ten sources, beside parsing its stored records: milliseconds and their ratio.

python benchmarks/rescore.py
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from datetime import UTC, date, datetime

from workbench.measure.similarity import forget
from workbench.quality import judge, select_hits
from workbench.records import Answer, Context, Hit, Page, Query, Read, RunRecord, Searched, dump, load
from workbench.settings import Settings
from workbench.settings.load import as_texts
from workbench.tuning import rescore

SOURCES, ROUNDS = 10, 50
WORDS = ("heat", "pump", "winter", "study", "homes", "cold", "capacity", "defrost", "unit", "flow", "sensor", "field")


def stored_run() -> RunRecord:
    """A run of ten readable results with snippets of 30 to 50 words, as a web engine gives them."""
    hits = tuple(
        Hit(
            f"https://host{place}.example/page",
            f"Result {place}",
            " ".join(
                WORDS[(place * step + step) % len(WORDS)] + str(step % (place + 2)) for step in range(30 + 2 * place)
            ),
            place,
            "corpus",
        )
        for place in range(1, SOURCES + 1)
    )
    settings = Settings.model_validate({"web_research": {"results": SOURCES}})
    reads = tuple(Read(hit, Page(hit.url, "ok", text="page text " * 300)) for hit in hits)
    kept, dropped = select_hits(hits, settings)
    today = date(2026, 11, 29)
    judged = judge(reads, Query("heat pumps in cold winters", today), settings.research)
    searched = Searched((Answer("corpus", "ok", hits),), kept, dropped)
    return RunRecord(
        "run", 1, "heat pumps in cold winters", today, "corpus", "done", datetime.now(UTC), as_texts(settings), 0,
        searched=searched, read=reads, judged=judged, context=Context(""),
    )  # fmt: skip


def milliseconds(work: Callable[[], object]) -> float:
    """The median of many rounds."""
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return 1000 * statistics.median(times)


def anew(run: RunRecord, settings: Settings) -> None:
    """Re-score as if nothing had been compared before."""
    forget()
    rescore(run, settings)


def main() -> None:
    """Print both medians and their ratio."""
    run = stored_run()
    settings = Settings.model_validate(
        {
            "web_research": {"results": SOURCES},
            "research": {"search_rank_weight": 0.65, "dedup_similarity_threshold": 0.6},
        }
    )
    data = dump(run)
    first = milliseconds(lambda: anew(run, settings))
    scoring = milliseconds(lambda: rescore(run, settings))
    loading = milliseconds(lambda: load(RunRecord, data))
    sources = len(rescore(run, settings).judged.sources)
    print(f"re-scoring a run of {SOURCES} results ({sources} sources): {first:.1f} ms the first time, {scoring:.1f} ms")
    print(f"loading its records: {loading:.1f} ms; ratio {first / loading:.1f}; promised: under 50 ms")


if __name__ == "__main__":
    main()
