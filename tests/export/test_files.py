"""Files of a stored run: no cell is a formula, reading back gives the original, names are safe, JSON holds anything."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import math
import unicodedata
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.compose.benches import benched, done, item, items, pages_for
from tests.conftest import cases
from tests.quality import strategies
from tests.tuning.test_rescore import stored
from workbench.export import as_csv, as_json, as_markdown, file_name, read_csv, run_document
from workbench.export.cells import guarded, unguarded
from workbench.records import Answer, Components, Context, Hit, Judged, Read, RunRecord, Searched, Source
from workbench.settings import Settings

LINES = cases("adversarial/ui_export.jsonl")
CELLS = [pytest.param(line["input"]["cell"], id=line["name"]) for line in LINES if line["name"].startswith("csv-")]
NAMES = [
    pytest.param(line["input"]["topic"], id=line["name"])
    for line in LINES
    if line["name"].startswith("export-file-name")
]
KEYS = {
    "topic", "today", "settings", "outcomes", "hits", "sources", "dropped", "sections", "context", "findings",
    "timings",
}  # fmt: skip


def run_of(title: str = "T", topic: str = "river quality", score: float = 0.75) -> RunRecord:
    hit = Hit("https://good.example/x", title, "Nine sites.", 1, "ddg", date(2026, 11, 1))
    lost = Hit("https://lost.example/x", title, "Nine.", 2, "ddg")
    source = Source(Read(hit), hit.url, "good.example", Components(0.65, 0.5, 0.7), score, 1)
    return RunRecord(
        "r00001abcdef", 1, topic, date(2026, 11, 29), "ddg", "done", datetime(2026, 11, 29, tzinfo=UTC), {}, 3,
        searched=Searched((Answer("ddg", "ok", (hit, lost)),), (hit, lost)),
        judged=Judged((source,), (), 1), context=Context("The context."), timings={"search": 0.5},
    )  # fmt: skip


def rows(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def begins_a_formula(cell: str) -> bool:
    """What a spreadsheet may make of a cell, after blanks, quotes and marks."""
    skipped = cell.lstrip(' \u00a0\u3000"“”‘’\u200b\u200e\u200f\ufeff')
    return bool(skipped) and unicodedata.normalize("NFKC", skipped[0]) in {*"=+-@", "\t", "\r", "\n"}


@pytest.mark.parametrize("cell", CELLS)
def test_no_text_of_the_cases_is_taken_for_a_formula_and_each_is_read_back(cell: Any) -> None:
    if not isinstance(cell, str):
        assert all(not math.isnan(float(found[4])) for found in rows(as_csv(run_of()))[1:] if found[4])
        return
    text = as_csv(run_of(cell))
    shown = run_document(run_of(cell))["hits"][0]["title"]
    assert not any(begins_a_formula(found) for row in rows(text) for found in row)
    assert [row["title"] for row in read_csv(text)] == [run_document(run_of(cell))["sources"][0]["title"], shown]
    assert unguarded(guarded(cell)) == cell
    assert not begins_a_formula(guarded(cell))


@given(st.text())
def test_any_text_is_guarded_and_read_back(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not begins_a_formula(guarded(text))


@given(st.text("'=+-@ \t\r\n\"“＝＋\u200b\u00a0a", max_size=6))
def test_marks_before_marks_are_read_back_too(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not begins_a_formula(guarded(text))
    assert unguarded(guarded(guarded(text))) == guarded(text)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("plain", "plain"),
        ("", ""),
        ("-0.5", "'-0.5"),
        ("'=1", "''=1"),
        ("'tis", "'tis"),
        ("a=1", "a=1"),
        ("﹣1", "'﹣1"),
        ("\tx", "'\tx"),
        (" x", " x"),
    ],
)
def test_only_what_could_be_a_formula_gets_the_mark(text: str, cell: str) -> None:
    assert guarded(text) == cell


def test_numbers_stay_numbers_and_missing_ones_are_empty() -> None:
    kept, lost = rows(as_csv(run_of(score=-0.5)))[1:]
    assert (kept[0], kept[4], kept[10]) == ("1", "-0.5", "1")
    assert lost[:1] + lost[4:10] == [""] * 7
    assert rows(as_csv(run_of(score=float("nan"))))[1][4] == ""
    assert rows(as_csv(run_of(score=float("inf"))))[1][4] == ""


def test_a_cell_of_two_lines_or_with_quotes_is_one_cell() -> None:
    run = replace(run_of(), error="x")
    assert run.judged is not None
    odd = replace(run.judged.sources[0], url='https://good.example/"a"\nb')
    text = as_csv(replace(run, judged=replace(run.judged, sources=(odd,))))
    assert read_csv(text)[0]["url"] == odd.url
    assert {len(row) for row in rows(text)} == {13}


def test_a_byte_order_mark_is_there_when_it_is_asked_for() -> None:
    text = as_csv(run_of(), mark=True)
    assert text.encode().startswith(b"\xef\xbb\xbf")
    assert read_csv(text) == read_csv(as_csv(run_of()))


def test_a_run_without_results_is_a_header_alone() -> None:
    empty = replace(run_of(), searched=None, judged=None, context=None)
    assert rows(as_csv(empty)) == rows(as_csv(run_of()))[:1]
    assert as_markdown(empty) == "<!-- run 1 (r00001abcdef), 2026-11-29, settings v3 -->\n\n\n"
    assert "None" not in as_csv(empty) + as_markdown(empty)
    assert json.loads(as_json(empty))["context"] == ""


@pytest.mark.parametrize("topic", [*NAMES, "a/b\\c", "NUL.txt", "naïve café", "日本", ".", "-", "con"])
def test_a_file_name_is_short_ascii_with_the_run_in_it(topic: str) -> None:
    for ending in ("md", "json", "csv"):
        name = file_name(run_of(topic=topic), ending)
        assert name.isascii()
        assert len(name) <= 100
        assert name.endswith(f"-r00001abcdef.{ending}")
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
        assert name[0] not in ".-"
        assert name.split(".")[0] not in {"con", "nul", "prn", "aux"}


def test_the_file_name_says_the_topic() -> None:
    assert file_name(run_of(topic="Naïve café: what it costs!"), "md") == "naive-cafe-what-it-costs-r00001abcdef.md"


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_json_cannot_hold_is_null(score: float) -> None:
    data = json.loads(as_json(run_of(score=score)), parse_constant=pytest.fail)
    assert data["sources"][0]["overall_score"] is None


def test_the_document_has_what_the_issue_names() -> None:
    assert set(run_document(run_of())) >= KEYS
    assert set(run_document(run_of())["sections"]) == {"references", "posts", "web"}


@effort(deadline=None, max_examples=60)
@given(strategies.reads(), strategies.settings())
def test_the_exports_of_any_run_add_up_and_hold_the_same(reads: list[Read], settings: Settings) -> None:
    run = stored(reads, settings)
    document = json.loads(as_json(run), parse_constant=pytest.fail)
    assert run.judged is not None
    assert len(document["hits"]) == len(reads)
    assert all(hit["state"] for hit in document["hits"])
    assert len(document["sources"]) + len(document["dropped"]) == len(reads)
    states = Counter(hit["state"] for hit in document["hits"])
    assert states["kept"] == len(document["sources"])
    table = read_csv(as_csv(run))
    assert Counter(row["state"] for row in table) == states
    assert [row["url"] for row in table[: states["kept"]]] == [source.url for source in run.judged.sources]
    assert [row["rank"] for row in table] == [str(n) for n in range(1, states["kept"] + 1)] + [""] * (
        len(table) - states["kept"]
    )


HOSTILE = [
    pytest.param(line["input"], id=line["name"])
    for line in cases("adversarial/snippets.jsonl")
    if isinstance(line["input"].get("url"), str)
][::6]


@pytest.mark.parametrize("given_", HOSTILE)
def test_a_hostile_run_is_exported_whole_and_twice_the_same(given_: dict[str, Any], home: Path) -> None:
    results = [*items(1), item(given_["url"], given_["snippet"] or "", given_["title"] or "")]
    with benched(home, [results], pages_for(items(1))) as bench:
        record = asyncio.run(done(bench))
        again = bench.store.runs.get(record.id)
    for export in (as_json, as_csv, as_markdown):
        text = export(record)
        assert export(again) == text
        assert not any(unicodedata.category(char) == "Cs" or char == "\0" for char in text)
        text.encode()
    assert len(json.loads(as_json(record), parse_constant=pytest.fail)["hits"]) == len(read_csv(as_csv(record)))
    assert not any(begins_a_formula(cell) for row in rows(as_csv(record)) for cell in row)
