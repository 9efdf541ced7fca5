"""Two runs side by side: three sentences, then every source as moved, added, removed or unchanged."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from workbench.records import Answer, Components, Dropped, Hit, Judged, Page, Read, RunRecord, Searched, Source
from workbench.settings import ResearchSettings
from workbench.tuning import compare, lines

SHIPPED = ResearchSettings()


def source(url: str, score: float, host: str = "") -> Source:
    read = Read(Hit(url, f"Title of {host or url}", "s"), Page(url, "ok", text="t"))
    return Source(read, url, host or url.split("/")[2], Components(score, score, score, score, score), score, 1)


def run(number: int, *sources: Source, **changes: Any) -> RunRecord:
    answer = Answer("corpus", "ok", tuple(one.read.hit for one in sources))
    base: dict[str, Any] = {
        "searched": Searched((answer,), answer.hits),
        "judged": Judged(tuple(sources), (), len(sources)),
        "settings": {"research_recency_weight": "0.2"},
    }
    return RunRecord(
        f"r{number}", number, "heat", date(2026, 1, number), "corpus", "done", datetime.now(UTC),
        settings_version=1, **(base | changes),
    )  # fmt: skip


A, B, C = "https://a.example/x", "https://b.example/y", "https://c.example/z"


def test_sources_are_matched_by_the_canonical_form_of_their_addresses() -> None:
    before = run(1, source(A, 0.9), source(B, 0.8))
    after = run(2, source("http://www.a.example/x/?utm_source=q#top", 0.9), source(B, 0.8))
    found = compare(before, after, SHIPPED, SHIPPED)
    assert [line.change for line in found.lines] == ["unchanged", "unchanged"]
    assert found.sentences == (
        "`a.example` stays first, 0.900 before and 0.900 now.",
        "No source was added or removed, and none moved.",
        "The order stays. The closest pair is 1 and 2, 0.100 apart.",
    )
    assert found.settings == {}


def test_moved_added_and_removed_are_told_in_three_sentences_and_a_table() -> None:
    before = run(1, source(A, 0.9), source(B, 0.8))
    after = run(2, source(C, 0.95), source(A, 0.9), settings={"research_recency_weight": "0.4"})
    found = compare(before, after, SHIPPED, SHIPPED)
    assert found.sentences == (
        "`c.example` is first now; `a.example` was.",
        "1 source moved, 1 source was added, 1 source was removed.",
        "`b.example` is no source any more: the search did not return it.",
    )
    assert [
        (line.host, line.change, line.was and line.was.rank, line.now and line.now.rank) for line in found.lines
    ] == [
        ("c.example", "added", None, 1),
        ("a.example", "moved", 1, 2),
        ("b.example", "removed", 2, None),
    ]
    assert found.settings == {"research_recency_weight": ("0.2", "0.4")}


def test_a_removed_source_says_why_it_is_none() -> None:
    before = run(1, source(A, 0.9), source(B, 0.8), source(C, 0.7))
    thin = Dropped(Hit(A), "judge", "thin", "thin: 3 words")
    listed = Dropped(Hit(B), "search", "filtered_domain", "filtered_domain: b.example is blocked")
    after = run(2, searched=Searched((), (), (listed,)), judged=Judged((), (thin,), 1))
    found = compare(before, after, SHIPPED, SHIPPED)
    assert [line.why for line in found.lines] == [
        "thin: 3 words", "filtered_domain: b.example is blocked", "the search did not return it",
    ]  # fmt: skip
    assert found.sentences[0] == "Run 2 kept no source; `a.example` was first in run 1."


def test_runs_without_sources_are_compared_too() -> None:
    empty, full = run(1, judged=None, searched=None), run(2, source(A, 0.9))
    assert compare(empty, full, SHIPPED, SHIPPED).sentences[0] == "`a.example` is first; run 1 kept no source."
    assert compare(empty, run(3), SHIPPED, SHIPPED).sentences[0] == "Neither run kept a source."


def test_every_source_of_either_side_is_one_line() -> None:
    old, new = [source(A, 0.9), source(B, 0.8)], [source(B, 0.9), source(C, 0.8)]
    assert [line.url for line in lines(old, new)] == [B, C, A]
