"""Where the data of this user lies."""

from __future__ import annotations

import os
from pathlib import Path

from workbench.errors import StoreError

APPLICATION = "research-workbench"
FILE = "workbench.db"
JOBS = "jobs.db"
WORKERS = "workers"


def home() -> Path:
    """The data directory, for its owner alone: WORKBENCH_HOME, else the user's data directory."""
    data = place()
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"The data directory {data} cannot be used: {error.strerror or error}.") from error
    return data


def place() -> Path:
    """Where the data directory is, or would be made."""
    named = os.environ.get("WORKBENCH_HOME")
    if not named:
        import platformdirs

        return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False)).absolute()
    try:
        return Path(named).expanduser().absolute()
    except RuntimeError as error:
        raise StoreError(f"The data directory {named} cannot be used: {error}.") from error


def database_url() -> str:
    """The database in use: WORKBENCH_DATABASE_URL, else a file in the data directory."""
    return os.environ.get("WORKBENCH_DATABASE_URL") or f"sqlite:///{home() / FILE}"


def is_own(path: Path) -> bool:
    """Whether the file is the database of the data directory, which nobody else should read."""
    return path == place() / FILE


def sqlite_path(url: str) -> Path | None:
    """The file that a SQLite address names, taken letter by letter; `None` for another database."""
    scheme, _, rest = url.partition("://")
    if scheme.partition("+")[0] != "sqlite":
        return None
    if not rest.startswith("/") or rest in {"/", "/:memory:"}:
        raise StoreError("A SQLite address names a file: sqlite:///folder/name.db.")
    return Path(rest[1:]).absolute()
