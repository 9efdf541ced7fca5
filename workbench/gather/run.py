"""All that a stage needs of the world: the ports, the settings the run began with, and the trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.ports import Engine, Posts, Reader
from workbench.records import Query, Reference, Ruling, Source
from workbench.settings import Settings

Trace = Callable[[str, dict[str, Any]], None]


def silent(_name: str, _detail: dict[str, Any]) -> None:
    """A trace that nobody follows."""


def unmoved(_sources: Sequence[Source]) -> Mapping[str, int]:
    """Every excerpt is where it was."""
    return {}


def unruled() -> Sequence[Ruling]:
    """Nobody ruled on anything."""
    return ()


@dataclass(frozen=True, slots=True)
class Run:
    """One run's world. `references` finds the curated links of a topic, `posts` those of our own site.

    `starts` tells by address where the excerpts of sources begin that a person moved, `rulings` what people said of
    pages that are the same or not.
    """

    query: Query
    settings: Settings
    engines: Sequence[Engine]
    reader: Reader
    references: Callable[[str], Sequence[Reference]]
    posts: Posts
    trace: Trace = silent
    starts: Callable[[Sequence[Source]], Mapping[str, int]] = unmoved
    rulings: Callable[[], Sequence[Ruling]] = unruled
