"""Reads a body of plain text or Markdown."""

from __future__ import annotations

import re
from datetime import date

from workbench.extract import dates
from workbench.extract.blank import described, kept, unreadable
from workbench.extract.charset import MOJIBAKE, decode
from workbench.records import Page, Response
from workbench.text import one_line

_TITLE_CHARACTERS = 200
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_MOST_CONTROLS = 0.02  # of the characters; more is no text


def read_plain(response: Response, today: date) -> Page:
    """The page that a text body holds; its first heading or line is the title."""
    decoded = decode(response.body, response.content_type)
    text = kept(decoded.text)
    if len(_CONTROL.findall(decoded.text)) > len(decoded.text) * _MOST_CONTROLS:
        return unreadable(response, "the file is not text")
    if not text:
        return unreadable(response, "no text was found in the file")
    claims = [*dates.in_url(response.final_url or response.url, today), *dates.in_header(response.modified, today)]
    return described(
        response,
        title=_title(text),
        text=text,
        flags=(MOJIBAKE,) if decoded.mojibake else (),
        dates=dates.ordered(claims),
    )


def _title(text: str) -> str:
    lines = [line.strip() for line in text[:4000].splitlines() if line.strip()]
    heading = next((line.lstrip("# ") for line in lines if line.startswith("# ")), lines[0] if lines else "")
    return one_line(heading)[:_TITLE_CHARACTERS].strip()
