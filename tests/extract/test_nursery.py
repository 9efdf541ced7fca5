"""Extraction children from a template: warm at once, seen when they die, and gone with their program."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import date

import pytest

from tests.extract.recipes import article
from tests.extract.test_pool import page_with, workers_of
from workbench.errors import ExtractionFailed
from workbench.extract import wire
from workbench.extract.child import started
from workbench.extract.nursery import Nursery


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    made = Nursery()
    yield made
    made.close()


QUESTION = wire.question(page_with(article(2)), date(2026, 11, 29))


@pytest.mark.parametrize("hire", ["forked", "started"])
def test_a_child_is_warm_answers_and_ends(hire: str, nursery: Nursery) -> None:
    child = nursery.hire(5) if hire == "forked" else started(5)
    assert "river quality" in wire.answered(child.ask(QUESTION)).text
    assert child.alive
    child.kill()
    child.kill()
    deadline = time.monotonic() + 5
    while child.alive and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not child.alive
    child.close()
    with pytest.raises(ExtractionFailed):
        child.ask(QUESTION)


def test_a_child_is_replaced_in_no_time(nursery: Nursery) -> None:
    nursery.hire(5).close()
    since = time.monotonic()
    children = [nursery.hire(5) for _ in range(10)]
    assert time.monotonic() - since < 2
    assert all("river quality" in wire.answered(child.ask(QUESTION)).text for child in children)
    for child in children:
        child.close()


def test_children_outlive_their_template_and_a_new_one_is_made(nursery: Nursery) -> None:
    child = nursery.hire(5)
    template = nursery._template
    assert template is not None
    template.kill()
    template.wait()
    assert "river quality" in wire.answered(child.ask(QUESTION)).text
    assert "river quality" in wire.answered(nursery.hire(5).ask(QUESTION)).text
    child.close()


def test_a_child_that_dies_idle_is_seen_and_leaves_no_trace(nursery: Nursery) -> None:
    before = workers_of(os.getpid())
    child = nursery.hire(5)
    assert "river quality" in wire.answered(child.ask(QUESTION)).text
    (process,) = (one for one in workers_of(os.getpid()) if one not in before)
    process.kill()
    deadline = time.monotonic() + 5
    while (child.alive or process.is_running()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (child.alive, process.is_running()) == (False, False)
    child.close()
