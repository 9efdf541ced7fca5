"""Why a source has its five components: one sentence each, from the same rules that gave the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from workbench.measure.similarity import similarity
from workbench.quality import components as parts
from workbench.records import Query, Source
from workbench.settings import ResearchSettings
from workbench.signals.dates import age_days, candidate
from workbench.signals.trust import Tiers, standing
from workbench.text import plain, terms, tokens

_PLACES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")


def why(source: Source, sources: Sequence[Source], query: Query, settings: ResearchSettings) -> tuple[str, ...]:
    """Five sentences in the order of the components; hosts and entries stand in backquotes."""
    return (
        _credibility(source, settings),
        _snippet(source, query),
        _recency(source, query.today, settings),
        _uniqueness(source, sources),
        _search_rank(source),
    )


def _credibility(source: Source, settings: ResearchSettings) -> str:
    found = standing(source.domain, Tiers.of(settings))
    host = source.domain or "an address without a host"
    if not found.tier:
        return f"No tier lists `{host}`."
    how = "equals" if found.entry == host else "is under"
    return f"`{host}` {how} `{found.entry}`, tier {found.tier}."


def _snippet(source: Source, query: Query) -> str:
    text, topic = plain(source.read.hit.snippet), parts.topic_terms(query.text)
    count = len(text.split())
    pieces = ["0.5 to start", f"+{parts.length_bonus(count):.1f} for {count} words"]
    if topic:
        held = len(topic.intersection(terms(text)))
        pieces.append(f"+{parts.TOPIC_BONUS * held / len(topic):.2g} for {held} of {len(topic)} topic words")
    if phrase := parts.ad_phrase(text):
        pieces.append(f"−{parts.AD_PENALTY} for the phrase “{phrase}”")
    return ", ".join(pieces) + "."


def _recency(source: Source, today: date, settings: ResearchSettings) -> str:
    found = candidate(source.read.hit, today)
    age = age_days(found, today)
    if found is None:
        return f"No date found; {parts.UNDATED:.2f} is the value for that."
    if age is None or found.day is None:
        return f"“{found.text}” is set aside: {found.refused}; {parts.UNDATED:.2f} is the value for no date."
    whose = "the snippet’s own date" if found.signal == "snippet" else "the engine’s date"
    day = f"{found.day.day} {found.day:%b %Y}"
    return f"{age} {'day' if age == 1 else 'days'} old by {whose}, {day}. {_window(age, settings)}"


def _window(age: int, settings: ResearchSettings) -> str:
    fresh, recent = settings.recency_fresh_days, settings.recency_recent_days
    if age <= fresh:
        return f"Not over {fresh} days."
    return f"Over {fresh} days, not over {recent}." if age <= recent else f"Over {recent} days."


def _uniqueness(source: Source, sources: Sequence[Source]) -> str:
    others = [other for other in sources if other.url != source.url]
    if not others:
        return "The only source, so 1.00."
    own = tokens(plain(source.read.hit.snippet))
    alike, nearest = max(
        ((similarity(own, tokens(plain(other.read.hit.snippet))), other) for other in others), key=lambda one: one[0]
    )
    return f"Its nearest neighbour, `{nearest.domain}`, is {alike:.2f} alike."


def _search_rank(source: Source) -> str:
    place = _PLACES[source.position - 1] if source.position <= len(_PLACES) else f"Number {source.position}"
    copies = [member for member in source.cluster if member.reason == "text"]
    if copies and any(member.hit.position < source.read.hit.position for member in copies):
        return (
            f"{place} of the pages read, inherited from its copy. Its own result was number {source.read.hit.position}."
        )
    return f"{place} of the pages read."
