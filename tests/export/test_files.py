"""Files of a stored run: the case lines of exports, safe names, JSON that holds anything, zips of several."""

from __future__ import annotations

import asyncio
import io
import json
import unicodedata
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import settings as effort

from tests.compose.benches import benched, done, item, items, pages_for
from tests.conftest import cases
from tests.export.runs import any_text, empty_run, run_of
from tests.quality import strategies
from tests.tuning.test_rescore import stored
from workbench.export import FORMATS, FORMS, Form, as_json, bundled, exported, file_name, run_document, table
from workbench.export.hashes import context_sha256, page_sha256, settings_sha256, text_sha256
from workbench.records import Read, RunRecord, RunState
from workbench.settings import Settings

LINES = [
    pytest.param(line["input"], id=line["name"])
    for line in cases("adversarial/ui_export.jsonl")
    if line["name"].startswith("export-")
]
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
KEYS = {
    "topic", "today", "settings", "outcomes", "hits", "sources", "dropped", "sections", "context", "findings",
    "timings", "funnel", "settings_version", "settings_sha256", "context_sha256",
}  # fmt: skip


def is_safe(name: str, ending: str) -> bool:
    """Whether a file of that name can stand in any folder of any system, and nowhere else."""
    letters = set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    return (
        letters
        and len(name) <= 100
        and name.endswith(f"-r00001abcdef.{ending}")
        and (name[0] not in ".-" and ".." not in name and name.split(".")[0] not in RESERVED)
    )


@pytest.mark.parametrize("given_", LINES)
def test_what_the_case_says_of_files_holds(given_: dict[str, Any]) -> None:
    match given_:
        case {"topic": str(topic)}:
            assert all(is_safe(file_name(run_of(topic=topic), kind.ending), kind.ending) for kind in FORMATS.values())
        case {"sources": 0}:
            assert all(b"None" not in exported(empty_run(), form) for form in FORMS)
            assert exported(empty_run(), "csv").count(b"\n") == 1
        case {"sources": int()}:
            run = run_of()
            assert run.judged is not None
            assert [row.url for row in table(run) if row.rank] == [source.url for source in run.judged.sources]
        case {"score": str(score)}:
            data = json.loads(as_json(run_of(score=float(score))), parse_constant=pytest.fail)
            assert data["sources"][0]["overall_score"] is None
        case {"title": str(title)}:
            (hit, *_) = json.loads(exported(run_of(title), "json").decode("utf-8"))["hits"]
            hit["title"].encode("utf-8")
        case {"export": int(times)}:
            for form in FORMS:
                assert len({exported(run_of(), form) for _ in range(times)}) == 1
        case {"export": str()}:
            assert json.loads(as_json(run_of()))["state"] == "done"
        case _:
            pytest.skip("no rule is known for this input")


@pytest.mark.parametrize("state", get_args(RunState))
@pytest.mark.parametrize("form", FORMS)
def test_a_run_in_any_state_is_exported_with_what_it_has(form: Form, state: RunState) -> None:
    for run in (replace(run_of(), state=state), replace(empty_run(), state=state), replace(run_of(), judged=None)):
        assert exported(run, form) == exported(run, form)
    if form in ("md", "json"):
        assert state.encode() in exported(replace(empty_run(), state=state), form)


@effort(deadline=None)
@given(any_text)
def test_any_topic_gives_a_safe_name(topic: str) -> None:
    for kind in FORMATS.values():
        assert is_safe(file_name(run_of(topic=topic), kind.ending), kind.ending)


@pytest.mark.parametrize(
    ("topic", "name"),
    [
        ("Naïve café: what it costs!", "naive-cafe-what-it-costs-r00001abcdef.md"),
        ("热泵在寒冷气候中的表现", "run-r00001abcdef.md"),
        ("热泵 COP 2026", "cop-2026-r00001abcdef.md"),
        ("איכות המים", "run-r00001abcdef.md"),
        ("NUL.txt", "nul-txt-r00001abcdef.md"),
        ("a/b\\c", "a-b-c-r00001abcdef.md"),
        (".", "run-r00001abcdef.md"),
    ],
)
def test_the_file_name_says_the_topic(topic: str, name: str) -> None:
    assert file_name(run_of(topic=topic), "md") == name


def test_a_zip_holds_each_run_once_and_is_the_same_bytes() -> None:
    runs = [run_of(), empty_run(), run_of()]
    for form in FORMS:
        held = bundled(runs, form, mark=True)
        assert held == bundled(runs, form, mark=True)
        with ZipFile(io.BytesIO(held)) as archive:
            names = [file_name(run, FORMATS[form].ending) for run in runs[:2]]
            assert archive.namelist() == names
            assert [archive.read(name) for name in names] == [exported(run, form, mark=True) for run in runs[:2]]
            assert {entry.date_time for entry in archive.infolist()} == {(2026, 11, 29, 8, 30, 14)}
    with ZipFile(io.BytesIO(bundled([], "md"))) as archive:
        assert archive.namelist() == []


def test_the_document_has_what_it_was_made_from() -> None:
    document = run_document(run_of())
    assert set(document) >= KEYS
    assert set(document["sections"]) == {"references", "posts", "web"}
    assert document["context_sha256"] == text_sha256("The context.")
    assert document["funnel"] == {"kept": 2, "thin": 1, "duplicate": 1}
    assert [source["page"] for source in document["sources"]] == ["page read", "snippet only"]
    assert [source["page_text_sha256"] for source in document["sources"]] == [text_sha256("Page text."), ""]
    assert document["pages"][0]["text_sha256"] == text_sha256("Page text.")


def test_each_hash_is_of_what_its_name_says() -> None:
    run = run_of()
    assert run.judged is not None
    assert text_sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert settings_sha256(run) == text_sha256('{"research_min_snippet_words":10}')
    assert settings_sha256(replace(run, settings={"b": 1, "a": "é"})) == text_sha256('{"a":"\\u00e9","b":1}')
    assert context_sha256(run_of(context="x")) == text_sha256("x")
    assert context_sha256(replace(run, context=None)) == ""
    assert page_sha256(run.judged.sources[0]) == text_sha256("Page text.")


@pytest.mark.parametrize("form", FORMS)
def test_every_format_bears_settings_version_and_hashes(form: Form) -> None:
    held = exported(run_of(), form)
    if form == "docx":
        with ZipFile(io.BytesIO(held)) as archive:
            held = archive.read("word/document.xml")
    text = held.decode("utf-8")
    for told in (settings_sha256(run_of()), context_sha256(run_of()), text_sha256("Page text.")):
        assert told in text
    assert any(told in text for told in ("ettings version 3", "ettings version: 3", '"settings_version": 3', ",3,"))
    assert "page read" in text
    assert "snippet only" in text


@effort(deadline=None, max_examples=60)
@given(strategies.reads(), strategies.settings())
def test_the_exports_of_any_run_add_up_and_hold_the_same(reads: list[Read], settings: Settings) -> None:
    run = stored(reads, settings)
    document = json.loads(as_json(run), parse_constant=pytest.fail)
    assert run.judged is not None
    assert len(document["hits"]) == len(reads) == sum(document["funnel"].values())
    assert all(hit["state"] for hit in document["hits"])
    assert len(document["sources"]) + len(document["dropped"]) == len(reads)
    states = Counter(hit["state"] for hit in document["hits"])
    assert states["kept"] == len(document["sources"])
    rows = table(run)
    assert Counter(row.state for row in rows) == states == document["funnel"]
    assert [row.url for row in rows if row.rank] == [source.url for source in run.judged.sources]
    assert [row.rank for row in rows] == [*range(1, states["kept"] + 1), *[None] * (len(rows) - states["kept"])]
    assert [row.reason for row in rows if not row.rank] == [hit["reason"] for hit in document["hits"] if hit["reason"]]
    told = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in document["funnel"].items())
    assert f"\n{len(reads)} result" in exported(run, "md").decode()
    assert told in exported(run, "md").decode()


HOSTILE = [
    pytest.param(line["input"], id=line["name"])
    for line in cases("adversarial/snippets.jsonl")
    if isinstance(line["input"].get("url"), str)
][::6]


def stored_twice(given_: dict[str, Any], home: Path) -> tuple[RunRecord, RunRecord]:
    results = [*items(1), item(given_["url"], given_["snippet"] or "", given_["title"] or "")]
    with benched(home, [results], pages_for(items(1))) as bench:
        record = asyncio.run(done(bench))
        return record, bench.store.runs.get(record.id)


@pytest.mark.parametrize("given_", HOSTILE)
def test_a_hostile_run_is_exported_whole_and_twice_the_same(given_: dict[str, Any], home: Path) -> None:
    record, again = stored_twice(given_, home)
    for form in FORMS:
        held = exported(record, form)
        assert exported(again, form) == held
        if form != "docx":
            assert not any(unicodedata.category(char) == "Cs" or char == "\0" for char in held.decode())
    assert len(json.loads(as_json(record), parse_constant=pytest.fail)["hits"]) == len(table(record))
