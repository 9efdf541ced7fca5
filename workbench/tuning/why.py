"""Why an address is not among the sources of a run: never returned, dropped by which rule, or a copy of which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from workbench.errors import BadRequest
from workbench.records import Dropped, Hit, Judged, Read, RunRecord, Searched, Source, State
from workbench.settings import Settings
from workbench.text import counted, quoted
from workbench.tuning import advice
from workbench.tuning.advice import Setting
from workbench.tuning.interval import Interval, interval
from workbench.tuning.rescore import reads_of
from workbench.urls import canonical, host_of, suffixes, without_credentials
from workbench.urls.hosts import is_public_suffix

Fate = State | Literal["never returned"]
NEAREST, LONGEST = 3, 200
_NOTHING = Judged((), (), 0)


@dataclass(frozen=True, slots=True)
class Why:
    """What became of an address in a run, in sentences with hosts and settings in backquotes.

    `place` is its rank among the sources from 1, 0 if it is none; `of` the source or result it is a copy of,
    `outranked` what came before it where only so many pages are read, `nearest` what the search did return from like
    hosts.
    """

    url: str
    state: Fate
    sentences: tuple[str, ...]
    place: int = 0
    hit: Hit | None = None
    of: str = ""
    similarity: float | None = None
    setting: Setting | None = None
    outranked: tuple[Hit, ...] = ()
    nearest: tuple[Hit, ...] = ()
    interval: Interval | None = None


def why(run: RunRecord, url: str, settings: Settings) -> Why:
    """What became of the address, who asks left out; the settings are those that the run was judged by."""
    url = without_credentials(url)
    key = canonical(url)
    if not host_of(key) and not key.startswith("corpus://"):
        raise BadRequest(
            f"{quoted(url, LONGEST)} is no address of a page; paste one such as https://host.example/page."
        )
    if run.searched is None or run.judged is None:
        raise BadRequest(f"Run {run.number} was not judged, so nothing can be said of its results.")
    searched, judged = run.searched, run.judged
    for place, source in enumerate(judged.sources, 1):
        if key in _addresses(source.url, source.read.hit):
            return _kept(url, place, source, judged)
    lost = [*searched.dropped, *judged.dropped]
    found = [one for one in lost if key in _addresses(one.hit.url, one.hit)] or [
        one for one in lost if key == _led_to(one.hit, run.read or ())
    ]
    if not found:
        return _never(url, searched)
    return _lost(url, min(found, key=lambda one: one.hit.position), run, settings)


def _addresses(url: str, hit: Hit) -> set[str]:
    return {canonical(one) for one in (url, hit.url)}


def _led_to(hit: Hit, reads: Sequence[Read]) -> str:
    return next((canonical(read.address) for read in reads if read.hit.url == hit.url), "")


def _kept(url: str, place: int, source: Source, judged: Judged) -> Why:
    where = "here" if url == source.url else f"here as {source.url}"
    said = f"It is {where}: ranked {place} of {len(judged.sources)}, with {source.score:.3f}."
    return Why(url, "kept", (said,), place, source.read.hit)


def _never(url: str, searched: Searched) -> Why:
    hits = [hit for answer in searched.answers for hit in answer.hits]
    near = _nearest(host_of(url), hits)
    said = [f"The search never returned it: it is none of the {counted(len(hits), 'result')}."]
    said += [f"Of `{host_of(hit.url)}` it returned {hit.url}, number {hit.position}." for hit in near]
    return Why(url, "never returned", tuple(said), nearest=near)


def _nearest(host: str, hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """The hits of the host, then those of hosts under one name with it that is nobody's to share, best place first."""
    names = [name for name in suffixes(host) if not is_public_suffix(name)]
    ranked = [
        (next((at for at, name in enumerate(names) if name in set(suffixes(host_of(hit.url)))), len(names)), hit)
        for hit in hits
    ]
    near = sorted(((at, hit) for at, hit in ranked if at < len(names)), key=lambda one: (one[0], one[1].position))
    return tuple(hit for _, hit in near[:NEAREST])


def _lost(url: str, lost: Dropped, run: RunRecord, settings: Settings) -> Why:
    searched, judged = run.searched, run.judged or _NOTHING
    outranked = tuple(searched.hits) if searched and lost.state == "over_limit" else ()
    member = advice.member_of(lost, judged)
    decided = advice.setting(lost, member, run, settings)
    by_address = lost.state == "duplicate" and (member is None or member.reason == "url")
    span = None
    never_read = lost.stage == "search" and lost.state == "unread"
    if judged.sources and not by_address and not never_read:
        span = interval(lost.hit, judged, reads_of(run, settings)[1], run.query, settings.research)
    said = [f"{lost.reason}.", *_more(lost, outranked, run)]
    if by_address:
        said.append("One page is one source: no ruling parts its addresses.")
    elif lost.state == "duplicate":
        said.append(f"With the ruling *not the same* {advice.apart(lost, run, settings)}.")
    if decided:
        said.append(f"`{decided.key}` is {decided.value}; {decided.otherwise}.")
    if span:
        said.append(_spanned(span, len(judged.sources) + 1))
    alike = member.similarity if member else None
    return Why(url, lost.state, tuple(said), 0, lost.hit, lost.of, alike, decided, outranked, (), span)


def _more(lost: Dropped, outranked: Sequence[Hit], run: RunRecord) -> Iterable[str]:
    """What the reason leaves open: where the page it is a copy of stands, and who came before it."""
    if lost.state == "over_limit":
        hosts = ", ".join(f"`{host_of(hit.url) or hit.url}`" for hit in outranked)
        yield f"The search put it at {lost.hit.position}, behind {hosts}."
    if lost.state == "duplicate":
        yield _where(lost.of, run)


def _where(of: str, run: RunRecord, seen: frozenset[str] = frozenset()) -> str:
    """Where the page that a result is a copy of stands, or by what it is lost itself."""
    searched, judged = run.searched, run.judged or _NOTHING
    home = frozenset({canonical(of)})
    for place, one in enumerate(judged.sources, 1):
        if home & _addresses(one.url, one.read.hit):
            return f"That one is ranked {place} of {len(judged.sources)}."
    lost = [*judged.dropped, *(searched.dropped if searched else ())]
    led = [one for one in lost if _led_to(one.hit, run.read or ()) in home and canonical(one.of) not in home]
    found = next(iter([*(one for one in lost if canonical(one.hit.url) in home), *led]), None)
    if found is None:
        return "That one is no source either."
    if found.state == "duplicate" and canonical(found.of) not in home | seen:
        return f"That one is no source either, {found.reason}. {_where(found.of, run, home | seen)}"
    return f"That one is no source either, {found.reason}."


def _spanned(span: Interval, most: int) -> str:
    return (
        f"As a source of its own it would score from {span.low:.3f} to {span.high:.3f}, for how unlike the others it "
        f"is cannot be known: rank {span.ranks} of {most}."
    )
