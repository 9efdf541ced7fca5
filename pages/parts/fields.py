"""One setting as a line: its name, what it does, its range and key, and the widget of its kind."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.parts import drafts
from pages.parts.drafts import Held
from pages.parts.keep import name
from pages.parts.words import plain_html, plain_label
from workbench.errors import SettingRefused
from workbench.settings import FIELDS, FieldSpec, to_text
from workbench.settings.check import checked

_REFUSED = "settings.refused"


def heading(key: str) -> None:
    """Draw what a setting is."""
    st.html(_told(FIELDS[key]))


def draw(key: str, held: Held) -> None:
    """Draw a setting that one widget can hold."""
    found = FIELDS[key]
    words, widget = st.columns([7, 3], gap="medium", vertical_alignment="center")
    with words:
        heading(key)
    with widget:
        _widget(found, held)
    if refused := st.session_state.get(_REFUSED, {}).pop(key, ""):
        st.error(plain_label(refused), icon=":material/error:")


def _told(found: FieldSpec) -> str:
    facts = [found.description.rstrip(".")]
    default = f"{to_text(found.default)} by default" if found.kind in ("int", "float", "bool", "choice") else ""
    if found.low is not None and found.high is not None:
        unit = "" if found.kind == "float" else f" {found.unit}"
        facts.append(f"{found.low:,g} to {found.high:,g}{unit}, {default}")
    elif default:
        facts.append(f"By default {to_text(found.default)}")
    return (
        f'<div class="wb wb-setting"><b>{plain_html(name(found.key))}</b>'
        f'<div class="wb-second">{plain_html(". ".join(facts))}. <code>{found.key}</code></div></div>'
    )


def _widget(found: FieldSpec, held: Held) -> None:
    own = f"settings.{found.key}"
    label = f"{name(found.key)} ({found.unit})" if found.unit else name(found.key)
    told: dict[str, Any] = {"key": own, "on_change": _noted, "args": (found.key,), "label_visibility": "collapsed"}
    st.session_state[own] = _for_widget(found, held.shown(found.key))
    match found.kind:
        case "int":
            st.number_input(label, step=1, **told)
        case "float":
            st.number_input(label, step=0.05, format="%g", **told)
        case "bool":
            st.toggle(label, **told)
        case "choice":
            st.selectbox(label, list(found.choices), **told)
        case _:
            st.text_input(label, placeholder="none", **told)


def _for_widget(found: FieldSpec, value: Any) -> Any:
    return to_text(value) if found.kind in ("ports", "text") else value


def _noted(key: str) -> None:
    """Keep what was typed where a change of page cannot lose it; a number out of its range is refused at once."""
    typed = st.session_state[f"settings.{key}"]
    if FIELDS[key].kind in ("int", "float"):
        try:
            checked(key, typed)
        except SettingRefused as error:
            st.session_state.setdefault(_REFUSED, {})[key] = str(error)
            return
    drafts.edit(key, typed)
