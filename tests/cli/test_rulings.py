"""`workbench rulings`: said, listed, overruled and taken back."""

from __future__ import annotations

from pathlib import Path

from tests.cli.commands import command

A, B = "https://a.example/x", "https://b.example/x"


def test_a_ruling_is_said_overruled_and_taken_back(home: Path) -> None:
    assert home.exists()
    ruled = command("rulings", "same", B, A, "--author", "ada", "--note", "one report", "--json").json
    assert {**ruled, "at": ""} == {
        "first": A, "second": B, "verdict": "same", "author": "ada", "note": "one report", "at": "",
    }  # fmt: skip
    done = command("rulings", "apart", A, B)
    assert done.code == 0
    assert done.out == (
        f"Ruled: {A} and {B} are not the same. It counts from the next run on.\n"
        "Where both addresses lead to one page, that page stays one source.\n"
    )
    assert [one["verdict"] for one in command("rulings", "list", "--json").json] == ["not the same"]
    assert command("rulings", "withdraw", A, B).code == 0
    assert command("rulings", "list", "--json").json == []
    told = [one["verdict"] for one in command("rulings", "list", "--history", "--json").json]
    assert told == ["same", "not the same", "withdrawn"]
    assert "withdrawn" in command("rulings", "list", "--history").out


def test_a_ruling_that_makes_no_sense_is_a_sentence(home: Path) -> None:
    assert home.exists()
    for arguments, why in (
        (("same", A, "https://www.a.example/x"), "one page"),
        (("apart", A, "x"), "no address"),
        (("withdraw", A, B), "no ruling"),
    ):
        done = command("rulings", *arguments)
        assert done.code in (1, 2)
        assert why in done.err
        assert "Traceback" not in done.err
