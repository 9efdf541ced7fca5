"""Reading one page: fetch and extract under one deadline, each fault a page that says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC

import pytest

from workbench.gather.reading import read_page
from workbench.records import Page, Response

URL = "https://good.example/report"


@dataclass
class FakeFetcher:
    """Answers every address with one response, after a while, or raises."""

    response: Response
    seconds: float = 0.0
    error: Exception | None = None

    async def __call__(self, url: str) -> Response:
        await asyncio.sleep(self.seconds)
        if self.error:
            raise self.error
        return self.response


@dataclass
class FakeExtractor:
    """Makes the body the text, after a while, or raises."""

    seconds: float = 0.0
    error: Exception | None = None
    calls: int = 0

    async def __call__(self, response: Response) -> Page:
        self.calls += 1
        await asyncio.sleep(self.seconds)
        if self.error:
            raise self.error
        return Page(response.url, "ok", final_url=response.final_url, text=response.body.decode())


@dataclass
class FakeBodies:
    """Remembers what was put."""

    kept: list[bytes] = field(default_factory=list)

    def put(self, body: bytes) -> str:
        self.kept.append(body)
        return f"key-{len(self.kept)}"


def ok(body: bytes = b"River quality fell.", reason: str = "") -> Response:
    return Response(URL, "ok", final_url=URL, reason=reason, status=200, content_type="text/html", body=body)


async def read(
    fetch: FakeFetcher, extract: FakeExtractor | None = None, bodies: FakeBodies | None = None, seconds: float = 5
) -> Page:
    return await read_page(
        URL, fetch=fetch, extract=extract or FakeExtractor(), bodies=bodies or FakeBodies(), seconds=seconds
    )


async def test_a_page_keeps_its_body_its_time_and_safe_text() -> None:
    bodies = FakeBodies()
    page = await read(FakeFetcher(ok(b"River\x00 quality\r\nfell.")), bodies=bodies)
    assert (page.outcome, page.text, page.body_key) == ("ok", "River quality\nfell.", "key-1")
    assert bodies.kept == [b"River\x00 quality\r\nfell."]
    assert page.fetched_at is not None
    assert page.fetched_at.tzinfo is UTC
    assert page.elapsed_seconds > 0


async def test_a_response_without_a_body_is_not_extracted() -> None:
    extract, bodies = FakeExtractor(), FakeBodies()
    page = await read(FakeFetcher(Response(URL, "blocked", reason="HTTP 403", status=403)), extract, bodies)
    assert (page.outcome, page.reason, page.status, page.text, page.body_key) == ("blocked", "HTTP 403", 403, "", "")
    assert (extract.calls, bodies.kept) == (0, [])


async def test_what_was_said_of_the_way_is_a_flag() -> None:
    assert (await read(FakeFetcher(ok(reason="http after https")))).flags == ("http after https",)


@pytest.mark.parametrize(
    ("slow", "waited_for"),
    [
        ((FakeFetcher(ok(), seconds=5), FakeExtractor()), "the page"),
        ((FakeFetcher(ok()), FakeExtractor(seconds=5)), "its text"),
        ((FakeFetcher(ok(), seconds=0.2), FakeExtractor(seconds=0.5)), "its text"),
    ],
)
async def test_one_deadline_covers_both_and_says_what_was_waited_for(
    slow: tuple[FakeFetcher, FakeExtractor], waited_for: str
) -> None:
    page = await read(*slow, seconds=0.6)
    assert (page.outcome, page.reason) == ("timeout", f"0.6 s passed while waiting for {waited_for}")
    assert 0.6 <= page.elapsed_seconds < 4


async def test_a_body_whose_text_was_not_read_in_time_is_still_kept() -> None:
    page = await read(FakeFetcher(ok()), FakeExtractor(seconds=5), seconds=0.1)
    assert (page.outcome, page.body_key, page.status) == ("timeout", "key-1", 200)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (lambda error: (FakeFetcher(ok(), error=error), FakeExtractor()), "the page could not be read ({name})"),
        (lambda error: (FakeFetcher(ok()), FakeExtractor(error=error)), "its text could not be read ({name})"),
    ],
)
@pytest.mark.parametrize(
    "error",
    [
        ConnectionResetError("reset"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
        ExceptionGroup("many", [OSError()]),
        TimeoutError("of its own"),
    ],
)
async def test_a_fault_of_a_port_is_one_page_that_names_it(
    broken: Callable[[Exception], tuple[FakeFetcher, FakeExtractor]], reason: str, error: Exception
) -> None:
    page = await read(*broken(error))
    assert (page.outcome, page.reason) == ("error", reason.format(name=type(error).__name__))


async def test_one_faulty_page_leaves_the_others_in_order() -> None:
    """D16: a batch of pages where four break and two are read."""
    broken = [ConnectionResetError(), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), ValueError("idna")]
    fetchers = [FakeFetcher(ok()), *(FakeFetcher(ok(), error=error) for error in broken), FakeFetcher(ok())]
    pages = await asyncio.gather(*(read(fetch) for fetch in fetchers))
    assert [page.outcome for page in pages] == ["ok", "error", "error", "error", "ok"]
    assert len({page.reason for page in pages}) == 4


async def test_cancellation_passes_through() -> None:
    task = asyncio.create_task(read(FakeFetcher(ok(), seconds=5)))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
