"""Bodies: one coding, one cap, and bombs that never grow."""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import threading
import time
import zlib
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import cases
from tests.extract.recipes import article, bomb
from tests.fetch.loopback import World
from workbench.fetch.body import MAX_BODY_BYTES, Intake, coding_of
from workbench.fetch.stop import Stop
from workbench.records import Response
from workbench.signals.kinds import kind_of

BROTLI_ARTICLE = random.Random(3).randbytes(405)  # nothing may decode it, so any bytes stand for it


def wire(case: dict[str, Any]) -> tuple[dict[str, str], bytes]:
    """The headers and the bytes that a recipe stands for."""
    given = case["input"]
    codings = given.get("encoding", [])
    headers = given.get("headers", {"Content-Encoding": ", ".join(codings)} if codings else {})
    if given.get("body") == "plain":
        return headers, article()
    if given.get("article"):
        body = article()
        body = body.replace(b"</body>", b" " * (given.get("pad_whitespace_kib", 0) << 10) + b"</body>")
        body = coded(body, codings)
    elif "members" in given:
        body = gzip.compress(given["fill"].encode() * (given["raw_kib_each"] << 10)) * given["members"]
    elif codings[0] in {"gzip", "deflate"}:
        body = coded(bomb(codings[0], given["fill"], given["raw_mib"] << 10), codings[1:])
    else:
        body = BROTLI_ARTICLE
    if "cut_to" in given:
        body = body[: int(len(body) * given["cut_to"])]
    if given.get("flip_last_byte"):
        body = body[:-1] + bytes([body[-1] ^ 0xFF])
    return headers, body


def coded(body: bytes, codings: list[str]) -> bytes:
    for coding in codings:
        body = (
            gzip.compress(body) if coding == "gzip" else zlib.compress(body) if coding == "deflate" else BROTLI_ARTICLE
        )
    return body


class Memory:
    """How far this process grew while it was watched, in MiB."""

    def __enter__(self) -> Memory:
        self._process = psutil.Process(os.getpid())
        self._before = self._peak = self._process.memory_info().rss
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(0.002):
            self._peak = max(self._peak, self._process.memory_info().rss)

    @property
    def rise(self) -> float:
        return float(self._peak - self._before) / 2**20


async def fetched(headers: dict[str, str], body: bytes) -> Response:
    head = "".join(f"{name}: {value}\r\n" for name, value in {"Content-Type": "text/html", **headers}.items())

    async def serve(request: bytes, writer: asyncio.StreamWriter) -> None:
        writer.write(f"HTTP/1.1 200 OK\r\n{head}\r\n".encode())
        for start in range(0, len(body), 65_536):
            writer.write(body[start : start + 65_536])
            await writer.drain()

    world = World()
    async with world.serving(serve):
        return await world.fetcher(seconds=11)("http://good.example/")


@pytest.mark.parametrize("case", cases("adversarial/decompression.jsonl"), ids=lambda case: case["name"])
async def test_every_coding_of_the_cases(case: dict[str, Any]) -> None:
    headers, body = wire(case)
    wanted = case["assert"]
    started = time.monotonic()
    with Memory() as memory:
        response = await fetched(headers, body)
    assert time.monotonic() - started < wanted.get("max_seconds", 11)
    assert memory.rise < wanted.get("max_rss_rise_mib", 64)
    assert len(response.body) <= wanted.get("max_decoded_bytes", MAX_BODY_BYTES)
    if "outcome" in wanted:
        assert (response.outcome, response.body) == (wanted["outcome"], b""), response.reason
        assert response.reason
    if wanted.get("content") == "non-empty":
        assert response.outcome == "ok"
        assert b"river quality" in response.body


@given(st.binary(max_size=5_000), st.integers(1, 700), st.sampled_from(["", "gzip", "deflate", "raw"]))
def test_what_was_coded_comes_back_whatever_the_pieces(content: bytes, size: int, coding: str) -> None:
    body = {
        "": content,
        "gzip": gzip.compress(content[:100]) + gzip.compress(content[100:]),
        "deflate": zlib.compress(content),
        "raw": zlib.compress(content)[2:-4],
    }[coding]
    intake = Intake("deflate" if coding == "raw" else coding)
    for start in range(0, len(body), size):
        intake.feed(body[start : start + size])
    assert (intake.finish(), intake.truncated) == (content, False)


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
@pytest.mark.parametrize("change", ["cut", "plain", "corrupt"])
def test_a_broken_stream_is_never_a_shorter_page(coding: str, change: str) -> None:
    body = coded(article(), [coding])
    body = {"cut": body[:-9], "plain": article(), "corrupt": body[:40] + b"\xff" * 8 + body[48:]}[change]
    with pytest.raises(Stop, match="a broken stream"):
        taken_in(coding, body)


def taken_in(coding: str, body: bytes) -> bytes:
    intake = Intake(coding)
    intake.feed(body)
    return intake.finish()


def test_a_stream_over_the_cap_is_cut_and_marked_raw_or_coded() -> None:
    content = random.Random(1).randbytes(MAX_BODY_BYTES + 1)
    for coding, body in (("", content), ("gzip", gzip.compress(content))):
        intake = Intake(coding)
        intake.feed(body)
        assert intake.truncated
        assert content.startswith(intake.finish())


def test_a_stream_of_countless_parts_is_broken() -> None:
    intake = Intake("gzip")
    with pytest.raises(Stop, match="too many parts"):
        intake.feed(gzip.compress(b"", mtime=0) * 2_000)


@pytest.mark.parametrize(
    ("values", "coding"),
    [
        ([], ""),
        (["identity"], ""),
        (["GZIP"], "gzip"),
        (["x-gzip"], "gzip"),
        ([" deflate ,"], "deflate"),
        (["utf-8"], ""),
        (["gzip, identity"], "gzip"),
        (["ISO-8859-1, gzip"], "gzip"),
    ],
)
def test_the_coding_of_a_body(values: list[str], coding: str) -> None:
    assert coding_of(values) == coding


@pytest.mark.parametrize("values", [["br"], ["zstd"], ["gzip, gzip"], ["gzip", "deflate"], ["x-rot13"], ["compress"]])
def test_codings_that_are_not_read_stop_before_a_byte(values: list[str]) -> None:
    with pytest.raises(Stop):
        coding_of(values)


HTML = b"<!DOCTYPE html><html><body>x</body></html>"


@pytest.mark.parametrize(
    ("declared", "body", "kind"),
    [
        ("text/html", HTML, "text/html"),
        ("TEXT/HTML;;;;", b"words only", "text/html"),
        ("text/html, text/html; charset=utf-8", b"words only", "text/html"),
        ("application/xhtml+xml", b"<?xml version='1.0'?>\n<html>", "application/xhtml+xml"),
        ("text/plain; charset=utf-8", HTML, "text/plain"),
        ("application/pdf", b"%PDF-1.7", "application/pdf"),
        ("application/pdf", b"\xef\xbb\xbf  <!-- c --><HTML>", "text/html"),
        ("text/html", b"\n%PDF-1.7", "application/pdf"),
        ("text/plain", b"%PDF-1.7", "application/pdf"),
        ("", HTML, "text/html"),
        ("", HTML.decode().encode("utf-16"), "text/html"),
        ("", b"%PDF-1.7", "application/pdf"),
        ("", b"words only", ""),
        ("", b'{"a": 1}', ""),
        ("application/json", HTML, ""),
        ("image/png", HTML, ""),
        ("text/markdown", b"# words", ""),
        ("text/html", gzip.compress(HTML, mtime=0), ""),
        ("text/plain", b"PK\x03\x04", ""),
        ("text/html", b"\x89PNG\r\n", ""),
    ],
)
def test_what_a_body_is_read_as(declared: str, body: bytes, kind: str) -> None:
    assert kind_of(declared, body) == kind
