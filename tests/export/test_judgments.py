"""Judgments as files and back: nothing is lost, nothing is half read, and each bad row is named."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tuning.judged import A, B, C, graded, pair
from workbench.errors import BadRequest, WorkbenchError
from workbench.evidence.judgments import grades
from workbench.export.cells import guarded
from workbench.export.judgment_rows import ReadJudgments, RowFault, read_judgments
from workbench.export.judgments import (
    COLUMNS,
    JUDGMENT_FORMS,
    JudgmentForm,
    judgments_csv,
    judgments_json,
    judgments_qrels,
    topic_id,
    topic_names,
    topic_of,
)
from workbench.records import Judgment
from workbench.records.judgment import GRADES, PREFERENCES, UNDECIDED
from workbench.text import clean_topic
from workbench.urls.judged import normal

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
HEAD = ",".join(COLUMNS)
ROW = f"Heat pumps,{A},,2,ann,,1,2026-11-01T09:00:00+00:00"


def read(text: str | bytes, name: str = "judged") -> ReadJudgments:
    return read_judgments(text.encode() if isinstance(text, str) else text, name, NOW)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
HOSTS = st.from_regex(r"[a-z]{1,8}\.example", fullmatch=True)
ADDRESSES = st.builds(lambda host, path: f"https://{host}/{path}", HOSTS, st.text("ab/=+-@é '\"?&;,%", max_size=12))
TIMES = st.datetimes(datetime(2001, 1, 1), NOW.replace(tzinfo=None), timezones=st.just(UTC))
ONE = st.builds(
    Judgment, TEXT, ADDRESSES, st.just(""), st.sampled_from(GRADES + UNDECIDED), TEXT, TEXT, st.just(3), TIMES
)
TWO = st.builds(
    Judgment, TEXT, ADDRESSES, ADDRESSES, st.sampled_from(PREFERENCES + UNDECIDED), TEXT, TEXT, st.just(1), TIMES
)


def kept(one: Judgment) -> list[Judgment]:
    """The judgment as it is kept, if it is one and names its rater."""
    try:
        found = normal(one, NOW)
    except BadRequest:
        return []
    return [found] if found.rater else []


def once(held: list[list[Judgment]]) -> list[Judgment]:
    """Of what a rater says of the same, the last."""
    return list(
        {(one.topic.casefold(), one.first, one.second, one.rater): one for each in held for one in each}.values()
    )


JUDGMENTS = st.lists(st.one_of(ONE, TWO).map(kept), max_size=6).map(once)
GRADED = st.lists(ONE.map(kept), max_size=6).map(once).map(lambda held: [one for one in held if one.answer in GRADES])


@given(JUDGMENTS)
def test_csv_and_json_give_back_every_judgment(judgments: list[Judgment]) -> None:
    for text in (judgments_csv(judgments), judgments_csv(judgments, mark=True), judgments_json(judgments)):
        found = read(text)
        assert found.dated == tuple(judgments)
        assert (len(found.undated), found.faults) == (0, ())


@given(JUDGMENTS)
def test_no_cell_of_a_csv_can_be_a_formula(judgments: list[Judgment]) -> None:
    for one in judgments:
        for part in (one.topic, one.rater, one.note):
            assert not re.match(r"[\s\"']*[=+@\-]", guarded(part)) or guarded(part).startswith("'")


@given(JUDGMENTS)
def test_the_same_judgment_has_one_form(judgments: list[Judgment]) -> None:
    assert [normal(one, NOW) for one in judgments] == judgments


@given(GRADED)
def test_qrels_keep_every_grade(judgments: list[Judgment]) -> None:
    said = grades(judgments, "majority")
    text = judgments_qrels(said, topic_names(judgments))
    assert all(len(line.split()) == 4 for line in text.splitlines())
    if said:
        found = read_judgments(text.encode(), "q", NOW, rater="ann")
        assert (found.form, len(found.dated), found.faults) == ("qrels", 0, ())
        assert grades(found.undated, "majority") == said


@given(TEXT)
def test_a_topic_is_one_word_of_qrels_and_comes_back(text: str) -> None:
    try:
        topic = clean_topic(text)
    except BadRequest:
        return
    assert len(topic_id(topic).split()) == 1
    assert topic_of(topic_id(topic)) == topic


def refused_or_read(data: bytes, form: JudgmentForm | None = None) -> tuple[int, list[str]]:
    """How many rows were judgments, and every sentence on what was none."""
    try:
        found = read_judgments(data, "file", NOW, form=form)
    except WorkbenchError as error:
        return 0, [str(error)]
    return len(found.dated) + len(found.undated), [one.why for one in found.faults]


@given(st.binary(max_size=300), st.sampled_from([None, *JUDGMENT_FORMS]))
def test_any_bytes_are_read_or_refused_in_a_sentence(data: bytes, form: JudgmentForm | None) -> None:
    count, sentences = refused_or_read(data, form)
    assert count == 0
    assert all(one.endswith(".") for one in sentences)


@given(st.lists(st.text(st.sampled_from('a,;"\n\r\t =1é\0'), max_size=20), max_size=5))
def test_any_rows_under_the_right_head_are_read_or_refused_in_a_sentence(lines: list[str]) -> None:
    count, sentences = refused_or_read("\n".join([HEAD, ROW, *lines]).encode())
    assert count == 1 or (count == 0 and len(sentences) == 1)
    assert all(one.endswith(".") for one in sentences)


def test_qrels_are_grades_under_the_rule_and_spaces_survive() -> None:
    said = [graded(A, "3", "ann"), graded(A, "2", "bob"), graded(B, "0", topic="50% off  heat"), pair(A, B, "first")]
    text = judgments_qrels(grades(said, "mean"), topic_names(said))
    assert text == f"50%25%20off%20%20heat 0 {B} 0\nHeat%20pumps 0 {A} 2\n"


def test_a_grade_needs_neither_time_nor_rater_nor_guideline() -> None:
    data = f"answer;topic;first\r\n2;Heat pumps;{A}\r\n".encode("utf-8-sig")
    found = read_judgments(data, "x.csv", NOW, rater="bob", guideline=4)
    assert found.undated == (Judgment("Heat pumps", A, "", "2", "bob", "", 4, NOW),)
    assert (found.form, found.rows, found.dated, found.faults) == ("csv", 1, (), ())


def test_each_bad_row_is_named_and_the_good_ones_are_read() -> None:
    rows = [
        ROW,
        f"Heat pumps,{A},,best,ann,,1,",
        f"Heat pumps,{A},{B},2,ann,,1,",
        f",{A},,2,ann,,1,",
        "Heat pumps,a.example,,2,ann,,1,",
        f"Heat pumps,{A},,2,ann,,one,",
        f"Heat pumps,{A},,2,ann,,1,yesterday",
        f"Heat pumps,{A},,2,ann",
        f"Heat pumps,{C},,2,ann,,1,2126-01-01",
        "",
        f"Heat pumps,{B},,1,ann,,1,",
        f"heat  PUMPS,{B},,3,ann,,1,",
    ]
    found = read("\n".join([HEAD, *rows]))
    assert [one.first for one in (*found.dated, *found.undated)] == [A, B]
    assert found.faults == (
        RowFault(3, "“best” is no answer on one source; it is one of 0, 1, 2, 3, skipped, later, withdrawn."),
        RowFault(4, "“2” is no answer on two sources; it is one of first, second, equal, skipped, later, withdrawn."),
        RowFault(5, "The topic is empty; type what the research is about."),
        RowFault(6, "“a.example” is no address of a page, such as https://host.example/page."),
        RowFault(7, "guideline is no whole number."),
        RowFault(8, "“yesterday” is no time; write it like 2026-11-30T09:15:00Z."),
        RowFault(9, "It has 5 cells; the first line names 8 columns."),
        RowFault(10, "The time 2126-01-01T00:00:00 lies before 2000 or in the future."),
        RowFault(13, "Row 12 says 1 of the same, by the same rater."),
    )


def test_entries_of_json_are_read_by_their_kinds() -> None:
    entries = [
        {"topic": "t", "first": A, "answer": 2, "guideline": "2", "at": "2026-11-01T10:00:00Z"},
        {"topic": "t", "first": B, "second": A, "answer": "First", "rater": None},
        "no object",
        {"topic": "t", "first": A, "answer": True},
        {"topic": ["t"], "first": A, "answer": "1"},
        {"topic": "t", "first": A, "answer": 10**30},
        {"topic": "t\ud800", "first": A, "answer": "1", "rater": "bob", "guideline": 1.5},
    ]
    found = read(json.dumps(entries))
    assert [(one.first, one.second, one.answer) for one in found.dated] == [(A, "", "2")]
    assert [(one.first, one.second, one.answer) for one in found.undated] == [(A, B, "second")]
    assert [(one.row, one.why.partition(";")[0]) for one in found.faults] == [
        (3, "It is no object."),
        (4, "answer is no text."),
        (5, "topic is no text."),
        (6, "“a number” is no answer on one source"),
        (7, "guideline is no whole number."),
    ]


@pytest.mark.parametrize("topic", ["[draft]%20pumps", "{x}", "[", "a,answer,b", "answer;x", '"answer"'])
def test_a_topic_is_not_taken_for_the_beginning_of_another_form(topic: str) -> None:
    found = read(f"{topic} 0 {A} 3\nq1 0 {B} 1\n")
    assert (found.form, len(found.undated), found.faults) == ("qrels", 2, ())
    assert found.undated[0].topic == topic_of(topic)
    assert not set("[{").intersection(topic_id(found.undated[0].topic))


@pytest.mark.parametrize("text", ["[ 1, 2, 3\n]", '{ "judgments" : [\n]}', "[\n]"])
def test_a_document_over_several_lines_is_json(text: str) -> None:
    assert read(text).form == "json"


def test_lines_of_foreign_qrels_are_read_and_the_others_named() -> None:
    found = read(f"q1\tQ0\t{A}\t3\r\n\r\nq1 0 {B} -1\nq1 0 doc17 1\nq1 0 {C}\nq1 0 {C} 2")
    assert [(one.topic, one.first, one.answer) for one in found.undated] == [("q1", A, "3"), ("q1", C, "2")]
    assert [(one.row, one.why.partition(";")[0]) for one in found.faults] == [
        (3, "“-1” is no grade"),
        (4, "“doc17” is no address of a page, such as https://host.example/page."),
        (5, "It has 3 words"),
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf \r\n", "is empty"),
        (b"topic,first,answer\nCaf\xe9,https://a.example/x,1", "is not UTF-8 text (byte 23)"),
        (b"\x00\x01\x02", "not in a form"),
        (b"PK\x03\x04 a b c", "not in a form"),
        (b"topic,url,grade\n", "not in a form"),
        (b"topic,answer\n", "has no column first"),
        (b"answer,note\n", "has no column topic and no column first"),
        (b"topic,first,answer,answer\n", "names a column twice"),
        (b'topic,first,answer\n"never closed,x,1\n', "breaks off as CSV in line"),
        (b"{}", "JSON without a list"),
        (b'{"judgments": 3}', "JSON without a list"),
        (b'{"judgments": [', "is no JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" + b"1" * 5_000 + b"]", "digits"),
        (b"x" * (21 << 20), "larger than 20 MiB"),
        (b"\n".join([b"topic,first,answer"] + [b"t,u,1"] * 50_001), "more than 50,000 rows"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_file_that_is_none_is_refused_whole(data: bytes, why: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(why)) as refused:
        read(data)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_line_ends_and_marks_do_not_matter(ending: str, coding: str) -> None:
    assert len(read(ending.join([HEAD, ROW, ""]).encode(coding)).dated) == 1
    assert len(read(ending.join([f"t 0 {A} 1", f"t 0 {B} 1"]).encode(coding)).undated) == 2


LONG = "x" * (10 << 20)


@pytest.mark.parametrize("row", [f"t,{A},,1,ann,{LONG},1,", f"t,https://a.example/{LONG},,1,ann,,1,", LONG])
def test_a_cell_of_ten_megabytes_is_a_sentence(row: str) -> None:
    _, sentences = refused_or_read(f"{HEAD}\n{ROW}\n{row}".encode())
    assert [len(one) < 400 for one in sentences] == [True]


def test_a_line_of_ten_megabytes_is_one_bad_row_of_qrels() -> None:
    for line in (f"t 0 {A} {LONG}", f"t 0 https://a.example/{LONG} 1", LONG, "x " * (5 << 20)):
        count, sentences = refused_or_read(f"t 0 {A} 1\n{line}\nt 0 {B} 1".encode())
        assert count == 2
        assert [len(one) < 400 for one in sentences] == [True]


def test_what_nobody_can_see_is_no_part_of_a_judgment() -> None:
    found = read(f"{HEAD}\nHeat\0 \u202epumps,{A},,2,a\0nn,no\0te,1,")
    assert [(one.topic, one.rater, one.note) for one in found.undated] == [("Heat pumps", "ann", "note")]


def test_no_sentence_tells_a_password() -> None:
    found = read(f"{HEAD}\nt,https://ada:pw@a.example/,,2,ann,,1,\nt,//ada:pw@a b,,2,ann,,1,")
    assert len(found.faults) == 2
    assert not any("pw" in one.why for one in found.faults)


def test_a_day_is_the_beginning_of_it_in_utc_and_a_zone_is_counted() -> None:
    found = read(f"{HEAD}\nt,{A},,2,ann,,1,2026-11-01\nt,{B},,2,ann,,1,2026-11-01T01:00:00+02:00")
    assert [one.at for one in found.dated] == [
        datetime(2026, 11, 1, tzinfo=UTC),
        datetime(2026, 11, 1, tzinfo=UTC) - timedelta(hours=1),
    ]
