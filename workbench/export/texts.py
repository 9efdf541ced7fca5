"""Values and texts as every file can hold them."""

from __future__ import annotations

import math
import re
from typing import Any
from urllib.parse import urlsplit

from workbench.text import shown
from workbench.urls import host_of, link_form

REPLACED = "\ufffd"
_SURROGATE = re.compile("[\ud800-\udfff]")


def encodable(text: str) -> str:
    """The text with a mark for each lone surrogate, which UTF-8 cannot hold."""
    return _SURROGATE.sub(REPLACED, text)


def sound(value: Any) -> Any:
    """The value as JSON can hold it: `None` for a number it has none for, a mark for a lone surrogate."""
    match value:
        case dict():
            return {sound(key): sound(inner) for key, inner in value.items()}
        case list() | tuple():
            return [sound(inner) for inner in value]
        case float() if not math.isfinite(value):
            return None
        case str():
            return encodable(value)
    return value


def web_link(url: str) -> str:
    """The address as a link that may be followed; empty unless it is http(s), names a host and hides none."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or set("@[") & set(parts.netloc) or not host_of(url):
        return ""
    return link_form(url.strip()).replace("[", "%5B").replace("]", "%5D")


def cited(url: str) -> str:
    """The address as a bibliography names it: a link, a corpus address as it stands, else nothing."""
    return link_form(url.strip()) if url.startswith("corpus://") else web_link(url)


def headline(title: str, url: str) -> str:
    """A title on one line; without one, the host or the address."""
    return shown(title) or host_of(url) or shown(url)
