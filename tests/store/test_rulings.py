"""What people ruled is kept in order; the last word counts, and it can be taken back."""

from __future__ import annotations

import pytest

from workbench.errors import BadRequest, NotFound
from workbench.store import Store

A, B, C = "https://a.example/x", "https://b.example/x", "https://c.example/x"


def test_a_ruling_is_kept_by_canonical_addresses_with_who_and_why(store: Store) -> None:
    ruled = store.rulings.rule("http://www.b.example/x/?utm_source=1", A, "not the same", "ada\0", "two mayors")
    assert (ruled.first, ruled.second, ruled.verdict) == (A, B, "not the same")
    assert (ruled.author, ruled.note) == ("ada", "two mayors")
    assert store.rulings.standing() == (ruled,) == store.rulings.history()


def test_the_last_ruling_counts_and_every_one_stays_on_record(store: Store) -> None:
    first = store.rulings.rule(A, B, "same", "ada")
    other = store.rulings.rule(A, C, "same", "ada")
    later = store.rulings.rule(B, A, "not the same", "bo")
    assert store.rulings.standing() == (other, later)
    back = store.rulings.withdraw(A, B, "ada", "a mistake")
    assert store.rulings.standing() == (other,)
    assert store.rulings.history() == (first, other, later, back)
    again = store.rulings.rule(A, B, "same", "ada")
    assert store.rulings.standing() == (other, again)


def test_only_what_stands_is_withdrawn(store: Store) -> None:
    with pytest.raises(NotFound, match="no ruling"):
        store.rulings.withdraw(A, B)
    store.rulings.rule(A, B, "same")
    store.rulings.withdraw(A, B)
    with pytest.raises(NotFound, match="no ruling"):
        store.rulings.withdraw(A, B)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "no address"),
        ("a.example", "no address"),
        ("javascript:alert(1)", "no address"),
        ("https://ada:pw@b.example/", "credentials"),
        ("https://www.a.example/x#part", "one page"),
        ("https://b.example/" + "x" * 3000, "at most"),
    ],
)
def test_what_is_no_second_page_is_refused(store: Store, url: str, why: str) -> None:
    with pytest.raises(BadRequest, match=why):
        store.rulings.rule(A, url, "same")
    assert store.rulings.history() == ()
