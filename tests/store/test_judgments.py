"""What raters said is kept by topic and address: the last word counts, runs come and go, imports add only news."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.store.hammer import made_run
from tests.stores import fresh_store
from workbench.errors import BadRequest, NotFound, StoreError
from workbench.records import Judgment
from workbench.records.judgment import Answer
from workbench.store import Store
from workbench.store.authors import user

A, B, C = "https://a.example/x", "https://b.example/x", "https://c.example/x"
TOPIC = "Heat pumps"
LONG_AGO = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


def said(
    first: str, second: str, answer: Answer, rater: str = "ann", *, at: datetime = LONG_AGO, topic: str = TOPIC
) -> Judgment:
    return Judgment(topic, first, second, answer, rater, "", 1, at)


def test_a_pair_is_kept_in_the_order_of_its_canonical_addresses_and_the_answer_with_it(store: Store) -> None:
    kept = store.judgments.add(
        " Heat \u200bpumps ", "http://www.b.example/x/?utm_source=1", A, "first", rater=" ann\0 ", note="a\r\nb\0"
    )
    assert (kept.topic, kept.first, kept.second, kept.answer) == (TOPIC, A, B, "second")
    assert (kept.rater, kept.note, kept.guideline) == ("ann", "a\nb", 1)
    assert store.judgments.standing() == (kept,) == store.judgments.history()


def test_nobody_named_is_the_user_of_the_system(store: Store) -> None:
    assert store.judgments.add(TOPIC, A, "", "3").rater == user()
    store.judgments.bring_in([said(B, "", "1", "")])
    assert {one.rater for one in store.judgments.standing()} == {user()}


def test_the_last_answer_of_a_rater_on_the_same_stands(store: Store) -> None:
    judge = store.judgments.add
    first = judge(TOPIC, A, B, "first", rater="ann")
    grade = judge(TOPIC, A, "", "2", rater="ann")
    other = judge(TOPIC, B, A, "equal", rater="bob")
    elsewhere = judge("heat", A, B, "first", rater="ann")
    last = judge("HEAT  PUMPS", B, A, "first", rater="ann")
    assert store.judgments.standing() == (grade, other, elsewhere, last)
    assert store.judgments.history() == (first, grade, other, elsewhere, last)
    assert store.judgments.standing(topic="heat PUMPS") == (grade, other, last)
    assert store.judgments.standing(topic=TOPIC, rater="bob") == (other,)
    assert last.answer == "second"


def test_what_is_withdrawn_stays_in_the_history_only(store: Store) -> None:
    kept = store.judgments.add(TOPIC, A, B, "first", rater="ann")
    back = store.judgments.withdraw(kept)
    assert store.judgments.standing() == ()
    assert store.judgments.history() == (kept, back)
    for rater in ("ann", "bob"):
        with pytest.raises(NotFound, match="no judgment of this rater"):
            store.judgments.add(TOPIC, A, B, "withdrawn", rater=rater)


def test_an_answer_counts_after_the_one_before_it_though_the_clock_went_back(store: Store) -> None:
    tomorrow = datetime.now(UTC) + timedelta(hours=20)
    store.judgments.bring_in([said(A, B, "first", at=tomorrow)])
    now = store.judgments.add(TOPIC, A, B, "second", rater="ann")
    assert store.judgments.standing() == (now,)
    assert now.at > tomorrow


def test_what_comes_in_twice_adds_nothing_and_an_older_answer_does_not_count(store: Store) -> None:
    kept = store.judgments.add(TOPIC, A, B, "second", rater="ann")
    given = [said(A, B, "first"), said(A, "", "3"), said(A, "", "3")]
    assert store.judgments.bring_in(given) == 2
    assert store.judgments.bring_in(given) == 0
    assert {one.answer for one in store.judgments.standing()} == {kept.answer, "3"}
    assert store.judgments.history()[0].at == LONG_AGO


def test_what_has_no_time_of_its_own_is_known_if_it_stands(store: Store) -> None:
    assert store.judgments.bring_in([], [said(A, "", "3"), said(B, "", "1")]) == 2
    assert store.judgments.bring_in([], [said(A, "", "3"), said(B, "", "2")]) == 1
    assert sorted((one.first, one.answer) for one in store.judgments.standing()) == [(A, "3"), (B, "2")]


def test_of_several_brought_in_all_are_kept_or_none(store: Store) -> None:
    with pytest.raises(BadRequest, match="no answer on one source"):
        store.judgments.bring_in([said(A, "", "3"), said(B, "", "first")])
    assert store.judgments.history() == ()


def test_judgments_outlive_every_run(store: Store) -> None:
    run = made_run(store)
    kept = store.judgments.add(store.runs.get(run).topic, A, B, "first", rater="ann")
    store.archive.hide([run])
    assert store.archive.purge(kept=timedelta(0)) == 1
    assert store.judgments.standing() == (kept,)


@pytest.mark.parametrize(
    ("judgment", "why"),
    [
        (said(A, B, "first", topic=" \u200b "), "topic is empty"),
        (said(A, B, "first", topic="x" * 401), "at most 400"),
        (said("", "", "1"), "no address"),
        (said("a.example", "", "1"), "no address"),
        (said("javascript:alert(1)", "", "1"), "no address"),
        (said(A, "https://ada:pw@b.example/", "first"), "credentials"),
        (said(A, "https://www.a.example/x#part", "first"), "one page"),
        (said(A, "https://b.example/" + "x" * 3000, "first"), "at most"),
        (said(A, B, "2"), "no answer on two sources"),
        (said(A, "", "equal"), "no answer on one source"),
        (said(A, "", "4"), "no answer"),  # type: ignore[arg-type]
        (said(A, "", "1", "r" * 121), "name of a rater"),
        (Judgment(TOPIC, A, "", "1", "ann", "n" * 2001, 1, LONG_AGO), "a note"),
        (Judgment(TOPIC, A, "", "1", "ann", "", 0, LONG_AGO), "guideline"),
        (said(A, "", "1", at=datetime(1999, 12, 31, tzinfo=UTC)), "before 2000"),
        (said(A, "", "1", at=datetime(9999, 12, 31, tzinfo=UTC)), "future"),
        (said(A, "", "1", at=datetime.min), "before 2000"),
    ],
)
def test_what_is_no_judgment_is_refused_in_a_sentence(store: Store, judgment: Judgment, why: str) -> None:
    with pytest.raises(BadRequest, match=why) as refused:
        store.judgments.bring_in([judgment])
    assert "pw" not in str(refused.value)
    assert store.judgments.history() == ()


def test_a_store_that_is_only_read_shows_judgments_and_keeps_none(home: Path) -> None:
    opened = fresh_store(home)
    kept = opened.judgments.add(TOPIC, A, "", "1", rater="ann")
    opened.database.frozen = "The disk is full."
    with pytest.raises(StoreError, match="disk is full"):
        opened.judgments.add(TOPIC, A, "", "2", rater="ann")
    assert opened.judgments.standing() == (kept,)
    opened.close()


def test_two_spellings_of_a_topic_are_one_topic_for_judgments_and_for_the_run_before(store: Store) -> None:
    composed, apart = "Caf\u00e9 \u00dcBER", "cafe\u0301  u\u0308ber"
    store.judgments.add(composed, A, "", "1", rater="ann")
    assert len(store.judgments.standing(topic=apart)) == 1
    before, after = made_run(store, composed), made_run(store, apart)
    store.runs.set_state(before, "done")
    previous = store.archive.previous(store.runs.get(after))
    assert previous
    assert previous.id == before
    assert len(store.runs.list("cafe\u0301")) == 2


def test_what_has_no_time_comes_after_what_stands_and_twice_adds_nothing(store: Store) -> None:
    store.judgments.bring_in([said(A, "", "3", at=datetime.now(UTC) + timedelta(hours=20))])
    for added in (1, 0):
        assert store.judgments.bring_in([], [said(A, "", "1")]) == added
        assert [one.answer for one in store.judgments.standing()] == ["1"]


def test_what_was_withdrawn_does_not_come_back_with_the_file_that_it_was_in(store: Store) -> None:
    store.judgments.bring_in([said(A, "", "3")])
    store.judgments.withdraw(store.judgments.standing()[0])
    assert store.judgments.bring_in([said(A, "", "3")]) == 0
    assert store.judgments.standing() == ()
