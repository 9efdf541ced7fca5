"""A backup is a whole database, taken while others write."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.hammer import made_run
from workbench.errors import BadRequest, StoreError
from workbench.store import Store, open_store
from workbench.store.files import written_beside


@pytest.fixture
def store(file_store: Store) -> Store:
    return file_store


def test_a_live_database_is_copied_whole(store: Store, tmp_path: Path) -> None:
    run, stop = made_run(store), threading.Event()

    def write() -> None:
        while not stop.is_set():
            made_run(store)

    writer = threading.Thread(target=write)
    writer.start()
    for number in range(5):
        store.backup(tmp_path / f"{number}.db")
    stop.set()
    writer.join()
    for number in range(5):
        path = tmp_path / f"{number}.db"
        assert path.stat().st_mode & 0o777 == 0o600
        with closing(sqlite3.connect(path)) as raw:
            assert raw.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        copy = open_store(f"sqlite:///{path}")
        assert copy.runs.get(run).read == store.runs.get(run).read
        assert all(copy.runs.get(each.id).settings for each in copy.runs.list(limit=1000))
        copy.close()
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".part")]


def test_a_file_that_is_there_stays_unless_asked(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious", encoding="utf-8")
    with pytest.raises(BadRequest, match="exists"):
        store.backup(target)
    assert target.read_text(encoding="utf-8") == "precious"
    store.backup(target, overwrite=True)
    open_store(f"sqlite:///{target}").close()


def test_what_cannot_be_a_backup_is_refused(store: Store, tmp_path: Path) -> None:
    assert store.database.path
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(store.database.path)
    os.mkfifo(pipe)
    for target in (store.database.path, tmp_path, link, pipe):
        with pytest.raises(BadRequest):
            store.backup(target, overwrite=True)
    with pytest.raises(StoreError, match="cannot be written"):
        store.backup(tmp_path / "no folder" / "copy.db")
    assert pipe.is_fifo()
    assert store.runs.count() == 0


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    with pytest.raises(UnicodeEncodeError), written_beside(link) as part:
        part.write_text("half \ud800", encoding="utf-8")
    assert target.read_text(encoding="utf-8") == "old"
    with written_beside(link) as part:
        part.write_text("new", encoding="utf-8")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "link", "target"]


def test_a_device_is_written_to_and_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(StoreError, match=r"pipe is a pipe; name a file\."), written_beside(pipe):
        raise AssertionError("nothing is written")
    assert pipe.is_fifo()
    with written_beside(Path(os.devnull)) as place:
        place.write_bytes(b"through")
    assert Path(os.devnull).is_char_device()
