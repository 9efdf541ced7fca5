"""What kind of page a person gives by hand: by its content first, then by the name of the file."""

from __future__ import annotations

from pathlib import PurePath

from workbench.library.documents import TYPES
from workbench.signals.kinds import kind_of


def type_given(name: str, body: bytes) -> str:
    """The content type of a page given by hand; text, unless the bytes or the file's name say otherwise."""
    named = TYPES.get(PurePath(name).suffix.lower(), "")
    return kind_of("" if named in ("", "text/markdown") else named, body) or "text/plain; charset=utf-8"
