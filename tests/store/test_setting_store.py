"""Settings as they are stored: differences only, versions, two editors."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.fault_lines import by_hand
from workbench.errors import NotFound, SettingRefused, StaleSettings
from workbench.settings import FIELDS, Settings, flat, to_text
from workbench.store import Store

RANK, FRESH, TIER1, TIER2 = (
    "research_search_rank_weight",
    "research_recency_fresh_days",
    "research_tier1_domains",
    "research_tier2_domains",
)


def test_a_save_is_a_version_and_only_differences_stay(store: Store) -> None:
    assert store.settings.version() == 0
    assert store.settings.write({RANK: " 0.50 ", FRESH: "007"}, author="ann", note="a try") == 1
    assert store.settings.rows() == {RANK: "0.5"}
    assert store.settings.write({RANK: 0.5, FRESH: 8}, author="bob") == 2
    assert store.settings.rows() == {RANK: "0.5", FRESH: "8"}
    assert store.settings.write({RANK: None}, author="ann") == 3
    assert store.settings.rows() == {FRESH: "8"}
    found = store.settings.history()
    assert [(version.version, version.author, version.note, version.changes) for version in found] == [
        (3, "ann", "", {RANK: ("0.5", None)}),
        (2, "bob", "", {FRESH: (None, "8")}),
        (1, "ann", "a try", {RANK: (None, "0.5")}),
    ]
    assert [version.version for version in store.settings.history(limit=1)] == [3]


def test_a_save_that_changes_nothing_is_no_version(store: Store) -> None:
    assert store.settings.write({}) == 0
    assert store.settings.write({RANK: "0.4", FRESH: None, TIER2: " , "}) == 0
    assert store.settings.write({RANK: "0.5"}) == 1
    assert store.settings.write({RANK: ".5"}) == 1
    assert store.settings.history()[0].author


def test_all_or_nothing(store: Store) -> None:
    with pytest.raises(SettingRefused) as refused:
        store.settings.write({RANK: "0.5", FRESH: "-1", "research_x": "1", TIER2: "python.org, co.uk"})
    for words in (FRESH, "“research_x”", "co.uk", "-1 was not saved"):
        assert words in str(refused.value)
    assert RANK not in str(refused.value)
    assert store.settings.rows() == {}
    assert store.settings.version() == 0


def test_every_default_saved_is_no_difference(store: Store) -> None:
    assert store.settings.write({key: to_text(value) for key, value in flat(Settings()).items()}) == 0


def test_host_lists_are_normalised(store: Store) -> None:
    store.settings.write({TIER1: "*.Edu, .gov\nhttps://Bücher.example:8080/x,edu"})
    assert store.settings.rows() == {TIER1: "edu,gov,xn--bcher-kva.example"}
    assert store.settings.resolve().settings.research.tier1_domains == ("edu", "gov", "xn--bcher-kva.example")


def test_notes_say_what_a_save_leads_to(store: Store) -> None:
    assert store.settings.notes({RANK: 0.5}) == ()
    store.settings.write({FRESH: 400})
    said = store.settings.notes({TIER1: "edu, mit.edu"})
    assert any("anyone can register under edu" in each for each in said)
    assert any("Fresh days are over recent days" in each for each in said)
    assert store.settings.notes({FRESH: None}) == ()
    with pytest.raises(SettingRefused):
        store.settings.notes({FRESH: "x"})


def test_the_file_stands_under_the_rows_and_both_under_the_call(store: Store, home: Path) -> None:
    (home / "settings.toml").write_text("[research]\nrecency_fresh_days = 9\nsearch_rank_weight = 0.9\n", "utf-8")
    store.settings.write({FRESH: 8})
    research = store.settings.resolve({"research_recency_recent_days": 30}).settings.research
    assert (research.search_rank_weight, research.recency_fresh_days, research.recency_recent_days) == (0.9, 8, 30)
    assert store.settings.write({RANK: "0.4"}) == 2
    assert store.settings.rows() == {FRESH: "8", RANK: "0.4"}
    assert store.settings.write({FRESH: "9"}) == 3
    assert store.settings.rows() == {RANK: "0.4"}


def test_a_stale_key_is_refused_with_both_values(store: Store) -> None:
    store.settings.write({RANK: 0.5, FRESH: 5})
    store.settings.write({RANK: 0.6})
    with pytest.raises(StaleSettings) as stale:
        store.settings.write({RANK: 0.3, FRESH: 6}, base=1)
    assert str(stale.value).startswith("Another editor saved v2")
    assert "Search rank (research_search_rank_weight) is 0.6 now, you want 0.3." in str(stale.value)
    assert FRESH not in str(stale.value)
    assert store.settings.rows() == {RANK: "0.6", FRESH: "5"}
    assert store.settings.write({FRESH: 6}, base=1) == 3
    assert store.settings.write({RANK: 0.6}, base=1) == 3
    assert store.settings.write({RANK: 0.3}, base=3) == 4


def test_a_reset_by_another_editor_is_a_change(store: Store) -> None:
    store.settings.write({RANK: 0.5})
    store.settings.write({RANK: None})
    with pytest.raises(StaleSettings, match=r"is the default now, you want 0\.7"):
        store.settings.write({RANK: 0.7}, base=1)


def test_versions_are_read_compared_and_restored(store: Store) -> None:
    store.settings.write({RANK: 0.5, FRESH: 5})
    store.settings.write({RANK: None, TIER1: "edu"})
    assert store.settings.at(0) == {}
    assert store.settings.at(1) == {RANK: "0.5", FRESH: "5"}
    assert store.settings.at(2) == {FRESH: "5", TIER1: "edu"}
    assert store.settings.diff(1, 2) == {RANK: ("0.5", None), TIER1: (None, "edu")}
    assert store.settings.diff(2, 0) == {FRESH: ("5", None), TIER1: ("edu", None)}
    assert store.settings.restore(1, "ann") == 3
    assert store.settings.rows() == store.settings.at(1) == store.settings.at(3)
    assert store.settings.history()[0].note == "back to version 1"
    assert store.settings.restore(0) == 4
    assert store.settings.rows() == {}
    for version in (-1, 5):
        with pytest.raises(NotFound, match=f"no version {version}"):
            store.settings.at(version)


def test_what_was_changed_by_hand_becomes_a_version_of_its_own(store: Store) -> None:
    store.settings.write({RANK: 0.5, FRESH: 5})
    by_hand(store, "UPDATE app_settings SET value = '0.7' WHERE key = ?", values=(RANK,))
    by_hand(store, "DELETE FROM app_settings WHERE key = ?", values=(FRESH,))
    assert store.settings.write({TIER1: "edu"}, author="ann") == 3
    assert [version.changes for version in store.settings.history()] == [
        {TIER1: (None, "edu")},
        {FRESH: ("5", None), RANK: ("0.5", "0.7")},
        {FRESH: (None, "5"), RANK: (None, "0.5")},
    ]
    assert store.settings.history()[1].note == "changed outside the workbench"
    assert store.settings.rows() == {RANK: "0.7", TIER1: "edu"}
    with pytest.raises(StaleSettings, match=r"is 0\.7 now"):
        store.settings.write({RANK: 0.3}, base=1)


def test_an_unknown_row_is_shown_and_can_be_removed(store: Store) -> None:
    by_hand(store, "INSERT INTO app_settings VALUES ('research_old', '1')")
    assert store.settings.resolve().unknown == ("research_old",)
    store.settings.write({"research_old": None})
    assert store.settings.rows() == {}
    with pytest.raises(SettingRefused):
        store.settings.write({"research_old": None})


@pytest.mark.parametrize("value", [7, 7.5, b"\xff\x00", None, "", "\ud800".encode("utf-8", "surrogatepass")])
def test_any_value_by_hand_is_read(value: object, file_store: Store) -> None:
    store = file_store  # a column of a file holds values of any kind
    by_hand(store, "INSERT INTO app_settings VALUES (?, ?)", values=(FRESH, value))
    by_hand(store, "INSERT INTO app_settings VALUES (?, CAST(x'31ff' AS TEXT))", values=(RANK,))
    assert store.settings.rows().keys() == {FRESH, RANK}
    assert len(store.settings.resolve().warnings) == (1 if value == 7 else 2)
    store.settings.write({TIER1: "edu"})
    store.settings.write({FRESH: 3, RANK: None})
    assert store.settings.rows() == {FRESH: "3", TIER1: "edu"}
    store.settings.restore(0)
    assert store.settings.rows() == {}


@pytest.mark.parametrize("value", [None, "", "7 days", "\N{FULLWIDTH DIGIT SEVEN}"])
def test_any_text_by_hand_is_read(value: str | None, store: Store) -> None:
    by_hand(store, "INSERT INTO app_settings VALUES (?, ?)", values=(FRESH, value))
    assert store.settings.rows() == {FRESH: value}
    (said,) = store.settings.resolve().warnings
    assert FRESH in said
    store.settings.write({TIER1: "edu"})
    store.settings.write({FRESH: 3})
    assert store.settings.rows() == {FRESH: "3", TIER1: "edu"}


def test_settings_are_frozen(store: Store) -> None:
    found = store.settings.resolve().settings
    with pytest.raises(ValueError, match="frozen"):
        found.research.search_rank_weight = 9  # type: ignore[misc]
    assert all(found is not None for found in FIELDS.values())
