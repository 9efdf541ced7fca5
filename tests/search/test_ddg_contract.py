"""The real `ddgs` package against a fake internet: real TLS, real parsing, nothing beyond loopback."""

from __future__ import annotations

import asyncio
import os
import threading
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import cases, shared
from tests.search.fake_internet import Answered, FakeInternet, Request
from workbench.records import Answer, Query
from workbench.search.attempts import Timing
from workbench.search.ddg import DuckDuckGo, ResultPage
from workbench.settings import WebResearchSettings

QUERY = Query("does caffeine affect sleep", date(2026, 11, 29))
SETTINGS = WebResearchSettings(ddg_retry_attempts=3, search_timeout_seconds=10)


BUGS = {line["id"]: line for line in cases("bugs.jsonl")}


async def _no_wait(_seconds: float) -> None:
    return


QUICK = Timing(sleep=_no_wait)


@pytest.fixture(autouse=True)
def _no_proxy_of_the_person(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("live"):
        return
    for name in os.environ:
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)


def search(
    net: FakeInternet,
    authority: str | bool,
    settings: WebResearchSettings = SETTINGS,
    timing: Timing = QUICK,
    count: int = 5,
) -> Answer:
    def opened(seconds: int) -> ResultPage:
        from workbench.search.duck import Duck

        return Duck(proxy=net.proxy, timeout=seconds, verify=authority)

    return asyncio.run(DuckDuckGo(settings, opened, timing)(QUERY, count))


def answered(
    tmp_path: Path, *answers: Answered, timing: Timing = QUICK, count: int = 5
) -> tuple[Answer, list[Request]]:
    left = list(answers)
    with FakeInternet(lambda _request: left.pop(0) if len(left) > 1 else left[0]) as net:
        return search(net, net.write_authority(tmp_path / "ca.pem"), timing=timing, count=count), net.seen


RESULT = """
<div class="result web-result"><div class="links_main result__body">
  <h2 class="result__title"><a class="result__a" href="https://good{at}.example/x%20y?q=1%26z">Report {at}</a></h2>
  <a class="result__snippet" href="https://good{at}.example/x%20y?q=1%26z">Nine <b>sites</b> &lt;b&gt; and {at}.</a>
</div></div>"""


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


def test_a_bot_check_waits_longer_each_time_and_is_not_nothing_found(tmp_path: Path) -> None:
    if "D01" not in BUGS:
        pytest.skip("the shared inputs are absent")
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    replies = [Answered(reply["status"], reply["body"].encode()) for reply in BUGS["D01"]["input"]["search_http"]]
    answer, seen = answered(tmp_path, *replies, timing=Timing(wait))
    assert (answer.outcome, answer.attempts, len(seen), answer.detail) == ("blocked", 3, 3, "HTTP 202")
    assert len(waits) == 2
    assert 0.5 <= waits[0] <= 1.0 <= waits[1] <= 1.5


def test_fewer_results_than_asked_are_used_and_nothing_is_asked_twice(tmp_path: Path) -> None:
    if "D02" not in BUGS:
        pytest.skip("the shared inputs are absent")
    asked, got = BUGS["D02"]["input"]["asked"], BUGS["D02"]["input"]["engine_returns"]
    body = "".join(RESULT.format(at=at) for at in range(got)).encode()
    answer, seen = answered(tmp_path, Answered(body=body), count=asked)
    assert (answer.outcome, len(answer.hits), len(seen)) == ("ok", got, 1)
    assert answer.detail == f"asked for {asked}, got {got}"


def test_a_site_that_never_answers_is_a_timeout(tmp_path: Path) -> None:
    quick = SETTINGS.model_copy(update={"search_timeout_seconds": 1})
    release = threading.Event()

    def never(_request: Request) -> Answered:
        release.wait(20)
        return Answered()

    with FakeInternet(never) as net:
        answer = search(net, net.write_authority(tmp_path / "ca.pem"), quick)
        release.set()
    assert (answer.outcome, answer.attempts, answer.hits) == ("timeout", 1, ())


@pytest.mark.parametrize("variable", ["DDGS_PROXY", "HTTPS_PROXY"])
def test_a_proxy_of_the_environment_is_used(tmp_path: Path, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = page("ddg_html.html")
    with FakeInternet(lambda _request: Answered(body=real)) as net:
        authority = net.write_authority(tmp_path / "ca.pem")
        monkeypatch.setenv(variable, net.proxy)

        def opened(seconds: int) -> ResultPage:
            from workbench.search.duck import Duck

            return Duck(proxy=os.environ.get("DDGS_PROXY"), timeout=seconds, verify=authority)

        answer = asyncio.run(DuckDuckGo(SETTINGS, opened, QUICK)(QUERY, 5))
    assert (answer.outcome, len(answer.hits), len(net.seen)) == ("ok", 9, 1)


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


ENVIRONMENTS = [
    pytest.param(attempt["env"], line["assert"], id=line["name"])
    for line in cases("adversarial/search_engine.jsonl")
    for attempt in line["input"].get("attempts", [])
    if isinstance(attempt, dict) and "env" in attempt
]


@pytest.mark.parametrize(("variables", "expected"), ENVIRONMENTS)
def test_an_environment_ends_as_the_line_says(
    variables: dict[str, str],
    expected: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    answer = asyncio.run(DuckDuckGo(SETTINGS, timing=QUICK)(QUERY, 5))
    said = {"raises": None, "outcome": answer.outcome, "warnings": len(caplog.records)}
    assert {key: said[key] for key in expected} == expected
    assert all(f"{name} {value}" in answer.detail for name, value in variables.items())


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
