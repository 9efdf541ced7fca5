"""Each sentence says what its number is made of, in the words of the desk, and agrees with it."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import settings as effort

from tests.quality import strategies
from tests.quality.strategies import QUERY, TODAY
from workbench.quality import judge
from workbench.quality.explain import own_place, why
from workbench.records import Hit, Judged, Page, Query, Read, Source
from workbench.settings import ResearchSettings, Settings

SHIPPED = ResearchSettings()
TOPIC = Query("air-source heat pumps in cold climates", TODAY)
WORDS = " ".join(f"word{n}" for n in range(40))
PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
COUNTS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def source(url: str = "https://energy.gov.example/x", snippet: str = WORDS, published: date | None = None) -> Source:
    read = Read(Hit(url, "T", snippet, published=published), Page(url, "ok", text="text"))
    settings = SHIPPED.model_copy(update={"min_snippet_words": 0, "min_snippet_length": 0})
    (found,) = judge([read], TOPIC, settings).sources
    return found


def told(one: Source, settings: ResearchSettings = SHIPPED) -> tuple[str, ...]:
    return why(one, [one], TOPIC, settings)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("https://energy.gov.example/x", "`energy.gov.example` is under `gov.example`, tier 1."),
        ("https://www.gov.example./x", "`gov.example` equals `gov.example`, tier 1."),
        ("https://docs.tool.example/x", "`docs.tool.example` is under `tool.example`, tier 2."),
        ("https://blog.warmhouse.example/x", "No tier lists `blog.warmhouse.example`."),
        ("https://notgov.example/x", "No tier lists `notgov.example`."),
        ("https://[", "No tier lists `an address without a host`."),
    ],
)
def test_credibility_names_the_entry_and_its_tier(url: str, sentence: str) -> None:
    tiers = {"tier1_domains": ("gov.example",), "tier2_domains": ("tool.example",)}
    assert told(source(url), SHIPPED.model_copy(update=tiers))[0] == sentence


@pytest.mark.parametrize(
    ("snippet", "sentence"),
    [
        (
            "Air source heat pumps in cold climates " + " ".join(["word"] * 27),
            "0.5 to start, +0.3 for 34 words, +0.2 for 5 of 5 topic words.",
        ),
        ("A short text on other things", "0.5 to start, +0.0 for 6 words, +0 for 0 of 5 topic words."),
        (
            "Click here to buy heat now, whatever the climates may be like where you or your friends happen to live",
            "0.5 to start, +0.0 for 20 words, +0.08 for 2 of 5 topic words, −0.3 for the phrase “click here”.",
        ),
    ],
)
def test_snippet_adds_up_from_its_parts(snippet: str, sentence: str) -> None:
    topic = Query("source heat pumps cold climates", TODAY)
    one = source(snippet=snippet)
    assert why(one, [one], topic, SHIPPED)[1] == sentence


@pytest.mark.parametrize(
    ("snippet", "published", "sentence"),
    [
        (
            f"Oct 19, 2026 · {WORDS}",
            None,
            "41 days old by the snippet’s own date, 19 Oct 2026. Over 7 days, under 365.",
        ),
        (WORDS, date(2026, 11, 28), "1 day old by the engine’s date, 28 Nov 2026. Not over 7 days."),
        (WORDS, date(2026, 11, 22), "7 days old by the engine’s date, 22 Nov 2026. Not over 7 days."),
        (WORDS, date(2025, 11, 29), "365 days old by the engine’s date, 29 Nov 2025. Over 7 days, not over 365."),
        (WORDS, date(2024, 1, 1), "1063 days old by the engine’s date, 1 Jan 2024. Over 365 days."),
        (WORDS, None, "No date found; 0.70 is the value for that."),
        (
            f"Feb 30, 2026 - {WORDS}",
            None,
            "“Feb 30, 2026 -” is set aside: no calendar holds this day; 0.70 is the value for no date.",
        ),
        (
            WORDS,
            date(2026, 12, 24),
            "“2026-12-24” is set aside: it lies ahead of today; 0.70 is the value for no date.",
        ),
    ],
)
def test_recency_names_the_age_the_signal_and_the_window(snippet: str, published: date | None, sentence: str) -> None:
    assert told(source(snippet=snippet, published=published))[2] == sentence


def test_windows_that_cross_are_told_as_they_work() -> None:
    crossed = SHIPPED.model_copy(update={"recency_fresh_days": 30, "recency_recent_days": 1})
    old, new = source(published=date(2026, 10, 1)), source(published=date(2026, 11, 9))
    assert [told(one, crossed)[2].partition(". ")[2] for one in (old, new)] == ["Over 30 days.", "Not over 30 days."]


def test_uniqueness_names_the_nearest_neighbour() -> None:
    one, other = source(), source("https://physics.uni.edu.example/x", "word1 word2 " + "else " * 38)
    assert (
        why(one, [one, other], TOPIC, SHIPPED)[3] == "Its nearest neighbour, `physics.uni.edu.example`, is 0.05 alike."
    )
    assert why(one, [one], TOPIC, SHIPPED)[3] == "The only source, so 1.00."


def five(*snippets: str) -> Judged:
    reads = [
        Read(Hit(f"https://h{at}.example/x", "T", text, at), Page(f"https://h{at}.example/x", "ok", text="t"))
        for at, text in enumerate(snippets, 1)
    ]
    return judge(reads, TOPIC, SHIPPED.model_copy(update={"tier1_domains": ("h4.example",)}))


def test_search_rank_says_of_how_many_and_what_it_inherited() -> None:
    texts = [" ".join(f"t{at}w{n}" for n in range(40)) for at in range(5)]
    judged = five(texts[0], texts[1], texts[2], texts[1], texts[4])
    said = {one.domain: why(one, judged.sources, TOPIC, SHIPPED, judged)[4] for one in judged.sources}
    assert said == {
        "h1.example": "First of five.",
        "h4.example": "Second of five, inherited from its copy. Its own place was fourth.",
        "h3.example": "Third of five.",
        "h5.example": "Fifth of five.",
    }
    without = {one.domain: why(one, judged.sources, TOPIC, SHIPPED)[4] for one in judged.sources}
    assert without["h4.example"] == "Second of the pages read, inherited from its copy."
    assert without["h5.example"] == "Fifth of the pages read."


def test_beyond_ten_places_are_numbers() -> None:
    judged = five(*(" ".join(f"t{at}w{n}" for n in range(12)) for at in range(12)))
    last = next(one for one in judged.sources if one.position == 12)
    assert why(last, judged.sources, TOPIC, SHIPPED, judged)[4] == "Number 12 of 12."


@effort(deadline=None, max_examples=80)
@given(strategies.reads(), strategies.settings())
def test_every_sentence_agrees_with_its_number(reads: list[Read], settings: Settings) -> None:
    judged = judge(reads, QUERY, settings.research)
    for one in judged.sources:
        credibility, snippet, recency, uniqueness, rank = why(one, judged.sources, QUERY, settings.research, judged)
        parts = one.components
        tier = re.search(r"tier (\d)\.$", credibility)
        assert {"1": 0.95, "2": 0.85, "": 0.65}[tier[1] if tier else ""] == parts.credibility
        assert _sum(snippet) == pytest.approx(parts.snippet, abs=0.006) or parts.snippet == 0
        assert _recency(recency, settings.research) == parts.recency
        alike = re.search(r"is (\d\.\d\d) alike", uniqueness)
        assert (float(alike[1]) if alike else 0) == pytest.approx(1 - parts.uniqueness, abs=0.0051)
        place, of = _place(rank)
        assert place == one.position
        assert of == judged.considered
        assert parts.search_rank == 1 - (place - 1) / max(1, of - 1)
        assert own_place(one, judged) in (0, *range(one.position, judged.considered + 1))


def _sum(sentence: str) -> float:
    found = re.findall(r"(?:^|[+−])\d+(?:\.\d+)?(?:e-\d+)?", sentence.split(" for the phrase")[0])
    return sum(float(number.replace("−", "-")) for number in found)


def _recency(sentence: str, settings: ResearchSettings) -> float:
    if age := re.match(r"(\d+) days? old", sentence):
        if int(age[1]) <= settings.recency_fresh_days:
            return 0.9
        return 0.8 if int(age[1]) <= settings.recency_recent_days else 0.6
    assert "0.70 is the value for" in sentence
    return 0.7


def _place(sentence: str) -> tuple[int, int]:
    found = re.match(r"(\w+)(?: (\d+))? of (\w+)", sentence)
    assert found
    place = int(found[2]) if found[2] else PLACES.index(found[1].lower()) + 1
    return place, int(found[3]) if found[3].isdigit() else COUNTS.index(found[3])
