"""`workbench judge`: judged, listed, asked for next, and moved to another database."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import command
from tests.cli.homes import TOPIC, put_run

A, B = "https://a.example/x", "https://b.example/x"
NOBODY = ("--rater", "ann")


def test_a_judgment_is_added_answered_anew_and_withdrawn(home: Path) -> None:
    assert home.exists()
    kept = command("judge", "add", "Heat pumps", "first", B, A, *NOBODY, "--note", "measured", "--json").json
    assert {**kept, "at": ""} == {
        "topic": "Heat pumps", "first": A, "second": B, "answer": "second", "rater": "ann", "note": "measured",
        "guideline": 1, "at": "",
    }  # fmt: skip
    done = command("judge", "add", "heat pumps", "2", A, *NOBODY)
    assert (done.code, done.out) == (0, f"Judged for heat pumps, by ann: {A}, 2.\n")
    assert command("judge", "add", "heat pumps", "3", A, *NOBODY).code == 0
    listed = command("judge", "list", "--topic", "HEAT PUMPS", "--rater", "ann", "--json").json
    assert [(one["first"], one["answer"]) for one in listed] == [(A, "second"), (A, "3")]
    assert command("judge", "add", "heat pumps", "withdrawn", A, *NOBODY).code == 0
    assert [one["answer"] for one in command("judge", "list", "--json").json] == ["second"]
    assert len(command("judge", "list", "--history", "--json").json) == 4
    assert "withdrawn" in command("judge", "list", "--history").out


def test_the_guideline_of_the_settings_is_kept_with_it(home: Path) -> None:
    assert home.exists()
    assert command("settings", "set", "judgments_guideline_version", "4").code == 0
    assert command("judge", "add", "t", "1", A, "--json").json["guideline"] == 4


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("add", "t", "best", A), "no answer"),
        (("add", "t", "1", A, B), "no answer on two"),
        (("add", "t", "first", A, A), "one page"),
        (("add", " ", "1", A), "topic is empty"),
        (("add", "t", "withdrawn", A), "no judgment"),
        (("export", "--format", "xml"), "csv, json or qrels"),
        (("export", "--format", "qrels", "--history"), "contradict"),
        (("import", "nowhere.csv"), "cannot be read"),
        (("import", "nowhere.csv", "--format", "xml"), "csv, json or qrels"),
        (("next", "--as", "stars"), "pairs or grades"),
        (("next",), "No finished run"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(home: Path, arguments: tuple[str, ...], why: str) -> None:
    assert home.exists()
    done = command("judge", *arguments)
    assert done.code == 2
    assert why in done.err
    assert "Traceback" not in done.err


def test_judgments_survive_an_export_an_empty_database_and_the_end_of_all_runs(home: Path, tmp_path: Path) -> None:
    put_run(home)
    for arguments in (("first", A, B), ("3", A), ("0", B), ("skipped", B, "https://c.example/x")):
        assert command("judge", "add", TOPIC, *arguments, *NOBODY, "--note", "=1+1").code == 0
    was = command("judge", "list", "--json").json
    assert command("runs", "delete", "1", "--now").code == 0
    assert command("runs", "list", "--json").json == []
    assert command("judge", "list", "--json").json == was
    for form in ("csv", "json"):
        file = tmp_path / f"judged.{form}"
        done = command("judge", "export", "--format", form, "--bom", "--output", file)
        assert (done.code, done.out, done.err) == (0, "", f"Wrote {file}.\n")
        (home / "workbench.db").unlink()
        assert command("judge", "list", "--json").json == []
        assert command("judge", "import", file).out == "Imported 4 judgments.\n"
        assert command("judge", "list", "--json").json == was
        assert command("judge", "import", file).out == "Imported 0 judgments; 4 known before.\n"
    assert len(command("judge", "list", "--history", "--json").json) == 4


def test_qrels_hold_the_grades_and_say_what_they_leave_out(home: Path, tmp_path: Path) -> None:
    assert home.exists()
    for arguments in (("2", A), ("3", B), ("first", A, B)):
        assert command("judge", "add", "heat pumps", *arguments, *NOBODY).code == 0
    done = command("judge", "export", "--format", "qrels")
    assert done.out == f"heat%20pumps 0 {A} 2\nheat%20pumps 0 {B} 3\n"
    assert "1 judgment left out" in done.err
    file = tmp_path / "x.qrels"
    file.write_text(done.out)
    assert command("judge", "import", file, "--rater", "bob").out == "Imported 2 judgments.\n"
    assert command("judge", "import", file, "--rater", "bob").out == "Imported 0 judgments; 2 known before.\n"
    assert {one["rater"] for one in command("judge", "list", "--json").json} == {"ann", "bob"}


def test_each_bad_row_of_an_import_is_said_and_the_good_ones_are_kept(home: Path, tmp_path: Path) -> None:
    assert home.exists()
    file = tmp_path / "x.csv"
    file.write_text(f"topic,first,answer\nt,{A},1\nt,{B},9\n" + "t,nowhere,1\n" * 60)
    done = command("judge", "import", file)
    assert (done.code, done.out) == (0, "Imported 1 judgment; 61 rows not taken.\n")
    assert done.err.splitlines()[0].startswith("Row 3: “9” is no answer on one source")
    assert done.err.splitlines()[-1] == "And 11 rows more; --json names them all."
    found = command("judge", "import", file, "--json").json
    assert (found["form"], found["added"], found["known"], len(found["faults"])) == ("csv", 0, 1, 61)
    file.write_text("topic,first,answer\nt,nowhere,1\n")
    assert command("judge", "import", file).code == 1
    file.write_bytes(b"topic,first,answer\nCaf\xe9,x,1\n")
    done = command("judge", "import", file)
    assert (done.code, done.out, done.err) == (2, "", "x.csv is not UTF-8 text (byte 23).\n")


def test_next_names_what_the_rater_has_not_judged_until_nothing_is_left(home: Path) -> None:
    put_run(home)
    for asked_as, total, answer in (("pairs", 3, "equal"), ("grades", 3, "2")):
        for _ in range(total):
            asked = command("judge", "next", "--rater", "ann", "--as", asked_as, "--json").json["next"]
            assert (asked["topic"], asked["run"]) == (TOPIC, 1)
            assert asked["sources"][0] in command("judge", "next", "--rater", "ann", "--as", asked_as).out
            assert command("judge", "add", asked["topic"], answer, *asked["sources"], "--rater", "ann").code == 0
        assert command("judge", "next", "--rater", "ann", "--as", asked_as, "--json").json["next"] is None
    done = command("judge", "next", "--rater", "ann", "--topic", TOPIC.upper())
    assert (done.code, done.out) == (0, "Nothing is left for ann to judge.\n")
    assert command("judge", "next", "--rater", "bob", "--json").json["next"]
    assert json.dumps(command("judge", "next", "--topic", "nothing").err).count("No finished run of") == 1
