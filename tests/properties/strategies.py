"""Generated worlds: any text, hits that are alike or no addresses at all, pages of every outcome, whole runs."""

from __future__ import annotations

import string
from datetime import UTC, date
from typing import Any, TypeVar, get_args

from hypothesis import strategies as st

from workbench.records import (
    Answer,
    Components,
    Context,
    DateCandidate,
    Dropped,
    EngineOutcome,
    Excerpt,
    Finding,
    Hit,
    Judged,
    Member,
    MergeReason,
    Page,
    PageOutcome,
    Post,
    Read,
    Reference,
    RunRecord,
    RunState,
    Searched,
    Severity,
    Source,
    Stage,
    State,
)
from workbench.search.hits import hits_from

T = TypeVar("T")
TODAY = date(2026, 11, 29)
FRAGMENTS = (
    "CITATION GUIDANCE:", "VERIFIED REFERENCE LINKS (use these as citations):", "  Source text:", "  | ", "- [",
    "EXISTING POSTS ON OUR SITE (link to these where relevant):", "RECENT WEB SOURCES (cite if relevant):",
    "](https://evil.example/)", "[x](https://evil.example/ 'y')", "![x](https://evil.example/i.png)",
    "<https://evil.example/>", "https://evil.example/", "www.evil.example", "[x]: https://evil.example/\n", "[x][x]",
    "[^1]", "<a href=//evil.example>x</a>", "<!--", "-->", "<script>", "```", "~~~", "`", "``", "\\", "\\]", "](", ")",
    "(", "[", "]", "<", ">", "|", "*", "_", "~~", "#", "# ", "> ", "1. ", "---", "===", "&#91;", "&lbrack;", "&lt;",
    "&amp;#10;", "&NewLine;", "&#x2028;", "$x$", "\n", "\n\n", "\r", "\r\n", "\t", "\v", "\f", "\x00", "\x1b[2J",
    "\x85", "\u2028", "\u2029", "\u200b", "\u202e", "\ufeff", "\ud800", "\udfff", "\ufffe", "\U000e0041", "\u0301",
    "\u3164", "０", "ﬁ", " ", "  ",
)  # fmt: skip
WORDS = (
    "river", "quality", "sewage", "works", "nine", "sites", "nitrate", "fell", "gates", "tide", "mayfly", "larvae",
)  # fmt: skip

any_text = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=12).map("".join)
"""Text made to break out of where it stands."""

stored_text = st.text(st.characters(codec="utf-8"), max_size=20)
words = st.lists(st.sampled_from(WORDS), max_size=24)
prose = words.map(" ".join)

hosts = st.sampled_from(
    ("good.example", "www.good.example", "water.gov.example", "bad.example", "sub.bad.example", "bücher.example")
)
paths = st.sampled_from(("a", "a/", "b", "a?utm_source=x", "a#top", "c d", "ü", "a)b", "%zz"))
odd = st.sampled_from(
    ("", " ", "javascript:x", "ftp://good.example/", "https://", "https://[", "//good.example/a", "HTTPS://GOOD.example:443/a")
)  # fmt: skip
hostile = st.builds("https://good.example/{}".format, any_text)
addresses = st.builds("https://{}/{}".format, hosts, paths) | hostile | any_text | odd
snippets = prose | any_text | st.builds("{}{}".format, st.sampled_from(("3 days ago - ", "Feb 30, 2026 - ")), prose)
days = st.none() | st.dates(date(2015, 1, 1), date(2030, 1, 1))


@st.composite
def answers(draw: st.DrawFn, engine: str = "ddg", most: int = 12) -> Answer:
    """What an engine says: hits in its order, or a refusal."""
    if draw(st.integers(0, 9)) == 0:
        outcome: Any = draw(st.sampled_from([one for one in get_args(EngineOutcome) if one != "ok"]))
        return Answer(engine, outcome, status=draw(st.sampled_from((None, 202, 429))), detail=draw(stored_text))
    items = [
        {"href": draw(addresses), "title": draw(any_text), "body": draw(snippets), "date": draw(days)}
        for _ in range(draw(st.integers(0, most)))
    ]
    hits = hits_from(items, engine)
    return Answer(engine, "ok" if hits else "empty", hits)


@st.composite
def pages(draw: st.DrawFn, url: str) -> Page:
    """What reading an address gives: text, or any way to fail."""
    outcome: PageOutcome = draw(st.sampled_from(("ok", "ok", "ok", *get_args(PageOutcome))))
    moved = draw(st.sampled_from(("", "", "https://good.example/a", "https://moved.example/x")))
    if outcome != "ok":
        return Page(url, outcome, final_url=moved, reason=draw(stored_text), status=draw(st.sampled_from((None, 403))))
    return Page(url, "ok", final_url=moved, status=200, title=draw(any_text), text=draw(any_text | prose) or "Text.")


names = ("credibility", "snippet_quality", "recency", "uniqueness", "search_rank")
weights = st.floats(0, 1000, allow_subnormal=False).map(lambda value: round(value, 3))


@st.composite
def settings(draw: st.DrawFn) -> dict[str, Any]:
    """Settings of any run that may be saved."""
    return {
        "research": {
            **{f"{name}_weight": draw(weights) for name in names},
            "min_snippet_length": draw(st.integers(0, 40)),
            "min_snippet_words": draw(st.integers(0, 8)),
            "dedup_similarity_threshold": draw(st.floats(0.01, 1)),
            "require_fetched_source_for_citation": draw(st.booleans()),
            "extract_web_content": draw(st.booleans()),
            "blocked_domains": draw(st.sampled_from(((), ("bad.example",), ("example",)))),
            "web_content_chars_per_source": draw(st.sampled_from((0, 40, 800))),
        },
        "web_research": {"results": draw(st.integers(1, 20)), "max_concurrent": draw(st.integers(1, 16))},
    }


def some(one: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, ...]]:
    """A few of one kind."""
    return st.lists(one, max_size=3).map(tuple)


def _records() -> st.SearchStrategy[RunRecord]:
    """A run in any state, with any of its stages done."""
    unit = st.floats(0, 1)
    moments = st.datetimes(timezones=st.just(UTC))
    plain_hit = st.builds(Hit, stored_text, stored_text, stored_text, st.integers(1, 99), stored_text, days)
    hit = st.builds(
        Hit, stored_text, stored_text, stored_text, st.integers(1, 99), stored_text, days, twins=some(plain_hit)
    )  # fmt: skip
    claim = st.builds(
        DateCandidate,
        st.sampled_from(("snippet", "engine", "meta", "json-ld", "url", "http", "page")),
        stored_text,
        days,
        stored_text,
    )
    status = st.none() | st.integers(100, 999)
    seconds = st.floats(0, 1e6)
    page = st.builds(
        Page, stored_text, st.sampled_from(get_args(PageOutcome)), stored_text, stored_text, status, stored_text,
        stored_text, stored_text, stored_text, st.booleans(), some(stored_text), some(claim), stored_text, seconds,
        st.none() | moments,
    )  # fmt: skip
    read = st.builds(Read, hit, st.none() | page)
    member = st.builds(Member, hit, unit, st.sampled_from(get_args(MergeReason)))
    parts = st.builds(Components, unit, unit, unit, unit, unit)
    source = st.builds(Source, read, stored_text, stored_text, parts, unit, st.integers(1, 99), some(member))
    stages = st.sampled_from(get_args(Stage))
    dropped = st.builds(Dropped, hit, stages, st.sampled_from(get_args(State)), stored_text, stored_text)
    answer = st.builds(
        Answer, stored_text, st.sampled_from(get_args(EngineOutcome)), some(hit), status, stored_text,
        st.integers(1, 9), seconds,
    )  # fmt: skip
    excerpt = st.builds(Excerpt, stored_text, stored_text, stored_text, stored_text, st.booleans())
    reference, post = (
        st.builds(Reference, stored_text, stored_text),
        st.builds(Post, stored_text, stored_text, stored_text),
    )
    context = st.builds(Context, stored_text, some(reference), some(post), some(excerpt))
    finding = st.builds(
        Finding, stored_text, stored_text, stored_text, st.sampled_from(get_args(Severity)), stored_text, stored_text
    )
    values = st.recursive(st.none() | st.booleans() | st.integers() | stored_text, st.lists, max_leaves=4)
    return st.builds(
        RunRecord,
        id=stored_text,
        number=st.integers(1, 10**6),
        topic=stored_text,
        today=st.dates(),
        engine=stored_text,
        state=st.sampled_from(get_args(RunState)),
        created_at=moments,
        settings=st.dictionaries(st.text(string.ascii_lowercase, max_size=8), values, max_size=3),
        settings_version=st.integers(0, 10**6),
        finished_at=st.none() | moments,
        error=stored_text,
        options=st.dictionaries(stored_text, stored_text, max_size=2),
        searched=st.none() | st.builds(Searched, some(answer), some(hit), some(dropped)),
        read=st.none() | some(read),
        judged=st.none() | st.builds(Judged, some(source), some(dropped), st.integers(0, 99)),
        context=st.none() | context,
        findings=some(finding),
        timings=st.dictionaries(stored_text, seconds, max_size=2),
    )


runs = _records()
