"""Runs to export: one by hand, and any that Hypothesis makes of hostile texts."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from hypothesis import strategies as st

from workbench.records import (
    Answer,
    Components,
    Context,
    DateCandidate,
    Dropped,
    Hit,
    Judged,
    Member,
    Page,
    Read,
    RunRecord,
    Searched,
    Source,
)

TODAY = date(2026, 11, 29)
AT = datetime(2026, 11, 29, 8, 30, 14, 250, tzinfo=UTC)
GOOD, COPY, LOST = "https://good.example/x", "https://copy.example/x", "https://lost.example/x"


def run_of(
    title: str = "T", topic: str = "river quality", url: str = GOOD, context: str = "The context.", **more: Any
) -> RunRecord:
    """A run with a source whose page was read, one by its snippet alone, a copy and a lost result."""
    hits = (
        Hit(url, title, more.get("snippet", "Nine sites."), 1, "ddg", date(2026, 11, 1)),
        Hit("https://plain.example/y", "Second", "Ten sites.", 2, "ddg"),
        Hit(COPY, title, "Nine sites.", 3, "ddg"),
        Hit(LOST, title, "Nine.", 4, "ddg"),
    )
    text = more.get("text", "Page text.")
    page = Page(url, "ok", title=title, text=text, language=more.get("language", "en"), fetched_at=AT)
    first = Source(
        Read(hits[0], page), url, "good.example", Components(0.65, 0.5, 0.7), more.get("score", 0.75), 1,
        (Member(hits[2], 0.9, "text"),),
    )  # fmt: skip
    second = Source(Read(hits[1]), "https://plain.example/y", "plain.example", Components(0.65, 0.4, 0.5), 0.5, 2)
    dropped = (
        Dropped(hits[2], "judge", "duplicate", f"duplicate: 0.90 like {url}", url),
        Dropped(hits[3], "judge", "thin", more.get("reason", "thin: 1 word")),
    )
    return RunRecord(
        "r00001abcdef", 1, topic, TODAY, "ddg", "done", AT, {"research_min_snippet_words": 10}, 3, finished_at=AT,
        searched=Searched((Answer("ddg", "ok", hits),), hits), judged=Judged((first, second), dropped, 4),
        read=(first.read, second.read), context=Context(context), timings={"search": 0.5},
    )  # fmt: skip


def empty_run() -> RunRecord:
    """A run that has begun and left nothing yet."""
    return RunRecord("r00002abcdef", 2, "river", TODAY, "ddg", "queued", AT, {}, 0)


SIGNS = "$`|[]<>{}\\@#%&~^_*:=+-'\"!;\r\n\t\u2028\x00\x1b\ufffe\u200b\u202e"
any_text = st.text(st.characters(exclude_categories=()), max_size=30) | st.text(
    st.sampled_from([*SIGNS, *"a1 é河א", "\ud83c"]), max_size=20
)
addresses = any_text.map(lambda text: f"https://good.example/{text}") | any_text | st.just("corpus://sample/1")
numbers = st.floats() | st.floats(0, 1)


@st.composite
def runs(draw: st.DrawFn) -> RunRecord:
    """A run whose every text is any text, with up to four results in any state."""
    hits = [
        Hit(draw(addresses), draw(any_text), draw(any_text), place, "ddg", draw(st.none() | st.dates()))
        for place in range(1, draw(st.integers(0, 4)) + 1)
    ]
    kept = draw(st.integers(0, len(hits)))
    sources = tuple(_source(draw, hit) for hit in hits[:kept])
    lost = tuple(Dropped(hit, "judge", "thin", f"thin: {draw(any_text)}", draw(any_text)) for hit in hits[kept:])
    return RunRecord(
        "r00001abcdef", 1, draw(any_text), draw(st.dates()), draw(any_text), "done", AT, {"a": draw(any_text)}, 3,
        error=draw(any_text), searched=Searched((Answer("ddg", "ok", tuple(hits)),), tuple(hits)),
        judged=Judged(sources, lost, len(hits)), context=draw(st.none() | any_text.map(Context)),
    )  # fmt: skip


def _source(draw: st.DrawFn, hit: Hit) -> Source:
    claim = DateCandidate("meta", draw(any_text), draw(st.none() | st.dates()))
    page = Page(hit.url, "ok", text=draw(any_text), title=draw(any_text), language=draw(any_text), dates=(claim,))
    parts = Components(draw(numbers), draw(numbers), draw(numbers))
    return Source(Read(hit, draw(st.none() | st.just(page))), hit.url, draw(any_text), parts, draw(numbers), 1)
