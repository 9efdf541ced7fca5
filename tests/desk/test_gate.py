"""On every surface of the desk: what a save would do stands before it, and a red pin asks for a reason."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pages.parts import weights
from tests.cli.commands import command
from tests.desk.sessions import Desk
from tests.tuning.archives import OLD_TIER2
from workbench.compose import Workbench, check
from workbench.records import RunRecord
from workbench.settings import flat
from workbench.store import NewPin

RANK, TIERS = "research_search_rank_weight", "research_tier2_domains"


@pytest.fixture
def old(bench: Workbench) -> Workbench:
    """The settings with the old list, under which 0.4 is green and 0.3 is red."""
    bench.store.settings.write({TIERS: OLD_TIER2})
    return bench


def of_the_page(shown: Desk) -> Desk:
    shown.open("pages/settings.py").at.number_input(key=f"settings.{RANK}").set_value(0.3)
    return shown.run().press("settings.save")


def of_a_run(shown: Desk) -> Desk:
    shown.open(run="1").at.slider(key=weights.widget(_only(shown), RANK)).set_value(0.3)
    return shown.run().press("run.keep")


def _only(shown: Desk) -> str:
    return next(one.key.split(".")[1] for one in shown.at.slider if one.key and one.key.endswith(RANK))


def of_tuning(shown: Desk) -> Desk:
    shown.open("pages/tuning.py")
    found = next(one for one in shown.at.slider if one.key and one.key.endswith(RANK))
    found.set_value(0.3)
    return shown.run().press("tuning.keep")


def of_a_preset(shown: Desk) -> Desk:
    return shown.open("pages/settings.py").press("settings.preset.take").press("settings.save")


def of_a_file(shown: Desk) -> Desk:
    shown.open("pages/settings.py")
    given = json.dumps({RANK: 0.3}).encode()
    shown.at.file_uploader(key="settings.import").set_value(("s.json", given, "application/json")).run()
    return shown.checked().press("settings.save")


def of_the_history(shown: Desk) -> Desk:
    shown.open("pages/settings.py").at.selectbox(key="settings.version").set_value(3).run()
    return shown.press("settings.restore")


SURFACES: dict[str, tuple[Callable[[Desk], Desk], str, str]] = {
    "page": (of_the_page, "settings", "settings.save.now"),
    "run": (of_a_run, "keep", "keep.save"),
    "tuning": (of_tuning, "keep", "keep.save"),
    "preset": (of_a_preset, "settings", "settings.save.now"),
    "file": (of_a_file, "settings", "settings.save.now"),
    "history": (of_the_history, "settings.restore", "settings.restore.now"),
}


@pytest.mark.parametrize("surface", SURFACES)
def test_a_changed_weight_that_breaks_a_pin_cannot_be_saved_without_a_reason(
    surface: str, desk: Callable[[], Desk], old: Workbench, done: RunRecord
) -> None:
    opening, dialog, save = SURFACES[surface]
    settings = old.store.settings
    if surface == "preset":
        old.store.presets.save("low", settings.with_changes({RANK: "0.3"}))
    if surface == "history":
        settings.write({RANK: 0.3}, reason="once before")
        settings.restore(2)
    version = settings.version()
    shown = opening(desk())
    assert "Tried on the last 1 finished run." in shown.html
    assert "2 pins: 2 red." in shown.html
    assert "<code>dev.to</code> leads by 0.004: 0.782 to 0.778." in shown.html
    assert shown.at.button(key=save).disabled
    shown.at.text_input(key=f"{dialog}.reason").set_value("x1").run()
    assert shown.checked().at.button(key=save).disabled
    shown.at.text_input(key=f"{dialog}.reason").set_value("a <b>trial</b>").run()
    shown.press(save)
    assert (shown.errors, settings.version()) == ([], version + 1)
    last = settings.history(limit=1)[0]
    assert (last.reason, len(last.red)) == ("a <b>trial</b>", 2)
    again = desk().open("pages/settings.py")
    assert "Saved all the same: a &lt;b&gt;trial&lt;/b&gt;" in again.html
    assert done.judged is not None


def test_the_desk_and_the_command_line_give_the_same_verdict(old: Workbench) -> None:
    for weight, state in ((0.3, "red"), (0.4, "green")):
        found = check(old.store, old.store.settings.resolve({RANK: weight}).settings)
        told = command("check", "--json", "--set", f"{RANK}={weight}").json["pins"]
        assert [(one.verdict.state, one.verdict.sentence) for one in found] == [
            (one["state"], one["sentence"]) for one in told
        ]
        assert {one.verdict.state for one in found} == {state}


def test_no_reason_is_asked_for_where_every_pin_is_green(desk: Callable[[], Desk], old: Workbench) -> None:
    shown = desk().open("pages/settings.py")
    shown.at.number_input(key=f"settings.{RANK}").set_value(0.5)
    shown.run().press("settings.save")
    assert "Both pins are green." in shown.html
    assert [one.key for one in shown.at.text_input if one.key == "settings.reason"] == []
    shown.press("settings.save.now")
    assert flat(old.store.settings.resolve().settings)[RANK] == 0.5


def test_a_setting_that_no_judging_reads_asks_no_pin(desk: Callable[[], Desk], bench: Workbench) -> None:
    bench.store.settings.write({TIERS: OLD_TIER2, RANK: 0.3}, reason="to begin red")
    shown = desk().open("pages/settings.py")
    shown.at.number_input(key="settings.web_research_max_concurrent").set_value(2)
    shown.run().press("settings.save")
    assert any("no pin is asked" in one.value for one in shown.at.caption)
    shown.press("settings.save.now")
    assert shown.errors == []


def test_a_pin_that_turned_red_after_the_dialog_was_drawn_is_told(desk: Callable[[], Desk], old: Workbench) -> None:
    shown = desk().open("pages/settings.py")
    shown.at.number_input(key=f"settings.{RANK}").set_value(0.5)
    shown.run().press("settings.save")
    old.store.pins.add([NewPin("`x.example` first for air-source heat pumps in cold climates")])
    old.store.pins.add([NewPin("`energy.gov.example` in the top 1 of any topic")])
    old.store.pins.add([NewPin("never `energy.gov.example` in the top 5 of any topic")])
    shown.press("settings.save.now")
    version = old.store.settings.version()
    assert old.store.settings.at(version).get(RANK) is None
    assert shown.at.button(key="settings.save.now").disabled
