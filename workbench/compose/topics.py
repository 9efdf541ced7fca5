"""A topic and a settings snapshot as they come in: cleaned, or refused in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.errors import BadRequest
from workbench.settings import Settings, resolve
from workbench.text import one_line, visible

LONGEST_TOPIC = 400


def clean_topic(topic: str) -> str:
    """A topic as it was typed, on one line, without what no reader sees; none or over 400 characters is refused."""
    shown = one_line(visible(topic))
    if not shown:
        raise BadRequest("The topic is empty; type what the research is about.")
    if len(shown) > LONGEST_TOPIC:
        raise BadRequest(f"The topic has {len(shown)} characters; at most {LONGEST_TOPIC} are searched for.")
    return shown


def from_snapshot(snapshot: Mapping[str, Any]) -> Settings:
    """The settings that a run started with; a key that is gone or a value that is none any more changes nothing."""
    return resolve(snapshot).settings
