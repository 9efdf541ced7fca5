"""Pages and bodies that the case files describe in few words."""

from __future__ import annotations

import random
import re
import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import repeat
from typing import Any

SENTENCE = "The committee published its findings on river quality after eleven months of sampling across nine sites. "
_TIMES = re.compile(r"(.+)\*(\d+)", re.DOTALL)


def article(paragraphs: int = 6, size: int = 0, seed: int = 0) -> bytes:
    """A plain readable page, of an exact size if one is asked for; the seed names another month."""
    text = "".join(f"<p>{SENTENCE * 3}Part {number} of {seed + 11} months.</p>" for number in range(paragraphs))
    page = f"<html><head><title>River report</title></head><body><article><h1>River report</h1>{text}"
    end = "</article></body></html>"
    if size:
        filler = f"<p>{SENTENCE * 3}</p>"
        page += filler * ((size - len(page) - len(end)) // len(filler))
        page += " " * (size - len(page) - len(end))
    return (page + end).encode()


def wrapped(inner: str | dict[str, Any]) -> str:
    """An article page around what a recipe makes."""
    return f"<html><head><title>River report</title></head><body><article>{made(inner)}</article></body></html>"


def made(inner: str | dict[str, Any]) -> str:
    """The markup that a recipe stands for."""
    if isinstance(inner, str):
        return inner
    piece = inner["repeat"]
    count = inner.get("count") or inner["bytes"] // len(piece.replace("{i}", "000"))
    text = piece * count if "{i}" not in piece else "".join(piece.replace("{i}", str(i)) for i in range(count))
    text = inner.get("prefix", "") + text
    if tag := inner.get("inside_tag"):
        text = f"<{tag}{text}>"
    elif tag := inner.get("inside_tag_text"):
        text = f"<{tag}>{text}</{tag}>"
    return text + str(inner.get("then", ""))


def page_of(case: dict[str, Any]) -> bytes:
    """The body that a case of `html_pages` stands for."""
    if "raw" in case:
        return str(case["raw"]).encode("utf-8", "surrogatepass")
    if "raw_recipe" in case:
        recipe = case["raw_recipe"]
        title = recipe["title_repeat"] * recipe["count"]
        return f"<html><head><title>{title}</title></head><body>{case['inner']}</body></html>".encode()
    if "random_bytes" in case:
        return random.Random(case["seed"]).randbytes(case["random_bytes"])
    if "repeat_byte" in case:
        return bytes([int(case["repeat_byte"], 16)]) * int(case["count"])
    if case.get("recipe") == "article":
        return article(case.get("paragraphs", 6), case.get("bytes", 0), case.get("seed", 0))
    return wrapped(case["inner"]).encode("utf-8", "surrogatepass")


def played(then: dict[str, Any]) -> Iterator[bytes]:
    """The pieces that a server sends after its head."""
    if then.get("recipe") == "article":
        yield article(then.get("paragraphs", 6), then.get("bytes", 0))
    elif then.get("recipe") == "flate_stream":
        yield pdf_with_stream(bomb("deflate", "a", then["raw_mib"] * 1024))
    elif "repeat" in then:
        times = _TIMES.fullmatch(then["repeat"])
        piece = (times[1] * int(times[2]) if times else then["repeat"]).encode()
        yield from repeat(piece) if then.get("forever") else repeat(piece, then["count"])


def pdf_with_stream(stream: bytes) -> bytes:
    """The rest of a one-page PDF whose page content is a deflated stream."""
    head = (
        b"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<>>>>endobj\n"
    )
    length = str(len(stream)).encode()
    body = b"4 0 obj<</Length " + length + b"/Filter/FlateDecode>>stream\n" + stream + b"\nendstream endobj\n"
    return head + body + b"trailer<</Root 1 0 R/Size 5>>\n%%EOF"


@lru_cache(maxsize=8)
def bomb(coding: str, fill: str, raw_kib: int) -> bytes:
    """One filler byte, many times, coded once: the same block over and over, so that it is made at once."""
    piece, count = fill.encode() * 65_536, raw_kib // 64
    coder = zlib.compressobj(9, zlib.DEFLATED, -15)
    blocks = [coder.compress(piece) + coder.flush(zlib.Z_FULL_FLUSH) for _ in range(2)]
    whole = blocks[0] + blocks[1] * (count - 1) + coder.flush()
    check = 0 if coding == "gzip" else 1
    for _ in range(count):
        check = zlib.crc32(piece, check) if coding == "gzip" else zlib.adler32(piece, check)
    if coding == "gzip":
        return b"\x1f\x8b\x08" + bytes(7) + whole + struct.pack("<II", check, raw_kib * 1024 & 0xFFFFFFFF)
    return b"\x78\xda" + whole + struct.pack(">I", check)
