"""Stored runs as arrays: what no setting changes is measured once, for every replay.

Two texts are compared when a replay first needs to know how alike they are, and not again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from sys import intern
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.measure.similarity import similarity
from workbench.quality.candidate import COMPARED_TOKENS
from workbench.quality.components import snippet_quality, topic_terms
from workbench.records import Context, Hit, Judged, Read, RunRecord, Searched
from workbench.settings import ResearchSettings, Settings, resolve
from workbench.signals.dates import age_days, candidate
from workbench.signals.trust import Tiers, standing
from workbench.text import plain, tokens, words
from workbench.urls import canonical, host_of, work_id

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Tokens = tuple[str, ...]
Key = tuple[str, str, object]

MOST_RESULTS = 40  # of one run; the arrays have room for as many in every run as the largest has
UNDATED = -1
_REMEMBERED = 4


class Archive:
    """Judged runs, prepared for replays; `unfinished` counts those that were given and had not come so far.

    `one_by_one` are the places of the runs that the arrays do not hold: those with rulings, with a work that two
    results name, or with more results than there is room for.
    """

    def __init__(self, runs: Iterable[RunRecord]) -> None:
        self.runs: list[RunRecord] = []
        self.unfinished = 0
        self.one_by_one: set[int] = set()
        self.compared = 0
        self._owned: dict[tuple[object, ...], tuple[dict[str, object], Settings]] = {}
        self._own: list[Settings] = []
        self._results: list[dict[Key, int]] = []
        self._hits: list[list[Hit]] = []
        self._texts: list[list[Tokens]] = []
        measured = [self._add(run) for run in runs]
        held = [one for one in measured if one is not None]
        room = max((len(one) for one in self._hits), default=0)
        self.length = _padded([one[0] for one in held], room, np.int64)
        self.words = _padded([one[1] for one in held], room, np.int64)
        self.quality = _padded([one[2] for one in held], room, np.float64)
        self.most = np.zeros((len(held), room, room))
        for place, texts in enumerate(self._texts):
            self.most[place, : len(texts), : len(texts)] = _ceilings(texts)
        self.alike = np.where(self.most > 0, np.nan, 0.0)
        self._ages: dict[date | None, Ints] = {}
        self._credibility: dict[tuple[object, object, int], Floats] = {}
        self.grids: dict[Any, Any] = {}
        self._hosts: dict[str, int] = {}
        self._pages: dict[str, int] = {}

    def _add(self, run: RunRecord) -> tuple[list[int], list[int], list[float]] | None:
        if run.judged is None or run.searched is None:
            self.unfinished += 1
            return None
        hits = list({key_of(hit): hit for hit in _hits(run)}.values())
        if run.judged.rulings or len(hits) > MOST_RESULTS or _share_a_work(run, hits):
            self.one_by_one.add(len(self.runs))
            hits = []
        topic = topic_terms(run.topic)
        snippets = [plain(hit.snippet) for hit in hits]
        self._results.append({key_of(hit): place for place, hit in enumerate(hits)})
        self._hits.append(hits)
        self._texts.append([tuple(map(intern, tokens(text)[:COMPARED_TOKENS])) for text in snippets])
        self.runs.append(self._lean(run))
        quality = [snippet_quality(text, topic) for text in snippets]
        return [len(text) for text in snippets], [len(words(text)) for text in snippets], quality

    def _lean(self, run: RunRecord) -> RunRecord:
        """The run with what a replay needs, equal parts shared."""
        snapshot = tuple(run.settings.items())
        if snapshot not in self._owned:
            self._owned[snapshot] = run.settings, resolve(run.settings).settings
        settings, own = self._owned[snapshot]
        self._own.append(own)
        held = run.context or Context("")
        searched = run.searched or Searched((), ())
        same = {key_of(hit): hit for hit in searched.hits}
        reads = tuple(Read(_shared(read.hit, same), read.page) for read in run.read or ())
        answers = tuple(
            replace(answer, hits=tuple(_shared(hit, same) for hit in answer.hits)) for answer in searched.answers
        )
        return replace(
            run,
            settings=settings,
            searched=replace(searched, answers=answers),
            read=reads,
            judged=Judged((), (), 0, run.rulings),
            context=replace(held, text="", web=tuple(one for one in held.web if one.pinned)),
            findings=(),
        )

    def own(self, place: int) -> Settings:
        """The settings that a run was judged by."""
        return self._own[place]

    def page(self, url: str) -> int:
        """The number by which a page is known in every run."""
        return self._pages.setdefault(canonical(url) or url, len(self._pages))

    def host(self, url: str) -> int:
        """The number of an address's host."""
        return self._hosts.setdefault(host_of(url), len(self._hosts))

    def result(self, place: int, hit: Hit) -> int:
        """Where the arrays of a run hold one of its hits."""
        return self._results[place][key_of(hit)]

    def ages(self, day: date | None) -> Ints:
        """The age in days of every result, by the day given or else by each run's own."""
        if day not in self._ages:
            forget_first(self._ages)
            ages = [
                [_age(hit, day or run.today) for hit in hits] for run, hits in zip(self.runs, self._hits, strict=True)
            ]
            self._ages[day] = _padded(ages, self.length.shape[1], np.int64)
        return self._ages[day]

    def credibility(self, settings: ResearchSettings) -> Floats:
        """The credibility of every host met so far, by its number."""
        key = (settings.tier1_domains, settings.tier2_domains, len(self._hosts))
        if key not in self._credibility:
            forget_first(self._credibility)
            tiers = Tiers.of(settings)
            self._credibility[key] = np.array([standing(host, tiers).credibility for host in self._hosts or ("",)])
        return self._credibility[key]

    def compare(self, runs: Ints, new: Ints, kept: Ints) -> None:
        """Find out how alike these results are, run by run."""
        for run, one, other in zip(runs.tolist(), new.tolist(), kept.tolist(), strict=True):
            self.alike[run, one, other] = similarity(self._texts[run][one], self._texts[run][other])
        self.compared += len(runs)


def key_of(hit: Hit) -> Key:
    """By what a result of a run is known: all that its measures depend on."""
    return hit.url, hit.snippet, hit.published


def _hits(run: RunRecord) -> Iterable[Hit]:
    """Every result that some settings could have judged."""
    if run.searched is not None:
        yield from run.searched.hits
        for answer in run.searched.answers:
            yield from answer.hits


def _shared(hit: Hit, same: Mapping[Key, Hit]) -> Hit:
    known = same.get(key_of(hit))
    return known if known == hit else hit


def _share_a_work(run: RunRecord, hits: Sequence[Hit]) -> bool:
    pages = {read.hit.url: read.page.address for read in run.read or () if read.page}
    works = [{work_id(url) for url in {hit.url, pages.get(hit.url, hit.url)}} - {""} for hit in hits]
    return len(set[str]().union(*works)) < sum(map(len, works))


def _age(hit: Hit, today: date) -> int:
    age = age_days(candidate(hit, today), today)
    return UNDATED if age is None else age


def _padded(rows: Sequence[Sequence[float]], room: int, kind: type) -> Any:
    filled: Any = np.zeros((len(rows), room), kind)
    for place, row in enumerate(rows):
        filled[place, : len(row)] = row
    return filled


def _ceilings(texts: Sequence[Tokens]) -> Floats:
    """What no similarity of two of the texts exceeds: `measure.similarity.ceiling` of every pair."""
    known = {token: number for number, token in enumerate(set[str]().union(*texts))}
    cells = [place * len(known) + known[token] for place, text in enumerate(texts) for token in text]
    counts = np.bincount(cells or [0], minlength=len(texts) * len(known))[: len(texts) * len(known)]
    counts = counts.reshape(len(texts), len(known)).astype(np.int16)
    shared = np.array([np.minimum(row, counts).sum(axis=1) for row in counts]).reshape(len(texts), len(texts))
    lengths = np.array([len(text) for text in texts])
    both = lengths[:, None] + lengths[None, :]
    return np.asarray(2.0 * shared / np.maximum(both, 1), np.float64)


def forget_first(remembered: dict[Any, Any]) -> None:
    """Make room for one more thing to remember."""
    while len(remembered) >= _REMEMBERED:
        remembered.pop(next(iter(remembered)))
