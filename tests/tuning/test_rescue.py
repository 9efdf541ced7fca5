"""A lost result comes back with the page a person gives; nothing is searched, the first run stays as it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import command
from workbench.compose import Workbench
from workbench.errors import BadRequest
from workbench.records import RunRecord, Searched

TEXT = " ".join(["Nitrate fell at every one of the nine sites after the two treatment plants were rebuilt."] * 12)


def recording(results: int) -> dict[str, Any]:
    hits = [
        {
            "url": f"https://host{n}.example/a",
            "title": f"Report {n}",
            "snippet": " ".join(f"word{n}x{i}" for i in range(24)),
        }
        for n in range(results)
    ]
    page = {"status": 200, "content_type": "text/html", "body": f"<article><h1>Report</h1><p>{TEXT}</p></article>"}
    pages: dict[str, Any] = {hit["url"]: page for hit in hits}
    pages["https://host1.example/a"] = {"status": 403, "content_type": "text/html", "body": "<p>no</p>"}
    return {"topic": "river quality", "today": "2026-11-29", "hits": hits, "pages": pages, "posts": []}


async def done(results: int = 7) -> tuple[Workbench, RunRecord]:
    bench = Workbench.open()
    return bench, await bench.do(bench.new_run("", recording=json.dumps(recording(results))))


def urls(run: RunRecord) -> list[str]:
    return [source.url for source in run.judged.sources] if run.judged else []


async def test_a_page_given_by_hand_makes_a_source_and_a_new_run(home: Path) -> None:
    bench, run = await done()
    url = "https://host1.example/a"
    assert url not in urls(run)
    again = await bench.rescue(run, url, TEXT.encode(), "text/plain")
    assert url in urls(again)
    assert sorted(urls(again)) == sorted([*urls(run), url])
    assert again.context is not None
    assert f"]({url})" in again.context.text
    assert (again.options["rescued_from"], again.state, again.settings) == (run.id, "done", run.settings)
    assert bench.store.runs.get(run.id) == run
    await bench.aclose()


async def test_a_result_over_the_limit_comes_in_beside_the_others(home: Path) -> None:
    bench, run = await done()
    again = await bench.rescue(run, "https://host6.example/a", TEXT.encode(), "text/plain")
    assert sorted(urls(again)) == sorted([*urls(run), "https://host6.example/a"])
    assert isinstance(again.searched, Searched)
    assert [lost.hit.url for lost in again.searched.dropped] == ["https://host5.example/a"]
    await bench.aclose()


async def test_a_second_rescue_keeps_the_first(home: Path) -> None:
    bench, run = await done()
    once = await bench.rescue(run, "https://host6.example/a", TEXT.encode(), "text/plain")
    twice = await bench.rescue(once, "https://host1.example/a", TEXT.encode(), "text/plain")
    assert len(urls(twice)) == len(urls(run)) + 2
    await bench.aclose()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://host0.example/a", "is a source of run 1 already"),
        ("https://elsewhere.example/", "has no result"),
    ],
)
async def test_what_is_not_lost_cannot_be_rescued(url: str, said: str, home: Path) -> None:
    bench, run = await done()
    with pytest.raises(BadRequest, match=said):
        await bench.rescue(run, url, TEXT.encode(), "text/plain")
    await bench.aclose()


async def test_a_page_that_cannot_be_read_is_refused_in_words(home: Path) -> None:
    bench, run = await done()
    with pytest.raises(BadRequest, match="could not be read"):
        await bench.rescue(run, "https://host1.example/a", b"%PDF-1.4 broken", "application/pdf")
    assert bench.store.runs.count() == 1
    await bench.aclose()


def test_the_command_takes_a_file(home: Path, tmp_path: Path) -> None:
    source, page = tmp_path / "recording.json", tmp_path / "page.html"
    source.write_text(json.dumps(recording(3)))
    page.write_text(f"<html><body><article><p>{TEXT}</p></article></body></html>")
    assert command("run", "--recording", source).code == 0
    rescued = command("runs", "rescue", "1", "https://host1.example/a", "--file", page, "--json")
    assert rescued.code == 0, rescued.err
    assert "https://host1.example/a" in [entry["url"] for entry in rescued.json["sources"]]
    empty = tmp_path / "empty.txt"
    empty.write_text(" \n")
    assert command("runs", "rescue", "1", "https://host1.example/a", "--file", empty).code == 2
