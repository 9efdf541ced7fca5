"""Runs of which three pages in ten fail at random: every run ends, every loss has its cause.

python -m benchmarks.faults [RUNS]
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections import Counter

from benchmarks.made import recording
from workbench.compose import Workbench
from workbench.records import RunRecord

RUNS, FAILING = 100, 0.3


def adds_up(record: RunRecord) -> bool:
    """Whether every result ended in exactly one state."""
    if record.searched is None or record.judged is None:
        return False
    results = sum(len(answer.hits) for answer in record.searched.answers)
    return results == len(record.judged.sources) + len(record.judged.dropped) + len(record.searched.dropped)


async def measure(runs: int) -> None:
    """Do the runs and print how they ended and what was lost by which cause."""
    bench = Workbench.open()
    states: Counter[str] = Counter()
    causes: Counter[str] = Counter()
    whole = 0
    for number in range(runs):
        record = await bench.do(bench.new_run("", recording=recording(number, failing=FAILING)))
        states[record.state] += 1
        whole += adds_up(record)
        causes.update(lost.reason.partition(",")[0] for lost in (record.judged.dropped if record.judged else ()))
    await bench.aclose()
    print(f"{runs} runs: {dict(states)}; the funnel adds up in {whole}")
    for cause, count in causes.most_common():
        print(f"{count:4}  {cause}")


def main() -> None:
    """Measure in an empty home."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["WORKBENCH_HOME"] = home
        asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))


if __name__ == "__main__":
    main()
