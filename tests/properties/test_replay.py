"""A run written as a recording replays the same, whatever was found and read."""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, get_args

from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.properties import strategies
from tests.properties.strategies import TODAY
from workbench.extract.read import read
from workbench.gather import Gathered, Run, gather
from workbench.gather.reading import read_page
from workbench.records import Page, PageOutcome, Post, Response, RunRecord
from workbench.search import RecordedEngine, RecordedFetcher, Recording, parse_recording, write_recording
from workbench.settings import Settings

SEEN_TYPES = ("text/html", "text/html; charset=utf-8", "text/plain", "application/pdf", "image/png", "")
MARKUP = "<html><head><title>{}</title></head><body><article>{}</article></body></html>"


@dataclass
class Bodies:
    """Keeps bodies by their hash, in memory."""

    kept: dict[str, bytes] = field(default_factory=dict)

    def put(self, body: bytes) -> str:
        key = hashlib.sha256(body).hexdigest()
        self.kept[key] = body
        return key


@dataclass(frozen=True)
class NoPosts:
    """Knows none."""

    def containing(self, words: object, count: int) -> tuple[Post, ...]:
        return ()


async def extract(response: Response) -> Page:
    return read(response, TODAY)


def gathered(recording: Recording, settings: Settings, bodies: Bodies) -> Gathered:
    async def reader(url: str) -> Page:
        return await read_page(url, fetch=RecordedFetcher(recording), extract=extract, bodies=bodies, seconds=10)

    query = RunRecord("r", 1, recording.topic, recording.today, "recording", "done", datetime.now(UTC), {}, 1).query
    run = Run(query, settings, (RecordedEngine(recording),), reader, lambda topic: (), NoPosts())
    return asyncio.run(gather(run))


def record_of(recording: Recording, done: Gathered) -> RunRecord:
    return RunRecord(
        "r1", 1, recording.topic, recording.today, "recording", "done", datetime(2026, 11, 29, tzinfo=UTC), {}, 1,
        searched=done.searched, read=done.read, judged=done.judged, context=done.context,
    )  # fmt: skip


def told(done: Gathered) -> dict[str, Any]:
    """What of a run is the same in each replay: all but the clock."""
    assert done.searched is not None
    assert done.read is not None
    assert done.judged is not None
    assert done.context is not None
    return {
        "answers": [(one.outcome, one.status, one.hits) for one in done.searched.answers],
        "pages": [
            (one.page.outcome, one.page.reason, one.page.status, one.page.address, one.page.title, one.page.text,
             one.page.truncated, one.page.published)
            for one in done.read if one.page
        ],
        "sources": [(one.url, one.score, one.components, one.position) for one in done.judged.sources],
        "lost": [(one.hit.url, one.stage, one.state, one.reason, one.of) for one in done.judged.dropped],
        "context": done.context.text,
    }  # fmt: skip


@st.composite
def recorded_pages(draw: st.DrawFn) -> dict[str, Any]:
    """One page of a recording: a body of any kind, or a loss."""
    if draw(st.integers(0, 3)) == 0:
        errors = [one for one in get_args(PageOutcome) if one != "ok"]
        return draw(
            st.fixed_dictionaries(
                {"error": st.sampled_from(errors)}, optional={"reason": strategies.prose.filter(bool)}
            )
            | st.fixed_dictionaries({"status": st.sampled_from((403, 404, 429, 503, 204)), "body": st.just("x")})
        )
    text = draw(strategies.prose | strategies.any_text)
    body = draw(st.sampled_from((text, MARKUP.format("River", f"<p>{text}</p>" * 3), f"%PDF-1.4 {text}", "")))
    moved = draw(st.sampled_from((None, "https://moved.example/x", "https://good.example/a")))
    more = {} if moved is None else {"final_url": moved}
    if draw(st.booleans()):
        more["modified"] = "Sat, 28 Nov 2026 10:00:00 GMT"
    return {"status": 200, "content_type": draw(st.sampled_from(SEEN_TYPES)), "body": body, **more}


@st.composite
def recordings(draw: st.DrawFn) -> str:
    """The text of a recording with a page for most of its hits."""
    count = draw(st.integers(0, 6))
    hits = [
        {"url": draw(strategies.addresses), "title": draw(strategies.any_text), "snippet": draw(strategies.snippets)}
        for _ in range(count)
    ]
    pages = {hit["url"]: draw(recorded_pages()) for hit in hits if draw(st.integers(0, 4))}
    return json.dumps({"topic": "river quality", "today": TODAY.isoformat(), "hits": hits, "pages": pages})


@effort(deadline=None, max_examples=100)
@given(recordings(), strategies.settings())
def test_a_written_run_replays_the_same(text: str, values: dict[str, Any]) -> None:
    settings, bodies = Settings.model_validate(values), Bodies()
    recording = parse_recording(text)
    first = gathered(recording, settings, bodies)
    written = write_recording(record_of(recording, first), bodies.kept.get)
    again = parse_recording(written)
    second = gathered(again, settings, bodies)
    assert told(second) == told(first)
    assert write_recording(record_of(again, second), bodies.kept.get) == written
