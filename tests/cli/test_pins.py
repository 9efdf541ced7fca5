"""`workbench pins` and `workbench check`, and the gate before every command that saves settings."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import unicodedata
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.commands import Done, command
from tests.cli.homes import TOPIC, put_run
from tests.desk.tuned import keep
from tests.tuning.archives import OLD_TIER2
from workbench.compose import Workbench, add_lines
from workbench.compose.pins import SHIPPED
from workbench.text import topic_key

RANK, TIERS = "research_search_rank_weight", "research_tier2_domains"
AT_03, AT_04 = (("--set", f"{TIERS}={OLD_TIER2}", "--set", f"{RANK}={weight}") for weight in (0.3, 0.4))
BUN = "`bun.com` above `dev.to` for Bun as a JavaScript runtime"


def states(done: Done) -> list[str]:
    return [one["state"] for one in (done.json if isinstance(done.json, list) else done.json["pins"])]


def test_the_two_shipped_pins_are_red_at_03_and_green_at_04_under_the_old_list() -> None:
    for sets, state, code in ((AT_03, "red", 1), (AT_04, "green", 0), ((), "green", 0)):
        done = command("check", "--json", *sets)
        assert (done.code, states(done)) == (code, [state, state])
        assert states(command("pins", "--json", *sets)) == [state, state]
    told = command("check", *AT_03)
    assert "`dev.to` leads by 0.004: 0.782 to 0.778." in told.out
    assert "`github.com` leads by 0.004: 0.782 to 0.778." in told.out
    assert told.out.splitlines()[-1] == "2 pins: 0 green, 2 red, 0 with nothing to check."


def test_their_recordings_say_that_they_are_placeholders() -> None:
    for one in json.loads((SHIPPED / "pins.json").read_text(encoding="utf-8")):
        held = json.loads((SHIPPED / one["recording"]).read_text(encoding="utf-8"))
        assert "Reconstructed" in held["about"]
        for hit in held["hits"]:
            assert hit["snippet"].startswith("Placeholder, reconstructed")
            assert hit["title"].startswith("Placeholder")
        assert all(page["body"].startswith("Placeholder") for page in held["pages"].values())


def test_a_pin_is_added_listed_removed_and_restored(home: Path) -> None:
    put_run(home)
    added = command("pins", "add", f"energy.gov.example first for {TOPIC}", "--note", "n", "--author", "ada", "--json")
    assert (added.json["text"], added.json["runs"]) == (f"`energy.gov.example` first for {TOPIC}", [1])
    assert (added.json["author"], added.json["note"], added.json["id"]) == ("ada", "n", 3)
    assert "first of" in command("pins").out
    assert command("pins", "remove", "3").out.startswith("Removed: `energy.gov.example` first for")
    assert len(command("pins", "--json").json) == 2
    assert "removed" in command("pins", "--history").out
    assert command("pins", "restore", "3").code == 0
    assert len(command("pins", "--json").json) == 3


def test_a_topic_in_another_spelling_is_the_same_topic_of_a_pin(home: Path) -> None:
    composed, decomposed = (
        "Wärmepumpen für Übergangsheizungen",
        unicodedata.normalize("NFD", "WÄRMEPUMPEN für Übergangsheizungen"),
    )
    bench = Workbench.open()
    (kept,) = keep(bench, range(1, 2))
    with closing(sqlite3.connect(home / "workbench.db")) as database, database:
        database.execute("update runs set topic = ?, folded = ?", (composed, topic_key(composed)))
    asyncio.run(bench.aclose())
    host = kept.judged.sources[0].domain if kept.judged else ""
    line = f"{host} first for {decomposed}"
    assert command("pins", "add", line, "--json").json["runs"] == [1]
    assert command("pins", "add", line, "--run", "1", "--json").json["recorded"]
    for again in ((), ("--run", "1")):
        refused = command("pins", "add", f"{host} first for {composed}", *again)
        assert (refused.code, "such a pin already" in refused.err) == (2, True)
    bench = Workbench.open()
    assert add_lines(bench.store, f"{host} first for {composed}\n{host} first for x\n{host} first for X") == (1, ())
    asyncio.run(bench.aclose())
    assert [one["text"].rpartition(" ")[2] for one in command("pins", "--json").json[4:]] == ["x"]


def test_a_pin_on_a_run_or_a_recording_is_checked_on_that_for_good(home: Path, tmp_path: Path) -> None:
    put_run(home)
    text = f"energy.gov.example in the top 3 of {TOPIC}"
    kept = command("pins", "add", text, "--run", "1", "--json").json
    assert (kept["recorded"], kept["state"], kept["runs"]) == (True, "green", [])
    command("runs", "delete", "1", "--now")
    assert command("pins", "--json").json[2]["sentence"] == kept["sentence"]
    file = tmp_path / "bun.json"
    file.write_text((SHIPPED / "bun.json").read_text(encoding="utf-8"), encoding="utf-8")
    again = command("pins", "add", "never `dev.to` in the top 1 of any topic", "--recording", file, "--json")
    assert again.json["state"] == "green"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("add", "nonsense"), "is no pin. A pin is one of"),
        (("add", "a.example first for x", "--run", "9"), "There is no run"),
        (("add", "a.example first for x", "--run", "1"), "Run 1 is of"),
        (("add", "a.example first for x", "--run", "1", "--recording", "x"), "contradict"),
        (("add", "a.example first for x", "--recording", "missing.json"), "missing.json"),
        (("add", BUN), ""),
        (("remove", "77"), "There is no pin 77"),
        (("restore", "1"), "not removed"),
        (("--json", "remove", "1"), "stand after its name"),
    ],
)
def test_a_wrong_call_is_a_sentence(home: Path, arguments: tuple[str, ...], why: str) -> None:
    put_run(home)
    command("pins")
    done = command("pins", *arguments)
    if why:
        assert (done.code, done.out) == (2, "")
        assert why in done.err
    assert "Traceback" not in done.err


def test_a_recording_that_is_none_is_refused(tmp_path: Path) -> None:
    for held in ("{", "[]", '{"topic": "x"}', '{"topic": "x", "today": "2026-01-01", "hits": [], "rulings": [5]}'):
        file = tmp_path / "bad.json"
        file.write_text(held, encoding="utf-8")
        done = command("pins", "add", "a.example first for x", "--recording", file)
        assert done.code == 2
        assert "cannot be read" in done.err


def file_of(folder: Path, text: str) -> Path:
    path = folder / "given.json"
    path.write_text(text, encoding="utf-8")
    return path


def restored(_folder: Path) -> tuple[object, ...]:
    command("settings", "set", RANK, "0.3", "--reason", "first time")
    command("settings", "restore", "1")
    return "restore", 2


def preset(_folder: Path) -> tuple[object, ...]:
    command("settings", "presets", "save", "low", "--set", f"{RANK}=0.3")
    return "presets", "apply", "low"


def reset(_folder: Path) -> tuple[object, ...]:
    """The default weight is what breaks a pin here."""
    command("settings", "set", RANK, "0.3", "--reason", "to begin with")
    for number in (1, 2):
        command("pins", "remove", number)
    file = SHIPPED / "bun.json"
    command("pins", "add", "`dev.to` above `bun.com` for Bun as a JavaScript runtime", "--recording", file)
    return "reset", RANK


SURFACES: dict[str, Callable[[Path], tuple[object, ...]]] = {
    "set": lambda _: ("set", RANK, "0.3"),
    "set with another": lambda _: ("set", "desk_engine", "ddg", "--set", f"{RANK}=0.3"),
    "import": lambda folder: ("import", file_of(folder, json.dumps({RANK: 0.3}))),
    "restore": restored,
    "preset": preset,
    "reset": reset,
}


@pytest.mark.parametrize("surface", SURFACES)
def test_a_changed_weight_that_breaks_a_pin_cannot_be_saved_without_a_reason(surface: str, tmp_path: Path) -> None:
    assert command("settings", "set", TIERS, OLD_TIER2).code == 0
    arguments = SURFACES[surface](tmp_path)
    before = command("settings", "export").json
    refused = command("settings", *arguments)
    assert (refused.code, refused.out) == (2, "")
    assert "would be red" in refused.err
    assert "--reason" in refused.err
    assert command("settings", "export").json == before
    done = command("settings", *arguments, "--reason", "it is a trial")
    assert done.code == 0, done.err
    last = command("settings", "history", "--limit", "1", "--json").json[0]
    assert last["reason"] == "it is a trial"
    assert any("leads by" in line for line in last["red"])
    assert "because: it is a trial" in command("settings", "history").out


def test_references_are_saved_through_the_gate_too(tmp_path: Path) -> None:
    command("settings", "set", TIERS, OLD_TIER2)
    link = {"title": "The river guide", "url": "https://docs.river.example/"}
    file = file_of(tmp_path, json.dumps({"river": [link]}))
    assert command("references", "set", file, "--set", f"{RANK}=0.3").code == 2
    assert command("references", "set", file).code == 0
    assert command("references", "set", file, "--set", f"{RANK}=0.3", "--reason", "a trial").code == 0


def test_a_damaged_pin_is_a_sentence_and_locks_nothing(home: Path) -> None:
    import sqlite3
    from contextlib import closing

    command("pins")
    with closing(sqlite3.connect(home / "workbench.db")) as database:
        database.execute("UPDATE pins SET recording = '{' WHERE id = 1")
        database.execute("UPDATE pins SET text = 'whatever' WHERE id = 2")
        database.commit()
    found = command("check", "--json", *AT_03)
    assert (found.code, states(found)) == (0, ["nothing to check"] * 2)
    assert "cannot be read" in found.json["pins"][0]["sentence"]
    assert "is no pin" in found.json["pins"][1]["sentence"]
    assert command("settings", "set", TIERS, OLD_TIER2, "--set", f"{RANK}=0.3").code == 0


def test_a_home_without_a_table_of_pins_still_saves_settings(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    import sqlite3
    from contextlib import closing

    command("pins")
    with closing(sqlite3.connect(home / "workbench.db")) as database:
        database.execute("DROP TABLE pins")
        database.commit()
    assert command("settings", "set", RANK, "0.3").code == 0
    assert "saved without asking the pins" in caplog.text
    done = command("check")
    assert done.code == 1
    assert "Traceback" not in done.err
