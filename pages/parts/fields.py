"""One setting as a line: its name, what it does, its range and key, and the widget of its kind."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import drafts, values
from pages.parts.drafts import Held
from pages.parts.words import plain_html, plain_label
from workbench.settings import FIELDS, FieldSpec, to_text
from workbench.settings.words import decimals, number
from workbench.text import one_line

LINE = 80  # characters: a text that is longer by default gets an area


def heading(key: str) -> None:
    """Draw what a setting is."""
    st.html(_told(FIELDS[key]))


def draw(key: str, held: Held) -> None:
    """Draw a setting that one widget can hold."""
    found = FIELDS[key]
    if _is_prose(found):
        with st.container(gap="xxsmall"):
            heading(key)
            _widget(found, held)
            refused(key, held)
        return
    words, widget = st.columns([7, 3], gap="xxsmall", vertical_alignment="center")
    with words:
        heading(key)
    with widget:
        _widget(found, held)
    refused(key, held)


def refused(key: str, held: Held) -> None:
    """Say why the edit of a setting may not be saved, if it may not."""
    if key in held.edits and (fault := drafts.fault(key, held.edits[key])):
        st.error(plain_label(fault), icon=":material/error:")


def _is_prose(found: FieldSpec) -> bool:
    return found.kind == "text" and len(str(found.default)) > LINE


def _told(found: FieldSpec) -> str:
    facts = [found.description.rstrip(".")]
    if found.kind in values.SCALARS:
        default = f"{values.shown(found.key, found.default)} by default"
        facts.append(f"{_range(found)}, {default}" if found.low is not None else default[:1].upper() + default[1:])
    return (
        f'<div class="wb wb-setting"><b>{plain_html(found.title)}</b>'
        f'<div class="wb-second">{plain_html(". ".join(facts))}. <code>{found.key}</code></div></div>'
    )


def _range(found: FieldSpec) -> str:
    low, high = (number(int(end) if end == int(end) else end) for end in (found.low or 0, found.high or 0))
    return f"{low} to {high}{f' {found.counted_in}' if found.counted_in else ''}"


def _widget(found: FieldSpec, held: Held) -> None:
    """A number has no bounds here: a browser keeps one that is out of them to itself, and nobody could say so."""
    own, label = f"settings.{found.key}", found.label
    told: dict[str, Any] = {"key": own, "on_change": _noted, "args": (found.key,), "label_visibility": "collapsed"}
    st.session_state[own] = _for_widget(found, held.shown(found.key))
    match found.kind:
        case "int":
            st.number_input(label, step=1, **told)
        case "float":
            st.number_input(label, step=0.05, format=f"%.{decimals(held.shown(found.key))}f", **told)
        case "bool":
            st.toggle(label, **told)
        case "choice":
            st.selectbox(label, list(found.choices), format_func=values.choice, **told)
        case "text" if _is_prose(found):
            st.text_area(label, height="content", **told)
        case _:
            st.text_input(label, placeholder="none", **told)


def _for_widget(found: FieldSpec, value: Any) -> Any:
    return to_text(value) if found.kind in ("ports", "text") else value


def _noted(key: str) -> None:
    """Keep what was typed where a change of page cannot lose it."""
    typed = st.session_state[f"settings.{key}"]
    drafts.edit(key, one_line(typed) if _is_prose(FIELDS[key]) else typed)
