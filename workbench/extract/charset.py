"""From the bytes of a page to its text: BOM, then HTTP, then meta, then detector.

A label counts only if it stands in the web's list and decodes the bytes; UTF-16 and UTF-32 only where the bytes
show them. No NUL and no lone surrogate leaves here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import webencodings  # type: ignore[import-untyped]
from chardetng_py import EncodingDetector  # type: ignore[import-untyped]
from w3lib.encoding import read_bom

from workbench.extract.prescan import declared_labels

MOJIBAKE = "mojibake suspected"

_HTTP_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([^\s;,"']+)""", re.IGNORECASE)
_UTF8_RUN = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HIGH = re.compile(rb"[\x80-\xff]")
# UTF-8 read as windows-1252 or ISO-8859-1: a lead byte as a letter, then a continuation byte as a sign.
_MOJIBAKE = re.compile("[ÂÃÅÄÐÑ][\u0080-\u00bf\u2018-\u203a\u0152-\u017e]|â€[\u0080-\u00bf\u0152-\u2122]|ï»¿|\ufffd")
_WIDE_SAMPLE_BYTES = 4096
_MOST_FAULTS = 0.01  # of the characters: one stray byte is a slip of the page, not a wrong label
_DECODED_AS = {"gbk": "gb18030", "utf-16le": "", "utf-16be": "", "replacement": "", "x-user-defined": "windows-1252"}


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a body, the name of the encoding that gave it, and whether it reads as if another was meant."""

    text: str
    encoding: str
    mojibake: bool = False


def decode(body: bytes, content_type: str = "") -> Decoded:
    """The text of a body; what does not decode becomes U+FFFD."""
    name, text = next(_readings(body, content_type))
    text = text.replace("\x00", "")
    return Decoded(text, name, _reads_wrong(text))


def _readings(body: bytes, content_type: str) -> Iterator[tuple[str, str]]:
    """The readings that hold, the most trusted source of a label first; the last one always holds."""
    bom, mark = read_bom(body)
    if bom and mark:
        yield bom, body[len(mark) :].decode(bom, "replace")
    if wide := _wide(body):
        yield wide, body.decode(wide, "replace")
    http = _HTTP_CHARSET.search(content_type)
    for label in (http[1] if http else "", *declared_labels(body)):
        name = encoding_of(label)
        if name and (text := _decodes(body, name)) is not None:
            yield name, text
    name = _detected(body)
    yield name, body.decode(_codec(name), "replace")


def encoding_of(label: str) -> str:
    """The encoding that a label names in the web's list, "" for any other label and for UTF-16."""
    found = webencodings.lookup(label)
    return _DECODED_AS.get(found.name, found.name) if found else ""


def _codec(name: str) -> str:
    found = webencodings.lookup(name)
    codec: str = found.codec_info.name if found else name
    return codec


def _decodes(body: bytes, name: str) -> str | None:
    """The text if the encoding fits the bytes, a slip or a cut last character aside."""
    if name == "utf-8" and not _mostly_utf8(body):
        return None
    text = body.decode(_codec(name), "replace")
    if name == "utf-8":
        return text
    faults = text.count("\ufffd")
    return text if faults <= max(1, int(len(text) * _MOST_FAULTS)) else None


def _mostly_utf8(body: bytes) -> bool:
    """Whether the bytes beyond ASCII are UTF-8 at least as often as not."""
    if body.isascii():
        return True
    runs = len(_UTF8_RUN.findall(body))
    strays = len(_HIGH.findall(_UTF8_RUN.sub(b"", body)))
    return strays <= max(runs, 1 if runs else 0)


def _wide(body: bytes) -> str:
    """UTF-16 without a BOM, seen by NULs in step; "" where the bytes do not show it."""
    sample = body[:_WIDE_SAMPLE_BYTES]
    half = len(sample) // 2
    if half < 8:
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > half * 0.4 and even < half * 0.05:
        return "utf-16-le"
    return "utf-16-be" if even > half * 0.4 and odd < half * 0.05 else ""


def _detected(body: bytes) -> str:
    """The encoding that the bytes look like, by the detector of a browser; UTF-8 with slips is still UTF-8."""
    if not body.isascii() and _mostly_utf8(body):
        return "utf-8"
    detector = EncodingDetector()
    detector.feed(body, last=True)
    guess = detector.guess(tld=None, allow_utf8=False)
    return encoding_of("windows-874" if guess == "cp874" else guess) or "windows-1252"


def _reads_wrong(text: str) -> bool:
    """Whether signs of a wrong encoding are more than a slip: three, and one in five hundred characters."""
    signs = len(_MOJIBAKE.findall(text))
    return signs >= 3 and signs * 500 >= len(text)
