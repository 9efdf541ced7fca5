"""Our own hostile and foreign pages: what each holds, or why it holds nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.extract.test_html import TODAY
from tests.extract.test_html_cases import response, sockets_opened_by
from workbench.extract.read import read
from workbench.records import Page

FILE = Path(__file__).parents[1] / "cases" / "pages.jsonl"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_every_page_of_our_own(case: dict[str, Any]) -> None:
    wanted = case["assert"]
    answer = response(case["input"]["raw"].encode(), "text/html")
    page = read(answer, TODAY)
    assert page.outcome in wanted.get("outcome_in", [wanted.get("outcome", page.outcome)]), (page.reason, page.text)
    assert page.reason == wanted.get("reason", page.reason)
    assert page.text == wanted.get("content", page.text)
    assert [word for word in wanted.get("must_contain", ()) if word not in page.text] == [], page.text
    assert [word for word in wanted.get("must_not_contain", ()) if word in page.text] == [], page.text
    assert all(page.text.count(word) == 1 for word in wanted.get("once", ())), page.text
    check_title(page, wanted)
    if wanted.get("sockets_opened") == 0:
        assert sockets_opened_by(answer) == 0


def check_title(page: Page, wanted: dict[str, Any]) -> None:
    assert page.title == wanted.get("title", page.title)
    assert page.title != wanted.get("title_not")
    assert page.language == wanted.get("language", page.language)
    assert not any(char in page.title for char in "\n\r\t\x00")
    assert page.reason or page.outcome == "ok"
