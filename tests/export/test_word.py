"""The Word document of a run opens again, holds every text, links to http(s) alone and is the same bytes each time."""

from __future__ import annotations

import io
from datetime import datetime
from zipfile import ZipFile

import pytest
from docx import Document
from docx.document import Document as WordDocument
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn
from hypothesis import given
from hypothesis import settings as effort
from lxml import etree

from tests.export.runs import GOOD, empty_run, run_of, runs
from workbench.export import exported, table
from workbench.export.hashes import context_sha256, settings_sha256
from workbench.records import RunRecord
from workbench.text import safe, shown


def opened(run: RunRecord) -> WordDocument:
    return Document(io.BytesIO(exported(run, "docx")))


def links(document: WordDocument) -> list[str]:
    return [rel.target_ref for rel in document.part.rels.values() if rel.reltype == RELATIONSHIP_TYPE.HYPERLINK]


def lines(document: WordDocument) -> list[str]:
    return [paragraph.text for paragraph in document.paragraphs]


def grid(document: WordDocument) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for one in document.tables for row in one.rows]


@effort(deadline=None, max_examples=25)
@given(runs())
def test_any_run_opens_again_with_its_texts(run: RunRecord) -> None:
    document = opened(run)
    rows = table(run)
    held = lines(document)
    assert held[0] == (shown(run.topic) or "No topic")
    for row in rows:
        if row.rank:
            assert f"{row.rank}. {row.title}" in held
    lost = [row for row in rows if not row.rank]
    assert len(grid(document)) == (len(lost) + 1 if lost else 0)
    assert all(link.startswith(("https://", "http://")) for link in links(document))
    if run.context and run.context.text:
        assert held[held.index("What the writer gets") + 1 :] == safe(run.context.text).split("\n")


def test_hashes_scores_badges_and_states_are_told() -> None:
    run = run_of(reason="thin: 1 word", context="One.\n\n  Two.")
    document = opened(run)
    text = "\n".join(lines(document))
    for told in (
        "Settings version: 3", settings_sha256(run), context_sha256(run), table(run)[0].page_text_sha256,
        "Score 0.75 · credibility 0.65 · snippet 0.5", "page read", "snippet only",
        "4 results: 2 kept, 1 thin, 1 duplicate.",
    ):  # fmt: skip
        assert told in text, told
    assert text.endswith("What the writer gets\nOne.\n\n  Two.")
    assert [row[3:] for row in grid(document)][2] == ["thin", "thin: 1 word"]
    assert links(document) == [GOOD, "https://plain.example/y"]


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "file:///etc/passwd", "https://a@evil.example/", "corpus://sample/1", "https://[", "x",
     f"https://good.example/{'x' * 2000}"],
)  # fmt: skip
def test_another_address_is_text(url: str) -> None:
    document = opened(run_of(url=url))
    assert links(document) == ["https://plain.example/y"]
    assert url in lines(document)


@pytest.mark.parametrize("text", ["a\x00b\x0b\x1f", "x\udcff", "\ufffe\uffff", "]]>&<w:p/>", "\x1b[31mred"])
def test_what_xml_cannot_hold_is_left_out(text: str) -> None:
    document = opened(run_of(text, topic=text, context=text, reason=text))
    assert lines(document)[-1] == safe(text)
    assert lines(document)[0] == (shown(text) or "No topic")


def test_the_same_run_is_the_same_bytes_of_its_own_moment() -> None:
    held = exported(run_of(), "docx")
    assert held == exported(run_of(), "docx")
    with ZipFile(io.BytesIO(held)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2026, 11, 29, 8, 30, 14)}
        assert all(etree.fromstring(archive.read(n)) is not None for n in archive.namelist() if n.endswith(".xml"))
        assert archive.namelist()[0] == "[Content_Types].xml"
    properties = opened(run_of()).core_properties
    assert properties.created == properties.modified
    assert properties.created is not None
    assert properties.created.replace(tzinfo=None) == datetime(2026, 11, 29, 8, 30, 14)
    assert (properties.author, properties.title) == ("Research Workbench", "river quality")


def test_an_empty_run_opens_too() -> None:
    assert lines(opened(empty_run()))[-1] == "Nothing: the context is the empty text."
    assert "None" not in "\n".join(lines(opened(empty_run())))


@pytest.mark.parametrize("topic", ["איכות המים", "جودة المياه في النهر"])
def test_a_text_from_right_to_left_is_set_so(topic: str) -> None:
    first = opened(run_of(topic=topic)).paragraphs[0]
    assert first.text == topic
    assert first.runs[0].font.rtl
    assert first._p.pPr is not None
    assert first._p.pPr.find(qn("w:bidi")) is not None


def test_chinese_is_kept() -> None:
    document = opened(run_of("热泵在寒冷气候中的表现", topic="热泵", context="引用：热泵。"))
    assert lines(document)[0] == "热泵"
    assert "1. 热泵在寒冷气候中的表现" in lines(document)
    assert lines(document)[-1] == "引用：热泵。"
    assert not document.paragraphs[0].runs[0].font.rtl
