"""A settings snapshot as it comes in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.settings import Settings, resolve


def from_snapshot(snapshot: Mapping[str, Any]) -> Settings:
    """The settings that a run started with; a key that is gone or a value that is none any more changes nothing."""
    return resolve(snapshot).settings
