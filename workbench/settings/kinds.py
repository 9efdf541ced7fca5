"""The kinds of value that are more than a number: host lists, ports, the reference map."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from workbench.text import one_line, visible
from workbench.urls import has_credentials, normal_host

Hosts = Annotated[tuple[str, ...], "hosts"]
Ports = Annotated[tuple[int, ...], "ports"]
ReferenceMap = Annotated[str, "references"]

_HTTP = re.compile(r"https?://[^\s/]+", re.IGNORECASE)


def split_hosts(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The valid entries of a host list in normal form, each once, and the entries that name no host."""
    good: dict[str, None] = {}
    bad: list[str] = []
    for entry in re.split(r"[,\r\n]", text):
        if not entry.strip():
            continue
        if host := normal_host(entry):
            good[host] = None
        else:
            bad.append(entry.strip())
    return tuple(good), tuple(bad)


def reference_map(text: str) -> dict[str, list[dict[str, str]]]:
    """The valid part of a reference map: lower-cased keyword to `{title, url}`; `ValueError` if it is no map.

    An entry needs a title and an http(s) address that names no user, a keyword a visible character; a doubled key: the
    last wins.
    """
    try:
        data: Any = json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(data, dict):
        raise ValueError("it is not an object of keyword to list")  # noqa: TRY004  json.loads raises ValueError too
    found: dict[str, list[dict[str, str]]] = {}
    for keyword, entries in data.items():
        good = [entry for entry in map(_entry, entries if isinstance(entries, list) else []) if entry]
        if (name := one_line(visible(keyword)).lower()) and good:
            found[name] = good
    return found


def _entry(entry: Any) -> dict[str, str]:
    if not isinstance(entry, dict):
        return {}
    title, url = entry.get("title"), entry.get("url")
    if not (isinstance(title, str) and isinstance(url, str)):
        return {}
    title, url = one_line(visible(title)), one_line(visible(url))
    return {"title": title, "url": url} if title and _HTTP.match(url) and not has_credentials(url) else {}
