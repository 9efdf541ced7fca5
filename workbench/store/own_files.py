"""The files that the workbench lives on; no result, recording, export or backup is ever written over one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from workbench.errors import BadRequest
from workbench.files import same_file
from workbench.store.places import FILE, JOBS, WORKERS, database_url, is_own, place, sqlite_path

SETTINGS = "settings.toml"
_TAIL = r"(?:\.schema-\d+)?(?:-wal|-shm|-journal)?"


def refuse_own(path: Path) -> None:
    """Raise `BadRequest` for a file that the workbench lives on, by whatever path or link it is reached."""
    target = path.expanduser().resolve()
    for folder, names in _own():
        here = folder.resolve()
        if target.parent == here and names.fullmatch(target.name):
            raise BadRequest(f"{path} belongs to the workbench itself ({folder / target.name}); name another file.")
        for one in here.iterdir() if target.exists() and here.is_dir() else ():
            if names.fullmatch(one.name) and same_file(one, target):
                raise BadRequest(f"{path} belongs to the workbench itself ({one}); name another file.")


def _own() -> Iterator[tuple[Path, re.Pattern[str]]]:
    """The folders, each with the names in it that are taken."""
    data = place()
    in_use = sqlite_path(database_url())
    for database in {data / FILE, *([in_use] if in_use else ())}:
        named = re.escape(database.name)
        jobs = re.escape(JOBS if is_own(database) else f"{database.name}.jobs")
        yield database.parent, re.compile(f"(?:{named}|{jobs}){_TAIL}|{re.escape(SETTINGS)}")
        yield database.parent / (WORKERS if is_own(database) else f"{database.name}.jobs.{WORKERS}"), re.compile(".*")
        real = database.resolve()
        if real != database:
            yield real.parent, re.compile(re.escape(real.name) + _TAIL)
