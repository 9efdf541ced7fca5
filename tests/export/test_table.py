"""The table of a run holds every result once, and its CSV is read back as the very same rows."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from tests.conftest import cases
from tests.export.runs import COPY, GOOD, LOST, any_text, empty_run, run_of, runs
from tests.export.test_cells import begins_a_formula
from workbench.errors import BadRequest
from workbench.export import Row, as_csv, exported, read_csv, table
from workbench.export.document import run_document
from workbench.export.table import COLUMNS, NOT_JUDGED, to_csv
from workbench.records import RunRecord

CELLS = [
    pytest.param(line["input"]["cell"], id=line["name"])
    for line in cases("adversarial/ui_export.jsonl")
    if "cell" in line["input"]
]
SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


def cells(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_of_the_cases_is_text_in_a_spreadsheet_and_read_back(cell: Any) -> None:
    if not isinstance(cell, str):
        number = math.nan if cell is None else float(cell)
        shown = cells(as_csv(run_of(score=number)))[1][COLUMNS.index("overall_score")]
        assert shown == ("" if cell is None else repr(number))
        return
    held = to_csv([Row(title=cell, reason=cell)])
    assert read_csv(held) == (Row(title=cell, reason=cell),)
    for whole in (held, as_csv(run_of(cell, topic=cell, reason=cell))):
        assert not any(begins_a_formula(one) for row in cells(whole) for one in row)
        assert {len(row) for row in cells(whole)} == {len(COLUMNS)}
    assert not any(begins_a_formula(one) for row in cells(held, ";") for one in row)
    read = read_csv(exported(run_of(cell, topic=cell, reason=cell), "csv"))
    assert read == table(run_of(cell, topic=cell, reason=cell))


texts = any_text.map(lambda text: text.translate(SURROGATES))
values = st.builds(
    Row,
    rank=st.none() | st.integers(),
    title=texts,
    url=texts,
    overall_score=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    position=st.none() | st.integers(),
    reason=texts,
    topic=texts,
)


@effort(deadline=None)
@given(st.lists(values, max_size=4), st.booleans())
def test_any_rows_are_read_back_as_they_were(rows: list[Row], mark: bool) -> None:
    assert read_csv(to_csv(rows, mark=mark)) == tuple(rows)
    assert read_csv(to_csv(rows, mark=mark).encode()) == tuple(rows)


@effort(deadline=None, max_examples=60)
@given(runs())
def test_the_csv_of_any_run_is_read_back_and_holds_every_result_once(run: RunRecord) -> None:
    rows = table(run)
    assert read_csv(exported(run, "csv")) == rows
    assert run.searched is not None
    assert sorted(row.position or 0 for row in rows) == [hit.position for hit in run.searched.hits]
    assert all(row.state == ("kept" if row.rank else "thin") for row in rows)
    texts = [at for at, name in enumerate(COLUMNS) if isinstance(getattr(Row(), name), str)]
    assert not any(begins_a_formula(row[at]) for row in cells(as_csv(run)) for at in texts)


def test_a_result_that_was_not_judged_says_so_in_every_row_and_record() -> None:
    run = replace(run_of(), state="cancelled", judged=None, read=None, context=None)
    assert {(row.state, row.reason) for row in table(run)} == {("", NOT_JUDGED)}
    told = [hit["reason"] for hit in run_document(run)["hits"]]
    assert told == [NOT_JUDGED] * 4


def test_a_row_says_state_reason_components_and_what_was_read() -> None:
    first, second, copy, lost = table(run_of(reason="thin: 1 word"))
    assert (first.rank, first.url, first.state, first.page, first.date) == (1, GOOD, "kept", "page read", "2026-11-01")
    assert (first.overall_score, first.domain_credibility, first.recency_score) == (0.75, 0.65, 0.7)
    assert (second.page, second.page_text_sha256) == ("snippet only", "")
    assert (copy.url, copy.state, copy.copy_of, copy.rank) == (COPY, "duplicate", GOOD, None)
    assert (lost.url, lost.state, lost.reason, lost.overall_score) == (LOST, "thin", "thin: 1 word", None)
    assert Counter((row.run, row.settings_version) for row in table(run_of())) == {("r00001abcdef", 3): 4}


def test_numbers_stay_numbers_and_missing_ones_are_empty() -> None:
    at = COLUMNS.index("overall_score")
    assert cells(as_csv(run_of(score=-0.5)))[1][at] == "-0.5"
    for missing in (math.nan, math.inf, -math.inf):
        assert cells(as_csv(run_of(score=missing)))[1][at] == ""
        assert table(run_of(score=missing))[0].overall_score is None


def test_a_byte_order_mark_is_there_when_it_is_asked_for() -> None:
    assert exported(run_of(), "csv", mark=True) == b"\xef\xbb\xbf" + exported(run_of(), "csv")


def test_a_run_without_results_is_a_header_alone() -> None:
    assert cells(as_csv(empty_run())) == [list(COLUMNS)]
    assert read_csv(as_csv(empty_run())) == ()


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        (lambda text: text.replace("rank,", "place,", 1), "The table is none of a run"),
        (lambda text: "", "The table is none of a run"),
        (lambda text: text.replace(",0.75,", ",high,"), "Row 1 of the table: overall_score is no number."),
        (lambda text: text + "1,2\r\n", "Row 5 of the table has not 23 cells."),
        (lambda text: text + "," * 40 + "\r\n", "Row 5 of the table has not 23 cells."),
        (lambda text: text + '"', "cannot be read"),
    ],
)  # fmt: skip
def test_a_table_that_is_spoilt_is_refused_with_the_row(spoilt: Any, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        read_csv(spoilt(as_csv(run_of())))


def test_a_cell_of_any_length_is_read_back() -> None:
    rows = (Row(title="t" * 200_000),)
    assert read_csv(to_csv(rows)) == rows


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(BadRequest, match="not UTF-8"):
        read_csv(b"rank\xff")


def test_every_column_is_a_field_of_the_row() -> None:
    assert tuple(asdict(Row())) == COLUMNS
