"""The page *Pins*: every pin with its verdict, a line for one more, a way off and back, and lines out and in."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.desk.sessions import TOPIC, Desk
from tests.tuning.archives import OLD_TIER2
from workbench.compose import Workbench, ship
from workbench.records import RunRecord
from workbench.store import NewPin

RANK, TIERS = "research_search_rank_weight", "research_tier2_domains"
PAGE = "pages/pins.py"


def line(desk: Desk, text: str) -> Desk:
    desk.at.text_input(key="pins.line").set_value(text).run()
    return desk.checked()


def test_the_shipped_pins_stand_there_green(desk: Callable[[], Desk], bench: Workbench) -> None:
    shown = desk().open(PAGE)
    assert shown.at.title[0].value == "Both pins are green"
    assert "<code>bun.com</code> leads by 0.071: 0.794 to 0.723." in shown.html
    assert "on a recording of its own" in shown.html
    assert len(bench.store.pins.list()) == 2


def test_red_pins_come_first_and_are_called_red(desk: Callable[[], Desk], bench: Workbench) -> None:
    bench.store.settings.write({TIERS: OLD_TIER2, RANK: 0.3}, reason="to see them red")
    bench.store.pins.add([NewPin("`nowhere.example` first for nothing at all")])
    shown = desk().open(PAGE)
    assert shown.at.title[0].value == "3 pins: 2 red, 1 with nothing to check"
    order = [shown.html.index(word) for word in ("authorsguild.org", "bun.com", "nowhere.example")]
    assert order == sorted(order)
    assert "No finished run of “nothing at all” is stored." in shown.html


def test_a_line_is_checked_as_it_is_typed_and_kept_by_its_button(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord
) -> None:
    assert done.judged is not None
    first, second = (source.domain for source in done.judged.sources[:2])
    shown = line(desk().open(PAGE), "nonsense")
    assert shown.errors[0].startswith(
        "“nonsense” is no pin. A pin is one of: A above B for TOPIC; never A in the top N"
    )
    line(shown, f"{second} above {first} for {TOPIC}")
    assert f"<code>{first}</code> leads by 0." in shown.html
    shown.at.text_input(key="pins.note").set_value("for a test").run()
    shown.press("pins.add")
    kept = bench.store.pins.list()[-1]
    assert (kept.text, kept.note, kept.recording) == (f"`{second}` above `{first}` for {TOPIC}", "for a test", "")
    assert shown.at.title[0].value == "3 pins: 1 red, 2 green"
    assert "Pinned: " in shown.html
    assert shown.at.text_input(key="pins.line").value == ""


def test_a_pin_made_from_a_run_outlives_it(desk: Callable[[], Desk], bench: Workbench, done: RunRecord) -> None:
    shown = desk().open(PAGE, run=done.id)
    assert done.judged is not None
    first, second = (source.domain for source in done.judged.sources[:2])
    assert shown.at.text_input(key="pins.line").value == f"`{first}` above `{second}` for {TOPIC}"
    assert [one.value for one in shown.at.radio] == ["Run 1 as it is, for good"]
    shown.press("pins.add")
    assert bench.store.pins.list()[-1].recording
    (said,) = re.findall(f"<code>{first}</code> leads by [^<]*", shown.html)
    bench.delete_for_good([done.id])
    again = desk().open(PAGE)
    assert re.findall(f"<code>{first}</code> leads by [^<]*", again.html) == [said]
    assert again.at.title[0].value == "All 3 pins are green"


def test_the_order_of_a_run_leads_to_its_pin(desk: Callable[[], Desk], done: RunRecord) -> None:
    links = desk().open(run=done.id).at.get("page_link")
    found = next(link.proto for link in links if link.proto.label == "Pin this order…")
    assert (found.page, found.query_string) == ("pins", f"run={done.id}")


def test_the_line_is_put_together_from_topic_kind_and_host(desk: Callable[[], Desk], done: RunRecord) -> None:
    shown = desk().open(PAGE)
    shown.at.selectbox(key="pins.topic").set_value(TOPIC).run()
    assert done.judged is not None
    host = done.judged.sources[0].domain
    shown.at.selectbox(key="pins.kind").set_value("never").run()
    shown.at.selectbox(key="pins.first").set_value(host).run()
    shown.at.number_input(key="pins.top").set_value(2).run()
    assert shown.checked().at.text_input(key="pins.line").value == f"never `{host}` in the top 2 of {TOPIC}"
    assert "is first of" in shown.html


def test_a_removed_pin_comes_back_by_undo_or_later(desk: Callable[[], Desk], bench: Workbench) -> None:
    shown = desk().open(PAGE).press("pins.remove.1")
    assert [pin.id for pin in bench.store.pins.list()] == [2]
    assert shown.at.title[0].value == "The pin is green"
    shown.press("pins.undo")
    assert [pin.id for pin in bench.store.pins.list()] == [1, 2]
    shown.press("pins.remove.2").press("pins.restore.2")
    assert [pin.id for pin in bench.store.pins.list()] == [1, 2]


def test_without_a_pin_the_page_says_what_one_is(desk: Callable[[], Desk], bench: Workbench) -> None:
    ship(bench.store)
    for number in (1, 2):
        bench.store.pins.remove(number)
    shown = desk().open(PAGE)
    assert shown.at.title[0].value == "No pin yet"
    assert "A pin is one line that says" in shown.html


def test_many_pins_are_shown_in_pages_and_hostile_ones_letter_for_letter(
    desk: Callable[[], Desk], bench: Workbench
) -> None:
    hostile = "`x.example` first for <img src=x onerror=alert(1)> $a$ :red[b] [c](https://d.example) `"
    bench.store.pins.add([NewPin(hostile, note="<b>note</b>", author="<i>ada</i>"), NewPin("damaged", recording="{")])
    bench.store.pins.add([NewPin(f"`h{at}.example` first for topic {at} {'long ' * 60}") for at in range(15)])
    shown = desk().open(PAGE)
    assert shown.at.title[0].value == "19 pins: 17 with nothing to check, 2 green"
    assert "<img" not in shown.html
    assert "<b>note" not in shown.html
    assert len([key for key in shown.buttons if key.startswith("pins.remove.")]) == 12


def test_lines_come_in_and_the_wrong_ones_are_named(desk: Callable[[], Desk], bench: Workbench) -> None:
    shown = desk().open(PAGE)
    text = b"`bun.com` above `dev.to` for Bun as a JavaScript runtime\n\nwrong\na.example first for any topic\n"
    shown.at.file_uploader(key="pins.import").set_value(("pins.txt", text, "text/plain")).run()
    shown.checked()
    assert [pin.text for pin in bench.store.pins.list()][2:] == ["`a.example` first for any topic"]
    assert "Line 3: “wrong” is no pin." in shown.html
    assert "1 pin added." in shown.html
