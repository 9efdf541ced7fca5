"""`workbench posts`, `references` and `corpus`: what comes in, what is refused, what is listed."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tests.cli.commands import command
from tests.compose.benches import article, put_sample
from workbench.cli.output import opened

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>
<item><title>How we measured the river</title><link>https://blog.example/2026/river-measured</link></item>
<item><title></title><link>https://blog.example/untitled</link></item></channel></rss>"""
FILES = {
    "feed.xml": RSS,
    "posts.csv": "title,slug,status\nHow we measured the river,river-measured,published\n,untitled,published\n",
    "posts.json": json.dumps([{"title": "How we measured the river", "url": "https://b.example/river-measured/"}, {}]),
}


@pytest.mark.parametrize("name", FILES)
def test_posts_come_in_and_a_row_that_is_none_is_said(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(FILES[name])
    done = command("posts", "import", file)
    assert (done.code, done.out) == (0, "Imported 1 post.\n")
    assert len(done.err.splitlines()) == 1
    again = command("posts", "import", file, "--json")
    assert (again.json["imported"], len(again.json["errors"])) == (1, 1)
    assert command("posts", "list", "--json").json == [
        {"title": "How we measured the river", "slug": "river-measured", "status": "published"}
    ]
    assert command("posts", "list").out.splitlines()[1].split("  ")[0] == "How we measured the river"


def test_a_sitemap_gives_posts_named_by_their_addresses(tmp_path: Path) -> None:
    file = tmp_path / "sitemap.xml"
    file.write_text(
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        "<url><loc>https://blog.example/river-measured</loc></url></urlset>"
    )
    assert command("posts", "import", file).code == 0
    assert command("posts", "list", "--json").json[0]["slug"] == "river-measured"


def test_references_are_listed_for_all_or_for_one_topic(tmp_path: Path) -> None:
    listed = command("references", "list", "--json").json
    assert len(listed) == 19
    assert set(listed["fastapi"][0]) == {"title", "url"}
    assert command("references", "list", "--topic", "FastAPI streaming", "--json").json == {
        "FastAPI streaming": listed["fastapi"]
    }
    assert command("references", "list", "--topic", "storage", "--json").json == {"storage": []}
    assert command("references", "list").out.startswith("keyword ")


def test_references_are_replaced_whole_as_a_version(tmp_path: Path) -> None:
    file = tmp_path / "references.json"
    own = {"river": [{"title": "River handbook", "url": "https://docs.river.example/"}]}
    file.write_text("\ufeff" + json.dumps(own))
    assert command("references", "set", file, "--note", "rivers only").out == "Saved as v1.\n"
    assert command("references", "list", "--json").json == own
    assert command("settings", "history", "--json").json[0]["note"] == "rivers only"
    file.write_text(json.dumps({"river": [{"title": "", "url": "x"}]}))
    done = command("references", "set", file)
    assert (done.code, done.out) == (2, "")
    assert command("references", "list", "--json").json == own


def test_the_corpus_lists_topics_and_documents(home: Path) -> None:
    put_sample(home)
    listed = command("corpus", "list", "--json").json
    assert set(listed) == {"topics", "documents"}
    assert (len(listed["topics"]), len(listed["documents"])) == (6, 62)
    assert set(listed["topics"][0]) == {"slug", "title", "about"}
    assert set(listed["documents"][0]) == {"url", "title", "topic", "published", "status", "content_type", "sample"}
    text = command("corpus", "list").out
    assert all(topic["title"] in text for topic in listed["topics"])


def test_the_sample_is_installed_once_and_said_on_the_other_output(home: Path) -> None:
    first = command("corpus", "list", "--json")
    assert first.err.startswith("Installed the sample corpus: 62 documents on 6 topics. Its settings are v1;")
    assert len(first.json["documents"]) == 62
    command("corpus", "remove", "--sample")
    again = command("corpus", "list", "--json")
    assert (again.err, again.json["documents"]) == ("", [])


def test_documents_are_added_searched_and_removed(home: Path, tmp_path: Path) -> None:
    put_sample(home)
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "weir.md").write_text(
        "---\nurl: https://rivers.example/weir\ntitle: The weir\n---\nA quarrel about zander."
    )
    (folder / "gates.html").write_text(article(title="Flood gates and zander"))
    (folder / "notes.docx").write_bytes(b"PK")
    (tmp_path / "bad.md").write_text("---\nurl: javascript:x\n---\nzander")
    done = command("corpus", "add", folder, tmp_path / "missing.md", tmp_path / "bad.md", "--topic", "rivers", "--json")
    assert done.code == 0
    assert done.json["added"] == 2
    assert [line.split(" ")[0] for line in done.err.splitlines()] == ["There", str(tmp_path / "bad.md")]
    assert done.json["refused"] == done.err.splitlines()
    found = command("corpus", "search", "zander", "--json").json
    assert {hit["url"] for hit in found} == {"https://rivers.example/weir", "corpus://gates.html"}
    assert [hit["position"] for hit in found] == [1, 2]
    assert command("corpus", "search", "zander", "--count", "1").out.count("\n") == 2
    listed = command("corpus", "list", "--json").json
    assert {"slug": "rivers", "title": "rivers", "about": ""} in listed["topics"]
    assert command("corpus", "remove", "https://rivers.example/weir").out == "Removed 1 document.\n"
    assert command("corpus", "remove", "https://rivers.example/weir").code == 2
    assert [hit["url"] for hit in command("corpus", "search", "zander", "--json").json] == ["corpus://gates.html"]


def test_a_hostile_document_is_named_and_never_ends_or_delays_the_others(home: Path, tmp_path: Path) -> None:
    put_sample(home)
    os.mkfifo(tmp_path / "pipe.html")
    (tmp_path / "pipe.meta.html").write_text("<p>zander")
    os.mkfifo(tmp_path / "pipe.meta.html.meta")
    (tmp_path / "titles.html").write_text("<title>" * 300_000)
    (tmp_path / "attributes.html").write_text("<a " + " ".join(f"a{n}=1" for n in range(200_000)) + ">zander</a>")
    (tmp_path / "head.md").write_text("---\ntitle: " + "x" * 100_000 + "\n---\nzander")
    (tmp_path / "login.html").write_text("---\nstatus: 403\ntitle: Sign in\nsnippet: A zander study.\n---\n<p>Sign in")
    (tmp_path / "secret.md").write_text("---\nurl: https://me:hunter2@rivers.example/\n---\nzander")
    (tmp_path / "local.md").write_text("---\nurl: http://127.0.0.1/\n---\nzander")
    (tmp_path / "good.html").write_text(article(title="Zander in vector&lt;int&gt; form"))
    started = time.monotonic()
    done = command("corpus", "add", tmp_path, "--json")
    assert time.monotonic() - started < 30
    assert done.code == 0
    assert done.json["added"] == 5
    assert done.err.splitlines() == [*done.json["refused"], *done.json["notes"]]
    assert done.json["refused"] == [
        f"{tmp_path}/local.md stands for http://127.0.0.1/: not a public address.",
        f"{tmp_path}/pipe.html cannot be read: it is a pipe.",
        f"{tmp_path}/pipe.meta.html.meta cannot be read: it is a pipe.",
        f"{tmp_path}/secret.md stands for https://***@rivers.example/: credentials in the address.",
    ]
    assert [line.partition(":")[0] for line in done.json["notes"]] == [
        f"Only the title of {tmp_path}/attributes.html is searched",
        f"Only the title of {tmp_path}/titles.html is searched",
    ]
    listed = {one["url"]: one["title"] for one in command("corpus", "list", "--json").json["documents"]}
    assert listed["corpus://good.html"] == "Zander in vector<int> form"
    assert {hit["url"] for hit in command("corpus", "search", "zander", "--json").json} == {
        "corpus://good.html", "corpus://head.md", "corpus://login.html",
    }  # fmt: skip


def test_a_document_in_another_coding_is_read_and_its_front_matter_refused(home: Path, tmp_path: Path) -> None:
    put_sample(home)
    text = "# Über die Höhe\n\n" + "Der Zander zieht im März über die Höhe der Wehre, und früh löst sich das Eis. " * 20
    (tmp_path / "bare.md").write_bytes(text.encode("latin-1"))
    (tmp_path / "head.md").write_bytes("---\ntitle: Höhe\n---\nzander".encode("latin-1"))
    done = command("corpus", "add", tmp_path, "--topic", "rivers", "--json")
    assert done.json["refused"] == [f"The front matter of {tmp_path}/head.md is not UTF-8 text (byte 9)."]
    (hit,) = command("corpus", "search", "höhe", "--json").json
    assert hit["title"] == "Über die Höhe"
    assert "März" in hit["snippet"]


def test_of_two_files_for_one_address_the_later_stays_and_is_named(home: Path, tmp_path: Path) -> None:
    put_sample(home)
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(f"---\nurl: https://rivers.example/weir\n---\nThe weir, {name[0]} zander.")
    done = command("corpus", "add", tmp_path)
    assert (done.out, done.err) == (
        "Added 1 document.\n",
        f"{tmp_path}/b.md replaced {tmp_path}/a.md: both stand for https://rivers.example/weir.\n",
    )
    (hit,) = command("corpus", "search", "zander", "--json").json
    assert hit["snippet"] == "The weir, b zander."


def test_a_word_inside_a_run_of_characters_is_found_by_the_search_and_by_a_run(home: Path, tmp_path: Path) -> None:
    put_sample(home)
    (tmp_path / "river.md").write_text(
        "# 河川の水質調査報告書\n\n二つの町は河川の水質調査報告書を公開した。", encoding="utf-8"
    )
    command("corpus", "add", tmp_path)
    (hit,) = command("corpus", "search", "水質", "--json").json
    assert (hit["url"], hit["title"]) == ("corpus://river.md", "河川の水質調査報告書")
    (found,) = command("run", "水質", "--engine", "corpus", "--json").json["hits"]
    assert (found["url"], found["title"]) == (hit["url"], hit["title"])


@pytest.mark.parametrize("name", ["missing.md", "photo.png", "n" * 300])
def test_nothing_added_ends_with_1_and_says_why(name: str, home: Path, tmp_path: Path) -> None:
    put_sample(home)
    (tmp_path / "photo.png").write_bytes(b"x")
    done = command("corpus", "add", tmp_path / name)
    assert (done.code, done.out) == (1, "Added 0 documents.\n")
    assert name in done.err


def test_references_whose_addresses_name_who_asks_are_refused_without_the_password(tmp_path: Path) -> None:
    file = tmp_path / "links.json"
    file.write_text(json.dumps({"key": [{"title": "T", "url": "https://bob:hunter2@a.example/"}]}))
    done = command("references", "set", file)
    assert (done.code, done.out) == (2, "")
    assert "addresses name who asks; leave out what stands before the @" in done.err
    assert "hunter2" not in done.err


def test_an_import_that_brings_nothing_ends_with_1(tmp_path: Path) -> None:
    file = tmp_path / "feed.xml"
    file.write_text("<rss><channel></channel></rss>")
    done = command("posts", "import", file)
    assert (done.code, done.out, done.err) == (1, "Imported 0 posts.\n", "feed.xml holds no post.\n")
    file.write_text("<rss><a>")
    done = command("posts", "import", file)
    assert (done.code, done.out, done.err) == (2, "", "feed.xml breaks off as XML: its end is missing.\n")


def test_the_sample_is_told_of_once() -> None:
    said = [command("corpus", "list").err for _ in range(2)]
    assert said[0].startswith("Installed the sample corpus: ")
    assert said[1] == ""
    with opened() as bench:
        assert not bench.store.meta.claim("sample_installed")
