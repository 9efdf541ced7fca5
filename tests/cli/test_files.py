"""Files that a person names: none of the workbench's own, none that is read, and no pipe is ever written over."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import made
from tests.cli.commands import command
from tests.cli.homes import put_run

OWN = (
    "workbench.db", "workbench.db-wal", "workbench.db-shm", "workbench.db-journal", "workbench.db.schema-1", "jobs.db",
    "jobs.db-wal", "settings.toml", "workers/worker-1.lock", "workers/cli-1.lock",
)  # fmt: skip


def straight(folder: Path, own: Path) -> Path:
    return own


def by_symlink(folder: Path, own: Path) -> Path:
    (folder / "symlink").symlink_to(own)
    return folder / "symlink"


def by_hard_link(folder: Path, own: Path) -> Path:
    own.parent.mkdir(exist_ok=True)
    if not own.exists():
        own.write_text("held")
    os.link(own, folder / "hard link")
    return folder / "hard link"


def by_folder(folder: Path, own: Path) -> Path:
    own.parent.mkdir(exist_ok=True)
    (folder / "elsewhere").symlink_to(own.parent)
    return folder / "elsewhere" / own.name


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    file = tmp_path / "recording.json"
    file.write_text(made.recording(3, results=3), encoding="utf-8")
    return file


def writing(path: Path, recording: Path) -> tuple[tuple[object, ...], ...]:
    """Every command that writes a file, with the path as its target."""
    return (
        ("run", "--recording", recording, "--out", path),
        ("run", "--recording", recording, "--record", path),
        ("settings", "export", "--out", path),
        ("runs", "export", "1", "--out", path),
        ("runs", "export", "1", "--format", "docx", "--out", path),
        ("backup", path, "--overwrite"),
    )


@pytest.mark.parametrize(
    ("name", "reach"),
    [
        *((name, straight) for name in OWN),
        *(
            (name, reach)
            for name in ("workbench.db", "settings.toml")
            for reach in (by_symlink, by_hard_link, by_folder)
        ),
    ],
)
def test_nothing_is_written_over_a_file_that_the_workbench_lives_on(
    name: str, reach: Callable[[Path, Path], Path], home: Path, tmp_path: Path, recording: Path
) -> None:
    put_run(home)
    (home / "workers").mkdir(exist_ok=True)
    path = reach(tmp_path, home / name)
    for arguments in writing(path, recording):
        before = (home / name).read_bytes() if (home / name).exists() else None
        done = command(*arguments)
        assert (done.code, done.out) == (2, ""), arguments
        assert f"{path} belongs to the workbench itself" in done.err, arguments
        assert name.endswith(("-wal", "-shm", "-journal")) or before is None or (home / name).read_bytes() == before


def test_a_database_named_by_its_address_is_guarded_too(
    home: Path, tmp_path: Path, recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_DATABASE_URL", f"sqlite:///{tmp_path}/other.db")
    for name in ("other.db", "other.db-wal", "other.db.jobs", "other.db.jobs-shm", "other.db.jobs.workers/cli-1.lock"):
        (tmp_path / "other.db.jobs.workers").mkdir(exist_ok=True)
        done = command("run", "--recording", recording, "--out", tmp_path / name)
        assert (done.code, done.out) == (2, "")
        assert "belongs to the workbench itself" in done.err
        assert not (tmp_path / "other.db").exists()


def test_a_text_is_never_written_over_a_database(home: Path, tmp_path: Path, recording: Path) -> None:
    put_run(home)
    assert command("backup", tmp_path / "copy.db").code == 0
    before = (tmp_path / "copy.db").read_bytes()
    for arguments in writing(tmp_path / "copy.db", recording)[:-1]:
        done = command(*arguments)
        assert (done.code, done.err) == (2, f"{tmp_path}/copy.db is a database; name another file.\n")
    assert (tmp_path / "copy.db").read_bytes() == before


def test_a_file_that_is_read_is_not_written(tmp_path: Path, recording: Path) -> None:
    before = recording.read_bytes()
    (tmp_path / "link").symlink_to(recording)
    os.link(recording, tmp_path / "hard")
    for option in ("--out", "--record"):
        for path in (recording, tmp_path / "link", tmp_path / "hard"):
            done = command("run", "--recording", recording, option, path)
            assert (done.code, done.out) == (2, "")
            assert done.err == f"{path} is read by this command; name another file to write.\n"
    assert recording.read_bytes() == before


def test_two_results_need_two_files(home: Path, tmp_path: Path, recording: Path) -> None:
    target, link = tmp_path / "one", tmp_path / "link"
    link.symlink_to(target)
    for path in (target, link):
        done = command("run", "--recording", recording, "--record", target, "--out", path)
        assert (done.code, done.err) == (2, f"{path} is named twice; each result needs a file of its own.\n")
    assert not target.exists()
    assert command("runs", "list", "--json").json == []


def test_of_several_runs_none_is_exported_where_one_would_take_the_database(home: Path, tmp_path: Path) -> None:
    put_run(home)
    folder = tmp_path / "folder"
    folder.mkdir()
    assert command("runs", "export", "1", "--out", folder).code == 0
    (name,) = [path.name for path in folder.iterdir()]
    (folder / name).unlink()
    (folder / name).symlink_to(home / "workbench.db")
    done = command("runs", "export", "1", "--out", folder)
    assert (done.code, done.out) == (2, "")
    assert "belongs to the workbench itself" in done.err


def test_a_pipe_is_no_file_to_write_and_is_not_waited_for(home: Path, tmp_path: Path, recording: Path) -> None:
    put_run(home)
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        for arguments in writing(path, recording):
            done = command(*arguments)
            assert (done.code, done.out) == (2, ""), arguments
            assert f"{path} is a pipe; name" in done.err
    assert pipe.is_fifo()


def test_an_own_settings_file_that_is_no_file_is_one_warning(home: Path, recording: Path) -> None:
    os.mkfifo(home / "settings.toml")
    said = f"Warning: {home}/settings.toml cannot be read, so the defaults are used: it is a pipe.\n"
    for arguments in (("settings", "get", "web_research_results"), ("settings", "list")):
        done = command(*arguments)
        assert (done.code, done.err) == (0, said)
    assert command("run", "--recording", recording).err.startswith(said)
    assert command("doctor", "--json").json["warnings"] == [said.removeprefix("Warning: ").rstrip("\n")]


def test_the_value_of_one_setting_comes_with_what_is_wrong_with_the_file(home: Path) -> None:
    (home / "settings.toml").write_text("[web_research]\nresults = ")
    done = command("settings", "get", "web_research_results")
    assert (done.code, done.out) == (0, "5\n")
    assert f"{home}/settings.toml cannot be read, so the defaults are used: " in done.err
    (home / "settings.toml").write_text("[web_research]\nresults = 'many'\n")
    assert command("settings", "get", "web_research_max_concurrent").err == ""


@pytest.mark.parametrize("name", ["workbench.db", "jobs.db"])
def test_a_pipe_in_place_of_a_database_is_named_as_what_it_is(name: str, home: Path, recording: Path) -> None:
    os.mkfifo(home / name)
    done = command("run", "--recording", recording)
    assert done.code == 1
    assert done.err == f"{home}/{name} is a pipe, not a database; move it away, or name another.\n"
