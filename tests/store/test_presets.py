"""Presets: settings under a name, taken over as a version of their own."""

from __future__ import annotations

import pytest

from workbench.errors import BadRequest, NotFound
from workbench.store import Store
from workbench.store.authors import user

KEY, OTHER = "research_recency_weight", "research_uniqueness_weight"


def test_a_preset_is_what_differed_when_it_was_saved(store: Store) -> None:
    store.settings.write({KEY: 0.5})
    made = store.presets.save("news", store.settings.with_changes({OTHER: 0.3}), "editor", "for news")
    assert made.changes == {KEY: "0.5", OTHER: "0.3"}
    assert store.presets.get("news") == made
    assert store.settings.at(store.settings.version()) == {KEY: "0.5"}


def test_a_preset_taken_over_is_a_version_and_resets_what_it_does_not_name(store: Store) -> None:
    store.settings.write({KEY: 0.5})
    store.presets.save("news", store.settings.with_changes({}))
    store.settings.write({KEY: None, OTHER: 0.9})
    version = store.settings.become(store.presets.get("news").changes, "editor", "preset news")
    assert store.settings.at(version) == {KEY: "0.5"}
    assert store.settings.history(limit=1)[0].changes == {KEY: (None, "0.5"), OTHER: ("0.9", None)}


def test_a_name_is_kept_once_and_the_last_one_holds(store: Store) -> None:
    for value in ("0.1", "0.2"):
        store.presets.save("  news\n ", {KEY: value})
    assert [(one.name, one.changes) for one in store.presets.list()] == [("news", {KEY: "0.2"})]
    store.presets.delete("news")
    assert store.presets.list() == []


def test_an_unknown_preset_names_those_that_there_are(store: Store) -> None:
    store.presets.save("news", {})
    for ask in (store.presets.get, store.presets.delete):
        with pytest.raises(NotFound, match="There is no preset “x”; news"):
            ask("x")


@pytest.mark.parametrize("name", ["", " \n", "x" * 61, "\u200b"])
def test_a_preset_needs_a_name(store: Store, name: str) -> None:
    with pytest.raises(BadRequest, match="1 to 60 characters"):
        store.presets.save(name, {})


def test_a_preset_without_an_author_has_the_user_of_the_system(store: Store) -> None:
    assert store.presets.save("news", {}).author == user()
    assert store.presets.save("news", {}, " \n").author == user()
    assert store.presets.save("news", {}, "editor").author == "editor"
