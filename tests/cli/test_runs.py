"""`workbench runs`, `backup` and `doctor`: what was run and what it left, and whether all is well."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.commands import command
from tests.cli.homes import TOPIC, put_run
from workbench.compose import Workbench
from workbench.export import FORMATS, FORMS, read_csv


@pytest.fixture(autouse=True)
def _ran(home: Path) -> None:
    put_run(home)


def test_runs_are_listed_newest_first_and_searched() -> None:
    bench = Workbench.open()
    bench.new_run("River quality", engine="corpus")
    bench.store.close()
    listed = command("runs", "list", "--json").json
    assert [(one["number"], one["topic"], one["state"]) for one in listed] == [
        (2, "River quality", "queued"),
        (1, TOPIC, "done"),
    ]
    assert set(listed[0]) == {
        "number", "id", "topic", "engine", "state", "created_at", "kept", "results", "settings_version", "tags",
    }  # fmt: skip
    assert [one["number"] for one in command("runs", "list", "--search", "QUALITY", "--json").json] == [2]
    assert [one["number"] for one in command("runs", "list", "--limit", "1", "--json").json] == [2]
    assert command("runs", "list", "--search", "%", "--json").json == []
    assert command("runs", "list").out.splitlines()[2].split() == ["1", "done", "3", "10", "corpus", *TOPIC.split()]


@pytest.mark.parametrize("by", ["number", "id", "beginning"])
def test_a_run_is_shown_by_number_by_id_and_by_the_beginning_of_its_id(by: str) -> None:
    whole = command("runs", "list", "--json").json[0]["id"]
    name = {"number": "1", "id": whole, "beginning": whole[:8]}[by]
    found = command("runs", "show", name, "--json")
    assert (found.code, found.json["id"], found.json["topic"]) == (0, whole, TOPIC)


def test_a_run_is_shown_with_its_funnel_and_its_context() -> None:
    shown = command("runs", "show", "1").out
    document = command("runs", "show", "1", "--json").json
    assert shown.startswith(f"run 1 ({document['id']}), done, corpus, settings v1\n{TOPIC}, 2026-11-29\n")
    assert shown.endswith(f"\n\n{document['context']}\n")
    assert all(hit["url"] in shown and hit["reason"] in shown for hit in document["hits"])


def test_a_run_is_exported_in_every_format(tmp_path: Path) -> None:
    document = command("runs", "show", "1", "--json").json
    assert f"\n```text\n{document['context']}\n```\n" in command("runs", "export", "1").out
    assert command("runs", "export", "1", "--format", "json").json == document
    rows = read_csv(command("runs", "export", "1", "--format", "csv").out)
    assert [row.state for row in rows].count("kept") == len(document["sources"])
    assert len(command("runs", "export", "1", "--format", "csl").json) == len(document["sources"])
    name = f"air-source-heat-pumps-in-cold-climates-{document['id']}"
    for form in FORMS:
        done = command("runs", "export", "1", "--format", form, "--bom", "--out", tmp_path)
        file = tmp_path / f"{name}.{FORMATS[form].ending}"
        assert (done.code, done.out, done.err) == (0, "", f"Wrote {file}.\n")
        assert file.stat().st_size > 500
    assert len(list(tmp_path.glob(f"{name}.*"))) == len(FORMS)
    held = (tmp_path / f"{name}.csv").read_bytes()
    assert held.startswith(b"\xef\xbb\xbf")
    assert read_csv(held) == rows
    assert command("runs", "export", "1", "--out", tmp_path / "own.md").code == 0
    assert (tmp_path / "own.md").read_text() == command("runs", "export", "1").out


def test_several_runs_go_into_a_folder_each_once(home: Path, tmp_path: Path) -> None:
    bench = Workbench.open()
    bench.new_run("河川の水質", engine="corpus")
    bench.store.close()
    (tmp_path / "out").mkdir()
    done = command("runs", "export", "1", "2", "1", "--format", "docx", "--out", tmp_path / "out")
    assert (done.code, done.out, len(done.err.splitlines())) == (0, "", 2)
    assert len(list((tmp_path / "out").glob("*.docx"))) == 2
    for where in ((), ("--out", tmp_path / "file.md")):
        refused = command("runs", "export", "1", "2", *where)
        assert (refused.code, refused.out) == (2, "")
        assert refused.err == "Several runs go into a folder: name one that exists with --out.\n"


def test_what_cannot_be_exported_is_a_sentence() -> None:
    unknown = command("runs", "export", "1", "--format", "pdf")
    assert (unknown.code, unknown.err) == (2, "--format is md, json, csv, docx, bib, ris or csl, not “pdf”.\n")
    bare = command("runs", "export", "1", "--format", "docx")
    assert (bare.code, bare.out) == (2, "")
    assert bare.err == "A Word document is no text for standard output: name a file or a folder with --out.\n"


def test_a_run_is_cancelled_once_and_deleted_for_good(home: Path) -> None:
    bench = Workbench.open()
    queued = bench.new_run("river quality", engine="corpus")
    bench.store.close()
    assert command("runs", "cancel", "2").out == "Cancelled run 2.\n"
    assert command("runs", "cancel", queued.id, "--json").json == {
        "id": queued.id, "cancelled": False, "state": "cancelled",
    }  # fmt: skip
    assert command("runs", "cancel", "1").out == "Run 1 had ended as done.\n"
    unknown = command("runs", "delete", "1", "99")
    assert (unknown.code, unknown.out) == (2, "")
    assert len(command("runs", "list", "--json").json) == 2
    assert command("runs", "delete", "2").code == 0
    assert command("runs", "delete", "--now", "1", "2", "1").out == "Deleted 2 runs for good.\n"
    assert command("runs", "list", "--json").json == command("runs", "list", "--deleted", "--json").json == []
    assert command("doctor", "--json").json["database"]["counts"]["runs"] == 0


def test_a_deleted_run_says_how_it_is_brought_back() -> None:
    done = command("runs", "delete", "1")
    assert done.out == ("Deleted 1 run.\n`workbench runs restore 1` brings back what is less than 30 days deleted.\n")
    assert command("runs", "list", "--json").json == []
    assert command("runs", "show", "1").err == "Run 1 is deleted; `workbench runs restore 1` brings it back.\n"
    assert [one["number"] for one in command("runs", "list", "--deleted", "--json").json] == [1]
    assert command("runs", "restore", "1").out == "Restored 1 run.\n"
    assert command("runs", "list", "--json").json[0]["state"] == "done"
    again = command("runs", "restore", "1")
    assert (again.code, again.err) == (2, "Run 1 is not deleted.\n")


def test_runs_are_tagged_and_listed_by_tag_state_and_engine() -> None:
    assert command("runs", "tag", "1", "Heating", "cold climates").out == "Run 1 is tagged cold-climates heating.\n"
    assert command("runs", "list", "--tag", "heating", "--json").json[0]["tags"] == ["cold-climates", "heating"]
    assert command("runs", "list", "--search", "tag:heating engine:corpus", "--json").json[0]["number"] == 1
    for narrowed in (("--tag", "other"), ("--state", "failed"), ("--engine", "ddg")):
        assert command("runs", "list", *narrowed, "--json").json == []
    assert command("runs", "list", "--state", "finished", "--json").json[0]["number"] == 1
    assert command("runs", "untag", "1", "heating", "--json").json["tags"] == ["cold-climates"]
    assert command("runs", "untag", "1", "cold-climates").out == "Run 1 has no tag.\n"
    wrong = command("runs", "list", "--state", "lost")
    assert (wrong.code, wrong.err.partition(";")[0]) == (2, "There is no state “lost”")


def test_a_run_is_compared_with_the_one_before_it() -> None:
    same = command("runs", "compare", "1", command("runs", "list", "--json").json[-1]["id"])
    assert (same.code, same.err) == (2, "Both are run 1; a comparison takes two runs.\n")
    alone = command("runs", "compare", "1")
    assert (alone.code, alone.err.partition(";")[0]) == (
        2, "There is no finished run of the same topic before run 1",
    )  # fmt: skip
    assert command("run", TOPIC, "--engine", "corpus").code == 0
    found = command("runs", "compare", "2", "--json").json
    assert [found["before"]["number"], found["after"]["number"], len(found["sentences"])] == [1, 2, 3]
    assert {one["change"] for one in found["sources"]} == {"unchanged"}
    assert found["settings"] == {}
    assert command("runs", "compare", "1", "2", "--json").json == found
    told = command("runs", "compare", "2").out.splitlines()
    assert told[1:4] == found["sentences"]


@pytest.mark.parametrize("action", ["show", "export", "cancel", "delete", "compare"])
@pytest.mark.parametrize("run", ["99", "r00099", "", "%", "a\x00b", "-1", 10**30, "'; DROP TABLE runs"], ids=ascii)
def test_a_run_that_is_none_is_a_wrong_call(action: str, run: object) -> None:
    done = command("runs", action, "--", run)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("There is no run ")


@pytest.mark.parametrize("action", ["show", "export", "cancel", "delete", "compare"])
def test_a_run_whose_name_is_no_text_is_a_wrong_call(action: str) -> None:
    done = command("runs", action, "--", "\udcff")
    assert (done.code, done.out) == (2, "")
    assert "is not text in UTF-8: '\\udcff'" in done.err


def test_a_backup_is_a_whole_database(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "backup.db"
    done = command("backup", file)
    assert (done.code, done.out, done.err) == (0, "", f"Wrote {file}.\n")
    again = command("backup", file)
    assert (again.code, again.err) == (2, f"{file} exists; name another file, or ask to overwrite it.\n")
    assert command("backup", file, "--overwrite", "--json").json == {"file": str(file)}
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", f"sqlite:///{file}")
    assert command("runs", "list", "--json").json[0]["topic"] == TOPIC


@pytest.mark.parametrize("name", ["", "missing/backup.db", "n" * 300])
def test_a_backup_that_cannot_be_written_says_so(name: str, tmp_path: Path) -> None:
    done = command("backup", tmp_path / name)
    assert (done.code, done.out) == (2, "")
    assert "cannot be written" in done.err


def test_the_doctor_tells_versions_paths_database_engines_and_models(home: Path) -> None:
    done = command("doctor", "--json")
    assert (done.code, done.err) == (0, "")
    report = done.json
    assert set(report) >= {"versions", "paths", "database", "engines", "models", "secrets", "warnings"}
    assert report["versions"]["ddgs"] != "missing"
    assert report["paths"]["home"] == str(home)
    assert report["database"]["counts"]["runs"] == 1
    assert set(report["engines"]) == {"ddg", "corpus", "recording"}
    assert "requests pose as a browser" in report["engines"]["ddg"]
    assert report["warnings"] == []
    assert "\nengines\n" in command("doctor").out


def test_the_doctor_shows_no_password(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DDGS_PROXY", "http://ada:s3cret@proxy.example:3128")
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", "postgresql://ada:s3cret@127.0.0.1:1/none")
    done = command("doctor", "--json")
    assert done.code == 1
    assert "s3cret" not in done.out + done.err
    assert "through DDGS_PROXY http://proxy.example:3128" in done.json["engines"]["ddg"]
    assert done.json["database"]["fault"]


def newer(home: Path) -> None:
    with closing(sqlite3.connect(home / "workbench.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")


def damaged(home: Path) -> None:
    (home / "workbench.db").write_bytes(b"no database " * 500)


def folder(home: Path) -> None:
    (home / "workbench.db").unlink()
    (home / "workbench.db").mkdir()


@pytest.mark.parametrize("spoil", [newer, damaged, folder])
@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "river", "--engine", "corpus"),
        ("settings", "list"),
        ("settings", "set", "web_research_results", "7"),
        ("posts", "list"),
        ("corpus", "list"),
        ("runs", "list"),
        ("fetch", "http://127.0.0.1/"),
        ("doctor", "--json"),
        ("worker", "--drain"),
        ("score", "-"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_database_that_cannot_be_used_is_one_sentence_and_left_as_it_is(
    spoil: object, arguments: tuple[str, ...], home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert callable(spoil)
    spoil(home)
    if arguments[0] == "score":
        (tmp_path / "results.json").write_text("[]")
        arguments = ("score", str(tmp_path / "results.json"))
    before = (home / "workbench.db").read_bytes() if (home / "workbench.db").is_file() else b""
    done = command(*arguments)
    assert done.code == 1
    assert len(done.err.splitlines()) == 1
    assert str(home / "workbench.db") in done.err
    assert done.out == "" or json.loads(done.out)["database"]["fault"] == done.err.strip()
    assert ((home / "workbench.db").read_bytes() if (home / "workbench.db").is_file() else b"") == before


@pytest.mark.parametrize("place", ["/proc/home", "/sys/home"])
def test_a_home_that_cannot_be_written_is_one_sentence(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_HOME", place)
    for arguments in (("runs", "list"), ("run", "river", "--engine", "corpus"), ("settings", "list")):
        done = command(*arguments)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(f"The data directory {place} cannot be used: ")
        assert len(done.err.splitlines()) == 1


def test_a_home_that_cannot_be_used_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path / "file"))
    done = command("runs", "list")
    assert (done.code, done.out) == (1, "")
    assert done.err == f"The data directory {tmp_path}/file cannot be used: File exists.\n"
