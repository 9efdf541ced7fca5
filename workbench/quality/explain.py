"""Why a source has its five components: one sentence each, from the same rules that gave the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from workbench.measure.similarity import similarity
from workbench.quality import components as parts
from workbench.records import Judged, Member, Query, Source
from workbench.settings import ResearchSettings
from workbench.signals.dates import age_days, candidate
from workbench.signals.trust import Tiers, standing
from workbench.text import counted, plain, terms, tokens

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def why(
    source: Source,
    sources: Sequence[Source],
    query: Query,
    settings: ResearchSettings,
    judged: Judged | None = None,
) -> tuple[str, ...]:
    """Five sentences in the order of the components; hosts and entries stand in backquotes.

    With what was judged, the last one says of how many, and which place a source with copies had by itself.
    """
    return (
        _credibility(source, settings),
        _snippet(source, query),
        _recency(source, query.today, settings),
        _uniqueness(source, sources),
        _search_rank(source, judged),
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
    pieces = ["0.5 to start", f"+{parts.length_bonus(count):.1f} for {counted(count, 'word')}"]
    if topic:
        held = len(topic.intersection(terms(text)))
        bonus = parts.TOPIC_BONUS * held / len(topic)
        pieces.append(f"+{bonus:.2g} for {held} of {counted(len(topic), 'topic word')}")
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
    return f"{_days(age)} old by {whose}, {day}. {_window(age, settings)}"


def _days(count: int) -> str:
    return f"{count} {'day' if count == 1 else 'days'}"


def _window(age: int, settings: ResearchSettings) -> str:
    fresh, recent = settings.recency_fresh_days, settings.recency_recent_days
    if age <= fresh:
        return f"Not over {_days(fresh)}."
    if age <= recent:
        return f"Over {_days(fresh)}, {'under' if age < recent else 'not over'} {recent}."
    return f"Over {_days(max(fresh, recent))}."


def _uniqueness(source: Source, sources: Sequence[Source]) -> str:
    others = [other for other in sources if other.url != source.url]
    if not others:
        return "The only source, so 1.00."
    own = tokens(plain(source.read.hit.snippet))
    alike, nearest = max(
        ((similarity(own, tokens(plain(other.read.hit.snippet))), other) for other in others), key=lambda one: one[0]
    )
    return f"Its nearest neighbour, `{nearest.domain or nearest.url}`, is {alike:.2f} alike."


def _search_rank(source: Source, judged: Judged | None) -> str:
    of = _count(judged.considered) if judged else "the pages read"
    text = f"{_place(source.position).capitalize()} of {of}"
    own = own_place(source, judged) if judged else 0
    if own > source.position:
        return f"{text}, inherited from its copy. Its own place was {_place(own)}."
    if not judged and any(member.hit.position < source.read.hit.position for member in _copies(source)):
        return f"{text}, inherited from its copy."
    return f"{text}."


def _place(place: int) -> str:
    return _PLACES[place - 1] if place <= len(_PLACES) else f"number {place}"


def _count(count: int) -> str:
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def _copies(source: Source) -> list[Member]:
    return [member for member in source.cluster if member.reason != "url"]


def own_place(source: Source, judged: Judged) -> int:
    """The place of a source among the distinct pages that were judged, before it took over any copy's.

    0 where what was judged does not tell.
    """
    same_page = {member.hit for one in judged.sources for member in one.cluster if member.reason == "url"}
    lost = [one.hit for one in judged.dropped if one.state in ("thin", "duplicate") and one.hit not in same_page]
    places = [one.read.hit.position for one in judged.sources] + [hit.position for hit in lost]
    if len(places) != judged.considered:
        return 0
    return 1 + sum(place < source.read.hit.position for place in places)
