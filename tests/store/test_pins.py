"""Pins are kept with who, when and why; a removed one comes back, and what the program brings comes once."""

from __future__ import annotations

import pytest

from workbench.errors import BadRequest, NotFound, PinsRed, StaleSettings
from workbench.records import Pin
from workbench.settings import Settings
from workbench.store import NewPin, Store
from workbench.store.authors import user

RANK, ENGINE = "research_search_rank_weight", "desk_engine"


def texts(store: Store) -> list[str]:
    return [pin.text for pin in store.pins.list()]


def test_a_pin_is_kept_with_who_when_and_why(store: Store) -> None:
    first, second = store.pins.add([NewPin("a  b\n", author="ada", note="why"), NewPin("c", recording='{"x": 1}\n')])
    assert store.pins.list() == (first, second) == store.pins.history()
    assert (first.text, first.recording, first.author, first.note, first.removed_at) == ("a b", "", "ada", "why", None)
    assert (second.recording, second.author) == ('{"x": 1}\n', user())
    assert store.pins.get(first.id) == first


def test_a_removed_pin_counts_no_more_and_comes_back(store: Store) -> None:
    first, second = store.pins.add([NewPin("a"), NewPin("b")])
    gone = store.pins.remove(first.id)
    assert gone.removed_at is not None
    assert store.pins.list() == (second,)
    assert store.pins.history() == (gone, second)
    with pytest.raises(BadRequest, match="removed already"):
        store.pins.remove(first.id)
    assert store.pins.restore(first.id) == first
    with pytest.raises(BadRequest, match="not removed"):
        store.pins.restore(first.id)


@pytest.mark.parametrize("number", [0, -1, 99, 2**63])
def test_a_pin_that_never_was_is_a_sentence(store: Store, number: int) -> None:
    for act in (store.pins.get, store.pins.remove, store.pins.restore):
        with pytest.raises(NotFound, match="There is no pin"):
            act(number)


def test_the_same_pin_twice_is_refused_and_nothing_is_kept(store: Store) -> None:
    store.pins.add([NewPin("a")])
    with pytest.raises(BadRequest, match="such a pin already"):
        store.pins.add([NewPin("b"), NewPin("a")])
    assert texts(store) == ["a"]
    store.pins.add([NewPin("a", recording="{}")])
    store.pins.remove(1)
    store.pins.add([NewPin("a")])
    assert texts(store) == ["a", "a"]
    with pytest.raises(BadRequest, match="at most 5,000"):
        store.pins.add([NewPin("x" * 5001)])


def test_what_the_program_brings_comes_once_and_stays_removed(store: Store) -> None:
    brought = [NewPin("a"), NewPin("b")]
    assert store.pins.install(brought)
    store.pins.remove(1)
    assert not store.pins.install(brought)
    assert texts(store) == ["b"]


def test_text_that_may_not_be_stored_is_cleaned(store: Store) -> None:
    (kept,) = store.pins.add([NewPin("a\x00b \ud800c", note="n\x00" + "x" * 30, author="\x1b[31mada")])
    assert (kept.text, kept.note, kept.author) == ("ab c", "n" + "x" * 30, "ada")
    assert store.pins.list() == (kept,)


def red_at(low: float) -> object:
    def gate(settings: Settings) -> tuple[str, ...]:
        return ("a above b: b leads.", "c first: it is\nsecond.") if settings.research.search_rank_weight < low else ()

    return gate


def test_a_save_that_leaves_a_pin_red_needs_a_reason_which_is_kept_with_the_red_pins(store: Store) -> None:
    store.settings.gate = red_at(0.4)  # type: ignore[assignment]
    for reason in ("", "  ", "a b", "12 34!"):
        with pytest.raises(PinsRed, match="2 pins would be red: a above b: b leads") as raised:
            store.settings.write({RANK: 0.3}, reason=reason)
    assert "--reason" in str(raised.value)
    assert store.settings.version() == 0
    assert store.settings.write({RANK: 0.3}, author="ada", note="n", reason=" a trial ") == 1
    last = store.settings.history(limit=1)[0]
    assert (last.reason, last.red) == ("a trial", ("a above b: b leads.", "c first: it is second."))
    assert store.settings.write({RANK: 0.5}, reason="not needed") == 2
    assert (store.settings.history(limit=1)[0].reason, store.settings.history(limit=1)[0].red) == ("", ())


def test_a_pin_that_is_red_already_asks_again_where_the_judging_changes_and_only_there(store: Store) -> None:
    store.settings.gate = red_at(0.4)  # type: ignore[assignment]
    store.settings.write({RANK: 0.3}, reason="a trial")
    assert store.settings.write({ENGINE: "ddg", "research_web_content_chars_per_source": 900}) == 2
    with pytest.raises(PinsRed):
        store.settings.write({"research_recency_weight": 0.3})
    assert store.settings.write({RANK: 0.3}) == 2
    assert store.settings.restore(0) == 3


def test_nobody_is_asked_where_no_stored_result_would_be_judged_otherwise(store: Store) -> None:
    asked: list[Settings] = []

    def gate(settings: Settings) -> tuple[str, ...]:
        asked.append(settings)
        return ()

    store.settings.gate = gate
    store.settings.write({ENGINE: "ddg", "judgments_cutoff": 7, "web_research_max_concurrent": 2})
    store.settings.write({RANK: "0.40"})
    assert asked == []
    store.settings.write({RANK: "0.5", ENGINE: "corpus"})
    assert [one.research.search_rank_weight for one in asked] == [0.5]


def test_who_is_stale_is_told_so_before_the_pins(store: Store) -> None:
    store.settings.write({RANK: 0.6})
    store.settings.gate = red_at(0.4)  # type: ignore[assignment]
    with pytest.raises(StaleSettings):
        store.settings.write({RANK: 0.3}, base=0, reason="a trial")
    assert store.settings.version() == 1


def test_pins_are_checked_on_what_holds_when_the_save_comes_to_it(store: Store) -> None:
    """Two saves that are green alone and red together: the second one is asked, whoever was first."""
    seen: list[tuple[float, float]] = []

    def gate(settings: Settings) -> tuple[str, ...]:
        research = settings.research
        seen.append((research.search_rank_weight, research.recency_weight))
        if len(seen) == 1:  # another editor saves while the pins are checked
            store.settings.gate = None
            store.settings.write({RANK: 0.3})
            store.settings.gate = gate
        return ("red.",) if research.search_rank_weight < 0.4 and research.recency_weight > 0.2 else ()

    store.settings.gate = gate
    with pytest.raises(PinsRed):
        store.settings.write({"research_recency_weight": 0.3})
    assert seen == [(0.4, 0.3), (0.3, 0.3)]
    assert store.settings.at(store.settings.version()) == {RANK: "0.3"}


def test_a_pin_is_a_plain_record(store: Store) -> None:
    (kept,) = store.pins.add([NewPin("a")])
    assert isinstance(kept, Pin)
