"""What would bring a lost result back, judged with the change before it is said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import floor

from workbench.records import Dropped, Hit, Judged, Member, Ruling, RunRecord
from workbench.settings import Settings
from workbench.settings.keys import FIELDS
from workbench.text import counted, plain, words
from workbench.tuning.rescore import reads_of, rejudged
from workbench.urls import canonical, host_of, suffixes

MOST_RESULTS = int(FIELDS["web_research_results"].high or 0)
DIGITS = 3
HIGHEST = FIELDS["research_dedup_similarity_threshold"].high or 0.0


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that decided, its value as text, and what comes of the value or change that decides otherwise."""

    key: str
    value: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a lost result would be, in words, and its rank from 1 if it would be a source."""

    told: str
    rank: int = 0

    def __str__(self) -> str:
        return self.told


def setting(lost: Dropped, member: Member | None, run: RunRecord, settings: Settings) -> Setting | None:
    """The setting that lost the result, if one did."""
    research = settings.research
    match lost.state:
        case "over_limit":
            return Setting("web_research_results", f"{settings.web_research.results}", _limit(lost.hit, run, settings))
        case "filtered_domain":
            count = counted(len(research.blocked_domains), "host")
            return Setting("research_blocked_domains", count, _unblocked(lost.hit, run, settings))
        case "unread" if lost.stage == "read" and _gated(settings):
            off = _comes(lost.hit, run, _judging(settings, require_fetched_source_for_citation=False))
            return Setting("research_require_fetched_source_for_citation", "on", f"off, {off}")
        case "thin" if "character" in lost.reason or "word" in lost.reason:
            return _thick(lost.hit, run, settings)
        case "duplicate" if member and member.reason == "text":
            now = f"{research.dedup_similarity_threshold:.2f}"
            value, came = unlike(lost, member, run, settings, DIGITS)
            otherwise = f"at {value:.{DIGITS}f} {came}" if value else f"{came}"
            return Setting("research_dedup_similarity_threshold", now, otherwise)
        case _:
            return None


def member_of(lost: Dropped, judged: Judged) -> Member | None:
    """The place of a lost result in the cluster of the source it was folded into, if it was."""
    members = (member for source in judged.sources for member in source.cluster)
    return next((member for member in members if member.hit == lost.hit), None)


def apart(lost: Dropped, run: RunRecord, settings: Settings) -> Outcome:
    """What comes of the ruling that the copy and what it was folded into are not the same."""
    first, second = sorted((canonical(lost.hit.url), canonical(lost.of)))
    ruling = Ruling(first, second, "not the same", "", "", datetime.min.replace(tzinfo=UTC))
    return _comes(lost.hit, run, settings, (*_other_rulings(ruling.pair, run), ruling))


def withdrawn(lost: Dropped, run: RunRecord, settings: Settings) -> Outcome:
    """What comes of taking the ruling back that the copy and what it was folded into are the same."""
    pair = frozenset((canonical(lost.hit.url), canonical(lost.of)))
    return _comes(lost.hit, run, settings, _other_rulings(pair, run))


def unlike(lost: Dropped, member: Member, run: RunRecord, settings: Settings, digits: int) -> tuple[float, Outcome]:
    """The lowest threshold of so many digits at which the text is no copy, and what comes of it; 0 if there is none."""
    alike = member.similarity
    while alike < HIGHEST:
        value = min(HIGHEST, rounded_up(alike, digits))
        tried = _judging(settings, dedup_similarity_threshold=value)
        copies = (copy for source in rejudged(run, tried).sources for copy in source.cluster)
        found = next((copy for copy in copies if _same(lost.hit, [copy.hit])), None)
        if found is None or found.reason != "text":
            return value, _comes(lost.hit, run, tried)
        alike = found.similarity
    return 0.0, Outcome(f"{HIGHEST:g} is the most, and its text is wholly alike")


def rounded_up(value: float, digits: int = 3) -> float:
    """The lowest threshold of so many digits that is over a similarity."""
    steps = float(10**digits)
    found = (floor(value * steps) + 1) / steps
    return found if found > value else (floor(value * steps) + 2) / steps


def _other_rulings(pair: frozenset[str], run: RunRecord) -> tuple[Ruling, ...]:
    return tuple(one for one in run.rulings if one.pair != pair)


def _gated(settings: Settings) -> bool:
    return settings.research.extract_web_content and settings.research.require_fetched_source_for_citation


def _limit(hit: Hit, run: RunRecord, settings: Settings) -> str:
    for limit in range(settings.web_research.results + 1, MOST_RESULTS + 1):
        tried = settings.model_copy(
            update={"web_research": settings.web_research.model_copy(update={"results": limit})}
        )
        beyond = [one.hit for one in reads_of(run, tried)[0].dropped if one.state == "over_limit"]
        if not _same(hit, beyond):
            return f"with {limit} {_comes(hit, run, tried)}"
    return f"{MOST_RESULTS} is the most, and this one comes after"


def _unblocked(hit: Hit, run: RunRecord, settings: Settings) -> str:
    names, blocked = set(suffixes(host_of(hit.url))), settings.research.blocked_domains
    entries = [entry for entry in blocked if entry in names]
    tried = _judging(settings, blocked_domains=tuple(entry for entry in blocked if entry not in names))
    which = " and ".join(f"`{entry}`" for entry in entries)
    return f"without {which} {_comes(hit, run, tried)}"


def _thick(hit: Hit, run: RunRecord, settings: Settings) -> Setting | None:
    """The minimum that the snippet is under, and what comes of its own length instead; of both where both must go."""
    snippet, research = plain(hit.snippet), settings.research
    least = {"min_snippet_length": len(snippet), "min_snippet_words": len(words(snippet))}
    under = {name: value for name, value in least.items() if value < getattr(research, name)}
    if not under:
        return None
    first, *more = under
    also = "".join(f" and `research_{name}` at {under[name]}" for name in more)
    came = _comes(hit, run, _judging(settings, **under))
    return Setting(f"research_{first}", f"{getattr(research, first)}", f"at {under[first]}{also} {came}")


def _comes(hit: Hit, run: RunRecord, settings: Settings, rulings: Sequence[Ruling] | None = None) -> Outcome:
    """What the result would be so: a source with its rank, read for the first time, or lost and by what."""
    judged = rejudged(run, settings, rulings)
    for place, source in enumerate(judged.sources, 1):
        if _same(hit, [source.read.hit]):
            return Outcome(f"it would be a source, ranked {place} of {len(judged.sources)}", place)
    searched, reads = reads_of(run, settings)
    lost = next((one for one in (*judged.dropped, *searched.dropped) if _same(hit, [one.hit])), None)
    if lost is None:
        return Outcome("it would be no result at all")
    if lost.stage == "read" and not any(read.page for read in reads if _same(hit, [read.hit])):
        return Outcome("it would be read")
    state, _, reason = lost.reason.partition(": ")
    return Outcome(f"it would still be no source, {state.replace('_', ' ')}: {reason}")


def _judging(settings: Settings, **changes: object) -> Settings:
    return settings.model_copy(update={"research": settings.research.model_copy(update=changes)})


def _same(hit: Hit, others: Iterable[Hit]) -> bool:
    return any((hit.url, hit.position) == (other.url, other.position) for other in others)
