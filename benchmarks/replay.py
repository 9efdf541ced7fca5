"""Replaying stored runs of ten sources beside judging them one at a time, and 5,000 runs within their limits.

Both are given by the clock and by the processor: on a machine that does other work the clock counts that too.

python benchmarks/replay.py
"""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import workbench
from workbench.context import render
from workbench.measure.similarity import forget
from workbench.quality import judge, select_hits
from workbench.records import Answer, Hit, Page, Query, Read, RunRecord, Searched
from workbench.settings import Settings
from workbench.settings.load import as_texts
from workbench.tuning.archive import Archive
from workbench.tuning.replay import Replay, replay
from workbench.tuning.whatif import what_if

T = TypeVar("T")
SOURCES, FEW, MANY, ROUNDS = 10, 200, 5_000, 5
FEW_SECONDS, TIMES, MANY_SECONDS, MANY_MIB = 1.0, 20, 20.0, 500
TODAY = date(2026, 11, 29)
SETTINGS = Settings.model_validate({"web_research": {"results": SOURCES}})
TRIED = Settings.model_validate({"web_research": {"results": SOURCES}, "research": {"search_rank_weight": 0.65}})


def english() -> list[str]:
    """The words of the sample corpus, in their order."""
    folder = Path(workbench.__file__).parent / "sample"
    return [word for path in sorted(folder.rglob("*.md")) for word in path.read_text("utf-8").split()]


def stored_runs(count: int) -> Iterator[RunRecord]:
    """So many runs of ten readable results; snippets are 28 to 42 words of English, a tenth nearly a copy."""
    chance, text = random.Random(5), english()
    for number in range(1, count + 1):
        topic = " ".join(chance.choices([word for word in text[:2000] if len(word) > 4], k=4))
        hits: list[Hit] = []
        for place in range(1, SOURCES + 1):
            start = chance.randrange(len(text) - 50)
            snippet = " ".join(text[start : start + chance.randint(28, 42)])
            if hits and chance.random() < 0.1:
                snippet = f"{chance.choice(hits).snippet} {text[start]}"
            url = f"https://{chance.choice(('site', 'news', 'docs'))}{chance.randrange(900)}.example/{number}-{place}"
            published = chance.choice((None, TODAY - timedelta(days=chance.randrange(900))))
            hits.append(Hit(url, f"Result {place}", snippet, place, "ddg", published))
        yield _stored(number, topic, tuple(hits))


def _stored(number: int, topic: str, hits: tuple[Hit, ...]) -> RunRecord:
    selected, dropped = select_hits(hits, SETTINGS)
    reads = tuple(Read(hit, Page(hit.url, "ok", title=hit.title)) for hit in selected)
    judged = judge(reads, Query(topic, TODAY), SETTINGS.research)
    return RunRecord(
        f"r{number}", number, topic, TODAY, "ddg", "done", datetime.now(UTC), as_texts(SETTINGS), 0,
        searched=Searched((Answer("ddg", "ok", hits),), selected, dropped), read=reads, judged=judged,
        context=replace(render(judged.sources, (), (), SETTINGS), text=""),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds by the clock and of the processor."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:.3f} s ({self.processor:.3f} s of the processor)"

    def __add__(self, other: Took) -> Took:
        return Took(self.clock + other.clock, self.processor + other.processor)


def timed(work: Callable[[], T]) -> tuple[Took, T]:
    """What the work took, and what came out."""
    clock, processor = time.perf_counter(), time.process_time()
    out = work()
    return Took(time.perf_counter() - clock, time.process_time() - processor), out


def one_at_a_time(runs: Sequence[RunRecord]) -> None:
    """Judge run by run, as a run does it: with nothing remembered."""
    for run in runs:
        forget()
        judge(run.read or (), run.query, TRIED.research)


def replayed(archive: Archive) -> Took:
    """The median of replays under weights that were never tried before."""
    tried = [
        TRIED.model_copy(
            update={"research": TRIED.research.model_copy(update={"recency_weight": 0.2 + 0.01 * (step + 1)})}
        )
        for step in range(ROUNDS)
    ]
    times = [timed(lambda one=one: replay(archive, one))[0] for one in tried]  # type: ignore[misc]
    return sorted(times, key=lambda one: one.clock)[ROUNDS // 2]


def few() -> None:
    """200 runs, both ways."""
    runs = list(stored_runs(FEW))
    forget()
    prepared, (archive, before) = timed(lambda: first_replay(runs))
    took = replayed(archive)
    judging = min((timed(lambda: one_at_a_time(runs))[0] for _ in range(2)), key=lambda one: one.clock)
    asked, _ = timed(lambda: what_if(before, replay(archive, TRIED)))
    times = judging.clock / took.clock
    print(f"{FEW} runs × {SOURCES} sources: {archive.compared:,} of {FEW * 90:,} pairs compared")
    print(f"  prepared with the first replay, once: {prepared}")
    print(f"  a replay: {took}; a what-if: {asked}")
    print(f"  judged one run at a time: {judging}, {times:.0f} times a replay")
    kept = took.clock < FEW_SECONDS and times >= TIMES
    print(f"  promised: under {FEW_SECONDS:.0f} s and {TIMES} times as fast: {_kept(kept)}")


def first_replay(runs: Iterable[RunRecord]) -> tuple[Archive, Replay]:
    """The runs prepared and replayed under their own settings."""
    archive = Archive(runs)
    return archive, replay(archive)


def many() -> None:
    """5,000 runs prepared as they are loaded and replayed, and the memory of the whole process."""
    forget()
    making = Took(0.0, 0.0)

    def loaded() -> Iterator[RunRecord]:
        nonlocal making
        runs = stored_runs(MANY)
        for _ in range(MANY):
            took, run = timed(lambda: next(runs))
            making += took
            yield run

    prepared, archive = timed(lambda: Archive(loaded()))
    measuring = Took(prepared.clock - making.clock, prepared.processor - making.processor)
    first, before = timed(lambda: replay(archive))
    asked, _ = timed(lambda: what_if(before, replay(archive, TRIED)))
    total = measuring + first + asked
    mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{MANY:,} runs × {SOURCES} sources: {archive.compared:,} of {MANY * 90:,} pairs compared")
    print(f"  measuring the snippets: {measuring}")
    print(f"  the first replay, which compares: {first}")
    print(f"  a what-if: {asked}")
    print(f"  together: {total}; at most {mib:.0f} MiB in use")
    clock, processor = (_kept(took < MANY_SECONDS) for took in (total.clock, total.processor))
    print(f"  promised: under {MANY_SECONDS:.0f} s: {clock} by the clock, {processor} by the processor")
    print(f"  promised: within {MANY_MIB} MiB: {_kept(mib < MANY_MIB)}")


def _kept(kept: bool) -> str:
    return "kept" if kept else "NOT KEPT"


def main() -> None:
    """Print both."""
    few()
    many()


if __name__ == "__main__":
    main()
