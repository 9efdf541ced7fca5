"""Every hostile setting of the shared inputs: as a save, and as a row that somebody wrote by hand."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import cases
from tests.stores import fresh_store
from workbench.errors import SettingRefused
from workbench.settings import FIELDS, Resolved, Settings, flat
from workbench.settings.check import checked
from workbench.settings.kinds import reference_map
from workbench.settings.load import as_texts
from workbench.store import Store

CASES = cases("adversarial/settings.jsonl")
SPECIAL = {"during_run", "during_run_delete", "drop", "settings_toml", "db"}


def plain(case: Mapping[str, Any]) -> bool:
    """Whether a line is about keys and values alone."""
    return isinstance(case["input"], dict) and not SPECIAL & case["input"].keys()


def named(lines: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(line, id=line["name"]) for line in lines]


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = fresh_store(tmp_path_factory.mktemp("settings"))
    yield store
    store.close()


@pytest.fixture
def emptied(shared_store: Store) -> Store:
    by_hand(shared_store, "DELETE FROM app_settings")
    return shared_store


def by_hand(store: Store, statement: str, values: tuple[Any, ...] = ()) -> None:
    assert store.database.path
    with closing(sqlite3.connect(store.database.path)) as raw, raw:
        raw.execute(statement, values)


def values_of(given: Any) -> dict[str, Any]:
    """The keys and values of a line; recipes are carried out."""
    changes = {given["key"]: given["value"]} if "key" in given else given
    return {key: made(value) for key, value in changes.items()}


def made(value: Any) -> Any:
    match value:
        case {"repeat": str(piece), "count": int(count)}:
            return "".join(piece.replace("{i}", str(i)) for i in range(count)) if "{i}" in piece else piece * count
        case {"bytes_hex": str(digits)}:
            return bytes.fromhex(digits)
        case _:
            return value


def stored_form(value: Any) -> Any:
    """A value as somebody would write it into the table: JSON for what SQLite has no type for."""
    return json.dumps(value) if isinstance(value, bool | dict | list) else value


def assert_in_force(found: Resolved, case: Mapping[str, Any]) -> None:
    wanted, given = case["assert"].get("effective"), case["input"]
    wanted = {given["key"]: wanted} if "key" in given and wanted is not None else wanted or {}
    held = flat(found.settings)
    for key, value in wanted.items():
        assert comparable(held[key]) == comparable(value), key
        assert type(held[key]) is type(FIELDS[key].default)
    if "map" in case["assert"]:
        assert bool(found.settings.known_references_json) == (case["assert"]["map"] == "own")


def comparable(value: Any) -> Any:
    if isinstance(value, str) and "," in value:
        value = [entry.strip() for entry in value.split(",") if entry.strip()]
    return sorted(value) if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("case", named([line for line in CASES if plain(line)]))
def test_stored_by_hand(case: dict[str, Any], emptied: Store) -> None:
    values = values_of(case["input"])
    for key, value in values.items():
        by_hand(emptied, "INSERT INTO app_settings VALUES (?, ?)", (key, stored_form(value)))
    found = emptied.settings.resolve()
    assert_in_force(found, case)
    assert set(found.unknown) == {key for key in values if key not in FIELDS}
    if "warnings" in case["assert"]:
        assert len(found.warnings) == case["assert"]["warnings"]
    for warning in found.warnings:
        assert any(key in warning for key in values)


@pytest.mark.parametrize("case", named([line for line in CASES if plain(line)]))
def test_given_by_the_call(case: dict[str, Any], emptied: Store) -> None:
    found = emptied.settings.resolve(values_of(case["input"]))
    assert_in_force(found, case)
    if "warnings" in case["assert"]:
        assert len(found.warnings) == case["assert"]["warnings"]


@pytest.mark.parametrize("case", named([line for line in CASES if plain(line) and "write" in line["assert"]]))
def test_saved(case: dict[str, Any], emptied: Store) -> None:
    values, version = values_of(case["input"]), emptied.settings.version()
    if case["assert"]["write"] == "accepted":
        emptied.settings.write(values)
        found = emptied.settings.resolve()
        assert_in_force(found, case)
        assert found.warnings == ()
        return
    with pytest.raises(SettingRefused) as refused:
        save(emptied, values)
    assert any(key.strip() in str(refused.value) for key in values)
    assert len(str(refused.value)) < 1000
    assert emptied.settings.rows() == {}
    assert emptied.settings.version() == version


def save(store: Store, values: dict[str, Any]) -> None:
    """Save as an editor does; a `null` in an uploaded file is a value, where `None` in a call is a reset."""
    for key, value in values.items():
        if value is None:
            checked(key, value)
    store.settings.write(values)


@pytest.mark.parametrize(
    "case", named([line for line in CASES if plain(line) and line["input"].get("key") == "known_references_json"])
)
def test_no_title_breaks_its_line_or_holds_half_a_character(case: dict[str, Any]) -> None:
    try:
        found = reference_map(made(case["input"]["value"]) or "{}")
    except ValueError:
        return
    for entry in (entry for entries in found.values() for entry in entries):
        assert entry["title"].isprintable()
        (entry["title"] + entry["url"]).encode()


def of_shape(*names: str) -> list[Any]:
    return named([line for line in CASES if isinstance(line["input"], dict) and set(names) <= line["input"].keys()])


@pytest.mark.parametrize("case", of_shape("settings_toml"))
def test_own_settings_file(case: dict[str, Any], emptied: Store, home: Path) -> None:
    file = home / "settings.toml"
    file.write_text(case["input"]["settings_toml"], encoding="utf-8")
    for key, value in case["input"].get("db", {}).items():
        by_hand(emptied, "INSERT INTO app_settings VALUES (?, ?)", (key, value))
    found = emptied.settings.resolve()
    assert_in_force(found, case)
    if "effective" not in case["assert"]:
        assert found.settings == Settings()
        assert f"{file}" in found.warnings[0]
        assert "line 1" in found.warnings[0]
    if "warnings" in case["assert"]:
        assert len(found.warnings) == case["assert"]["warnings"]


def started(store: Store) -> str:
    settings = as_texts(store.settings.resolve().settings)
    return store.runs.create("topic", date(2026, 1, 1), "corpus", settings, store.settings.version(), {}).id


@pytest.mark.parametrize("case", of_shape("during_run"))
def test_changed_while_a_run_goes_on(case: dict[str, Any], emptied: Store) -> None:
    run = started(emptied)
    emptied.settings.write(case["input"]["during_run"])
    assert emptied.runs.get(run).settings == as_texts(Settings())
    assert emptied.settings.resolve().settings != Settings()


@pytest.mark.parametrize("case", of_shape("during_run_delete"))
def test_deleted_while_a_run_goes_on(case: dict[str, Any], emptied: Store) -> None:
    key = case["input"]["during_run_delete"]
    emptied.settings.write({key: "0"})
    run = started(emptied)
    by_hand(emptied, "DELETE FROM app_settings WHERE key = ?", (key,))
    assert float(emptied.runs.get(run).settings[key]) == 0
    assert emptied.settings.resolve().settings == Settings()


@pytest.mark.parametrize("case", of_shape("drop"))
def test_table_is_gone(case: dict[str, Any], tmp_path: Path) -> None:
    store = fresh_store(tmp_path)
    by_hand(store, f"DROP TABLE {case['input']['drop']}")
    found = store.settings.resolve()
    assert found.settings == Settings()
    assert len(found.warnings) == 1
    assert case["input"]["drop"] in found.warnings[0]
    store.close()


@pytest.mark.parametrize("case", named([line for line in CASES if isinstance(line["input"], list)]))
def test_a_key_has_one_row(case: dict[str, Any], emptied: Store) -> None:
    first, *others = case["input"]
    by_hand(emptied, "INSERT INTO app_settings VALUES (?, ?)", tuple(first))
    for other in others:
        with pytest.raises(sqlite3.IntegrityError):
            by_hand(emptied, "INSERT INTO app_settings VALUES (?, ?)", tuple(other))
        emptied.settings.write(dict([other]))
    assert emptied.settings.rows() == dict([others[-1]])


def test_every_line_is_run() -> None:
    special = [line for line in CASES if not plain(line) and isinstance(line["input"], dict)]
    assert all(line["input"].keys() & {"during_run", "during_run_delete", "drop", "settings_toml"} for line in special)
