"""An engine's raw items as hits, in the engine's order; only its advertisements are left out.

An item without a usable address stays a hit with the raw text as its address, so that the funnel can say why; only
who asks is left out of it. HTML in a title is read here and nowhere after; a snippet keeps its own, for a date counts
only where it leads the raw text.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from urllib.parse import unquote, urlsplit

from workbench.records import Hit
from workbench.text import one_line, plain, safe
from workbench.urls import covering, host_of, masked, without_credentials

_DUCK = frozenset({"duckduckgo.com"})
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ADDRESS_KEYS, _TEXT_KEYS, _DATE_KEYS = ("href", "link", "url"), ("body", "snippet"), ("published", "date")
_MOST_WRAPS = 3
_LONGEST_ODD_ADDRESS = 200


class WrongShape(ValueError):
    """What an engine gave is no list of items."""


def hits_from(items: object, engine: str, titled: Callable[[str], str] = plain) -> tuple[Hit, ...]:
    """The hits in the items, positions counted from 1; `WrongShape` where there are things and none is an item."""
    if isinstance(items, str | bytes | Mapping) or not isinstance(items, Iterable):
        raise WrongShape(f"the answer is {type(items).__name__}, not a list of results")
    listed = list(items)
    if listed and not any(_fields(item) for item in listed):
        raise WrongShape(f"the answer is a list of {type(listed[0]).__name__}, not of results")
    found = [_hit(_fields(item), engine, titled) for item in listed]
    organic = [hit for hit in found if not _is_advertisement(hit.url)]
    return tuple(dataclasses.replace(hit, position=place) for place, hit in enumerate(organic, start=1))


def _fields(item: object) -> Mapping[str, object]:
    if isinstance(item, Mapping):
        return item
    return vars(item) if dataclasses.is_dataclass(item) and hasattr(item, "__dict__") else {}


def _hit(item: Mapping[str, object], engine: str, titled: Callable[[str], str]) -> Hit:
    url = _address(_first(item, _ADDRESS_KEYS))
    title, snippet = item.get("title"), _first(item, _TEXT_KEYS)
    return Hit(
        url=url,
        title=masked(titled(title) if isinstance(title, str) else "") or host_of(url),
        snippet=masked(one_line(safe(snippet))) if isinstance(snippet, str) else "",
        engine=engine,
        published=day_of(_first(item, _DATE_KEYS)),
    )


def _first(item: Mapping[str, object], keys: Iterable[str]) -> object:
    given = (item.get(key) for key in keys)
    return next((value for value in given if value is not None and value != ""), None)


def _address(raw: object) -> str:
    if raw is None:
        return ""
    url = _storable(raw if isinstance(raw, str) else repr(raw)[:_LONGEST_ODD_ADDRESS])
    for _ in range(_MOST_WRAPS):
        inner = _unwrapped(url)
        if not inner:
            break
        url = _storable(inner)
    return without_credentials(url)


def _storable(raw: str) -> str:
    """The address with each control character and lone surrogate as U+FFFD, which no address may hold."""
    raw = raw.strip(" ")
    if raw.isascii() and raw.isprintable():
        return raw
    return "".join("\ufffd" if unicodedata.category(char) in {"Cc", "Cs"} else char for char in raw)


def _unwrapped(url: str) -> str:
    if not _is_duck(url) or urlsplit(url).path.rstrip("/") != "/l":
        return ""
    pairs = (pair.partition("=") for pair in urlsplit(url).query.split("&"))
    return next((unquote(value) for name, _, value in pairs if name == "uddg"), "")


def _is_advertisement(url: str) -> bool:
    if not _is_duck(url):
        return False
    parts = urlsplit(url)
    return parts.path == "/y.js" or bool(re.search(r"(?:^|&)ad_(?:domain|provider)=", parts.query))


def _is_duck(url: str) -> bool:
    return bool(covering(host_of(f"https:{url}" if url.startswith("//") else url), _DUCK))


def day_of(value: object) -> date | None:
    """The UTC calendar day of an ISO date or a datetime; `None` for anything else, and for the year 1."""
    try:
        moment = datetime.fromisoformat(value.strip()) if isinstance(value, str) and _starts_iso(value) else value
        if isinstance(moment, datetime):
            moment = (moment.astimezone(UTC) if moment.tzinfo else moment).date()
    except (ValueError, OverflowError):
        return None
    return moment if isinstance(moment, date) and moment.year > 1 else None


def _starts_iso(value: str) -> bool:
    return _ISO_DAY.match(value.strip()) is not None
