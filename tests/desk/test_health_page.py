"""Health on the desk: jobs and their workers, engines, hosts, findings, the database, every key."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pages.parts.keys import KEYS
from tests.desk.conftest import ROOT
from tests.desk.sessions import Desk
from tests.jobs.running import grown_old
from tests.store.fault_lines import by_hand
from workbench.compose import Workbench
from workbench.jobs import register, take
from workbench.records import Finding, RunRecord

PAGE = "pages/health.py"


@pytest.fixture
def health(desk: Callable[[], Desk], bench: Workbench) -> Desk:
    return desk().open(PAGE)


def words(shown: Desk) -> str:
    return re.sub(r"<[^>]+>", "", shown.html)


@pytest.fixture
def worker(bench: Workbench) -> Iterator[str]:
    """A worker that is alive, by its name."""
    held = take(bench.workers)
    yield held.name
    held.release()


def seen(shown: Desk) -> str:
    """The line under the title, and what needs a look."""
    told = [shown.at.caption[0].value, *(one.value for one in shown.at.warning)]
    return " ".join(told).replace("\\", "").replace("\u2060", "")


def test_a_healthy_desk_says_so(worker: str, health: Desk) -> None:
    assert [one.value for one in health.at.title] == ["Health"]
    assert [one.value for one in health.at.header] == [
        "Jobs", "Engines", "Hosts", "Findings", "Database", "Doctor", "Keys",
    ]  # fmt: skip
    assert "Nothing needs a look." in [one.value for one in health.at.caption]
    assert f"1 worker is alive: {worker}." in words(health)
    assert not health.at.warning


def test_a_missing_worker_needs_a_look_though_nothing_waits(health: Desk) -> None:
    assert "No worker is alive." in words(health)
    assert seen(health) == (
        "1 thing needs a look. No worker is running, so a run would wait. Start one with workbench worker."
    )


def test_a_queue_that_cannot_be_used_needs_a_look_and_its_run_is_kept(
    home: Path, worker: str, health: Desk, bench: Workbench
) -> None:
    for tail in ("", "-wal", "-shm"):
        (home / f"jobs.db{tail}").unlink(missing_ok=True)
    (home / "jobs.db").write_bytes(random.Random(1).randbytes(40_000))
    said = f"{home}/jobs.db is not a database of this program"
    health.run()
    assert seen(health).startswith(f"1 thing needs a look. {said}")
    assert "No run is done." in words(health)
    assert f"{worker}." not in words(health)
    asked = health.open("pages/run_a_topic.py")
    asked.at.text_input(key="run.topic").set_value("river quality")
    asked.press("run.go")
    assert said in asked.errors[0]
    assert "Run 2 is kept: a worker takes it up once the queue can be used." in asked.errors[0]
    (home / "jobs.db").unlink()
    register("context", bench.job(worker))
    assert bench.jobs.fault() == ""
    grown_old(bench)
    assert bench.jobs.take_up(bench.workers) == 1


def test_what_an_examination_found_reaches_the_title(home: Path, worker: str, health: Desk, bench: Workbench) -> None:
    by_hand(home / "workbench.db", "UPDATE events SET at = 'never' WHERE id = 1")
    assert worker
    assert seen(health.run()) == "Nothing needs a look."
    health.press("health.examine")
    assert seen(health).startswith("1 thing needs a look. Examined today")
    assert "Row 1 of the table events cannot be read: its at is “never”." in seen(health)
    assert "The database is whole" not in words(health)


def test_runs_that_wait_for_no_worker_need_a_look(health: Desk, bench: Workbench) -> None:
    bench.new_run("river quality", engine="corpus")
    cut = bench.new_run("solar roofs", engine="corpus")
    bench.store.runs.set_state(cut.id, "running", worker="worker-7")
    health.run()
    assert "2 runs wait and no worker is running" in health.at.warning[0].value
    told = words(health)
    assert "interrupted" in told
    assert "worker-7, gone" in told
    assert "river quality" in told


def test_a_run_at_work_names_its_living_worker(health: Desk, bench: Workbench) -> None:
    held = take(bench.workers)
    try:
        run = bench.new_run("solar roofs", engine="corpus")
        bench.store.runs.set_state(run.id, "running", worker=held.name)
        health.run()
    finally:
        held.release()
    assert f"1 worker is alive: {held.name}." in words(health)
    assert f"{held.name}, alive" in words(health)
    assert not health.at.warning


def test_an_engines_card_says_how_it_answered_and_that_ddgs_poses_as_a_browser(
    health: Desk, bench: Workbench, done: RunRecord
) -> None:
    told = words(health)
    assert "the package ddgs, which poses as a browser" in told
    assert "3 tries in all" in told
    assert "No breaker stands before it" in told
    assert "Last: ok, 10 results" in told
    refused = {
        "engine": "ddg",
        "outcome": "blocked",
        "status": 202,
        "detail": "<b>no</b>",
        "results": 0,
        "seconds": 1.5,
    }
    bench.store.runs.event(done.id, "engine.answered", refused)
    told = words(health.run())
    assert "Last: blocked, status 202, 0 results in 1.5 s" in told
    assert "&lt;b&gt;no&lt;/b&gt;" in health.html
    bench.store.archive.hide([done.id])
    assert "Last: blocked" not in words(health.run())


def test_hosts_are_told_with_what_became_of_their_pages(health: Desk) -> None:
    rows = {row["Host"]: row for row in health.at.dataframe[0].value.to_dict("records")}
    energy = rows["energy.gov.example"]
    assert (energy["Results"], energy["Kept"], energy["Pages read"], energy["Blocked"]) == (1, 1, 1, 0)
    assert rows["journal.thermo.example"]["Blocked"] == 1
    assert sum(row["Kept"] for row in rows.values()) == 3


def test_findings_stand_with_severity_and_whether_they_were_due(
    health: Desk, bench: Workbench, done: RunRecord
) -> None:
    for body in ("first", "second"):
        finding = Finding("k", f"The {body}", body, "critical", "key")
        bench.store.findings.emit(finding, done.id, datetime.now(UTC))
    health.run()
    shown = health.at.dataframe[1].value.to_dict("records")
    assert [(one["Finding"], one["Severity"], one["Due to be sent"]) for one in shown[:2]] == [
        ("The second", "critical", "no, one was that day"),
        ("The first", "critical", "yes"),
    ]
    assert "2 critical findings in the last day" in seen(health)


def test_the_examination_tells_what_doctor_tells(health: Desk, bench: Workbench) -> None:
    assert str(bench.store.database.path) in words(health)
    assert "The database is whole" not in words(health)
    health.press("health.examine")
    assert "The database is whole, and the queue answers: 0 runs in it." in words(health)
    assert "WORKBENCH_WEBHOOK_URLnot set" in words(health)


def test_every_key_that_a_button_has_is_listed() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "pages").rglob("*.py"))
    used = set(re.findall(r'shortcut="([^"]+)"', text))
    assert used <= {key for _, key, _ in KEYS}
    assert "shortcut=key" in text
    assert {"J", "K"} <= {key for _, key, _ in KEYS}
