"""All that a stage needs of the world: the ports, the settings the run began with, and the trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.ports import Engine, Posts, Reader
from workbench.records import Query, Reference
from workbench.settings import Settings

Trace = Callable[[str, dict[str, Any]], None]


def silent(_name: str, _detail: dict[str, Any]) -> None:
    """A trace that nobody follows."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run's world. `references` finds the curated links of a topic, `posts` those of our own site."""

    query: Query
    settings: Settings
    engines: Sequence[Engine]
    reader: Reader
    references: Callable[[str], Sequence[Reference]]
    posts: Posts
    trace: Trace = silent
