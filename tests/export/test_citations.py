"""BibTeX, RIS and CSL-JSON of a run: read by strict readers, no text ends its field, every source is there once."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as effort

from tests.export.bibliographies import from_latex, read_bibtex, read_ris, title_of
from tests.export.runs import GOOD, empty_run, run_of, runs
from workbench.export import exported, table
from workbench.export.hashes import context_sha256, settings_sha256
from workbench.records import RunRecord
from workbench.text import shown

HOSTILE = (
    "A} , evil = {x", "}\n@misc{forged, title={x}}\n", "{{{", r"\input{/etc/passwd} \end{document}", "50% off_#1 $x$",
    "a\nER  - \nTY  - BOOK", "x\r\nUR  - https://evil.example/", "\u2028UR  - x\x85AB  - y\x0b\x0c",
    '"quoted" @string{a}',
    "^~|<>&", "\x00\udcff", "热泵", "איכות המים",
)  # fmt: skip
TEXTS = {"id", "type", "title", "container-title", "URL", "language", "abstract", "annote"}


def text_of(run: RunRecord, form: Any) -> str:
    return exported(run, form).decode("utf-8")


def csl_of(run: RunRecord) -> list[dict[str, Any]]:
    """The items, each of the shape that the schema of CSL-JSON asks for."""
    items: list[dict[str, Any]] = json.loads(text_of(run, "csl"), parse_constant=pytest.fail)
    for item in items:
        assert item["type"] == "webpage"
        assert {"id", "title", "accessed", "annote"} <= set(item) <= TEXTS | {"issued", "accessed"}
        assert all(isinstance(item[name], str) and item[name] for name in TEXTS & set(item))
        for name in {"issued", "accessed"} & set(item):
            ((year, month, day),) = item[name]["date-parts"]
            assert 1 <= year <= 9999
            assert 1 <= month <= 12
            assert 1 <= day <= 31
    return items


@effort(deadline=None, max_examples=60)
@given(runs())
def test_any_run_is_read_back_with_the_same_titles_in_the_same_order(run: RunRecord) -> None:
    rows = [row for row in table(run) if row.rank]
    titles = [row.title or "Untitled" for row in rows]
    bibtex, ris, csl = read_bibtex(text_of(run, "bib")), read_ris(text_of(run, "ris")), csl_of(run)
    assert [title_of(entry) for entry in bibtex.values()] == titles
    assert [dict(record)["TI"] for record in ris] == titles
    assert [item["title"] for item in csl] == titles
    keys = [item["id"] for item in csl]
    assert keys == list(bibtex) == [dict(record)["ID"] for record in ris]
    assert len(set(keys)) == len(rows)
    assert all(re.fullmatch(r"[a-z0-9-]+", key) for key in keys)
    addresses = [item.get("URL", "") for item in csl]
    assert addresses == [entry.get("url", "") for entry in bibtex.values()]
    assert addresses == [dict(record).get("UR", "") for record in ris]
    assert all(not url or url.startswith(("http://", "https://", "corpus://")) for url in addresses)
    assert all(url.isascii() and not re.search(r"[\s{}\\]", url) for url in addresses)
    for entry in bibtex.values():
        from_latex(entry["annote"])
        from_latex(entry.get("abstract", ""))
        from_latex(entry.get("howpublished", ""))


@pytest.mark.parametrize("title", HOSTILE)
def test_a_hostile_title_is_the_value_of_one_field(title: str) -> None:
    run = run_of(title, topic=title, snippet=title, language=title)
    wanted = shown(title) or "good.example"
    bibtex, ris = read_bibtex(text_of(run, "bib")), read_ris(text_of(run, "ris"))
    assert [title_of(entry) for entry in bibtex.values()] == [wanted, "Second"]
    assert [tag for tag, _ in ris[0]] in (
        ["TY", "ID", "TI", "T2", "PY", "DA", "UR", "Y2", "AB", "N1", "ER"],
        ["TY", "ID", "TI", "T2", "PY", "DA", "UR", "Y2", "N1", "ER"],
    )
    assert [item["title"] for item in csl_of(run)] == [wanted, "Second"]


def test_an_entry_says_where_when_and_how_it_was_judged() -> None:
    run = run_of("Nine sites", snippet="Nine sites along the river.")
    (item, second) = csl_of(run)
    assert item["annote"].startswith("rank 1; score 0.75 (credibility 0.65, snippet 0.5, recency 0.7, uniqueness 1.0,")
    assert second["annote"].startswith("rank 2; score 0.5 (")
    assert "; page read; SHA-256 of the page text " in item["annote"]
    assert "; snippet only; Run 1 (r00001abcdef); " in second["annote"]
    for told in (
        "Settings version 3", f"SHA-256 of the settings snapshot {settings_sha256(run)}",
        f"SHA-256 of the context text {context_sha256(run)}", "4 results: 2 kept, 1 thin, 1 duplicate",
    ):  # fmt: skip
        assert told in item["annote"]
        assert told in text_of(run, "bib").splitlines()[0]
        assert told in text_of(run, "ris")
    del item["annote"]
    assert item == {
        "id": "good-example-r1-1", "type": "webpage", "title": "Nine sites", "container-title": "good.example",
        "URL": GOOD, "issued": {"date-parts": [[2026, 11, 1]]}, "accessed": {"date-parts": [[2026, 11, 29]]},
        "language": "en", "abstract": "Nine sites along the river.",
    }  # fmt: skip
    assert "issued" not in second
    entry = read_bibtex(text_of(run, "bib"))["good-example-r1-1"]
    assert (entry["year"], entry["month"], entry["day"], entry["urldate"]) == ("2026", "nov", "1", "2026-11-29")
    assert dict(read_ris(text_of(run, "ris"))[0])["DA"] == "2026/11/01/"


@pytest.mark.parametrize(
    ("url", "cited"),
    [
        ("corpus://sample/heat-pumps/01", "corpus://sample/heat-pumps/01"),
        ("https://bücher.example/a b{c}", "https://xn--bcher-kva.example/a%20b%7Bc%7D"),
        ("javascript:alert(1)", None),
        ("ftp://x.example/", None),
        ("https://bank.example@evil.example/", None),
        ("", None),
    ],
)
def test_only_http_and_corpus_addresses_are_cited(url: str, cited: str | None) -> None:
    assert csl_of(run_of(url=url))[0].get("URL") == cited


def test_a_run_without_sources_is_an_empty_bibliography() -> None:
    assert read_bibtex(text_of(empty_run(), "bib")) == {}
    assert (text_of(empty_run(), "ris"), csl_of(empty_run())) == ("", [])


@pytest.mark.parametrize("form", ["bib", "ris", "csl"])
def test_the_same_run_is_the_same_bytes(form: Any) -> None:
    assert exported(run_of(), form) == exported(run_of(), form)


@pytest.mark.parametrize(
    "text", ["@misc{a,\n  title = {a}b},\n}\n", "@misc{a,\n  t = {a}\n}\n", "x\n", "@misc{a,\n  t = {{a},\n}\n"]
)
def test_the_reader_of_bibtex_is_strict(text: str) -> None:
    with pytest.raises((AssertionError, IndexError)):
        read_bibtex(text)
