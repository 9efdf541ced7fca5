"""`workbench fetch` and `extract`: one record an item, in the order given; a bad one never ends the others."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import command
from tests.compose.benches import article
from workbench.installing import SAMPLE

KEYS = [
    "url", "final_url", "status", "outcome", "reason", "content_type", "title", "published", "language", "text",
    "truncated",
]  # fmt: skip
PDF = SAMPLE / "documents" / "street-trees-urban-cooling" / "06-planting-guide.pdf"


def records(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(article())
    return path


def test_one_file_is_one_document(page: Path) -> None:
    done = command("extract", page, "--json", "--url", "https://good.example/report")
    assert done.code == 0
    assert done.out.startswith("{\n")
    found = done.json
    assert list(found) == ["path", *KEYS]
    assert (found["path"], found["url"], found["final_url"]) == (
        str(page),
        "https://good.example/report",
        "https://good.example/report",
    )
    assert (found["outcome"], found["title"], found["truncated"]) == ("ok", "River quality report", False)
    assert "Nine sampling sites along the river" in found["text"]


def test_several_are_a_line_each_in_their_order_and_no_bad_one_ends_the_others(page: Path, tmp_path: Path) -> None:
    def held(name: str, data: bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    packed = gzip.compress(article(title="Packed").encode())
    files = [
        page,
        tmp_path / "missing.html",
        held("packed.html.gz", packed),
        held("upper.HTML.GZ", packed),
        held("cut.html.gz", packed[:60]),
        held("no-gzip.html.gz", b"plain"),
        tmp_path,
        held("note.txt", b"A note on nine sites."),
        held("photo.png", b"\x89PNG\r\n\x1a\n" + bytes(100)),
        held("empty.html", b""),
        held("bomb.txt.gz", gzip.compress(b"x" * (3 << 20))),
        PDF,
        tmp_path / ("n" * 300),
        page,
    ]
    done = command("extract", *files, "--json")
    assert done.code == 0
    found = records(done.out)
    assert [one["path"] for one in found] == [str(path) for path in files]
    assert [one["outcome"] for one in found] == [
        "ok", "error", "ok", "ok", "error", "error", "error", "ok", "not_text", found[9]["outcome"], "ok", "ok",
        "error", "ok",
    ]  # fmt: skip
    assert found[9]["outcome"] != "ok"
    assert all(one["reason"] for one in found if one["outcome"] != "ok")
    assert (found[2]["title"], found[7]["text"]) == ("Packed", "A note on nine sites.")
    assert (found[10]["truncated"], len(found[10]["text"])) == (True, 200_000)
    assert found[1]["reason"] == "the file cannot be read: No such file or directory"
    assert found[11]["content_type"] == "application/pdf"
    assert found[0] == found[-1]
    assert found[0]["url"] == page.as_uri()


def test_text_for_a_person_shows_the_outcome_and_the_words_and_nothing_moves_the_cursor(tmp_path: Path) -> None:
    odd = tmp_path / "odd.txt"
    odd.write_bytes(b"Nine \x1b[31msites\x07 and more. " + b"They were sampled twice. " * 40)
    named = tmp_path / "a\x1b[2Jb.txt"
    named.write_bytes(b"words")
    no_utf_8 = Path(os.fsdecode(os.fsencode(tmp_path) + b"/x\xff.txt"))
    no_utf_8.write_bytes(b"words")
    done = command("extract", odd, named, no_utf_8, tmp_path / "missing.html")
    assert done.code == 0
    assert not set(done.out) & {"\x1b", "\x07", "\x00"}
    lines = done.out.splitlines()
    assert lines[0].startswith(f"{odd}  ok  ")
    assert lines[1].startswith("Nine sites and more")
    assert lines[-1] == f"{tmp_path}/missing.html  error  the file cannot be read: No such file or directory"
    command("fetch", "http://127.0.0.1/")
    assert command("doctor", "--json").json["database"]["counts"]["blobs"] == 0


def test_nothing_read_ends_with_1(tmp_path: Path) -> None:
    done = command("extract", tmp_path / "a", tmp_path / "b", "--json")
    assert (done.code, len(records(done.out))) == (1, 2)


FETCHED = {
    "http://127.0.0.1/": "refused",
    "http://localhost:8501/": "refused",
    "http://[::1]/": "refused",
    "http://169.254.169.254/latest/meta-data/": "refused",
    "http://8.8.8.8:8080/": "refused",
    "http://user:secret@8.8.8.8/": "refused",
    "http://8.8.8.8:99999/": "refused",
    "http://[::1": "invalid",
    "ftp://good.example/": "invalid",
    "javascript:alert(1)": "invalid",
    "file:///etc/passwd": "invalid",
    "nonsense": "invalid",
    "": "invalid",
    "http://xn--a.example/": "invalid",
    "http://x\x00y/": "invalid",
    "http://x\udcff/": "invalid",
    "h" * 100_000: "invalid",
}


def test_what_may_not_be_fetched_is_a_record_with_a_reason() -> None:
    done = command("fetch", "--json", "--", *FETCHED)
    found = records(done.out)
    assert done.code == 1
    assert {one["url"]: one["outcome"] for one in found} == FETCHED
    assert all(list(one) == KEYS and one["reason"] and not one["text"] for one in found)


def test_one_address_is_one_document() -> None:
    done = command("fetch", "http://127.0.0.1/", "--json")
    assert (done.code, list(done.json), done.out[:2]) == (1, KEYS, "{\n")


def test_addresses_keep_their_order() -> None:
    urls = [f"http://127.0.0.1/{n}" for n in range(9)]
    done = command("fetch", *urls, "--json", "--set", "web_research_max_concurrent=16")
    assert [one["url"] for one in records(done.out)] == urls
