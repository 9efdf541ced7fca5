"""Which topics change their first source without wikipedia.org in tier 2, and by how little: page and loop agree."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.desk.answered import TIER2, without_wikipedia
from tests.desk.sessions import Desk
from tests.desk.tuned import keep_close
from workbench.compose import Workbench
from workbench.records import RunRecord

RUNS = range(1, 61)


@pytest.fixture
def answered(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> tuple[Desk, list[tuple[int, str, str, str, float]]]:
    """The page with wikipedia.org taken off tier 2 over sixty runs, and what the loop finds in them."""
    bench.store.runs.delete(done.id)
    runs = keep_close(bench, RUNS)
    shown = desk().open("pages/tuning.py")
    hosts = shown.at.multiselect(key=f"tuning.0.{TIER2}")
    hosts.set_value([host for host in hosts.value if host != "wikipedia.org"]).run()
    return shown.checked(), without_wikipedia(bench, runs)


def test_the_page_names_the_topics_of_a_plain_loop_with_their_leads(
    answered: tuple[Desk, list[tuple[int, str, str, str, float]]],
) -> None:
    shown, expected = answered
    table = shown.at.dataframe[0].value
    named = list(zip(table["Run"], table["Topic"], table["Before"], table["After"], strict=True))
    assert named == [one[:4] for one in expected]
    assert list(table["Lead"]) == pytest.approx([one[-1] for one in expected], abs=1e-12)
    assert list(table["Near-tie"]) == ["yes" if one[-1] < 0.03 else "" for one in expected]


def test_some_of_the_topics_change_and_some_of_those_are_near_ties(
    answered: tuple[Desk, list[tuple[int, str, str, str, float]]],
) -> None:
    shown, expected = answered
    near = sum(one[-1] < 0.03 for one in expected)
    assert 0 < near < len(expected) < len(RUNS)
    assert f"<code>wikipedia.org</code> off tier 2, {len(expected)} of 60 runs get another" in shown.html
    assert f"Near-ties, under 0.03: <b>{near}</b>" in shown.html
