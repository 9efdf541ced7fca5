"""Who did something and why: on one line, and bounded wherever it is stored."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workbench.errors import BadRequest
from workbench.store import NewPin, Store
from workbench.store.authors import LONGEST_AUTHOR, LONGEST_NOTE, user

Save = Callable[[Store, str, str], object]
FRESH = "research_recency_fresh_days"
FIRST, SECOND = "https://a.example/1", "https://b.example/2"

SAVES: dict[str, Save] = {
    "settings": lambda store, author, note: store.settings.write({FRESH: 9}, author=author, note=note),
    "preset": lambda store, author, note: store.presets.save("mine", {FRESH: "9"}, author, note),
    "pin": lambda store, author, note: store.pins.add([NewPin("kiln: a.example first", author=author, note=note)]),
    "ruling": lambda store, author, note: store.rulings.rule(FIRST, SECOND, "same", author, note),
}


def kept(store: Store) -> list[tuple[str, str]]:
    """Author and note of everything that was saved."""
    return [
        *((one.author, one.note) for one in store.settings.history()),
        *((one.author, one.note) for one in store.presets.list()),
        *((one.author, one.note) for one in store.pins.history()),
        *((one.author, one.note) for one in store.rulings.history()),
    ]


@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
def test_an_author_and_a_note_are_kept_up_to_their_limits(store: Store, save: Save) -> None:
    save(store, " Ann\n" + "a" * (LONGEST_AUTHOR - 4), "n" * LONGEST_NOTE)
    assert kept(store) == [("Ann " + "a" * (LONGEST_AUTHOR - 4), "n" * LONGEST_NOTE)]


@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
def test_a_longer_one_is_refused_and_nothing_is_saved(store: Store, save: Save) -> None:
    with pytest.raises(BadRequest, match=r"An author's name has at most 120 characters; this one has 640\. Nothing"):
        save(store, "a" * 640, "")
    with pytest.raises(BadRequest, match=r"A note has at most 2,000 characters; this one has 2,001\. Nothing"):
        save(store, "", "n" * 2001)
    assert kept(store) == []


@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
def test_nobody_is_the_user_of_the_operating_system(store: Store, save: Save) -> None:
    save(store, " \n\x00", "")
    assert kept(store) == [(user(), "")]
