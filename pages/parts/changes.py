"""A change of a setting in words and as a table: lists by what they gain and lose, numbers by old and new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from operator import eq
from typing import Any

from pages.parts import values
from pages.parts.reference_table import Row, rows_of
from pages.parts.words import code, plain_html, said
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
    shown = ", ".join(code(entry) for entry in entries[:MOST])
    more = len(entries) - MOST
    return f"{shown} and {more} more" if more > 0 else shown


def _of_maps(what: str, old: Any, new: Any) -> str:
    """Each link that came, went or changed; one that came or went alone with its address."""
    before, after = _links(old), _links(new)
    lost, gained, pieces = list((Counter(before) - Counter(after)).elements()), [], []
    for row in (Counter(after) - Counter(before)).elements():
        if near := next((one for one in lost if sum(map(eq, one, row)) == len(row) - 1), None):
            lost.remove(near)
            pieces.append(_other_link(near, row))
        else:
            gained.append(row)
    is_alone = len(pieces) + len(gained) + len(lost) == 1
    pieces += [f"{_link(row, with_address=is_alone)} added to {code(row[0])}" for row in gained]
    pieces += [f"{_link(row, with_address=is_alone)} taken off {code(row[0])}" for row in lost]
    more = [f"and {len(pieces) - MOST} more"] * (len(pieces) > MOST)
    back = ["back to the map that came with the program"] * (not new)
    return f"{what}: {'; '.join([*back, *pieces[:MOST], *more]) or 'put in another order'}."


def _other_link(was: Row, now: Row) -> str:
    """A link of which one cell changed, by its keyword or, where that changed, by its title."""
    if was[0] != now[0]:
        return f"keyword of {code(now[1])} {code(was[0])} → {code(now[0])}"
    at, cell = (1, "title") if was[1] != now[1] else (2, f"address of {code(now[1])}")
    return f"{code(now[0])}: {cell} {code(was[at])} → {code(now[at])}"


def _link(row: Row, *, with_address: bool) -> str:
    return code(row[1]) + (f" ({code(row[2])})" if with_address else "")


def _links(value: Any) -> list[Row]:
    try:
        return rows_of(value or "")
    except (ValueError, RecursionError):
        return []


def _quoted(value: str) -> str:
    return value if value == values.DEFAULT else code(value)


def table(changes: Mapping[str, tuple[Any, Any]]) -> str:
    """Every change with its key."""
    rows = "".join(
        f'<tr><td class="wb-any">{said(in_words(key, old, new))}'
        f'<div class="wb-second"><code>{plain_html(key)}</code></div></td></tr>'
        for key, (old, new) in changes.items()
    )
    return f'<table class="wb wb-table"><tbody>{rows}</tbody></table>'
