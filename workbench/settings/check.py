"""What may be saved, and what is worth saying about it. Refusals are whole sentences that name the key."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from workbench.errors import SettingRefused
from workbench.settings.keys import FIELDS
from workbench.settings.kinds import reference_map
from workbench.settings.load import sense, shown
from workbench.settings.model import Settings
from workbench.settings.parse import Malformed, parse
from workbench.text import quoted
from workbench.urls.hosts import is_public_suffix

OPEN_TO_SUFFIXES = "research_tier1_domains"
_PRIVATE_NAMES = (".local", ".localhost", ".internal", ".localdomain", ".home.arpa", ".lan")


def label(key: str) -> str:
    """A setting as a sentence names it."""
    found = FIELDS.get(key)
    return f"{found.title} ({key})" if found else quoted(key, 80)


def checked(key: str, raw: Any) -> Any:
    """The value that a save would keep, `None` for the default; `SettingRefused` says why it may not be saved."""
    found = FIELDS.get(key)
    if found is None:
        raise SettingRefused(f"There is no setting {quoted(key, 80)}; nothing was saved.")
    try:
        value = parse(found, raw)
    except Malformed as error:
        raise SettingRefused(f"{label(key)} {error}; {shown(raw)} was not saved.") from error
    if found.kind == "hosts" and key != OPEN_TO_SUFFIXES and (open_names := _public_suffixes(value or ())):
        raise SettingRefused(
            f"{label(key)} takes hosts that somebody owns; anyone can register under {open_names[0]}, "
            "so the list was not saved."
        )
    return value


def notes(texts: Mapping[str, str | None], settings: Settings) -> tuple[str, ...]:
    """What to say about changes that may be saved, and about the settings that they give."""
    said: list[str] = []
    if open_names := _public_suffixes((texts.get(OPEN_TO_SUFFIXES) or "").split(",")):
        said.append(f"{label(OPEN_TO_SUFFIXES)}: anyone can register under {', '.join(open_names[:5])}.")
    if text := texts.get("known_references_json"):
        said.extend(_of_references(text))
    return (*said, *sense(settings))


def _of_references(text: str) -> list[str]:
    good = reference_map(text)
    kept = sum(map(len, good.values()))
    given = sum(len(entries) if isinstance(entries, list) else 1 for entries in json.loads(text).values())
    said = [
        f"{entry['url'][:200]} is a private address; references are shown, never fetched."
        for entries in good.values()
        for entry in entries
        if _private(entry["url"])
    ]
    if lost := given - kept:
        told = "1 entry of the reference map lacks" if lost == 1 else f"{lost} entries of the reference map lack"
        left = "is" if lost == 1 else "are"
        said.append(f"{told} a title or an http(s) address without credentials and {left} left out.")
    return said


def _private(url: str) -> bool:
    try:
        host = (urlsplit(url).hostname or "").removesuffix(".").lower()
    except ValueError:
        return False
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith(_PRIVATE_NAMES)


def _public_suffixes(names: Iterable[str]) -> list[str]:
    return [name for name in names if name and is_public_suffix(name)]
