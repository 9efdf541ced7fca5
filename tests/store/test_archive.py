"""The archive of runs: searched, counted by facet, tagged, deleted with a way back, purged after thirty days."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.store.hammer import hits, made_run
from tests.stores import fresh_store
from workbench.errors import BadRequest, NotFound
from workbench.records import Components, Dropped, Finding, Judged, Read, Searched, Source
from workbench.store import Store, Wanted, asked, open_store

TODAY = date(2026, 3, 1)


def finished(store: Store, topic: str, kept: int = 2, engine: str = "corpus", version: int = 0) -> str:
    """A finished run with so many sources; its id."""
    run = store.runs.create(topic, TODAY, engine, {}, version, {}).id
    found = hits(max(kept, 1))
    sources = [Source(Read(hit), hit.url, "site.example", Components(1, 1, 1), 0.5, 1) for hit in found[:kept]]
    lost = () if kept else (Dropped(found[0], "judge", "thin", "thin: short"),)
    store.runs.save_stage(run, "search", Searched((), found), 0.5)
    store.runs.save_stage(run, "judge", Judged(tuple(sources), lost, len(found)), 0.25)
    store.runs.set_state(run, "done")
    return run


def numbers(store: Store, wanted: Wanted | None = None, **options: object) -> list[int]:
    return [line.run.number for line in store.archive.lines(wanted, **options)]  # type: ignore[arg-type]


def test_a_line_has_tags_first_host_and_time(store: Store) -> None:
    run, bare = finished(store, "heat pumps"), made_run(store, "bees", pages=0)
    store.archive.tag([run], ["b", "a"])
    new, old = store.archive.lines()
    assert (old.run.id, old.tags, old.first, old.seconds) == (run, ("a", "b"), "site.example", 0.75)
    assert (new.run.id, new.tags, new.first) == (bare, (), "")


def test_a_search_takes_words_tags_and_engines() -> None:
    assert asked("Heat tag:Winter pumps engine:ddg tag:x") == Wanted("Heat pumps", engine="ddg", tags=("winter", "x"))
    assert asked("https://a.example tag: :x since:") == Wanted("https://a.example tag: :x since:")


def test_days_of_a_search_are_the_readers_own_and_the_narrowest_count() -> None:
    found = asked("heat since:2026-11-01 until:2026-11-30 since:2026-11-02 until:2026-12-24", ZoneInfo("Asia/Tokyo"))
    since, until = datetime(2026, 11, 1, 15, tzinfo=UTC), datetime(2026, 11, 30, 15, tzinfo=UTC)
    assert found == Wanted("heat", since=since, until=until)
    assert asked("Since:2026-11-02").since == datetime(2026, 11, 2, tzinfo=UTC)


@pytest.mark.parametrize("day", ["soon", "2026-13-01", "29.11.2026", "2026-11-29T10:00"])
@pytest.mark.parametrize("name", ["since:", "until:"])
def test_what_is_no_day_is_said_of_a_search(name: str, day: str) -> None:
    with pytest.raises(BadRequest, match=f"^{name} is “{day}”, which is no day such as 2026-11-29"):
        asked(f"heat {name}{day}")


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", None])
def test_the_first_and_the_last_day_there_are_find_every_run(zone: str | None, store: Store) -> None:
    finished(store, "heat")
    where = ZoneInfo(zone) if zone else None
    assert numbers(store, asked("since:0001-01-01 until:9999-12-31", where)) == [1]
    assert numbers(store, asked("until:0001-01-01", where)) == numbers(store, asked("since:9999-12-31", where)) == []


def test_runs_are_found_by_the_days_on_which_they_began(store: Store) -> None:
    finished(store, "heat")
    day = store.archive.lines()[0].run.created_at.astimezone(UTC).date()
    before, after = day - timedelta(days=1), day + timedelta(days=1)
    assert numbers(store, asked(f"since:{day} until:{day}")) == [1]
    assert numbers(store, asked(f"until:{before}")) == numbers(store, asked(f"since:{after}")) == []


def test_every_facet_narrows(store: Store) -> None:
    first = finished(store, "heat pumps", version=3)
    finished(store, "heat waves", kept=0, engine="ddg")
    finished(store, "bees")
    made_run(store, "heat maps")
    store.archive.tag([first], ["winter"])
    assert numbers(store, asked("HEAT")) == [4, 2, 1]
    assert numbers(store, asked("tag:winter")) == numbers(store, Wanted(version=3)) == [1]
    assert numbers(store, Wanted(state="finished")) == [3, 1]
    assert numbers(store, Wanted(state="done")) == [3, 2, 1]
    assert numbers(store, Wanted(state="no_sources")) == numbers(store, Wanted(engine="ddg")) == [2]
    assert numbers(store, Wanted(state="queued")) == [4]
    assert numbers(store, Wanted(version=10**20)) == []
    assert numbers(store, Wanted(since=datetime.now(UTC) + timedelta(hours=1))) == []
    assert store.archive.count(asked("heat")) == 3
    assert numbers(store, order="oldest", limit=2, offset=1) == [2, 3]
    assert numbers(store, order="topic") == [3, 4, 1, 2]


def test_a_facet_counts_what_the_others_leave(store: Store) -> None:
    runs = [finished(store, "heat"), finished(store, "heat", kept=0), finished(store, "bees", engine="ddg", version=2)]
    store.archive.tag(runs, ["all"])
    store.archive.tag(runs[:1], ["one"])
    now = datetime.now(UTC)
    times = [now - timedelta(days=1), now + timedelta(days=1)]
    found = store.archive.facets(Wanted(), times)
    assert found.states == {"finished": 2, "no_sources": 1}
    assert (found.engines, found.tags, found.versions) == ({"corpus": 2, "ddg": 1}, {"all": 3, "one": 1}, {0: 2, 2: 1})
    assert list(found.times.values()) == [3, 0]
    narrowed = store.archive.facets(Wanted(engine="ddg", state="finished"), [])
    assert (narrowed.engines, narrowed.states, narrowed.tags) == ({"corpus": 1, "ddg": 1}, {"finished": 1}, {"all": 1})


def test_among_the_deleted_a_state_counts_the_others_and_every_other_facet_the_deleted(store: Store) -> None:
    gone = [finished(store, "heat"), finished(store, "heat", engine="ddg"), finished(store, "heat", kept=0)]
    stays = [finished(store, "heat"), finished(store, "bees", kept=0)]
    store.archive.tag([*gone, *stays], ["all"])
    store.archive.hide(gone)
    found = store.archive.facets(Wanted(deleted=True))
    assert found.states == {"finished": 1, "no_sources": 1}
    assert (found.deleted, found.engines, found.tags) == (3, {"corpus": 2, "ddg": 1}, {"all": 3})
    for state, count in found.states.items():
        assert store.archive.count(Wanted(state=state)) == count
    for engine, count in found.engines.items():
        assert store.archive.count(Wanted(engine=engine, deleted=True)) == count


def test_a_tag_counts_what_it_would_leave_of_those_that_bear_what_was_typed(store: Store) -> None:
    runs = [finished(store, "heat") for _ in range(3)]
    store.archive.tag(runs, ["one"])
    store.archive.tag(runs[:2], ["typed"])
    store.archive.tag(runs[:1], ["two"])
    wanted = Wanted(tags=("typed", "two"))
    assert store.archive.facets(wanted, tags=("typed",)).tags == {"one": 2, "two": 1, "typed": 2}
    assert store.archive.count(replace(wanted, tags=("typed", "one"))) == 2


def test_interrupted_runs_are_told_from_running_ones(store: Store) -> None:
    one, two = made_run(store), made_run(store)
    for run in (one, two):
        store.runs.set_state(run, "running")
    wanted = Wanted(interrupted=frozenset([one]))
    assert store.archive.facets(wanted).states == {"running": 1, "interrupted": 1}
    assert numbers(store, replace(wanted, state="interrupted")) == [1]
    assert numbers(store, replace(wanted, state="running")) == [2]


def test_a_tag_is_one_small_word_and_put_once(store: Store) -> None:
    run = made_run(store)
    store.archive.tag([run, "gone"], ["Cold Climates", "cold-climates", "x"])
    assert store.archive.tags_of([run]) == {run: ("cold-climates", "x")}
    assert store.archive.tags() == ["cold-climates", "x"]
    store.archive.untag([run], ["X", "never"])
    assert store.archive.tags_of([run]) == {run: ("cold-climates",)}
    for wrong in ("", " \u200b", "y" * 41):
        with pytest.raises(BadRequest):
            store.archive.tag([run], [wrong])


def test_a_deleted_run_is_in_no_list_and_comes_back_as_it_was(store: Store) -> None:
    run, other = finished(store, "heat"), finished(store, "heat")
    store.archive.tag([run], ["winter"])
    store.findings.emit(Finding("k", "t", "b"), run, datetime.now(UTC))
    before = store.runs.get(run)
    assert store.archive.hide([run, "gone"]) == [run]
    assert store.archive.hide([run]) == []
    assert [one.id for one in store.runs.list()] == [other]
    assert (store.runs.count(), store.archive.count(), store.archive.tags()) == (1, 1, [])
    assert store.runs.several([run, other], texts=True) == [store.runs.get(other)]
    assert store.archive.previous(store.runs.get(other)) is None
    assert store.findings.list() == []
    for name in (run, run[:8], 1, "1"):
        with pytest.raises(NotFound):
            store.runs.get(name)
    with pytest.raises(NotFound, match="`workbench runs restore 1` brings it back"):
        store.runs.get(1)
    assert numbers(store, Wanted(deleted=True)) == [1]
    assert store.archive.facets(Wanted()).deleted == 1
    assert [store.archive.deleted(name).id for name in (1, run, run[:8])] == [run] * 3
    with pytest.raises(NotFound, match="Run 2 is not deleted"):
        store.archive.deleted(2)
    assert store.archive.bring_back([run, other]) == [run]
    assert store.runs.get(run) == before
    assert store.archive.tags_of([run]) == {run: ("winter",)}
    assert len(store.findings.list()) == 1


def test_a_deleted_run_under_way_is_cancelled(store: Store) -> None:
    run = made_run(store)
    store.runs.set_state(run, "running", worker="worker-1")
    store.archive.hide([run])
    assert store.runs.unfinished() == []
    assert store.runs.state(run) == "cancelled"
    assert not store.runs.save_stage(run, "judge", Judged((), (), 0), 0.1)
    store.archive.bring_back([run])
    assert store.runs.get(run).finished_at


def test_the_run_before_is_the_last_finished_one_of_the_topic(store: Store) -> None:
    first, _other, second = finished(store, "Heat"), finished(store, "bees"), finished(store, "heat")
    made_run(store, "heat")
    last = store.runs.get(finished(store, "HEAT"))
    assert [found.id if (found := store.archive.previous(store.runs.get(run))) else "" for run in (second, first)] == [
        first,
        "",
    ]
    assert (found := store.archive.previous(last))
    assert found.id == second


def test_what_was_deleted_is_purged_after_thirty_days(store: Store) -> None:
    old, fresh, shown = (made_run(store) for _ in range(3))
    now = datetime.now(UTC)
    store.archive.hide([old], now - timedelta(days=31))
    store.archive.hide([fresh], now - timedelta(days=29))
    assert (store.archive.purge(now), store.archive.purge(now)) == (1, 0)
    assert [store.archive.deleted(fresh).id, store.runs.get(shown).id] == [fresh, shown]
    with pytest.raises(NotFound):
        store.archive.deleted(old)


def test_opening_purges_and_says_so(home: Path) -> None:
    store = fresh_store(home)
    store.archive.hide([made_run(store)], datetime.now(UTC) - timedelta(days=40))
    url = f"sqlite:///{store.database.path}"
    store.close()
    again, third = open_store(url), open_store(url)
    assert again.notices == ("Removed 1 run for good, deleted over 30 days ago.",)
    assert third.notices == ()
    again.close()
    third.close()


@pytest.mark.parametrize("act", [lambda store: store.archive.hide([]), lambda store: store.archive.bring_back([])])
def test_nothing_named_is_nothing_done(store: Store, act: Callable[[Store], list[str]]) -> None:
    made_run(store)
    assert act(store) == []
    assert store.runs.count() == 1


def test_of_each_topic_the_newest_finished_run_is_named(store: Store) -> None:
    one, two, other = (made_run(store, topic) for topic in ("Heat pumps", "heat  PUMPS", "trees"))
    made_run(store, "heat pumps")
    hidden = made_run(store, "trees")
    for run in (one, two, other, hidden):
        store.runs.set_state(run, "done")
    store.archive.hide([hidden])
    assert [run.id for run in store.archive.topics()] == [other, two]
    assert [run.id for run in store.archive.topics(limit=1)] == [other]
    assert [run.id for run in store.archive.topics("HEAT pumps")] == [two]
    assert store.archive.topics("river") == []
