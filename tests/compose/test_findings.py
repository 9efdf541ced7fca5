"""What an operator is told of a run: by kind and key, once a day, by a webhook that no run depends on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import command
from tests.compose.benches import WebPage, benched, done, item, items, pages_for
from workbench import webhook
from workbench.export import run_document
from workbench.records import Finding, RunRecord

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
FINDING = Finding("web_search_failed", "Search by ddg ended as blocked", "HTTP 202", "warn", "web_search_failed:ddg")
THIN = [item(f"https://good{n}.example/report", "short") for n in range(2)]
BLOCKED = {one["href"]: WebPage(status=403) for one in items(2)}
MIXED = [items(1)[0], item("https://good7.example/report", "short")]


def told(record: RunRecord) -> list[tuple[str, str, str]]:
    return [(one.kind, one.severity, one.key) for one in record.findings]


@pytest.mark.parametrize(
    ("script", "pages", "expected"),
    [
        ([202], {}, [("web_search_failed", "warn", "web_search_failed:ddg")]),
        ([429], {}, [("web_search_failed", "warn", "web_search_failed:ddg")]),
        ([ImportError("No module named 'ddgs'")], {}, [("web_search_failed", "warn", "web_search_failed:ddg")]),
        ([()], {}, []),
        ([items()], pages_for(items()), []),
        (
            [items(3)],
            pages_for(items(1)),
            [("web_research_extract_failed", "info", "web_research_extract_failed:good1.example,good2.example")],
        ),
        (
            [items(2)],
            BLOCKED,
            [
                ("web_research_extract_failed", "info", "web_research_extract_failed:good0.example,good1.example"),
                (
                    "research_web_sources_all_unfetchable",
                    "info",
                    "research_web_sources_all_unfetchable:river quality",
                ),
            ],
        ),
        (
            [THIN],
            pages_for(THIN),
            [("research_web_sources_all_filtered", "warn", "research_web_sources_all_filtered:river quality")],
        ),
        (
            [MIXED],
            pages_for(MIXED[1:]),
            [
                ("web_research_extract_failed", "info", "web_research_extract_failed:good0.example"),
                ("research_web_sources_all_filtered", "warn", "research_web_sources_all_filtered:river quality"),
            ],
        ),
    ],
    ids=[
        "refused",
        "limited",
        "no ddgs",
        "empty",
        "all well",
        "two unread",
        "all unread",
        "all thin",
        "unread and thin",
    ],
)
async def test_each_kind_has_its_severity_and_its_key(
    script: Sequence[Any], pages: dict[str, WebPage], expected: list[tuple[str, str, str]], home: Path
) -> None:
    with benched(home, script, pages) as bench:
        record = await done(bench)
        stored = [(one.finding, one.run_id) for one in reversed(bench.store.findings.list())]
    assert told(record) == expected
    assert stored == [(finding, record.id) for finding in record.findings]
    assert all(len(one.key.split(":")[-1]) <= 50 for one in record.findings if "all_" in one.kind)


async def test_unread_pages_are_named_with_their_reasons_and_in_one_warning(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with benched(home, [items(2)], BLOCKED) as bench, caplog.at_level(logging.WARNING):
        (lost, _) = (await done(bench)).findings
    assert lost.title == "2 of 2 pages could not be read"
    assert lost.body.split("\n") == [f"https://good{n}.example/report: blocked, HTTP 403" for n in range(2)]
    assert [one.getMessage() for one in caplog.records if one.name == "workbench.research"] == [
        "[RESEARCH] Not cited, their pages could not be read: "
        "https://good0.example/report, https://good1.example/report"
    ]


async def test_posts_that_cannot_be_searched_are_a_finding_and_the_run_goes_on(home: Path) -> None:
    with benched(home, [items()], pages_for(items())) as bench:
        with contextlib.closing(sqlite3.connect(home / "workbench.db")) as database:
            database.execute("DROP TABLE posts")
        record = await done(bench)
    assert record.state == "done"
    assert record.context is not None
    assert (len(record.context.web), record.context.posts) == (5, ())
    assert told(record) == [("internal_link_search_failed", "warn", "internal_link_search_failed")]
    assert run_document(record)["partial"]


async def test_a_run_without_snags_is_not_partial(home: Path) -> None:
    with benched(home, [items()], pages_for(items())) as bench:
        assert not run_document(await done(bench))["partial"]


@pytest.mark.parametrize(
    ("kind", "key", "hours", "fit"),
    [
        (FINDING.kind, FINDING.key, 0, False),
        (FINDING.kind, FINDING.key, 23.9, False),
        (FINDING.kind, FINDING.key, 24, True),
        ("research_web_sources_all_filtered", FINDING.key, 0, True),
    ],
)
def test_a_finding_is_fit_to_be_sent_once_a_day(kind: str, key: str, hours: float, fit: bool, home: Path) -> None:
    with benched(home) as bench:
        assert bench.store.findings.emit(FINDING, "", NOW)
        again = Finding(kind, FINDING.title, FINDING.body, FINDING.severity, key)
        assert bench.store.findings.emit(again, "", NOW + timedelta(hours=hours)) is fit
        assert len(bench.store.findings.list()) == 2


@dataclass
class Received:
    """A webhook's requests, as they came: the path and the JSON."""

    address: str = ""
    status: str = "204 No Content"
    seconds: float = 0.0
    posted: list[tuple[str, Any]] = field(default_factory=list)


@asynccontextmanager
async def receiving(status: str = "204 No Content", seconds: float = 0.0) -> AsyncIterator[Received]:
    """A loopback server that takes what Discord takes."""
    received = Received(status=status, seconds=seconds)

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = next(int(line.split(":")[1]) for line in head if line.lower().startswith("content-length"))
        received.posted.append((head[0].split()[1], json.loads(await reader.readexactly(length))))
        await asyncio.sleep(received.seconds)
        writer.write(f"HTTP/1.1 {status}\r\n\r\n".encode())
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    received.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/api/webhooks/1/t0p-s3cret"
    async with server:
        yield received


async def test_a_finding_is_sent_in_discord_s_format_and_only_once_a_day(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with receiving() as received:
        monkeypatch.setenv(webhook.VARIABLE, received.address)
        with benched(home, [202]) as bench:
            await done(bench)
            await done(bench)
    assert received.posted == [
        (
            "/api/webhooks/1/t0p-s3cret",
            {
                "username": "Research workbench",
                "embeds": [
                    {
                        "title": "Search by ddg ended as blocked",
                        "description": "HTTP 202",
                        "color": 0x8A5A08,
                        "footer": {"text": "web_search_failed · warn"},
                    }
                ],
                "allowed_mentions": {"parse": []},
            },
        )
    ]


async def test_no_finding_leaves_the_machine_unless_an_address_is_set(home: Path) -> None:
    async with receiving() as received:
        with benched(home, [202]) as bench:
            await done(bench)
    assert received.posted == []


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:1/t0p-s3cret",
        "ftp://127.0.0.1/t0p-s3cret",
        "http://127.0.0.1:99999/t0p-s3cret",
        "http://[::1/t0p-s3cret",
        "t0p-s3cret",
        "http://ü.example/t0p-s3cret",
        "https:///t0p-s3cret",
        "http://127.0.0.1:80/a b\r\nX: t0p-s3cret",
    ],
)
async def test_a_webhook_that_cannot_be_reached_ends_no_run_and_its_address_is_in_no_log(
    address: str, home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(webhook.VARIABLE, address)
    with caplog.at_level(logging.DEBUG), benched(home, [202]) as bench:
        record = await done(bench)
    assert record.state == "done"
    assert [one.levelname for one in caplog.records if one.name == "workbench.webhook"] == ["WARNING"]
    assert "t0p-s3cret" not in caplog.text


@pytest.mark.parametrize(
    ("status", "seconds", "sent"), [("204 No Content", 0, True), ("404 Not Found", 0, False), ("200 OK", 5, False)]
)
async def test_what_the_webhook_answers_is_told_without_its_address(
    status: str, seconds: float, sent: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with receiving(status, seconds) as received:
        with caplog.at_level(logging.DEBUG):
            assert await webhook.send(f" {received.address}\n", FINDING, seconds=0.3 if seconds else 30) is sent
    assert [one.getMessage() for one in caplog.records if one.name == "workbench.webhook"] == {
        "204 No Content": [],
        "404 Not Found": ["The webhook answered 404"],
        "200 OK": ["The webhook was not reached: TimeoutError"],
    }[status]
    assert "t0p-s3cret" not in caplog.text


def test_a_message_mentions_nobody_and_stays_within_what_discord_takes() -> None:
    message = webhook.message(Finding("k", "@everyone " + "t" * 500, "<@1> \u202e" + "b" * 5000, "critical", "k"))
    embed: Any = message["embeds"]
    assert message["allowed_mentions"] == {"parse": []}
    assert (len(embed[0]["title"]), len(embed[0]["description"])) == (256, 2000)
    assert "\u202e" not in embed[0]["description"]


def held(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


async def test_a_secret_is_in_no_stored_row_and_no_export(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(webhook.VARIABLE, "http://127.0.0.1:1/t0p-s3cret")
    with benched(home, [202]) as bench:
        record = await done(bench)
    assert "t0p-s3cret" not in json.dumps(run_document(record))
    assert b"t0p-s3cret" not in held(home)


@pytest.mark.parametrize(("value", "shown"), [("http://127.0.0.1:1/t0p-s3cret", "set"), ("", "not set")])
def test_the_doctor_tells_only_whether_a_secret_is_set(
    value: str, shown: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(webhook.VARIABLE, value)
    doctor = command("doctor", "--json")
    assert doctor.json["secrets"] == {"WORKBENCH_WEBHOOK_URL": shown}
    assert "t0p-s3cret" not in doctor.out + doctor.err + command("doctor").out


def test_a_finding_of_no_run_is_kept_too(home: Path) -> None:
    with benched(home) as bench:
        bench.store.findings.emit(FINDING, "", NOW)
        assert [(one.finding, one.run_id, one.sent) for one in bench.store.findings.list()] == [(FINDING, "", True)]
