"""Many stored runs under other settings at once: the very scores and the very order that the judging gives.

The rules are those of `workbench.quality`, a step for all runs at a time. What the arrays do not hold is judged run by
run, and counted in `one_by_one`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from workbench.quality import components as parts
from workbench.records import Components, Judged, Read
from workbench.settings import ResearchSettings, Settings
from workbench.tuning.archive import Archive, Flags, Floats, Ints, forget_first
from workbench.tuning.grid import Grid, grid_of
from workbench.tuning.rescore import rescore
from workbench.urls import host_of

NOWHERE = -1
PARTS = 5
_BATCH = 250  # runs


@dataclass(frozen=True, slots=True)
class Ranked:
    """A source of a replayed run; `copies` are the pages folded into it, each with how alike it is."""

    url: str
    host: str
    title: str
    components: Components
    score: float
    position: int
    copies: tuple[tuple[str, float], ...] = ()
    readable: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """Every run of an archive as judged by one set of settings, or each by its own: a row a run, best source first.

    `pages` are the numbers of the sources in the archive, -1 after the last; `picks` and `keepers` are places in
    `reads`: of the sources in order, and for each page of the source that it is folded into, -1 if it is thin.
    """

    archive: Archive
    settings: Settings | None
    today: date | None
    reads: list[tuple[Read, ...]]
    pages: Ints
    picks: Ints
    keepers: Ints
    scores: Floats
    components: Floats
    positions: Ints
    judged: dict[int, Judged]

    def settings_of(self, run: int) -> Settings:
        """The settings that a run was judged by."""
        return self.settings or self.archive.own(run)

    def counts(self) -> Ints:
        """How many sources each run has."""
        return np.asarray((self.pages != NOWHERE).sum(axis=1), np.int64)

    def sources(self, run: int) -> tuple[Ranked, ...]:
        """The sources of a run, best first."""
        return tuple(self.source(run, slot) for slot in range(int((self.pages[run] != NOWHERE).sum())))

    def source(self, run: int, slot: int) -> Ranked:
        """The source in one slot of a run, counted from 0."""
        read = self.reads[run][self.picks[run, slot]]
        return Ranked(
            read.address,
            host_of(read.address),
            read.hit.title,
            Components(*self.components[run, slot].tolist()),
            float(self.scores[run, slot]),
            int(self.positions[run, slot]),
            tuple(self._copies(run, slot)),
            read.readable,
        )

    def _copies(self, run: int, slot: int) -> Iterator[tuple[str, float]]:
        if run in self.judged:
            members = self.judged[run].sources[slot].cluster
            yield from ((one.hit.url, one.similarity) for one in members if one.reason != "url")
            return
        keeper = int(self.picks[run, slot])
        kept = self.archive.result(run, self.reads[run][keeper].hit)
        for place, read in enumerate(self.reads[run]):
            if self.keepers[run, place] == keeper and place != keeper:
                yield read.hit.url, float(self.archive.alike[run, self.archive.result(run, read.hit), kept])


def replay(archive: Archive, settings: Settings | None = None, today: date | None = None) -> Replay:
    """Every run under these settings, or each under its own; with its own clock, or all on one day."""
    quick = [run for run in range(len(archive.runs)) if run not in archive.one_by_one]
    groups: dict[int, list[int]] = {}
    for run in quick:
        groups.setdefault(id(settings or archive.own(run)), []).append(run)
    done = []
    for runs in groups.values():
        tried = settings or archive.own(runs[0])
        grid = _remembered(archive, runs, tried)
        done.append((grid, _judge(archive, grid, tried.research, today)))
    slow = {run: _one(archive, run, settings or archive.own(run), today) for run in sorted(archive.one_by_one)}
    room = max([*(grid.there.shape[1] for grid, _ in done), *(len(one.sources) for one in slow.values()), 0])
    found = _empty(archive, settings, today, room)
    for grid, outcome in done:
        _put(found, grid, outcome)
    for run, judged in slow.items():
        _put_judged(found, run, judged)
    return found


def _remembered(archive: Archive, runs: Sequence[int], settings: Settings) -> Grid:
    research = settings.research
    key = (
        research.extract_web_content,
        research.require_fetched_source_for_citation,
        research.blocked_domains,
        settings.web_research.results,
        tuple(runs),
    )
    if key not in archive.grids:
        forget_first(archive.grids)
        archive.grids[key] = grid_of(archive, runs, settings)
    grid: Grid = archive.grids[key]
    return grid


def _one(archive: Archive, run: int, settings: Settings, today: date | None) -> Judged:
    record = archive.runs[run]
    return rescore(replace(record, today=today or record.today), settings).judged


def _empty(archive: Archive, settings: Settings | None, today: date | None, room: int) -> Replay:
    shape = (len(archive.runs), room)
    return Replay(
        archive,
        settings,
        today,
        reads=[()] * shape[0],
        pages=np.full(shape, NOWHERE, np.int64),
        picks=np.full(shape, NOWHERE, np.int64),
        keepers=np.full(shape, NOWHERE, np.int64),
        scores=np.zeros(shape),
        components=np.zeros((*shape, PARTS)),
        positions=np.zeros(shape, np.int64),
        judged={},
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    """A grid judged, in the final order; `kept` says which slots hold a source."""

    kept: Flags
    picks: Ints
    keepers: Ints
    scores: Floats
    components: Floats
    positions: Ints


def _put(found: Replay, grid: Grid, outcome: _Outcome) -> None:
    rows, room = grid.runs[:, None], np.arange(grid.there.shape[1])[None, :]
    pages = np.take_along_axis(grid.pages, outcome.picks, 1)
    found.pages[rows, room] = np.where(outcome.kept, pages, NOWHERE)
    found.picks[rows, room] = np.where(outcome.kept, outcome.picks, NOWHERE)
    found.keepers[rows, room] = outcome.keepers
    found.scores[rows, room] = np.where(outcome.kept, outcome.scores, 0.0)
    found.components[rows, room] = np.where(outcome.kept[:, :, None], outcome.components, 0.0)
    found.positions[rows, room] = np.where(outcome.kept, outcome.positions, 0)
    for run, reads in zip(grid.runs.tolist(), grid.reads, strict=True):
        found.reads[run] = reads


def _put_judged(found: Replay, run: int, judged: Judged) -> None:
    found.reads[run] = tuple(source.read for source in judged.sources)
    found.judged[run] = judged
    for slot, source in enumerate(judged.sources):
        found.pages[run, slot] = found.archive.page(source.url)
        found.picks[run, slot] = found.keepers[run, slot] = slot
        found.scores[run, slot] = source.score
        found.components[run, slot] = source.components.values()
        found.positions[run, slot] = source.position


def _judge(archive: Archive, grid: Grid, settings: ResearchSettings, today: date | None) -> _Outcome:
    """Thin filter, first scores, greedy dedup by rank, uniqueness and search rank of the survivors, final order."""
    at = grid.runs[:, None]
    length = archive.length[at, grid.results]
    thick = grid.there & (length > 0) & (length >= settings.min_snippet_length)
    thick &= archive.words[at, grid.results] >= settings.min_snippet_words
    values = np.ones((*thick.shape, PARTS))
    values[:, :, 0] = archive.credibility(settings)[grid.hosts]
    values[:, :, 1] = archive.quality[at, grid.results]
    values[:, :, 2] = _recency(archive.ages(today)[at, grid.results], settings)
    order = _best_first(overall(values, settings.weights), thick)
    ranked, thick = np.take_along_axis(grid.results, order, 1), np.take_along_axis(thick, order, 1)
    positions = order + 1
    kept, keepers = _fold(archive, grid.runs, ranked, thick, positions, settings.dedup_similarity_threshold)
    values = np.take_along_axis(values, order[:, :, None], 1)
    values[:, :, 3] = 1.0 - _nearest(archive, grid.runs, ranked, kept)
    values[:, :, 4] = 1.0 - (positions - 1) / np.maximum(1, grid.considered - 1)[:, None]
    scores = overall(values, settings.weights)
    final = _best_first(scores, kept)
    by_page = np.full(thick.shape, NOWHERE, np.int64)
    np.put_along_axis(by_page, order, np.where(thick, np.take_along_axis(order, keepers, 1), NOWHERE), 1)
    return _Outcome(
        np.take_along_axis(kept, final, 1),
        np.take_along_axis(order, final, 1),
        by_page,
        np.take_along_axis(scores, final, 1),
        np.take_along_axis(values, final[:, :, None], 1),
        np.take_along_axis(positions, final, 1),
    )


def _recency(age: Ints, settings: ResearchSettings) -> Floats:
    older = np.where(age <= settings.recency_recent_days, parts.RECENT, parts.OLD)
    return np.where(age < 0, parts.UNDATED, np.where(age <= settings.recency_fresh_days, parts.FRESH, older))


def overall(values: Floats, weights: Sequence[float]) -> Floats:
    """The score of each row of five components, to the last bit as `quality.components.overall` gives it."""
    total = parts.added(weights)
    if total <= 0:
        return np.zeros(values.shape[:-1])
    score = np.zeros(values.shape[:-1])
    for part, weight in enumerate(weights):
        score += values[..., part] * weight
    return np.minimum(1.0, np.maximum(0.0, score / total))


def _best_first(scores: Floats, counted: Flags) -> Ints:
    """The columns of each row by descending score, ties as they stand, those that do not count last."""
    return np.argsort(np.where(counted, -scores, np.inf), axis=1, kind="stable")


def _fold(
    archive: Archive, runs: Ints, ranked: Ints, thick: Flags, positions: Ints, threshold: float
) -> tuple[Flags, Ints]:
    """Which ranks survive, and the rank that each is folded into; survivors take over the best position."""
    kept, keepers = thick.copy(), np.broadcast_to(np.arange(thick.shape[1]), thick.shape).copy()
    pairs = runs[:, None, None], ranked[:, :, None], ranked[:, None, :]
    earlier = np.tri(thick.shape[1], k=-1, dtype=bool)
    possible = earlier & thick[:, :, None] & thick[:, None, :] & (archive.most[pairs] >= threshold)
    rows = np.flatnonzero(possible.any(axis=(1, 2)))
    if not len(rows):
        return kept, keepers
    runs, ranked, possible = runs[rows], ranked[rows], possible[rows]
    alike = _known(archive, runs, ranked, possible) >= threshold
    for rank in range(1, thick.shape[1]):
        copy_of = possible[:, rank, :rank] & alike[:, rank, :rank] & kept[rows, :rank]
        folded = np.flatnonzero(copy_of.any(axis=1))
        into, which = copy_of[folded].argmax(axis=1), rows[folded]
        kept[which, rank] = False
        keepers[which, rank] = into
        positions[which, into] = np.minimum(positions[which, into], positions[which, rank])
    return kept, keepers


def _known(archive: Archive, runs: Ints, ranked: Ints, wanted: Flags) -> Floats:
    """How alike the results are, rank by rank; the pairs wanted are compared if they never were."""
    pairs = runs[:, None, None], ranked[:, :, None], ranked[:, None, :]
    row, new, old = np.nonzero(wanted & np.isnan(archive.alike[pairs]))
    archive.compare(runs[row], ranked[row, new], ranked[row, old])
    return np.asarray(archive.alike[pairs])


def _nearest(archive: Archive, runs: Ints, ranked: Ints, kept: Flags) -> Floats:
    """How alike each survivor is to the other one most like it, a batch of runs at a time, whose texts are at hand."""
    found = np.zeros(kept.shape)
    for start in range(0, len(runs), _BATCH):
        rows = slice(start, start + _BATCH)
        found[rows] = _nearest_of(archive, runs[rows], ranked[rows], kept[rows])
    return found


def _nearest_of(archive: Archive, runs: Ints, ranked: Ints, kept: Flags) -> Floats:
    """Only pairs that could be nearer than what is known are compared, the likeliest of each survivor first."""
    pairs = runs[:, None, None], ranked[:, :, None], ranked[:, None, :]
    others = kept[:, :, None] & kept[:, None, :] & ~np.eye(kept.shape[1], dtype=bool)
    most = np.where(others, archive.most[pairs], 0.0)
    wanted = np.zeros_like(others)
    while True:
        alike = _known(archive, runs, ranked, wanted)
        unknown = np.isnan(alike)
        best = np.where(others & ~unknown, alike, 0.0).max(axis=2, initial=0.0)
        nearer = unknown & (most > best[:, :, None])
        if not nearer.any():
            return np.asarray(best)
        next_one = np.where(nearer, most, -1.0).argmax(axis=2)
        wanted = nearer & (np.arange(kept.shape[1]) == next_one[:, :, None])
