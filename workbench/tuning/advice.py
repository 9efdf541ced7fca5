"""What would bring a lost result back, judged with the change before it is said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import floor

from workbench.quality import judge
from workbench.records import Dropped, Hit, Judged, Member, Ruling, RunRecord
from workbench.settings import Settings
from workbench.settings.keys import FIELDS
from workbench.text import counted, plain, words
from workbench.tuning.rescore import reads_of
from workbench.urls import canonical, host_of, suffixes

MOST_RESULTS = int(FIELDS["web_research_results"].high or 0)
HIGHEST = FIELDS["research_dedup_similarity_threshold"].high or 0.0


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that decided, its value as text, and what comes of the value or change that decides otherwise."""

    key: str
    value: str
    otherwise: str


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
            return Setting("research_dedup_similarity_threshold", now, _unlike(lost.hit, member, run, settings))
        case _:
            return None


def apart(lost: Dropped, run: RunRecord, settings: Settings) -> str:
    """What comes of the ruling that the copy and what it was folded into are not the same."""
    first, second = sorted((canonical(lost.hit.url), canonical(lost.of)))
    ruling = Ruling(first, second, "not the same", "", "", datetime.min.replace(tzinfo=UTC))
    held = run.judged.rulings if run.judged else ()
    came = _comes(lost.hit, run, settings, (*(one for one in held if one.pair != ruling.pair), ruling))
    return f"With the ruling *not the same* {came}."


def rounded_up(value: float) -> float:
    """The lowest threshold of three digits that is over a similarity."""
    found = (floor(value * 1000) + 1) / 1000
    return found if found > value else (floor(value * 1000) + 2) / 1000


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


def _unlike(hit: Hit, member: Member, run: RunRecord, settings: Settings) -> str:
    """The lowest threshold of three digits, upward from what it is alike now, at which its text is no copy."""
    alike = member.similarity
    while alike < HIGHEST:
        value = min(HIGHEST, rounded_up(alike))
        tried = _judging(settings, dedup_similarity_threshold=value)
        copies = (copy for source in _judged(run, tried, None).sources for copy in source.cluster)
        found = next((copy for copy in copies if _same(hit, [copy.hit])), None)
        if found is None or found.reason != "text":
            return f"at {value:.3f} {_comes(hit, run, tried)}"
        alike = found.similarity
    return f"{HIGHEST:g} is the most, and its text is wholly alike"


def _comes(hit: Hit, run: RunRecord, settings: Settings, rulings: Sequence[Ruling] | None = None) -> str:
    """What the result would be so: a source with its rank, read for the first time, or lost and by what."""
    judged = _judged(run, settings, rulings)
    for place, source in enumerate(judged.sources, 1):
        if _same(hit, [source.read.hit]):
            return f"it would be a source, ranked {place} of {len(judged.sources)}"
    searched, reads = reads_of(run, settings)
    lost = next((one for one in (*judged.dropped, *searched.dropped) if _same(hit, [one.hit])), None)
    if lost is None:
        return "it would be no result at all"
    if lost.stage == "read" and not any(read.page for read in reads if _same(hit, [read.hit])):
        return "it would be read"
    state, _, reason = lost.reason.partition(": ")
    return f"it would still be no source, {state.replace('_', ' ')}: {reason}"


def _judged(run: RunRecord, settings: Settings, rulings: Sequence[Ruling] | None) -> Judged:
    if rulings is None:
        rulings = run.judged.rulings if run.judged else ()
    return judge(reads_of(run, settings)[1], run.query, settings.research, rulings)


def _judging(settings: Settings, **changes: object) -> Settings:
    return settings.model_copy(update={"research": settings.research.model_copy(update=changes)})


def _same(hit: Hit, others: Iterable[Hit]) -> bool:
    return any((hit.url, hit.position) == (other.url, other.position) for other in others)
