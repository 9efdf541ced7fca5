"""Text files: their words, the first heading or line as title."""

from __future__ import annotations

from datetime import date

import pytest

from workbench.extract.read import read
from workbench.records import Page, Response


def page(body: bytes, content_type: str = "text/plain") -> Page:
    answer = Response("https://good.example/a.txt", "ok", content_type=content_type, body=body)
    return read(answer, date(2026, 11, 29))


@pytest.mark.parametrize(
    ("body", "content_type", "title", "text"),
    [
        (b"River report\r\n\r\nIt fell.\r\n", "text/plain", "River report", "River report\n\nIt fell."),
        (b"intro\n# River *report*\nIt fell.", "text/markdown", "River *report*", "intro\n# River *report*\nIt fell."),
        ("Flüsse".encode("latin-1"), "text/plain; charset=iso-8859-1", "Flüsse", "Flüsse"),
        ("河流水质".encode("utf-16"), "text/plain", "河流水质", "河流水质"),
        (b"<b>not markup</b>", "text/plain", "<b>not markup</b>", "<b>not markup</b>"),
        (b"a" * 300, "", "a" * 200, "a" * 300),
    ],
)
def test_text_is_kept_as_it_is(body: bytes, content_type: str, title: str, text: str) -> None:
    found = page(body, content_type)
    assert (found.outcome, found.title, found.text) == ("ok", title, text)


@pytest.mark.parametrize("body", [b"", b" \n\t", bytes(range(1, 9)) * 40, b"\x00" * 50])
def test_what_is_no_text_says_so(body: bytes) -> None:
    found = page(body)
    assert (found.outcome, found.text) == ("unreadable", "")
    assert found.reason
