"""`workbench settings`: every write is a version, every refusal a sentence, and what is exported can be read back."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.commands import Done, command
from workbench.settings import FIELDS

KEY = "research_search_rank_weight"


def stored() -> dict[str, str]:
    found: dict[str, str] = command("settings", "export").json
    return found


def test_list_has_every_key_with_its_value_and_marks_what_differs() -> None:
    listed = command("settings", "list", "--json")
    assert (listed.code, listed.err) == (0, "")
    assert set(listed.json) == set(FIELDS)
    assert (listed.json[KEY], listed.json["research_tier1_domains"]) == (0.4, "edu,gov,ac.uk")
    command("settings", "set", KEY, "0.65")
    lines = command("settings", "list").out.splitlines()
    assert [line.split()[:3] for line in lines if line.startswith("*")] == [["*", KEY, "0.65"]]


def test_list_and_get_take_settings_for_the_call() -> None:
    sets = ("--set", f"{KEY}=0.5", "--set", "web_research_results=7", "--set", f"{KEY}=0.6")
    assert command("settings", "list", "--json", *sets).json[KEY] == 0.6
    assert command("settings", "get", "web_research_results", *sets).out == "7\n"
    assert command("settings", "get", KEY, "--json").json == {"key": KEY, "value": 0.4}
    assert stored() == {}


def test_a_write_is_a_version_with_who_and_why() -> None:
    done = command("settings", "set", KEY, "0.65", "--author", "Ada", "--note", "closer ties", "--json")
    assert (done.code, done.json) == (0, {"version": 1, "changed": True})
    assert command("settings", "set", KEY, "0.65").out == "Nothing changed; v1 stands.\n"
    assert command("settings", "set", KEY, "0.7", "--set", "web_research_results=8").out == "Saved as v2.\n"
    assert command("settings", "reset", KEY, "web_research_results").out == "Saved as v3.\n"
    history = command("settings", "history", "--json").json
    assert [(one["version"], one["changes"]) for one in history] == [
        (3, {KEY: {"old": "0.7", "new": None}, "web_research_results": {"old": "8", "new": None}}),
        (2, {KEY: {"old": "0.65", "new": "0.7"}, "web_research_results": {"old": None, "new": "8"}}),
        (1, {KEY: {"old": None, "new": "0.65"}}),
    ]
    assert (history[2]["author"], history[2]["note"]) == ("Ada", "closer ties")
    assert history[0]["author"] != ""
    assert len(command("settings", "history", "--limit", "1", "--json").json) == 1
    assert "Ada  closer ties" in command("settings", "history").out


def test_versions_are_compared_and_restored() -> None:
    command("settings", "set", KEY, "0.65")
    command("settings", "set", KEY, "0.7")
    assert command("settings", "diff", "1", "--json").json == {KEY: {"old": "0.65", "new": "0.7"}}
    assert command("settings", "diff", "0", "1").out == f"{KEY}: default → 0.65\n"
    assert command("settings", "diff", "2", "2").out == "v2 and v2 are the same.\n"
    assert command("settings", "restore", "1").out == "v1 is in force again, as v3.\n"
    assert command("settings", "get", KEY).out == "0.65\n"
    assert command("settings", "restore", "0", "--json").json == {"version": 4}
    assert stored() == {}


def test_what_is_exported_is_read_back(tmp_path: Path) -> None:
    command("settings", "set", KEY, "0.65", "--set", "research_tier2_domains=blog.example, w3.org")
    out = tmp_path / "settings.json"
    done = command("settings", "export", "--out", out)
    assert (done.code, done.out, done.err) == (0, "", f"Wrote {out}.\n")
    held = stored()
    assert held == {KEY: "0.65", "research_tier2_domains": "blog.example,w3.org"} == json.loads(out.read_text())
    command("settings", "restore", "0")
    assert command("settings", "import", out).out == "Saved as v3.\n"
    assert stored() == held
    assert command("settings", "history", "--limit", "1", "--json").json[0]["note"] == "Imported from settings.json."


def test_a_toml_file_of_sections_is_imported(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[research]\nsearch_rank_weight = 0.5\ntier1_domains = "gov.example"\n')
    assert command("settings", "import", file).code == 0
    assert stored() == {KEY: "0.5", "research_tier1_domains": "gov.example"}


def test_a_save_on_a_stale_version_is_told_so_and_saves_nothing() -> None:
    command("settings", "set", KEY, "0.65")
    command("settings", "set", KEY, "0.7")
    stale = command("settings", "set", KEY, "0.5", "--base", "1")
    assert (stale.code, stale.out) == (2, "")
    assert stale.err.startswith("Another editor saved v2 while you were editing. Nothing was saved; compare first.")
    assert command("settings", "set", "web_research_results", "7", "--base", "1").code == 0
    assert stored() == {KEY: "0.7", "web_research_results": "7"}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        (
            KEY,
            "1001",
            "Search rank (research_search_rank_weight) must be between 0 and 1000; 1001 was not saved.",
        ),
        (KEY, "nan", "Search rank (research_search_rank_weight) is not a number; nan was not saved."),
        (KEY, "", "is not a number; '' was not saved."),
        ("web_research_results", "5.0", "is not a whole number; 5.0 was not saved."),
        ("research_extract_web_content", "maybe", "must be true or false; maybe was not saved."),
        ("research_tier1_domains", "*", "has an entry that names no host: “*”"),
        ("research_tier2_domains", "com", "anyone can register under com, so the list was not saved."),
        ("known_references_json", "{}", "is a reference map with no valid entry"),
        ("Research_search_rank_weight", "1", "There is no setting “Research_search_rank_weight”; nothing was saved."),
        ("crawler_contact_url", "a\x00b", "holds a control character"),
        ("crawler_contact_url", "x" * 70_000, "is too long: at most 64 KiB"),
    ],
)
def test_what_is_out_of_range_is_refused_in_a_sentence_and_the_stored_value_stays(
    key: str, value: str, words: str
) -> None:
    command("settings", "set", "web_research_results", "7")
    done = command("settings", "set", "--", key, value)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err
    assert stored() == {"web_research_results": "7"}


def test_a_negative_number_needs_the_two_dashes_and_is_refused() -> None:
    done = command("settings", "set", "--", KEY, "-1")
    assert done.err.startswith("Search rank (research_search_rank_weight) must be between 0 and 1000; -1 was not")


def test_one_refused_value_of_a_file_saves_none_of_it(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"web_research_results": 7, KEY: "heavy", "no_such": 1}))
    done = command("settings", "import", file)
    assert (done.code, stored()) == (2, {})
    assert "is not a number; heavy was not saved." in done.err
    assert "There is no setting “no_such”" in done.err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[1]",
        '"x"',
        "{" * 90_000,
        '{"web_research_results": NaN}',
        '{"a": {"b": {"c": 1}}}',
        " " * ((1 << 20) + 1),
    ],
    ids=range(8),
)
def test_a_file_that_holds_no_settings_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(text)
    done = command("settings", "import", file)
    assert (done.code, done.out, stored()) == (2, "", {})
    assert len(done.err.splitlines()) == 1


def test_a_combination_that_makes_no_sense_is_said_and_saved() -> None:
    done = command("settings", "set", "research_recency_fresh_days", "400")
    assert (done.code, done.out) == (0, "Saved as v1.\n")
    assert done.err == "Note: Fresh days are over recent days, so no source can score 0.8 for recency.\n"


def by_hand(home: Path, *rows: tuple[str, object]) -> None:
    command("settings", "list")
    with closing(sqlite3.connect(home / "workbench.db")) as database, database:
        database.executemany("INSERT INTO app_settings (key, value) VALUES (?, ?)", rows)


def test_a_value_spoilt_by_hand_is_one_warning_and_the_default(home: Path) -> None:
    by_hand(home, ("web_research_max_concurrent", "0"), (KEY, b"\xff"), ("unknown_key", "1"))
    listed = command("settings", "list", "--json")
    assert (listed.code, listed.json["web_research_max_concurrent"], listed.json[KEY]) == (0, 3, 0.4)
    warnings = sorted(listed.err.splitlines())
    assert len(warnings) == 3
    assert warnings[0].startswith(f"Warning: {KEY}: ")
    assert warnings[1].startswith(
        "Warning: web_research_max_concurrent: 0 must be between 1 and 16; the default is used."
    )
    assert warnings[2].startswith("Warning: “unknown_key” is stored and no setting has that name; it is ignored.")
    assert [line for line in command("settings", "get", KEY).err.splitlines() if "concurrent" in line] == []


@pytest.mark.parametrize("key", ["no_such", "search_rank_weight", "", "\udcff", "a\x00"])
def test_a_key_that_is_none_is_named(key: str) -> None:
    for arguments in (("get", "--", key), ("reset", "--", key), ("set", "--", key, "1")):
        done: Done = command("settings", *arguments)
        assert (done.code, done.out) == (2, "")
        assert "There is no setting " in done.err or " is not text in UTF-8" in done.err
    assert "Did you mean research_search_rank_weight?" in command("settings", "get", "research_search_rank_wieght").err


@pytest.mark.parametrize(
    "arguments",
    [
        ("diff", "9"),
        ("restore", "9"),
        ("diff", "1", "9"),
        ("diff", 10**30),
        ("restore", "x"),
        ("history", "--limit", 0),
    ],
    ids=str,
)
def test_a_version_that_is_none_is_named(arguments: tuple[object, ...]) -> None:
    done = command("settings", *arguments)
    assert (done.code, done.out) == (2, "")
    assert len(done.err) > 20
