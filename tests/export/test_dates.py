"""Every date that anybody claims is in the document, with its signal and why it was set aside."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from workbench.export import as_csv, as_json, run_document
from workbench.quality import judge
from workbench.records import Answer, DateCandidate, Hit, Page, Query, Read, RunRecord, Searched
from workbench.settings import Settings

TODAY = date(2026, 11, 29)
URL = "https://good.example/report"
WORDS = "The river quality report covers nine sites and eleven months of sampling by two councils."
CLAIMS = (
    DateCandidate("json-ld", "2026-11-02T09:30:00.123456+05:45", date(2026, 11, 2)),
    DateCandidate("meta", "2026-11-03", date(2026, 11, 3)),
    DateCandidate("url", "2026/10/01", date(2026, 10, 1)),
    DateCandidate("http", "Sat, 28 Nov 2026 10:00:00 GMT", date(2026, 11, 28), "modified is not published"),
    DateCandidate("page", "2031-01-01", date(2031, 1, 1), "more than one day ahead"),
    DateCandidate("meta", "soon", None, "not a calendar day"),
)


def run_of(hit: Hit, page: Page | None) -> RunRecord:
    settings = Settings.model_validate({"research": {"require_fetched_source_for_citation": False}})
    read = Read(hit, page)
    return RunRecord(
        id="r1",
        number=1,
        topic="river quality",
        today=TODAY,
        engine="ddg",
        state="done",
        created_at=datetime(2026, 11, 29, tzinfo=UTC),
        settings={},
        settings_version=1,
        searched=Searched((Answer("ddg", "ok", (hit,)),), (hit,)),
        read=(read,),
        judged=judge((read,), Query("river quality", TODAY), settings.research),
    )


def entry(claim: DateCandidate) -> dict[str, Any]:
    day = claim.day.isoformat() if claim.day else None
    return {"signal": claim.signal, "text": claim.text, "day": day, "refused": claim.refused}


def test_a_page_shows_every_claim_letter_for_letter_and_the_day_that_stands() -> None:
    document = run_document(run_of(Hit(URL, "T", WORDS), Page(URL, "ok", text="Text.", dates=CLAIMS)))
    (page,) = document["pages"]
    assert page["dates"] == [entry(claim) for claim in CLAIMS]
    assert page["published"] == "2026-11-02"


@pytest.mark.parametrize(
    ("lead", "published", "first"),
    [
        ("", None, []),
        ("3 days ago - ", None, [("snippet", "3 days ago -", "2026-11-26", "")]),
        ("", date(2026, 10, 5), [("engine", "2026-10-05", "2026-10-05", "")]),
        (
            "Mar 15, 2024 · ",
            date(2026, 10, 5),
            [("snippet", "Mar 15, 2024 ·", "2024-03-15", ""), ("engine", "2026-10-05", "2026-10-05", "")],
        ),
        ("Feb 30, 2026 - ", None, [("snippet", "Feb 30, 2026 -", None, "no calendar holds this day")]),
        ("", date(2027, 1, 1), [("engine", "2027-01-01", "2027-01-01", "it lies ahead of today")]),
    ],
)
def test_a_source_shows_the_dates_of_its_result_before_those_of_its_page(
    lead: str, published: date | None, first: list[tuple[str, str, str | None, str]]
) -> None:
    hit = Hit(URL, "T", lead + WORDS, published=published)
    (source,) = run_document(run_of(hit, Page(URL, "ok", text="Text.", dates=CLAIMS)))["sources"]
    own = [dict(zip(("signal", "text", "day", "refused"), one, strict=True)) for one in first]
    assert source["dates"] == own + [entry(claim) for claim in CLAIMS]


def test_a_source_whose_page_was_not_read_shows_those_of_its_result_alone() -> None:
    (source,) = run_document(run_of(Hit(URL, "T", "2026-11-01 — " + WORDS), None))["sources"]
    assert [claim["signal"] for claim in source["dates"]] == ["snippet"]


claims = st.builds(
    DateCandidate,
    st.sampled_from(get_args(get_type_hints(DateCandidate)["signal"])),
    st.text(max_size=40),
    st.none() | st.dates(),
    st.text(max_size=20),
)


@effort(deadline=None)
@given(st.lists(claims, max_size=5), st.none() | st.dates(), st.text(max_size=30))
def test_any_claims_survive_the_files_of_a_run(
    found: list[DateCandidate], published: date | None, snippet: str
) -> None:
    run = run_of(Hit(URL, "T", snippet + WORDS, published=published), Page(URL, "ok", text="T.", dates=tuple(found)))
    (page,) = json.loads(as_json(run))["pages"]
    assert page["dates"] == [entry(claim) for claim in found]
    for source in json.loads(as_json(run))["sources"]:
        assert source["dates"][len(source["dates"]) - len(found) :] == page["dates"]
    assert as_csv(run).count("\r\n") >= 2
