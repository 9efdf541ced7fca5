"""Which results of stored runs are judged at all, as arrays: the distinct pages behind the gate, in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workbench.records import Read
from workbench.settings import Settings
from workbench.tuning.archive import Archive, Flags, Ints
from workbench.tuning.rescore import reads_of
from workbench.urls import canonical

NEVER_CITED = frozenset({"invalid", "refused"})


@dataclass(frozen=True, slots=True)
class Grid:
    """A row a run, a column a page: `there` says where a page is, the rest are its numbers in the archive.

    `reads` holds the pages themselves, run by run.
    """

    runs: Ints
    reads: Sequence[tuple[Read, ...]]
    there: Flags
    results: Ints
    hosts: Ints
    pages: Ints
    considered: Ints


def grid_of(archive: Archive, runs: Sequence[int], settings: Settings) -> Grid:
    """The pages that these runs judge under the settings."""
    rows = [_distinct(archive, run, settings) for run in runs]
    counts = np.array([len(row) for row in rows], np.int64)
    room = int(counts.max(initial=0))
    numbers = np.zeros((3, len(rows), room), np.int64)
    for place, row in enumerate(rows):
        numbers[:, place, : len(row)] = np.array([one[1:] for one in row], np.int64).reshape(-1, 3).T
    there = np.arange(room)[None, :] < counts[:, None]
    reads = [tuple(one[0] for one in row) for row in rows]
    return Grid(np.array(runs, np.int64), reads, there, numbers[0], numbers[1], numbers[2], counts)


def _distinct(archive: Archive, run: int, settings: Settings) -> list[tuple[Read, int, int, int]]:
    """The pages that a run judges, each with the numbers of its result, its host and itself."""
    research = settings.research
    gated = research.extract_web_content and research.require_fetched_source_for_citation
    found: dict[str, Read] = {}
    for read in reads_of(archive.runs[run], settings)[1]:
        if read.readable or not (gated or (read.page and read.page.outcome in NEVER_CITED)):
            found.setdefault(canonical(read.address) or f"#{len(found)}", read)
    return [
        (read, archive.result(run, read.hit), archive.host(read.address), archive.page(read.address))
        for read in found.values()
    ]
