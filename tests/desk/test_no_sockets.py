"""No widget of any page opens a socket: whatever is pressed is answered from what is stored."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

from pages.parts import weights
from tests.desk.sessions import Desk
from workbench.compose import Workbench
from workbench.records import RunRecord


class NoNetwork(AssertionError):
    """Something asked for the network."""


@pytest.fixture
def cut_off(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let every later socket, but those of a process to its own children, and every look-up be a fault."""
    made = socket.socket.__init__

    def refuse(self: socket.socket, family: int = -1, *rest: object, **named: object) -> None:
        if family != socket.AF_UNIX and named.get("fileno") is None:
            raise NoNetwork("a socket was asked for")
        made(self, family, *rest, **named)  # type: ignore[arg-type]

    def no_name(*_: object, **__: object) -> object:
        raise NoNetwork("a name was looked up")

    def cut() -> None:
        monkeypatch.setattr(socket.socket, "__init__", refuse)
        monkeypatch.setattr(socket, "getaddrinfo", no_name)

    return cut


def test_the_ban_itself_bites(cut_off: Callable[[], None]) -> None:
    cut_off()
    with pytest.raises(NoNetwork):
        socket.socket(socket.AF_INET)
    with pytest.raises(NoNetwork):
        socket.getaddrinfo("example.com", 443)


def test_no_widget_of_a_finished_run_opens_a_socket(
    desk: Callable[[], Desk], bench: Workbench, done: RunRecord, cut_off: Callable[[], None]
) -> None:
    shown = desk().open(run=done.id).unfold(f"run.{done.id}.limits")
    cut_off()
    for key in weights.ALL:
        slider = shown.at.slider(key=weights.widget(done.id, key))
        slider.set_value(slider.min if slider.value == slider.max else slider.max)
        shown.run()
    shown.press("run.reset").press("run.next").press("run.previous").press("run.open.1")
    for view in ("Table", "Before and after", "Bars"):
        shown.at.segmented_control(key="run.view").set_value(view).run()
        shown.checked()
    for row in range(7):
        shown.at.session_state[f"run.{done.id}.lost"] = True
        shown.at.session_state[f"run.{done.id}.lost.list"] = {"selection": {"rows": [row], "columns": [], "cells": []}}
        shown.run().checked()
    assert bench.store.runs.count() == 1


def test_no_widget_of_the_other_pages_opens_a_socket(
    desk: Callable[[], Desk], done: RunRecord, cut_off: Callable[[], None]
) -> None:
    shown = desk().open(run=done.id)
    cut_off()
    shown.at.switch_page("pages/writer_context.py").run()
    shown.checked()
    for button in [key for key in shown.buttons if key.startswith("writer.why.")][:12]:
        shown.press(button)
    shown.press("writer.next").press("writer.previous")
    shown.at.switch_page("pages/runs.py").run()
    shown.checked().at.text_input(key="runs.q").set_value("heat").run()
    shown.checked().at.switch_page("pages/settings.py").run()
    shown.checked().at.number_input(key="settings.research_recency_fresh_days").set_value(9).run()
    shown.checked().press("settings.see").press("settings.discard")
    shown.at.switch_page("pages/health.py").run()
    shown.checked().press("health.examine")
