"""What can go wrong in words a person can act on: every message is a whole sentence."""

from __future__ import annotations

from collections.abc import Sequence

MOST_RED = 10  # pins that a sentence names


class WorkbenchError(Exception):
    """The root of all faults that a surface shows as one sentence."""


class BadRequest(WorkbenchError):
    """Something was asked for that cannot be: an unknown name, an unreadable file, an empty topic."""


class NotFound(BadRequest):
    """A run, a version or a document that is not in the store."""


class SettingRefused(BadRequest):
    """A value that was not saved; the stored one stays."""


class StaleSettings(SettingRefused):
    """Somebody else saved the same keys since the editor read them."""


class StalePosts(BadRequest):
    """Somebody else changed the same posts since the editor read them."""


class PinsRed(SettingRefused):
    """Settings that would leave pins red, saved without a reason; `red` has a line on each pin."""

    def __init__(self, red: Sequence[str]) -> None:
        self.red = tuple(red)
        would = "A pin would be red" if len(self.red) == 1 else f"{len(self.red)} pins would be red"
        more = len(self.red) - MOST_RED
        told = " ".join(self.red[:MOST_RED]) + (f" And {more} more." if more > 0 else "")
        super().__init__(
            f"{would}: {told} Nothing was saved. Say why it is right all the same, in at least three "
            "letters: with --reason, or in the dialog; or remove the pin."
        )


class StoreError(WorkbenchError):
    """The database cannot be used: locked, full, read-only, damaged."""


class StoreTooNew(StoreError):
    """The database was written by a newer version of the program."""


class RunCancelled(WorkbenchError):
    """A person ended the run; what was stored stays."""


class ExtractionFailed(WorkbenchError):
    """The extraction worker gave no text: it ran out of time or memory, or ended."""
