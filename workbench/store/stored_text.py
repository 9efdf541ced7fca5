"""What may be stored: JSON and text without NUL, control characters or lone surrogates."""

from __future__ import annotations

import json
import re
from typing import Any

from workbench.errors import StoreError
from workbench.text import safe

_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_UNSAFE_JSON = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]|\\u00[01]|\\[bfr]")


def clean(text: str) -> str:
    """The text as it may be stored."""
    return safe(text) if _UNSAFE.search(text) else text


def to_json(value: Any) -> str:
    """JSON-ready values as stored text, every string in them clean; a number that is none is refused."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=str)
        if _UNSAFE_JSON.search(text):
            text = json.dumps(_cleaned(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError as error:
        raise StoreError(f"Nothing was saved: a value that is no number cannot be stored ({error}).") from error
    return text


def _cleaned(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case dict():
            return {clean(str(key)): _cleaned(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_cleaned(inner) for inner in value]
        case int() | float() | None:
            return value
        case _:
            return clean(str(value))


def from_json(text: str, what: str) -> Any:
    """The values of a stored text; damaged, a sentence names what it belongs to."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise StoreError(f"{what} is damaged in the database: {error}.") from error
