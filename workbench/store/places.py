"""Where the data of this user lies."""

from __future__ import annotations

import os
from pathlib import Path

from workbench.errors import StoreError

APPLICATION = "research-workbench"


def home() -> Path:
    """The data directory, for its owner alone: WORKBENCH_HOME, else the user's data directory."""
    place = Path(os.environ.get("WORKBENCH_HOME") or _user_data())
    try:
        place = place.expanduser().absolute()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:
        raise StoreError(f"The data directory {place} cannot be used: {_words(error)}.") from error
    return place


def _user_data() -> str:
    import platformdirs

    return platformdirs.user_data_dir(APPLICATION, appauthor=False)


def _words(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def database_url() -> str:
    """The database in use: WORKBENCH_DATABASE_URL, else a file in the data directory."""
    return os.environ.get("WORKBENCH_DATABASE_URL") or f"sqlite:///{home() / 'workbench.db'}"


def sqlite_path(url: str) -> Path | None:
    """The file that a SQLite address names, taken letter by letter; `None` for another database."""
    scheme, _, rest = url.partition("://")
    if scheme.partition("+")[0] != "sqlite":
        return None
    if not rest.startswith("/") or rest in {"/", "/:memory:"}:
        raise StoreError("A SQLite address names a file: sqlite:///folder/name.db.")
    return Path(rest[1:]).absolute()
