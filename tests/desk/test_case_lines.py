"""The case lines of pages: text from the web stays text, odd numbers and lists are drawn, the desk stays at home."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts.served import Unframed
from pages.parts.weights import KEYS, widget
from tests.cli.commands import command
from tests.conftest import cases
from tests.desk.conftest import ROOT
from tests.desk.sessions import Desk, finish
from tests.desk.test_settings_page import TIER1, table
from workbench.compose import Workbench
from workbench.records import RunRecord
from workbench.settings import FIELDS
from workbench.text import plain, safe, visible
from workbench.urls import host_of

LINES = {line["name"]: line for line in cases("adversarial/ui_export.jsonl") if line["name"].startswith("page-")}
WORDS = "heat pumps in the cold, told in words enough to be no thin snippet at all, number"
URL = "https://odd.example/page"
Open = Callable[[], Desk]

OWN_ADDRESS = "page-query-params"
# What needs a browser, and the test that has one.
ELSEWHERE = {"page-keyboard": ("tests/desk/test_browser.py", "test_a_weight_is_tried_kept_and_seen_in_the_next_run")}


def lines(*keys: str) -> list[Any]:
    """The lines whose input has one of these keys."""
    return [pytest.param(line["input"], id=name) for name, line in LINES.items() if set(keys) & set(line["input"])]


def recorded(bench: Workbench, title: str = "Odd", url: str = URL, text: str = "Text. ", count: int = 1) -> RunRecord:
    """A finished run over results that read so."""
    hits = [{"url": url, "title": title, "snippet": f"{WORDS} 0 {text}"}] if count else []
    hits += [
        {"url": f"https://n{n}.example/", "title": f"N{n}", "snippet": f"{n * 7} {WORDS} {n * 9}"}
        for n in range(1, count)
    ]
    pages = {hit["url"]: {"status": 200, "content_type": "text/plain", "body": text * 40} for hit in hits}
    told = json.dumps({"topic": f"odd {text}", "today": "2026-11-29", "hits": hits, "pages": pages})
    return finish(bench, bench.new_run("", recording=told))


def letters(label: str) -> str:
    """What a reader sees of a label: escapes read, joiners gone."""
    held = label.removeprefix("**").removesuffix("**").replace("\u2060", "")
    return re.sub(r"\\(.)", r"\1", held)


def everything(shown: Desk) -> str:
    """Every text that was sent to the browser."""
    return "\n".join(str(element.proto) for element in shown.at.main) + shown.html


@pytest.mark.parametrize("given_", lines("title"))
def test_a_title_is_shown_as_text(given_: Mapping[str, str], desk: Open, bench: Workbench) -> None:
    title = given_["title"]
    shown = desk().open(run=recorded(bench, title).id)
    first = shown.buttons["run.open.1"].label
    assert letters(first) in (visible(title), plain(title) or host_of(URL))
    shown.press("run.open.1")
    assert not shown.at.get("link_button")
    assert not any(live in shown.html for live in ("<img src", "<a ", "href="))
    assert not re.search(r"(?<!\\)<|:red\[|\]\(javascript|!\[x\]\(|http:/", first)


@pytest.mark.parametrize("given_", [one for one in lines("url") if one.id != OWN_ADDRESS])
def test_an_address_is_no_link_and_shown_with_its_real_host(
    given_: Mapping[str, str], desk: Open, bench: Workbench
) -> None:
    run = recorded(bench, url=given_["url"])
    assert run.judged is not None
    assert given_["url"] not in {source.url for source in run.judged.sources}
    shown = desk().open(run=run.id)
    assert not shown.at.get("link_button")
    assert "href" not in shown.html
    (lost,) = run.searched.dropped if run.searched else ()
    assert lost.state == "unread"
    host = host_of(lost.hit.url)
    assert not host or host == "evil.example"


@pytest.mark.parametrize("given_", lines("text"))
def test_a_text_that_no_browser_takes_is_cleaned_before_it_is_drawn(
    given_: Mapping[str, str], desk: Open, bench: Workbench
) -> None:
    run = recorded(bench, title=given_["text"], text=f"{given_['text']} ")
    shown = desk().open(run=run.id).press("run.open.1")
    sent = everything(shown)
    assert "\x00" not in sent
    assert sent.encode()
    assert safe(given_["text"]) in letters(shown.buttons["run.open.1"].label)


@pytest.mark.parametrize("given_", lines("title_len"))
def test_a_very_long_title_is_on_one_line_with_the_whole_in_its_help(
    given_: Mapping[str, int], desk: Open, bench: Workbench
) -> None:
    title = "t" * given_["title_len"]
    shown = desk().open(run=recorded(bench, title).id)
    button = shown.buttons["run.open.1"]
    assert button.proto.help == title
    assert button.proto.HasField("wrap")
    assert not button.proto.wrap


@pytest.mark.parametrize("given_", lines("sources"))
def test_a_page_with_few_sources_says_so(given_: Mapping[str, int], desk: Open, bench: Workbench) -> None:
    count = given_["sources"]
    shown = desk().open(run=recorded(bench, count=count).id)
    words = f"{count} source{'' if count == 1 else 's'} kept" if count else "No source kept"
    assert shown.at.title[0].value.startswith(words)
    assert not shown.at.get("plotly_chart")
    assert shown.html.count('class="wb-bar"') == count


def drawn(sources: list[Any], bench: Workbench) -> AppTest:
    def draw() -> None:
        import streamlit as st

        from pages.parts import tables

        tables.chart(st.session_state["sources"], st.session_state["settings"])
        tables.components(st.session_state["sources"], st.session_state["settings"])

    at = AppTest.from_function(draw, default_timeout=60)
    at.session_state["sources"] = sources
    at.session_state["settings"] = bench.store.settings.resolve().settings.research
    at.run()
    assert not at.exception, [error.value for error in at.exception]
    return at


@pytest.mark.parametrize("given_", lines("scores", "label", "score"))
def test_a_chart_of_odd_sources_is_drawn(given_: Mapping[str, Any], bench: Workbench, done: RunRecord) -> None:
    assert done.judged is not None
    first = done.judged.sources[0]
    match given_:
        case {"scores": list(scores)}:
            at = drawn([replace(first, score=score) for score in scores], bench)
            assert list(at.dataframe[0].value["Score"]) == scores
        case {"label": str(label)}:
            odd = replace(first, read=replace(first.read, hit=replace(first.read.hit, title=label)), domain=label)
            (chart,) = drawn([odd], bench).get("plotly_chart")
            assert "evil.example" not in chart.proto.spec
        case {"score": str(score)}:
            at = drawn([replace(first, score=float(score))], bench)
            assert at.dataframe[0].value["Score"].isna().all()


@pytest.mark.parametrize("given_", lines("edits"))
def test_fast_edits_are_all_kept_in_order(given_: Mapping[str, int], desk: Open, done: RunRecord) -> None:
    shown = desk().open(run=done.id)
    for step in range(1, given_["edits"] + 1):
        value = round(step / 100, 2)
        shown.at.slider(key=widget(done.id, KEYS[4])).set_value(value).run()
        assert shown.checked().at.slider(key=widget(done.id, KEYS[4])).value == value


@pytest.mark.parametrize("given_", lines("column", "add_row"))
def test_a_row_that_is_added_is_text_and_validated(given_: Mapping[str, Any], desk: Open, bench: Workbench) -> None:
    shown = desk().open("pages/settings.py")
    added = given_.get("column", ["not a host"])
    table(shown, TIER1, added_rows=[{"In": True, "Host": cell} for cell in added])
    assert "has an entry that names no host" in shown.errors[0]
    hosts = [grid.value["Host"] for grid in shown.at.dataframe if "Host" in grid.value]
    assert hosts
    assert all(isinstance(host, str) for column in hosts for host in column)
    shown.press("settings.save")
    assert "settings.save.now" not in shown.buttons
    assert bench.store.settings.version() == 1


@pytest.mark.parametrize("given_", lines("session_state"))
def test_a_stored_value_out_of_range_is_told(given_: Mapping[str, int], desk: Open, bench: Workbench) -> None:
    key = "web_research_results"
    write_by_hand(bench, key, str((FIELDS[key].high or 0) + given_["session_state"]))
    shown = desk().open("pages/settings.py")
    assert any(key in one.value.replace("\\", "") for one in shown.at.warning)
    assert shown.at.number_input(key=f"settings.{key}").value == FIELDS[key].default


@pytest.mark.parametrize("given_", lines("value"))
def test_a_number_beyond_its_limits_is_refused_exactly_as_it_was_typed(
    given_: Mapping[str, int], bench: Workbench
) -> None:
    done = command("settings", "set", "research_recency_fresh_days", given_["value"] + 10**15 * (given_["value"] == 6))
    assert done.code == 2
    assert "was not saved" in done.err
    if given_["value"] > 2**53:
        assert str(given_["value"]) in done.err


def write_by_hand(bench: Workbench, key: str, value: str) -> None:
    import sqlite3
    from contextlib import closing

    assert bench.store.database.path
    with closing(sqlite3.connect(bench.store.database.path)) as raw, raw:
        raw.execute("INSERT OR REPLACE INTO app_settings (key, value) VALUES (?, ?)", (key, value))


CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("given_", lines("raise", "origin", "host", "start"))
def test_the_desk_is_set_up_to_stay_at_home(given_: Mapping[str, str]) -> None:
    match given_:
        case {"raise": _}:
            assert CONFIG["client"]["showErrorDetails"] == "none"
        case {"origin": _}:
            assert CONFIG["server"].get("enableCORS", True)
            assert CONFIG["server"].get("enableXsrfProtection", True)
        case {"host": str(host)}:
            assert host not in CONFIG["server"]["allowedHosts"]
            assert CONFIG["server"]["allowedHosts"] == ["localhost", "127.0.0.1"]
        case {"start": _}:
            assert CONFIG["server"]["address"] == "127.0.0.1"


@pytest.mark.parametrize("given_", [one for one in lines("url") if one.id == OWN_ADDRESS])
def test_the_desks_own_address_starts_nothing(given_: Mapping[str, str], desk: Open, bench: Workbench) -> None:
    before = bench.store.runs.count()
    shown = desk().open(topic="<script>", run="7'")
    assert shown.errors[0].startswith("There is no run")
    assert "<script" not in shown.html
    assert bench.store.runs.count() == before
    assert bench.jobs.unfinished() == 0


@pytest.mark.parametrize("given_", lines("upload_mb"))
def test_settings_over_a_mebibyte_are_refused(given_: Mapping[str, int], home: Path, tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b" " * (given_["upload_mb"] << 20))
    done = command("settings", "import", file)
    assert done.code == 2
    assert "is over 1 MiB" in done.err


@pytest.mark.parametrize("given_", lines("iframe"))
async def test_no_other_site_shows_the_desk_in_a_frame(given_: Mapping[str, str]) -> None:
    sent: list[Any] = []

    async def answer(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    await Unframed(answer)({"type": "http"}, receive, send)
    headers = dict(sent[0]["headers"])
    assert headers[b"x-frame-options"] == b"DENY"
    assert headers[b"content-security-policy"] == b"frame-ancestors 'none'"
    assert "no other site may show it in a frame" in " ".join((ROOT / "docs" / "operators.md").read_text().split())


RULED = {
    "title", "url", "text", "title_len", "sources", "scores", "label", "score", "edits", "column", "add_row",
    "session_state", "value", "raise", "origin", "host", "start", "upload_mb", "iframe",
}  # fmt: skip
UNRULED = [name for name, line in LINES.items() if not RULED & set(line["input"])]


@pytest.mark.parametrize("name", UNRULED)
def test_a_line_that_no_test_here_can_run_is_named(name: str) -> None:
    if name not in ELSEWHERE:
        pytest.skip("no rule is known for this input")
    file, test = ELSEWHERE[name]
    assert f"def {test}(" in (ROOT / file).read_text()
    pytest.skip(f"needs a browser: {test} in {file}")
