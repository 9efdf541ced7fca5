"""A change of a setting in words and as a table: lists by what they gain and lose, numbers by old and new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pages.parts import values
from pages.parts.reference_table import rows_of
from pages.parts.words import plain_html, said, shortened
from workbench.settings import FIELDS

MOST = 4


def in_words(key: str, old: Any, new: Any) -> str:
    """One sentence; entries and values stand in backquotes. No value is the default one."""
    found = FIELDS.get(key)
    kind, name = (found.kind if found else "text"), values.name(key)
    old = found.default if found and old is None else old
    if kind == "hosts":
        return _of_lists(name, _entries(old), _entries(new))
    if kind == "references":
        return _of_maps(name, old, new)
    back = found is not None and kind in values.SCALARS and new is None
    was, now = values.pair(key, old, found.default if found and back else new)
    unit = f" {found.counted_in}" if found and found.counted_in else ""
    return f"{name} {_quoted(was)} → {_quoted(now)}{unit}{f', {values.DEFAULT}' if back else ''}."


def _entries(value: Any) -> list[str]:
    if value is None:
        return []
    return [entry for entry in (value.split(",") if isinstance(value, str) else list(value)) if entry]


def _of_lists(what: str, old: list[str], new: list[str]) -> str:
    if not new:
        return f"{what}: back to the default list."
    gained = [entry for entry in new if entry not in old]
    lost = [entry for entry in old if entry not in new]
    pieces = [f"{_several(gained)} added"] * bool(gained) + [f"{_several(lost)} taken off"] * bool(lost)
    return f"{what}: {', '.join(pieces)}." if pieces else f"{what}: put in another order."


def _several(entries: list[str]) -> str:
    shown = ", ".join(f"`{_safe(entry)}`" for entry in entries[:MOST])
    more = len(entries) - MOST
    return f"{shown} and {more} more" if more > 0 else shown


def _of_maps(what: str, old: Any, new: Any) -> str:
    before, after = set(_links(old)), set(_links(new))
    gained, lost = len(after - before), len(before - after)
    pieces = [f"{gained:,} added"] * bool(gained) + [f"{lost:,} taken off"] * bool(lost)
    return f"{what}: {', '.join(pieces) or 'none differs'}."


def _links(value: Any) -> list[tuple[str, str, str]]:
    try:
        return rows_of(value or "")
    except ValueError:
        return []


def _quoted(value: str) -> str:
    return value if value == values.DEFAULT else f"`{_safe(shortened(value, 80))}`"


def _safe(text: str) -> str:
    return text.replace("`", "'")


def table(changes: Mapping[str, tuple[Any, Any]]) -> str:
    """Every change with its key."""
    rows = "".join(
        f'<tr><td class="wb-any">{said(in_words(key, old, new))}'
        f'<div class="wb-second"><code>{plain_html(key)}</code></div></td></tr>'
        for key, (old, new) in changes.items()
    )
    return f'<table class="wb wb-table"><tbody>{rows}</tbody></table>'
