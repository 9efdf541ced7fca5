"""Five hundred runs in one process: threads, descriptors and memory at the start and at the end.

python -m benchmarks.soak [RUNS]
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time

import psutil  # type: ignore[import-untyped]

from benchmarks.made import recording
from workbench.compose import Workbench

RUNS, WARM = 500, 50
MOST_GROWTH_MIB = 50


def usage() -> tuple[int, int, float]:
    """Threads, descriptors and MiB of this process and its children."""
    own = psutil.Process()
    every = [own, *own.children(recursive=True)]
    return own.num_threads(), own.num_fds(), sum(one.memory_info().rss for one in every) / (1 << 20)


async def soak(runs: int) -> None:
    """Do the runs one after the other and print what they cost."""
    bench = Workbench.open()
    started = time.monotonic()
    before = usage()
    for number in range(runs):
        record = await bench.do(bench.new_run("", recording=recording(number)))
        if record.state != "done" or record.judged is None:
            raise SystemExit(f"run {number} ended as {record.state}")
        if number == min(WARM, runs // 2):
            before = usage()
            print(f"after {number} runs: {before[0]} threads, {before[1]} descriptors, {before[2]:.0f} MiB", flush=True)
    after = usage()
    print(f"after {runs} runs: {after[0]} threads, {after[1]} descriptors, {after[2]:.0f} MiB")
    print(f"memory {after[2] - before[2]:+.1f} MiB (promised at most +{MOST_GROWTH_MIB})")
    print(f"{(time.monotonic() - started) / runs:.2f} s a run")
    await bench.aclose()


def main() -> None:
    """Soak in an empty home."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["WORKBENCH_HOME"] = home
        asyncio.run(soak(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))


if __name__ == "__main__":
    main()
