"""What is edited and not saved yet: only the edits are kept, everything else is read from the store each time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from workbench.compose import Workbench
from workbench.settings import FIELDS, flat
from workbench.text import quoted

_EDITS, _BASE, _ROUND, SAID = "settings.edits", "settings.base", "settings.round", "settings.said"


@dataclass(frozen=True, slots=True)
class Held:
    """What is stored now, at which version, and what this browser session would change; `edits` follows the tables."""

    version: int
    values: Mapping[str, Any]
    edits: Mapping[str, Any]
    base: int
    warnings: tuple[str, ...] = ()

    def shown(self, key: str) -> Any:
        """The value to show: the edit, else what is stored."""
        return self.edits.get(key, self.values[key])


def read(desk: Workbench) -> Held:
    """The settings of this moment; an edit that the store has come to agree with is no edit."""
    version = desk.store.settings.version()
    resolved = desk.store.settings.resolve()
    values = flat(resolved.settings)
    edits = st.session_state.setdefault(_EDITS, {})
    for key in [key for key, value in edits.items() if key not in FIELDS or value == values[key]]:
        del edits[key]
    if not edits:
        st.session_state[_BASE] = version
    unknown = tuple(f"{quoted(key, 80)} is stored, and no setting has this name." for key in resolved.unknown)
    return Held(version, values, edits, st.session_state[_BASE], (*resolved.warnings, *unknown))


def edit(key: str, value: Any) -> None:
    """Note an edit; the version that it is based on was noted when the page was drawn."""
    st.session_state.setdefault(_EDITS, {})[key] = value
    st.session_state.pop(SAID, None)


def forget(key: str) -> None:
    """Take one edit back."""
    st.session_state.setdefault(_EDITS, {}).pop(key, None)


def discard() -> None:
    """Take every edit back, and begin the tables anew."""
    st.session_state[_EDITS] = {}
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def saved(sentence: str) -> None:
    """Nothing is unsaved any more, and this is to be said."""
    discard()
    st.session_state[SAID] = sentence


def rebase(version: int) -> None:
    """Take the edits as made over that version."""
    st.session_state[_BASE] = version


def table_round() -> int:
    """A number that changes when the tables must forget what was typed into them."""
    return int(st.session_state.get(_ROUND, 0))
