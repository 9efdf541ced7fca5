"""Whether all is well: versions, paths, database, queue, engines; secrets are only told to be set or not set."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

from workbench.compose.bench import Workbench
from workbench.errors import WorkbenchError
from workbench.search import proxy_in_use
from workbench.store import way_out
from workbench.text import quoted

PACKAGES = (
    "research-workbench", "streamlit", "dbos", "sqlmodel", "SQLAlchemy", "alembic", "httpx", "ddgs", "trafilatura",
    "pdfplumber", "pandas", "plotly", "typer", "pydantic", "tldextract",
)  # fmt: skip
SECRETS = ("WORKBENCH_WEBHOOK_URL",)


def around() -> dict[str, Any]:
    """What can be told without the database."""
    return {
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in PACKAGES}},
        "platform": platform.platform(),
        "paths": {},
        "database": {},
        "queue": {},
        "engines": _engines(),
        "models": {"extractive:verbatim": "built in with the agent; nothing here needs a model"},
        "secrets": {name: "set" if os.environ.get(name) else "not set" for name in SECRETS},
        "warnings": [],
    }


def inside(bench: Workbench) -> dict[str, Any]:
    """What the opened workbench tells; a damaged database raises `StoreError`, a fault of the queue is told."""
    resolved = bench.store.settings.resolve()
    warnings = [*resolved.warnings, *(f"{quoted(key, 80)} is stored and unknown" for key in resolved.unknown)]
    workers: list[str] = []
    try:
        workers = bench.live_workers()
    except WorkbenchError as error:
        warnings.append(str(error))
    bench.store.refuse_damaged()
    return {
        "paths": {"home": str(bench.home), "program": str(Path(__file__).parents[1]), "python": sys.executable},
        "database": {**bench.store.info(), **_unreadable(bench)},
        "workers": workers,
        "settings_version": bench.store.settings.version(),
        "warnings": warnings,
        "queue": _told(bench.jobs.info),
    }


def _unreadable(bench: Workbench) -> dict[str, str]:
    """The fault of a database in which rows cannot be read."""
    damaged = bench.store.damaged()
    return {"fault": way_out(bench.store.database.name, damaged)} if damaged else {}


def _told(act: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return act()
    except WorkbenchError as error:
        return {"fault": str(error)}


def _engines() -> dict[str, str]:
    proxy = proxy_in_use()
    poses = f"ddgs {_version('ddgs')}; inside this library requests pose as a browser"
    return {
        "ddg": poses + (f"; through {proxy}" if proxy else ""),
        "corpus": "installed documents, no network",
        "recording": "replays a file, no network",
    }


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"
