"""Who did something and why, as it may be stored: on one line, and no longer than a person writes."""

from __future__ import annotations

import getpass

from workbench.errors import BadRequest
from workbench.store.stored_text import clean
from workbench.text import one_line

LONGEST_AUTHOR, LONGEST_NOTE = 120, 2000


def author_of(text: str) -> str:
    """The author; nobody is the operating system's user, and a name over the limit is `BadRequest`."""
    return _bounded(one_line(clean(text)), LONGEST_AUTHOR, "An author's name") or user()[:LONGEST_AUTHOR]


def note_of(text: str) -> str:
    """The note; one over the limit is `BadRequest`."""
    return _bounded(clean(text).strip(), LONGEST_NOTE, "A note")


def _bounded(text: str, most: int, what: str) -> str:
    if len(text) > most:
        raise BadRequest(f"{what} has at most {most:,} characters; this one has {len(text):,}. Nothing was saved.")
    return text


def user() -> str:
    """The operating system's user."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"
