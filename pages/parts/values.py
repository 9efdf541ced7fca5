"""A setting as a person reads it: what it is called, and its values with the same decimals on both sides."""

from __future__ import annotations

from typing import Any

from pages.parts.words import ENGINE_NAMES
from workbench.settings import FIELDS, Malformed, parse, to_text
from workbench.settings.words import decimals, number

DEFAULT = "the default"
NUMBERS = ("int", "float")
SCALARS = (*NUMBERS, "bool", "choice")


def name(key: str) -> str:
    """A setting as a sentence calls it; a key that no setting has stands for itself."""
    found = FIELDS.get(key)
    return found.title if found else key


def label(key: str) -> str:
    """A setting as a table or a widget calls it, which is the name and what it is counted in."""
    found = FIELDS.get(key)
    return found.label if found else key


def shown(key: str, value: Any, digits: int = 0) -> str:
    """A value of a setting; of nothing, as an empty list or text is stored, that it is the default."""
    found, typed = FIELDS.get(key), _typed(key, value)
    if typed is None or typed in ("", ()):
        return DEFAULT
    if isinstance(typed, bool):
        return "on" if typed else "off"
    if found and found.kind == "choice":
        return choice(str(typed))
    return number(typed, digits) if found and found.kind in NUMBERS and not isinstance(typed, str) else to_text(typed)


def choice(option: str) -> str:
    """One of a setting's choices: an engine by its name, any other word as it begins a line."""
    return ENGINE_NAMES.get(option, option.capitalize())


def pair(key: str, old: Any, new: Any) -> tuple[str, str]:
    """Two values of a setting, with as many decimals as both need."""
    digits = common((key, old), (key, new))
    return shown(key, old, digits), shown(key, new, digits)


def common(*values: tuple[str, Any]) -> int:
    """The decimals that show all of these values of settings as they are."""
    typed = (_typed(key, value) for key, value in values)
    return decimals(*(value for value in typed if isinstance(value, float)))


def is_number(key: str) -> bool:
    """Whether a column of values of this setting ends on one line."""
    found = FIELDS.get(key)
    return found is not None and found.kind in (*NUMBERS, "bool")


def _typed(key: str, value: Any) -> Any:
    """The value that a stored text or a whole number stands for; a text that is none stays as it is."""
    found = FIELDS.get(key)
    if found and found.kind == "float" and isinstance(value, int):
        return float(value)
    if found is None or found.kind not in SCALARS or not isinstance(value, str):
        return value
    try:
        return parse(found, value)
    except Malformed:
        return value
