"""Where a lost result could stand as a source of its own, from what is known of it: an interval, never a number.

Its snippet, its host, its date and its place in the search are known. How alike it would be to other results that came
back is not, so its uniqueness lies anywhere from 0 to what its nearest kept neighbour leaves. The places and the
uniqueness of the kept sources move a little when one is added, and that is reckoned with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.measure.similarity import similarity
from workbench.quality import candidates
from workbench.quality import components as parts
from workbench.quality.candidate import Candidate, compared, measure
from workbench.records import Components, Hit, Judged, Page, Query, Read, Source
from workbench.settings import ResearchSettings
from workbench.text import plain


@dataclass(frozen=True, slots=True)
class Interval:
    """The lowest and the highest score that a lost result could have, and its best and its worst rank."""

    low: float
    high: float
    best: int
    worst: int

    @property
    def ranks(self) -> str:
        """The best and the worst rank in words, such as 2 to 4; one number where they are the same."""
        return f"{self.best}" if self.best == self.worst else f"{self.best} to {self.worst}"


def interval(hit: Hit, judged: Judged, reads: Sequence[Read], query: Query, settings: ResearchSettings) -> Interval:
    """Among the kept sources, if the hit alone came back with its page and was no copy of another."""
    known = {one.hit: one for one in candidates(reads, query, settings)}
    counted = _counted(judged, known)
    is_counted = hit in counted
    considered = judged.considered + (not is_counted)
    place = 1 + sum(other.position < hit.position for other in counted if other != hit)
    lost = _measured(Read(hit, _page_of(hit, reads)), query, settings)
    nearest = max((similarity(lost.tokens, _text(one)) for one in judged.sources), default=0.0)
    rank = parts.search_rank(place, considered)
    high = _score(lost.components, 1.0 - nearest, rank, settings)
    low = _score(lost.components, 0.0, rank, settings)
    others = [_other(one, lost, (place, considered, is_counted), known, settings) for one in judged.sources]
    best = 1 + sum(least > high for least, _ in others)
    worst = 1 + sum(most >= low for _, most in others)
    return Interval(low, high, best, worst)


def _counted(judged: Judged, known: dict[Hit, Candidate]) -> set[Hit]:
    """The distinct pages that were judged: the candidates and the thin ones."""
    return {*known, *(lost.hit for lost in judged.dropped if lost.state == "thin")}


def _page_of(hit: Hit, reads: Sequence[Read]) -> Page | None:
    return next((read.page for read in reads if read.hit == hit), None)


def _measured(read: Read, query: Query, settings: ResearchSettings) -> Candidate:
    one = Candidate(read, plain(read.hit.snippet), 0, read.address)
    measure([one], query, settings)
    return one


def _text(source: Source) -> tuple[str, ...]:
    return compared(plain(source.read.hit.snippet))


def _score(components: Components, uniqueness: float, rank: float, settings: ResearchSettings) -> float:
    return parts.overall(replace(components, uniqueness=uniqueness, search_rank=rank), settings.weights)


def _other(
    source: Source,
    lost: Candidate,
    added: tuple[int, int, bool],
    known: dict[Hit, Candidate],
    settings: ResearchSettings,
) -> tuple[float, float]:
    """The lowest and the highest score of a kept source beside the lost one."""
    place, considered, is_counted = added
    least = min(source.components.uniqueness, 1.0 - similarity(_text(source), lost.tokens))
    own = known[source.read.hit].position if source.read.hit in known else source.position
    first, last = (one if is_counted or one < place else one + 1 for one in (source.position, own))
    low = _score(source.components, least, parts.search_rank(last, considered), settings)
    return low, _score(source.components, source.components.uniqueness, parts.search_rank(first, considered), settings)
