"""What is dear to make and shared by every session; made where it is asked for, so that it can tell how far it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T")
QUICK, EVERY = 100, 50  # so many runs are done before anybody would wonder; how often it is told


@st.cache_resource(show_spinner=False)
def _shelf(kind: str) -> dict[Hashable, Any]:  # noqa: ARG001  each kind has its own
    return {}


def kept(kind: str, key: Hashable, most: int, make: Callable[[], T]) -> T:
    """The thing of that kind and key, made if it is not there; at most so many of a kind are kept, the newest."""
    held = _shelf(kind)
    found: T = held[key] if key in held else make()
    held[key] = found
    for old in list(held)[:-most]:
        held.pop(old, None)
    return found


def told(things: Iterable[T], of: int, verb: str) -> Iterator[T]:
    """The same runs one after another, with a bar that says how many of them were taken."""
    bar = st.progress(0.0, f"{verb} 0 of {of:,} runs.") if of > QUICK else None
    for count, one in enumerate(things, 1):
        if bar and not count % EVERY:
            bar.progress(min(1.0, count / of), f"{verb} {count:,} of {of:,} runs.")
        yield one
    if bar:
        bar.empty()
