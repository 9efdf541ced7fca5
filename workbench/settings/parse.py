"""Between the text of a setting and its value. Nothing is clamped or guessed: what does not fit is malformed."""

from __future__ import annotations

import re
from typing import Any

from workbench.settings.keys import FieldSpec
from workbench.settings.kinds import reference_map, split_hosts
from workbench.text import quoted
from workbench.urls import masked

LONGEST = {"references": 1 << 20}
LONGEST_OTHER = 64 << 10

_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_TRUE, _FALSE = frozenset({"true", "1", "yes", "on"}), frozenset({"false", "0", "no", "off"})


class Malformed(ValueError):
    """A text that is no value of its setting; the message says why, without the key."""


def parse(found: FieldSpec, raw: Any) -> Any:
    """The typed value of a text, `None` where an empty text means unset; `Malformed` if it is none.

    A stored INTEGER or REAL is read as its text; JSON values, bytes and booleans are malformed for numbers.
    """
    text = _as_text(found, raw)
    longest = LONGEST.get(found.kind, LONGEST_OTHER)
    if len(text) > longest or len(text.encode("utf-8", "surrogatepass")) > longest:
        raise Malformed(f"is too long: at most {longest >> 10} KiB")
    match found.kind:
        case "int" | "float":
            return _number(found, text.strip(" \t\r\n"))
        case "bool":
            return _boolean(text.strip())
        case "hosts":
            return _hosts(text)
        case "ports":
            return _ports(text)
        case "references":
            return _references(text)
        case "choice":
            return _choice(found, text.strip())
        case _:
            return _line(text)


def _as_text(found: FieldSpec, raw: Any) -> str:
    if raw is None:
        if found.kind in ("int", "float", "bool", "choice"):
            raise Malformed("is empty; go back to the default with reset")
        return ""
    if isinstance(raw, bool):
        if found.kind != "bool":
            raise Malformed("is not a number" if found.kind in ("int", "float") else "is not text")
        return "true" if raw else "false"
    if isinstance(raw, str):
        return raw
    if isinstance(raw, int | float) and found.kind in ("int", "float", "bool"):
        return repr(raw) if isinstance(raw, float) or abs(raw) < 10**400 else "9" * 401
    raise Malformed("is not text")


def _number(found: FieldSpec, text: str) -> int | float:
    whole = found.kind == "int"
    if not (_WHOLE if whole else _DECIMAL).fullmatch(text):
        raise Malformed("is not a whole number" if whole else "is not a number")
    if len(text) > 400:
        raise Malformed(_range(found))
    value = int(text) if whole else float(text) + 0.0
    if (found.low is not None and value < found.low) or (found.high is not None and value > found.high):
        raise Malformed(_range(found))
    return value


def _range(found: FieldSpec) -> str:
    match found.low, found.high:
        case None, float() | int() as high:
            return f"must be at most {_plain(high)}"
        case float() | int() as low, None:
            return f"must be at least {_plain(low)}"
        case low, high:
            return f"must be between {_plain(low or 0)} and {_plain(high or 0)}"


def _plain(limit: float) -> str:
    return str(int(limit)) if limit == int(limit) else str(limit)


def _boolean(text: str) -> bool:
    word = text.lower()
    if word not in _TRUE | _FALSE:
        raise Malformed("must be true or false")
    return word in _TRUE


def _hosts(text: str) -> tuple[str, ...] | None:
    good, bad = split_hosts(text)
    if bad:
        raise Malformed(f"has an entry that names no host: {quoted(bad[0], 80)}")
    return good or None


def _ports(text: str) -> tuple[int, ...] | None:
    pieces = [piece.strip() for piece in re.split(r"[,\r\n]", text) if piece.strip()]
    for piece in pieces:
        if not re.fullmatch(r"[0-9]{1,5}", piece) or not 1 <= int(piece) <= 65535:
            raise Malformed(f"has an entry that is no port: {quoted(piece, 20)}")
    return tuple(dict.fromkeys(int(piece) for piece in pieces)) or None


def _references(text: str) -> str | None:
    if not text.strip():
        return None
    try:
        found = reference_map(text)
    except ValueError as error:
        raise Malformed(f"is not a reference map: {str(error)[:120]}") from error
    if not found and masked(text) != text:
        raise Malformed("is a reference map whose addresses name who asks; leave out what stands before the @")
    if not found:
        raise Malformed("is a reference map with no valid entry; each needs a title and an http(s) address")
    return text.encode("utf-8", "replace").decode()


def _choice(found: FieldSpec, text: str) -> str:
    if text not in found.choices:
        raise Malformed(f"must be one of {', '.join(found.choices)}")
    return text


def _line(text: str) -> str | None:
    if any(ord(char) < 32 or 0xD800 <= ord(char) < 0xE000 for char in text.strip()):
        raise Malformed("holds a control character")
    return text.strip() or None


def to_text(value: Any) -> str:
    """A typed value as the text that `parse` reads back; lists by commas, full precision for numbers."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return ",".join(str(entry) for entry in value)
    return repr(value) if isinstance(value, float) else str(value)
