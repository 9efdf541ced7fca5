"""The facets of the runs, each value with its count; a chosen one is pressed again to leave it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

import streamlit as st

from pages.parts.runs_place import DAYS, DELETED, Place, follow
from pages.parts.words import RUN_WORDS, engine_name, labelled, shortened
from workbench.store import SHOWN, Facets

MOST_TAGS, MOST_VERSIONS = 12, 6
STATES = {**RUN_WORDS, DELETED: "Deleted"}


def draw(place: Place, facets: Facets, since: Mapping[str, datetime]) -> None:
    """Draw each facet that could narrow something."""
    states = {state: facets.states.get(state, 0) for state in SHOWN if state in RUN_WORDS} | {DELETED: facets.deleted}
    _facet("State", "state", _some(states, place.state), place, lambda one: STATES.get(one, one))
    _facet("Tag", "tag", _some(_most(facets.tags, place.tag), place.tag), place, lambda one: shortened(one, 24))
    _facet("Engine", "engine", _some(facets.engines, place.engine), place, engine_name)
    versions = {str(version): count for version, count in sorted(facets.versions.items(), reverse=True)}
    last = {
        one: count for at, (one, count) in enumerate(versions.items()) if at < MOST_VERSIONS or one == place.version
    }
    _facet("Settings", "version", _some(last, place.version), place, lambda one: f"v{one}")
    when = {name: facets.times.get(at, 0) for name, at in since.items()}
    _facet("Started", "when", _some(when, place.when), place, lambda one: DAYS.get(one, one))


def _most(tags: Mapping[str, int], chosen: str) -> dict[str, int]:
    """The tags of the most runs and the chosen one, in the order of their names."""
    most = sorted(tags, key=lambda tag: (-tags[tag], tag))[:MOST_TAGS]
    return {tag: tags[tag] for tag in sorted({*most, *({chosen} & tags.keys())})}


def _some(counts: Mapping[str, int], chosen: str) -> dict[str, int]:
    """The values that any run has, and the chosen one in any case."""
    found = {name: count for name, count in counts.items() if count or name == chosen}
    return found if not chosen or chosen in found else {**found, chosen: 0}


def _facet(label: str, name: str, counts: Mapping[str, int], place: Place, word: Callable[[str], str]) -> None:
    chosen = getattr(place, name)
    if not counts or (len(counts) == 1 and not chosen and name not in ("tag", "state")):
        return
    st.session_state[f"runs.{name}"] = chosen or None  # always, for a new count makes a new label
    st.pills(
        label,
        list(counts),
        key=f"runs.{name}",
        format_func=lambda one: labelled(word(one), counts.get(one, 0)),
        on_change=follow,
        args=(name,),
        wrap=True,
    )
