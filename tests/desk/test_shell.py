"""What stands around the pages: the menu, the store that cannot be opened, the chart for many sources, the config."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from streamlit.testing.v1 import AppTest

from pages.parts.drafts import HeldPosts
from pages.parts.weights import KEYS, widget
from tests.desk.conftest import APP, ROOT
from tests.desk.sessions import Desk
from workbench.compose import Workbench
from workbench.records import RunRecord


def test_the_menu_names_engine_and_version(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    shown = desk().open(run=done.id)
    assert "Corpus, no network" in shown.html
    assert "Settings v1" in shown.html
    assert [link.value for link in shown.at.sidebar.page_link] == [
        "Run a topic",
        "Writer context",
        "Runs",
        "Tuning",
        "Judge",
        "Pins",
        "Settings",
        "Health",
    ]
    bench.store.settings.write({"desk_engine": "ddg"})
    assert "DuckDuckGo" in desk().open().html


def test_the_menu_says_how_many_edits_are_not_saved(desk: Callable[[], Desk], bench: Workbench) -> None:
    key, first = "research_recency_fresh_days", bench.store.posts.list()[0]
    posts = HeldPosts((first,), (replace(first, title="Mine"),), (first,))

    def told(**edits: object) -> list[str]:
        shown = desk()
        for name, value in edits.items():
            shown.at.session_state[f"settings.{name}"] = value
        return [link.value for link in shown.open().at.sidebar.page_link if "unsaved" in link.value]

    assert told() == []
    assert told(edits={key: 9}, base=1) == ["1 unsaved edit"]
    assert told(edits={key: 9}, base=1, posts=posts) == ["2 unsaved edits"]
    bench.store.settings.write({key: 9}, author="somebody who thinks the same")
    assert told(edits={key: 9}, base=1, posts=posts) == ["1 unsaved edit"]
    bench.store.posts.change({first.slug: (first, replace(first, title="Mine"))})
    assert told(edits={key: 9}, base=1, posts=posts) == []


def test_a_store_that_cannot_be_opened_is_a_sentence(home: Path) -> None:
    (home / "workbench.db").mkdir()
    at = AppTest.from_file(str(APP), default_timeout=60).run()
    assert not at.exception
    assert "is a folder, not a database" in Desk(at).errors[0]


def test_many_sources_are_one_chart_and_the_table(bench: Workbench, done: RunRecord) -> None:
    def draw() -> None:
        import streamlit as st

        from pages.parts import tables

        tables.chart(st.session_state["sources"], st.session_state["settings"])
        tables.components(st.session_state["sources"], st.session_state["settings"])

    assert done.judged is not None
    at = AppTest.from_function(draw, default_timeout=60)
    at.session_state["sources"] = [replace(done.judged.sources[0], url=f"https://a.example/{n}") for n in range(25)]
    at.session_state["settings"] = bench.store.settings.resolve().settings.research
    at.run()
    assert not at.exception
    assert len(at.get("plotly_chart")) == 1
    assert len(at.dataframe[0].value) == 25


def test_the_desk_listens_here_only_and_tells_no_one() -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["address"] == "127.0.0.1"
    assert config["server"]["port"] == 8501
    assert config["server"]["allowedHosts"] == ["localhost", "127.0.0.1"]
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "none"


def test_a_page_is_short() -> None:
    for page in (ROOT / "pages").glob("*.py"):
        assert len(page.read_text(encoding="utf-8").splitlines()) < 120, page.name
    for part in (ROOT / "pages" / "parts").glob("*.py"):
        assert len(part.read_text(encoding="utf-8").splitlines()) < 300, part.name


def test_a_store_that_fails_while_the_desk_is_open_is_a_sentence_with_a_way_on(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord, home: Path
) -> None:
    shown = desk().open(run=done.id)
    kept = (home / "workbench.db").rename(home / "kept.db")
    shown.run()
    assert "deleted" in shown.errors[0]
    assert any("changed nothing" in one.value for one in shown.at.caption)
    kept.rename(home / "workbench.db")
    shown.press(next(key for key in shown.buttons if key.startswith("fault.")))
    assert not shown.errors


def test_a_slider_moved_over_a_store_that_fails_is_a_sentence(
    desk: Callable[[], Desk], done: RunRecord, home: Path
) -> None:
    shown = desk().open(run=done.id)
    (home / "workbench.db").unlink()
    shown.at.slider(key=widget(done.id, KEYS[4])).set_value(0.7)
    assert "deleted" in shown.run().errors[0]
