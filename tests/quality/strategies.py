"""Generated results: snippets that are alike, thin, dated or advertisements; pages that are read or not; settings."""

from __future__ import annotations

from datetime import date

from hypothesis import strategies as st

from workbench.records import DateCandidate, Hit, Page, Query, Read
from workbench.settings import Settings

TODAY = date(2026, 11, 29)
QUERY = Query("river quality after the sewage works", TODAY)
HOSTS = (
    "water.gov", "a.water.gov", "physics.uni.edu", "docs.python.org", "stackoverflow.com", "blog.example",
    "news.example", "shop.example", "bücher.example", "",
)  # fmt: skip
WORDS = (
    "river", "quality", "sewage", "works", "nine", "sites", "councils", "nitrate", "fell", "gates", "tide", "gauge",
    "mayfly", "larvae", "gravel", "farmers", "fenced", "cattle", "spring", "alarm",
)  # fmt: skip
LEADS = (
    "",
    "",
    "",
    "3 days ago - ",
    "2 years ago · ",
    "Mar 15, 2024 · ",
    "2026-11-01 — ",
    "Feb 30, 2026 - ",
    "Dec 24, 2026 - ",
)
TAILS = ("", "", "", " click here", " Error 404", " <b>bold</b> &amp; more")

numbers = st.floats(0, 1000, allow_subnormal=False).map(lambda value: round(value, 3))


@st.composite
def snippets(draw: st.DrawFn) -> str:
    """One of a few base texts with a few words changed, so that copies happen."""
    base = draw(st.sampled_from((WORDS[:14], WORDS[4:20], WORDS[::2], WORDS[:4], ())))
    words = list(base) + draw(st.lists(st.sampled_from(WORDS), max_size=22))
    return draw(st.sampled_from(LEADS)) + " ".join(words) + draw(st.sampled_from(TAILS))


@st.composite
def reads(draw: st.DrawFn) -> list[Read]:
    """Results in the engine's order, some on one page, some unread."""
    found = []
    for place in range(1, draw(st.integers(0, 9)) + 1):
        host = draw(st.sampled_from(HOSTS))
        url = f"https://{host}/{draw(st.sampled_from('abcde'))}" if host else draw(st.sampled_from(("https://[", "x")))
        published = draw(st.none() | st.dates(date(2019, 1, 1), date(2027, 6, 1)))
        hit = Hit(url, f"Title {place}", draw(snippets()), place, "ddg", published)
        page = draw(
            st.sampled_from(
                (
                    Page(url, "ok", text="Page text."),
                    Page(url, "ok", text="Page text."),
                    Page(url, "ok", final_url="https://moved.example/page", text="Page text."),
                    Page(url, "blocked", reason="HTTP 403"),
                    Page(url, "timeout", reason="10 s passed", dates=(DateCandidate("http", "x"),)),
                    None,
                )
            )
        )
        found.append(Read(hit, page))
    return found


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    """Settings that judge in any way that may be saved."""
    weights = draw(st.lists(numbers, min_size=5, max_size=5) | st.just([0.4, 0.3, 0.2, 0.1, 0.4]) | st.just([0.0] * 5))
    names = ("credibility", "snippet_quality", "recency", "uniqueness", "search_rank")
    return Settings.model_validate(
        {
            "research": {
                **{f"{name}_weight": weight for name, weight in zip(names, weights, strict=True)},
                "min_snippet_length": draw(st.integers(0, 80)),
                "min_snippet_words": draw(st.integers(0, 12)),
                "dedup_similarity_threshold": draw(st.floats(0.01, 1)),
                "recency_fresh_days": draw(st.integers(0, 400)),
                "recency_recent_days": draw(st.integers(0, 1000)),
                "require_fetched_source_for_citation": draw(st.booleans()),
            }
        }
    )
