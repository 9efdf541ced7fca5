"""From file, stored rows and the call's own changes to one `Settings`; what does not fit is said, never fatal."""

from __future__ import annotations

import codecs
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from workbench.errors import BadRequest
from workbench.files import not_json, opened_regular
from workbench.settings.keys import FIELDS, flat, from_flat
from workbench.settings.kinds import split_hosts
from workbench.settings.model import Settings
from workbench.settings.parse import LONGEST_OTHER, Malformed, parse
from workbench.text import quoted
from workbench.urls import masked

SHIPPED = (Path(__file__).parents[1] / "settings.toml", Path(__file__).parents[2] / "settings.toml")
LARGEST_FILE = 1 << 20


@dataclass(frozen=True, slots=True)
class Resolved:
    """The settings in force, one warning for every value that was passed over, and the keys nobody knows."""

    settings: Settings
    warnings: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def defaults() -> Settings:
    """The settings with nothing changed."""
    return Settings()


def read_file(path: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The values of a settings file by key, and a warning that names file and line if it cannot be read."""
    try:
        with opened_regular(path) as file:
            held = file.read(LARGEST_FILE + 1)
        if len(held) > LARGEST_FILE:
            return {}, (_unreadable(path, f"it is over {LARGEST_FILE >> 20} MiB"),)
        text = held.removeprefix(codecs.BOM_UTF8).decode("utf-8")
        return by_key(tomllib.loads(text)), ()
    except FileNotFoundError:
        return {}, ()
    except OSError as error:
        why = error.strerror or str(error)
    except UnicodeDecodeError as error:
        why = f"line {error.object[: error.start].count(10) + 1} is not UTF-8"
    except (ValueError, RecursionError) as error:
        why = _with_line(str(error), text)
    return {}, (_unreadable(path, why),)


def _unreadable(path: Path, why: str) -> str:
    return f"{path} cannot be read, so the defaults are used: {why}."


def _with_line(words: str, text: str) -> str:
    """Give the last line where the reader gives none."""
    last = text.rstrip().count("\n") + 1
    return (
        words if re.search(r"at line \d", words) else f"{words.removesuffix(' (at end of document)')} (at line {last})"
    )


def by_key(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a file's sections by their full keys."""
    values: dict[str, Any] = {}
    for name, value in data.items():
        if isinstance(value, dict):
            values.update({f"{name}_{field}": inner for field, inner in value.items()})
        else:
            values[name] = value
    return values


def from_text(text: str, name: str) -> dict[str, Any]:
    """The settings of a JSON or TOML file, by key; the ending of its name says which. `BadRequest` if it is neither."""
    kind = "TOML" if name.lower().endswith(".toml") else "JSON"
    try:
        data = tomllib.loads(text) if kind == "TOML" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"{name} {not_json(error).replace('JSON', kind)}.") from error
    if not isinstance(data, dict):
        raise BadRequest(f"{name} holds no object of key to value.")
    return {key: value for key, value in by_key(data).items() if value is not None}


def resolve(*layers: Mapping[str, Any]) -> Resolved:
    """The settings that the layers give, each over the ones before; an unset or malformed value changes nothing.

    A host list keeps its valid entries and says which it left out; a reference map likewise.
    """
    values: dict[str, Any] = {}
    warnings: list[str] = []
    unknown: dict[str, None] = {}
    for layer in layers:
        for key, raw in layer.items():
            found = FIELDS.get(key)
            if found is None:
                unknown[key] = None
                continue
            value, warning = _lenient(key, raw)
            if warning:
                warnings.append(warning)
            if value is not None:
                values[key] = value
    settings = from_flat(values) if values else defaults()
    return Resolved(settings, tuple(warnings), tuple(unknown))


def _lenient(key: str, raw: Any) -> tuple[Any, str]:
    found = FIELDS[key]
    try:
        return parse(found, raw), ""
    except Malformed as error:
        if found.kind == "hosts" and isinstance(raw, str) and len(raw) <= LONGEST_OTHER:
            good, bad = split_hosts(raw)
            left_out = ", ".join(quoted(entry, 40) for entry in bad[:5])
            return good or None, f"{key}: left out what names no host: {left_out}."
        return None, f"{key}: {shown(raw)} {error}; the default is used."


def shown(raw: Any) -> str:
    """A value as a sentence shows it: short, on one line, quoted unless it is a plain word."""
    raw = masked(raw) if isinstance(raw, str) else raw
    if isinstance(raw, str) and raw.isprintable() and raw.strip() and raw == raw.strip():
        return raw[:80]
    try:
        return repr(raw[:80] if isinstance(raw, str | bytes) else raw)[:80]
    except (ValueError, RecursionError):
        return "the value"


def sense(settings: Settings) -> tuple[str, ...]:
    """Sentences about settings that are allowed one by one and make little sense together."""
    research = settings.research
    said: list[str] = []
    if research.recency_fresh_days > research.recency_recent_days:
        said.append("Fresh days are over recent days, so no source can score 0.8 for recency.")
    if not any(research.weights):
        said.append("All five weights are 0, so the engine's order is kept.")
    if both := set(research.tier1_domains) & set(research.tier2_domains):
        said.append(f"In both tiers, and tier 1 counts: {', '.join(sorted(both)[:5])}.")
    if settings.web_research.results > 5:
        said.append("What is said about tiers and search rank holds for five results; more were asked for.")
    return tuple(said)


def shipped() -> dict[str, Any]:
    """The values of the settings file that came with the program."""
    for path in SHIPPED:
        if path.exists():
            found = path.stat()
            return dict(_unchanged(path, found.st_mtime_ns, found.st_size))
    return {}


@lru_cache(maxsize=1)
def _unchanged(path: Path, _mtime: int, _size: int) -> dict[str, Any]:
    return read_file(path)[0]


def as_texts(settings: Settings) -> dict[str, Any]:
    """Every setting by key as JSON-ready values; host lists and ports by commas, as the store has them."""
    return {
        key: ",".join(map(str, value)) if isinstance(value, tuple) else value for key, value in flat(settings).items()
    }
