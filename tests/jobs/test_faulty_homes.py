"""A home on a full or read-only disk, or with damaged files: a sentence, no traceback, and nothing that was is lost."""

from __future__ import annotations

import asyncio
import atexit
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from benchmarks import made
from benchmarks.processes import COMMAND, drained, intact, until
from tests.cli.commands import Done, command
from tests.jobs.running import done_once, grown_old, recorded
from tests.store.fault_lines import by_hand
from workbench.compose import Workbench
from workbench.records import RunRecord

COMMANDS = (("doctor",), ("doctor", "--json"), ("runs", "list"), ("runs", "show", "1"), ("settings", "list"))


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    file = tmp_path / "recording.json"
    file.write_text(made.recording(3, results=3), encoding="utf-8")
    return file


@lru_cache(maxsize=1)
def template() -> tuple[Path, RunRecord]:
    """A database with a finished run and a saved setting, made once."""
    folder = Path(tempfile.mkdtemp(prefix="workbench-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBENCH_HOME", str(folder))
        bench = Workbench.open()
        bench.store.settings.write({"research_recency_weight": 0.5})
        run = asyncio.run(bench.do(recorded(bench)))
        asyncio.run(bench.aclose())
    return folder / "workbench.db", run


def furnished(home: Path) -> RunRecord:
    """Let a home hold a finished run and a saved setting."""
    path, run = template()
    shutil.copy(path, home)
    return run


def said(done: Done) -> str:
    """The one sentence of a command that failed."""
    assert done.code == 1, done
    assert "Traceback" not in done.err
    (line,) = done.err.splitlines()
    return line


def with_one_waiting(home: Path) -> tuple[RunRecord, Workbench]:
    """Let a home hold a finished run, and one that waits in the queue, which is closed."""
    run = furnished(home)
    bench = Workbench.open()
    bench.enqueue(recorded(bench, 2))
    bench.jobs.close()
    return run, bench


@pytest.fixture
def disk(home: Path) -> Iterator[Callable[[str], None]]:
    """The home on a small disk of its own, which can be mounted again in another way."""
    mount = ("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", home)
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("a small disk cannot be mounted here")

    def remount(way: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{way}", home], check=True)

    yield remount
    subprocess.run(["umount", "--lazy", home], check=True)


def read(arguments: tuple[object, ...], words: str) -> Done:
    """A command that only reads, and says in one sentence why nothing can be written."""
    done = command(*arguments)
    assert done.code == 0, done
    (line,) = done.err.splitlines()
    assert line.endswith(" It is only read.")
    assert words in line
    return done


def test_a_read_only_home_is_read_and_what_would_write_is_a_sentence(
    disk: Callable[[str], None], home: Path, recording: Path, tmp_path: Path
) -> None:
    run = furnished(home)
    bench = Workbench.open()
    bench.enqueue(recorded(bench, 2))
    bench.jobs.close()
    bench.store.close()
    before = (home / "workbench.db").read_bytes()
    disk("ro")
    for arguments in COMMANDS:
        read(arguments, "read-only")
    shown = command("runs", "show", "1", "--json").json
    assert (shown["context"], shown["state"]) == (run.context.text if run.context else "", "done")
    assert [one["state"] for one in command("runs", "list", "--json").json] == ["queued", "done"]
    assert command("settings", "get", "research_recency_weight").out == "0.5\n"
    report = command("doctor", "--json").json
    assert "read-only" in report["database"]["read_only"]
    assert (report["queue"]["unfinished"], "read-only" in report["queue"]["read_only"]) == (1, True)
    assert command("backup", tmp_path / "copy.db").code == 0
    assert intact(tmp_path / "copy.db")
    for asked in (
        ("run", "--recording", recording), ("worker", "--drain"), ("ui", "--no-browser"), ("runs", "tag", "1", "kept"),
        ("settings", "set", "web_research_results", "7"),
    ):  # fmt: skip
        assert "read-only" in said(command(*asked))
    disk("rw")
    assert (home / "workbench.db").read_bytes() == before
    assert Workbench.open().store.runs.get(run.id) == run


def test_a_run_that_was_being_done_is_told_on_a_read_only_home(disk: Callable[[str], None], home: Path) -> None:
    bench = Workbench.open()
    gone, unknown = recorded(bench, 1), recorded(bench, 2)
    bench.store.runs.begin(gone.id, "worker-7", lambda _: False)
    bench.store.runs.begin(unknown.id, "worker-8", lambda _: False)
    bench.store.close()
    (home / "workers" / "worker-8.lock").mkdir(parents=True)
    disk("ro")
    states = {one["number"]: one["state"] for one in command("runs", "list", "--json").json}
    assert states == {gone.number: "interrupted", unknown.number: "running"}
    disk("rw")


def test_a_full_disk_is_a_sentence_and_what_waits_is_done_when_there_is_room(
    disk: Callable[[str], None], home: Path, recording: Path
) -> None:
    run, bench = with_one_waiting(home)
    bench.store.close()
    ballast = home / "ballast"
    with ballast.open("wb", buffering=0) as file:
        while True:
            try:
                file.write(os.urandom(4096))
            except OSError:
                break
    for arguments in (*COMMANDS, ("run", "--recording", recording), ("worker", "--drain"), ("ui", "--no-browser")):
        done = command(*arguments)
        assert "Traceback" not in done.err
        if arguments in COMMANDS:
            assert done.code == 0, done
        if done.code:
            assert "The disk is full" in said(done) or "No space left" in said(done), done
    for room in (24, 72, 160, 320):
        os.truncate(ballast, max(0, ballast.stat().st_size - room * 1024))
        done = command("run", "--recording", recording)
        assert done.code == 0 or "disk is full" in done.err, (room, done)
        assert "Traceback" not in done.err
    ballast.unlink()
    again = Workbench.open()
    assert again.store.runs.get(run.id) == run
    grown_old(again)
    drained()
    assert all(done_once(again, one.id) for one in again.store.runs.list())
    assert intact(home / "workbench.db")


@pytest.mark.parametrize("seed", range(4))
def test_damaged_pages_are_a_sentence_wherever_they_are(seed: int, home: Path, recording: Path) -> None:
    furnished(home)
    path, chance = home / "workbench.db", random.Random(seed)
    with path.open("r+b") as file:
        for page in chance.sample(range(2, path.stat().st_size // 4096), 20):
            file.seek((page - 1) * 4096)
            file.write(chance.randbytes(4096))
    shutil.copy(path, home / "was")
    for arguments in (*COMMANDS, ("runs", "cancel", "1"), ("backup", home / "copy.db", "--overwrite")):
        done = command(*arguments)
        assert "Traceback" not in done.err
        assert done.code == 0 or done.err.endswith(".\n")
    done = command("run", "--recording", recording)
    assert "Traceback" not in done.err
    assert done.code in (0, 1)


def text(home: Path) -> None:
    (home / "jobs.db").write_bytes(b"a diary, not a database\n" * 400)


def pages(home: Path) -> None:
    with (home / "jobs.db").open("r+b") as file:
        for page in range(1, 40):
            file.seek(page * 4096)
            file.write(random.Random(page).randbytes(4096))


def folder(home: Path) -> None:
    (home / "jobs.db").unlink()
    (home / "jobs.db").mkdir()


@pytest.mark.parametrize("spoil", [text, pages, folder])
def test_a_damaged_queue_is_a_sentence_and_no_run_is_lost(
    spoil: Callable[[Path], None], home: Path, recording: Path
) -> None:
    run, bench = with_one_waiting(home)
    for tail in ("-wal", "-shm"):
        (home / f"jobs.db{tail}").unlink(missing_ok=True)
    spoil(home)
    for arguments in COMMANDS:
        done = command(*arguments)
        if arguments[0] == "doctor":
            assert str(home / "jobs.db") in said(done)
        else:
            assert (done.code, done.err) == (0, "")
    before = bench.store.runs.list()
    for asked in (
        ("run", "--recording", recording), ("worker", "--drain"), ("runs", "cancel", "2"), ("runs", "delete", "2"),
        ("runs", "delete", "1", "--now"),
    ):  # fmt: skip
        assert str(home / "jobs.db") in said(command(*asked))
        assert bench.store.runs.list() == before, asked
    shutil.move(home / "jobs.db", home / "damaged")
    grown_old(bench)
    drained()
    assert bench.store.runs.get(run.id).context == run.context
    assert all(done_once(bench, one.id) for one in bench.store.runs.list())


def test_the_queue_is_its_owner_s_alone_and_one_that_was_open_to_others_is_closed(home: Path) -> None:
    bench = Workbench.open()
    bench.enqueue(recorded(bench))
    bench.jobs.close()
    assert {path.stat().st_mode & 0o777 for path in home.glob("jobs.db*")} == {0o600}
    (home / "jobs.db").chmod(0o644)
    bench.jobs.unfinished()
    assert (home / "jobs.db").stat().st_mode & 0o777 == 0o600
    bench.jobs.close()


def test_the_doctor_knows_a_damaged_database_and_a_queue_that_is_whole(home: Path) -> None:
    furnished(home)
    bench = Workbench.open()
    bench.enqueue(recorded(bench, 2))
    bench.jobs.close()
    bench.store.close()
    assert command("doctor", "--json").json["queue"] == {"database": str(home / "jobs.db"), "unfinished": 1}
    with (home / "workbench.db").open("r+b") as file:
        file.seek(-4096 * 3, os.SEEK_END)
        file.write(bytes(range(256)) * 48)
    done = command("doctor", "--json")
    assert "is damaged" in said(done)
    assert done.json["database"]["fault"] == said(done)


@pytest.mark.parametrize("number", ["9999", "0000"])
def test_the_desk_does_not_start_on_a_database_of_another_version(number: str, home: Path) -> None:
    furnished(home)
    by_hand(home / "workbench.db", f"UPDATE alembic_version SET version_num = '{number}'")
    before = (home / "workbench.db").read_bytes()
    for arguments in (("ui", "--no-browser"), ("runs", "list"), ("doctor",)):
        assert str(home / "workbench.db") in said(command(*arguments))
    assert (home / "workbench.db").read_bytes() == before


def test_a_queue_that_was_emptied_is_filled_from_the_store(home: Path) -> None:
    bench = Workbench.open()
    runs = [recorded(bench, seed) for seed in range(3)]
    for run in runs:
        bench.enqueue(run)
    bench.jobs.close()
    for path in home.glob("jobs.db*"):
        path.unlink()
    (home / "jobs.db").touch()
    grown_old(bench)
    drained()
    assert all(done_once(bench, run.id) for run in runs)


def test_the_desk_starts_beside_a_damaged_queue(home: Path) -> None:
    Workbench.open().store.close()
    text(home)
    process = subprocess.Popen(
        [*COMMAND, "ui", "--no-browser", "--port", "8597"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    assert process.stdout
    os.set_blocking(process.stdout.fileno(), False)
    heard = bytearray()

    def both() -> bool:
        heard.extend(process.stdout.read() or b"" if process.stdout else b"")
        return b"8597" in heard and b"Warning: no run can be done. " in heard

    assert until(both, 40), heard.decode()
    assert b"Traceback" not in heard
    assert heard.index(b"is not a database of this program") < heard.index(b"8597")
    process.kill()
    process.wait()
