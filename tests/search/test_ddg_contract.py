"""The real `ddgs` package against a fake internet: real TLS, real parsing, nothing beyond loopback."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.conftest import shared
from tests.search.fake_internet import Answered, FakeInternet, Request
from workbench.records import Answer, Query
from workbench.search.attempts import Timing
from workbench.search.ddg import DuckDuckGo, ResultPage
from workbench.settings import WebResearchSettings

QUERY = Query("does caffeine affect sleep", date(2026, 11, 29))
SETTINGS = WebResearchSettings(ddg_retry_attempts=3, search_timeout_seconds=10)


async def _no_wait(_seconds: float) -> None:
    return


QUICK = Timing(sleep=_no_wait)


@pytest.fixture(autouse=True)
def _no_proxy_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)


def search(net: FakeInternet, authority: str | bool, settings: WebResearchSettings = SETTINGS) -> Answer:
    def opened(seconds: int) -> ResultPage:
        from workbench.search.duck import Duck

        return Duck(proxy=net.proxy, timeout=seconds, verify=authority)

    return asyncio.run(DuckDuckGo(settings, opened, QUICK)(QUERY, 5))


def answered(tmp_path: Path, *answers: Answered) -> tuple[Answer, list[Request]]:
    left = list(answers)
    with FakeInternet(lambda _request: left.pop(0) if len(left) > 1 else left[0]) as net:
        return search(net, net.write_authority(tmp_path / "ca.pem")), net.seen


def page(name: str) -> bytes:
    return shared("data", "search", name).read_bytes()


def test_the_real_page_gives_nine_hits_in_the_page_s_order_with_its_dates(tmp_path: Path) -> None:
    answer, seen = answered(tmp_path, Answered(body=page("ddg_html.html")))
    assert (answer.engine, answer.outcome, answer.status, answer.attempts) == ("ddg", "ok", 200, 1)
    assert [(hit.position, hit.url, hit.published) for hit in answer.hits] == [
        (1, "https://www.sleepfoundation.org/nutrition/caffeine-and-sleep", date(2025, 7, 16)),
        (2, "https://knight-hennessy.stanford.edu/news/more-awake-less-rested-hidden-cost-caffeine-sleep-quality",
         date(2025, 8, 15)),
        (3, "https://www.verywellhealth.com/why-does-coffee-make-me-sleepy-8584745", date(2026, 5, 1)),
        (4, "https://pmc.ncbi.nlm.nih.gov/articles/PMC6292246/", None),
        (5, "https://www.sleephealthfoundation.org.au/sleep-topics/caffeine-and-sleep", None),
        (6, "https://www.sciencedirect.com/science/article/pii/S1087079223000205", None),
        (7, "https://www.verywellhealth.com/what-does-caffeine-do-to-your-brain-11907104", date(2026, 2, 23)),
        (8, "https://academic.oup.com/sleep/article/48/4/zsae230/7815486", date(2024, 10, 8)),
        (9, "https://sleep.me/post/caffeine-and-sleep", date(2025, 7, 24)),
    ]  # fmt: skip
    assert answer.hits[0].title == "Caffeine and Sleep Problems"
    assert answer.hits[0].snippet == (
        "Drinking caffeine too close to bedtime can keep you awake. "
        "Learn why this happens and what other effects caffeine may be having on your sleep."
    )
    assert [(request.host, request.method, request.path) for request in seen] == [
        ("html.duckduckgo.com", "POST", "/html/")
    ]


@pytest.mark.parametrize("status", [200, 202])
def test_the_real_bot_check_is_blocked_whatever_its_status(tmp_path: Path, status: int) -> None:
    answer, seen = answered(tmp_path, Answered(status, page("ddg_lite.html")))
    assert (answer.outcome, answer.status, answer.hits, answer.attempts) == ("blocked", status, (), 3)
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("status", "outcome", "attempts"),
    [(202, "blocked", 3), (403, "blocked", 3), (429, "rate_limited", 3), (500, "error", 3), (200, "empty", 1)],
)
def test_a_status_becomes_an_outcome(tmp_path: Path, status: int, outcome: str, attempts: int) -> None:
    answer, seen = answered(tmp_path, Answered(status, b"<html><body><p>Nothing here.</p></body></html>"))
    assert (answer.outcome, answer.status, answer.attempts, len(seen)) == (outcome, status, attempts, attempts)


@pytest.mark.parametrize("body", [b"", b"  \n", b"<!-- nothing -->", b"\x00"])
def test_a_200_that_holds_nothing_is_empty(tmp_path: Path, body: bytes) -> None:
    answer, _ = answered(tmp_path, Answered(200, body))
    assert (answer.outcome, answer.status, answer.attempts) == ("empty", 200, 1)


def test_a_refusal_that_passes_is_retried_into_an_answer(tmp_path: Path) -> None:
    answer, _ = answered(tmp_path, Answered(429), Answered(body=page("ddg_html.html")))
    assert (answer.outcome, answer.attempts, len(answer.hits)) == ("ok", 2, 9)


def test_without_its_authority_the_certificate_is_refused() -> None:
    with FakeInternet(lambda _request: Answered(body=b"<html></html>")) as net:
        answer = search(net, True, SETTINGS.model_copy(update={"ddg_retry_attempts": 1}))
        assert (answer.outcome, answer.status, net.seen) == ("error", None, [])
        assert "certificate" in answer.detail


def test_a_refused_proxy_is_an_error_that_names_the_proxy_and_keeps_its_password(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("DDGS_PROXY", "http://somebody:secret@127.0.0.1:1")
    answer = asyncio.run(DuckDuckGo(SETTINGS, timing=QUICK)(QUERY, 5))
    assert (answer.outcome, answer.attempts, answer.hits) == ("error", 3, ())
    assert "DDGS_PROXY http://127.0.0.1:1" in answer.detail
    assert "secret" not in answer.detail + caplog.text
    assert [record.levelname for record in caplog.records if record.name == "workbench.search"] == ["WARNING"]


@pytest.fixture
def _live() -> None:
    if os.environ.get("WORKBENCH_LIVE") != "1":
        pytest.skip("reaches the real DuckDuckGo; only with WORKBENCH_LIVE=1")


@pytest.mark.live
@pytest.mark.usefixtures("_live")
async def test_the_real_duckduckgo_still_has_a_page_that_is_understood() -> None:
    answer = await DuckDuckGo(SETTINGS)(Query("tidal power", datetime.now(UTC).date()), 5)
    assert answer.outcome in {"ok", "blocked", "rate_limited"}
    assert answer.outcome != "ok" or all(hit.url.startswith("http") and hit.title for hit in answer.hits)
