"""More sources than rows: one chart with names, and the table from which each source is opened."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from pages.parts.ranking import MOST_ROWS, TABLE
from pages.parts.weights import KEYS, widget
from tests.desk.many import many_sources
from tests.desk.sessions import Desk
from workbench.compose import Workbench
from workbench.records import RunRecord


@pytest.fixture
def many(bench: Workbench) -> RunRecord:
    run = many_sources(bench)
    assert run.judged
    assert len(run.judged.sources) > MOST_ROWS
    return run


def order(shown: Desk) -> list[str]:
    """The names in the table, first first."""
    return [name.rpartition(" · ")[2] for name in shown.at.dataframe[0].value["Source"]]


def selected(shown: Desk) -> list[int]:
    """The rows that the table shows as selected."""
    return list(shown.at.session_state[TABLE]["selection"]["rows"])


def test_the_chart_names_each_source_and_parts_its_segments(desk: Callable[[], Desk], many: RunRecord) -> None:
    shown = desk().open(run=many.id)
    (drawn,) = shown.at.get("plotly_chart")
    figure = json.loads(drawn.proto.spec)
    names = figure["layout"]["yaxis"]["ticktext"]
    assert len(names) == len(set(names)) == len(order(shown))
    assert figure["layout"]["yaxis"]["range"] == [len(names) + 0.5, 0.5]
    assert names[0].startswith("1  Result ")
    assert "&lt;b&gt;in a" in names[0]
    assert "<b>" not in drawn.proto.spec.replace("\\u003c", "<")
    assert all(bar["marker"]["line"]["width"] == 2 for bar in figure["data"])
    assert not any("upright mark" in one.value for one in shown.at.caption)


def test_a_selected_row_opens_its_source_and_follows_it_when_the_order_moves(
    desk: Callable[[], Desk], many: RunRecord
) -> None:
    shown = desk().open(run=many.id)
    assert not shown.at.tabs
    shown.press("run.next").press("run.next")
    assert selected(shown) == [1]
    host, was = order(shown)[1], shown.at.tabs[0].label
    assert [tab.label for tab in shown.at.tabs[1:]] == ["Page text", "Copies", "Dates"]
    shown.at.slider(key=widget(many.id, KEYS[4])).set_value(0.0).run()
    shown.checked()
    assert selected(shown) == [order(shown).index(host)] != [1]
    assert shown.at.tabs[0].label != was
    shown.press("run.toggle")
    assert selected(shown) == []
    assert not shown.at.tabs


def test_a_move_says_what_it_counts_beyond_those_it_names(desk: Callable[[], Desk], many: RunRecord) -> None:
    shown = desk().open(run=many.id)
    shown.at.slider(key=widget(many.id, KEYS[4])).set_value(0.0).run()
    told = shown.checked().html
    assert re.search(r"And \d+ more pass(es)?\.", told)
    assert re.search(r"\d+ more sources? moved", told)
    assert "more change" not in told
